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

#include "advect/near_walls.hpp"

namespace whorl {

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
        if (write) write(walk, row);
    }
};
template <class T, int Dim>
RowsBesideWalls<T, Dim> rows_beside_walls(const AdvectContext<T, Dim>& context, const Location<Dim>& location,
                                          const AdvectArguments<T, Dim>& arguments, const BesideWalls& beside);

}  // namespace whorl
