// Advection beside walls, where traces and stencils must not reach across: cells there are worked out once more, after
// the plain kernels.
//
// A trace goes from cell to cell and ends at the first closed face. A value counts only if its cell can be reached from
// the cell that the trace ended in through open faces inside the stencil. What is carried is therefore always a mean of
// values from the same side of every wall: sealed to the last bit. Clipping the trace alone would not do, since the
// stencil reads across. Every traced scheme but `upwind` is this `linear` here.
//
// Velocities go by the open fractions of faces instead of their closed bits, as the flow does, and each counts as far
// as its face is open.
#pragma once

#include "advect/advect.hpp"
#include "advect/near_walls.hpp"

namespace whorl {

/// The corners of a stencil lie in cells beside that of its point, and a wall may run between any two of them. Some
/// schemes look further.
constexpr int stencil_margin = 2, most_further = 1;

/// Rows of cells that are further from walls than the fastest flow anywhere gets: around those, nothing walks.
template <class T, int Dim> class FarRows {
  public:
    FarRows() = default;  // none
    /// Not known where the speed is not.
    FarRows(const AdvectContext<T, Dim>& context, int further)
        : grid_(context.domain.grid),
          distance_(context.speed ? context.walls->bits().row_distance : nullptr) {
        for (int axis = 0; distance_ && axis < Dim; ++axis) {
            const double way = (*context.speed)[axis] * std::abs(context.dt) / grid_.spacing(axis);
            const int needed = cells_met(way) + 1 + stencil_margin + further;  // 1: rounding
            needed_ = needed > needed_ ? needed : needed_;
        }
    }
    /// All of the rows from `before` this one to `behind` it, across y and z.
    bool holds(const Row& row, const Vec<int, Dim>& before, const Vec<int, Dim>& behind) const {
        if (!distance_ || needed_ > WallBits<Dim>::far) return false;
        bool are_far = true;
        for (int z = row.z - (Dim == 3 ? before[Dim - 1] : 0); z <= row.z + (Dim == 3 ? behind[Dim - 1] : 0); ++z)
            for (int y = row.y - before[1]; y <= row.y + behind[1]; ++y)
                are_far =
                    are_far &&
                    distance_[std::ptrdiff_t(Dim == 3 ? of_grid(Dim - 1, z) : 0) * grid_.cells[1] + of_grid(1, y)] >=
                        needed_;
        return are_far;
    }

  private:
    int of_grid(int axis, int i) const {
        const int n = grid_.cells[axis];
        if (grid_.periodic[axis]) return i < 0 ? i + n : i < n ? i : i - n;
        return i < 0 ? 0 : i < n ? i : n - 1;
    }

    Grid<Dim> grid_{};
    const std::uint8_t* distance_ = nullptr;
    int needed_ = 0;
};

template <class T, int Dim> struct CellsMetArguments {
    View<std::uint8_t, Dim> met;
    Faces<const T, Dim> u, back, forward;  // the last two where there are any
    Vec<T, Dim> half_steps;                // half of the cells per unit of velocity
};
template <class T, int Dim> using CellsMetKernel = void (*)(const CellsMetArguments<T, Dim>&, const Row&);
using CellsMetTable = TypedTable<CellsMetKernel>;
WHORL_DECLARE_KERNELS(CellsMetTable, cells_met_table)

template <class T, int Dim> struct WalkArguments;
/// Writes the destinations of the points of a run, from `first` on, that walk.
template <class T, int Dim>
using WalkKernel = void (*)(const WalkArguments<T, Dim>&, const Vec<int, Dim>& first, const PointRun&);
using WalkTable = TypedTable<WalkKernel>;
WHORL_DECLARE_KERNELS(WalkTable, walk_table)

/// What else becomes of the points of a run, from `first` on.
template <class T, int Dim> struct BesideWallsKernels {
    using Walk = WalkArguments<T, Dim>;
    using First = Vec<int, Dim>;
    /// A face that no flow passes has the velocity of the wall; a cell that nothing enters keeps what it has.
    void (*keep_closed)(const Walk&, const First&, const PointRun&);
    /// Which points walked, or are closed, is noted; and comes back as points that walk.
    void (*take_note)(const Walk&, const First&, const PointRun&);
    void (*recall)(const Walk&, const First&, PointRun&);
    /// What walks, or is closed, takes other fields' values for its results.
    void (*replace)(const Walk&, const View<const T, Dim>* values, const First&, const PointRun&);
};
using BesideWallsTable = TypedTable<BesideWallsKernels>;
WHORL_DECLARE_KERNELS(BesideWallsTable, beside_walls_table)

template <class T, int Dim> struct WalkArguments {
    const AdvectArguments<T, Dim>* fields;
    WallBits<Dim> walls;
    View<const T, Dim> velocity{};                    // of walls, on the faces of the component that is carried
    Vec<View<const std::uint16_t, Dim>, Dim> open{};  // what walls leave open of the faces of each axis
    int faces;                                        // of which axis the fields sit on, or of none: -1
    Vec<int, Dim> cells;
    Vec<bool, Dim> periodic;
    Scheme scheme;
    NearWalls<T, Dim> near;
    NearWallsKernel<T, Dim> find;
    WalkKernel<T, Dim> go;
    BesideWallsKernels<T, Dim> kernels;
    FarRows<T, Dim> far{};
    View<std::uint8_t, Dim> notes{};  // unset: nobody asks later which points walked
    int note = 0;                     // the place of the bit that says so of points of this kind
};

/// What stands beside walls in place of what a kernel made.
struct BesideWalls {
    enum class Kind { walked, predictor, source };
    Kind kind = Kind::walked;  // or other fields' values, for the points that walked last at this location, where
                               // nothing went `further`
    Scheme scheme = Scheme::linear;
    int further = 0;  // what the scheme's stencil has more than that of `linear`
};

/// Writes the destinations of `arguments` again, beside walls, row by row: each as soon as a kernel has, for what was
/// read of it is in the cache then. Does nothing where there are no walls.
template <class T, int Dim> struct RowsBesideWalls {
    WalkArguments<T, Dim> walk{};
    void (*write)(const WalkArguments<T, Dim>&, const Row&) = nullptr;

    void operator()(const Row& row) const {
        if (write && !is_far(row)) write(walk, row);
    }

  private:
    /// The cells that points of a row are in: on faces between two rows, those of both.
    bool is_far(const Row& row) const {
        Vec<int, Dim> before{};
        for (int axis = 1; axis < Dim; ++axis) before[axis] = walk.near.centred[axis] ? 0 : 1;
        return walk.far.holds(row, before, {});
    }
};
template <class T, int Dim>
RowsBesideWalls<T, Dim> rows_beside_walls(const AdvectContext<T, Dim>& context, const Location<Dim>& location,
                                          const AdvectArguments<T, Dim>& arguments, const BesideWalls& beside);

}  // namespace whorl
