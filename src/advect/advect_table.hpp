// What the schemes and their kernels share: the backtrace's arguments, the fields, and the table.
#pragma once

#include <cassert>

#include "advect/advect.hpp"
#include "ops/interpolate-inl.hpp"
#include "simd/dispatch.hpp"

namespace whorl {

/// The part of a scratch view that stands in for a field of this shape.
template <class T, int Dim> WHORL_INLINE View<T, Dim> part_of(const View<T, Dim>& scratch, const Vec<int, Dim>& shape) {
    for ([[maybe_unused]] int axis = 0; axis < Dim; ++axis) assert(scratch.data && scratch.shape[axis] >= shape[axis]);
    return {scratch.data, shape, scratch.stride};
}

/// The parts that hold a value for each cell.
template <class T, int Dim> WHORL_INLINE Faces<T, Dim> at_cells(const Grid<Dim>& grid, const Faces<T, Dim>& scratch) {
    Faces<T, Dim> parts{};
    for (int axis = 0; axis < Dim; ++axis) parts[axis] = part_of(scratch[axis], grid.cells);
    return parts;
}

/// Everything about a backtrace that is the same for all points of a field. Positions are displacements, in cells, from
/// the lattice point that a trace starts at.
template <class T, int Dim> struct TraceArguments {
    Faces<const T, Dim> u{};
    Vec<Vec<Lattice<T>, Dim>, Dim> lattice{};  // per component and axis: where its faces lie, seen from a traced point
    // The faces of each component around a traced point, 2 along an axis or 1: offsets to the first, from one to the
    // next.
    Vec<std::ptrdiff_t, Dim> first_face{};
    Vec<Vec<std::ptrdiff_t, Dim>, Dim> next_face{};
    Vec<T, Dim> steps{};                  // cells per unit of velocity: -dt/h backwards in time
    Vec<T, Dim> low{}, high{};            // coordinates on the traced lattice that a trace may reach
    Vec<T, Dim> side_low{}, side_high{};  // those of the domain's sides
    Vec<T, Dim> bounded{};                // 1, or 0 where periodic: then the bounds hold for displacements instead
    Vec<Period<T>, Dim> period{};
    T longest = largest_displacement<T>;  // that is kept, in cells
    Trace trace = Trace::rk2;

    WHORL_INLINE bool wraps() const {  // round some axis
        bool result = false;
        for (int axis = 0; axis < Dim; ++axis) result = result || bounded[axis] == T(0);
        return result;
    }
};

/// `direction` is -1 to look back by dt, +1 to look forward.
template <class T, int Dim>
TraceArguments<T, Dim> trace_arguments(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& u,
                                       const Location<Dim>& location, int direction);

/// Traces from the centres of cells, as trace_centres keeps them: displacements, and how far those of each block of a
/// row reach (ops/window-inl.hpp) where that is kept: for each group of blocks and each axis the least, and then the
/// most, in bytes. The last centre before a block counts as one of it.
template <class T, int Dim> struct KeptTraces {
    Faces<T, Dim> displacement{};
    View<std::int8_t, Dim> reach{};
    const TraceArguments<std::remove_const_t<T>, Dim>* followed = nullptr;  // where they are not kept
};

/// Where traces are not kept, which of them are followed once more to find out which points beside walls walk.
struct FollowedBesideWalls {
    bool back = false;         // if not, all walk that might
    bool forward = false;      // as of a field that is corrected
    bool met_forward = false;  // how far the flow gets counts both
};

/// As many fields as one call of a kernel takes.
template <class T, int Dim> struct AdvectArguments {
    static constexpr int max_fields = 16;

    TraceArguments<T, Dim> trace{};              // from where the fields sit
    Vec<bool, Dim> centred{};                    // along which axes they do in the middle of cells
    KeptTraces<const T, Dim> back{}, forward{};  // from centres
    View<const std::uint8_t, Dim> met{};         // as in AdvectScratch, where those are
    View<std::uint8_t, Dim> notes{};             // the same
    FollowedBesideWalls follows{};
    int count = 0;
    View<const T, Dim> source[max_fields]{};
    View<T, Dim> destination[max_fields]{};
    View<const T, Dim> predictor[max_fields]{};    // what an earlier pass made
    const RowEnds<T>* ends[max_fields]{};          // of destinations, to be written with their rows; null: not
    const EmptyRows<T, Dim>* empty[max_fields]{};  // of sources; null: not known
    Vec<int, 2> rows_reached{};                    // by traces across y and z; 0: not known
    bool is_in_place[max_fields]{};  // destinations end up where their sources are: what does not change is there
    bool is_passing[max_fields]{};  // of destinations: no row is read but by one that its traces reach, in a later pass
};

/// A row stays as it is: in all fields it is empty, as far around as traces reach, or several times as far. A corrected
/// value is limited to the source's along one trace, too, and one beside walls is a mean of what is in reach.
template <class T, int Dim> bool stays_empty(const AdvectArguments<T, Dim>& in, const Row& row, int times = 1) {
    bool is_empty = in.rows_reached[0] > 0;
    const Vec<int, 2> reach{times * in.rows_reached[0], times * in.rows_reached[1]};
    for (int i = 0; i < in.count && is_empty; ++i) is_empty = in.empty[i] && in.empty[i]->holds(row, reach);
    return is_empty;
}

template <class T, int Dim> struct TraceCentresArguments {
    TraceArguments<T, Dim> trace{};
    KeptTraces<T, Dim> kept{};
};
template <class T, int Dim> using TraceKernel = void (*)(const TraceCentresArguments<T, Dim>&, const Row&);
using TraceTable = TypedTable<TraceKernel>;
WHORL_DECLARE_KERNELS(TraceTable, trace_table)

struct Reaches;  // ops/window-inl.hpp
/// Displacements by traces from centres, of at most chunk_cells, into memory of the caller's; and how far those of
/// whole blocks reach, if that is asked for, with the displacement before the first one if there is one.
template <class T, int Dim>
using TraceChunkKernel = void (*)(const TraceArguments<T, Dim>& in, const Row& row, const Vec<T*, Dim>& displacement,
                                  const Vec<T, Dim>* before, Vec<Reaches, Dim>* reaches);
using TraceChunkTable = TypedTable<TraceChunkKernel>;
WHORL_DECLARE_KERNELS(TraceChunkTable, trace_chunk_table)

template <class T, int Dim> using AdvectKernel = void (*)(const AdvectArguments<T, Dim>&, const Row&);

/// One scheme's kernels.
using AdvectTable = TypedTable<AdvectKernel>;

WHORL_DECLARE_KERNELS(AdvectTable, linear_table)
WHORL_DECLARE_KERNELS(AdvectTable, maccormack_table)
WHORL_DECLARE_KERNELS(AdvectTable, upwind_table)
WHORL_DECLARE_KERNELS(AdvectTable, cubic_table)
WHORL_DECLARE_KERNELS(AdvectTable, compensate_table)
WHORL_DECLARE_KERNELS(AdvectTable, finish_table)

}  // namespace whorl
