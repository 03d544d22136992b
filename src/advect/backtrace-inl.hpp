// Backtraces: where was, dt ago, the particle that is now at a lattice point?
//
//     euler   x - dt u(x)                                                         first order
//     rk2     x - dt u(x - dt/2 u(x)): the midpoint rule                          second
//     rk3     x - dt (2 k1 + 3 k2 + 4 k3) / 9, k2 at dt/2, k3 at 3/4 dt           third; ralston1962, whose constants
//                                                                                 have the smallest error bound
//
// Traces set out from the centres of cells alone, which is most of the work of advection. Faces and corners take the
// mean of the displacements at the centres around them: an error of h^2/8 times the displacement's curvature, as linear
// interpolation of the velocity makes it anyway, for a third (2D) or a quarter (3D) of the traces.
//
// A row is worked through in chunks: the places that a chunk's points come from are computed once and every field then
// reads them, block by block through a window (ops/window-inl.hpp) where the block's points come from about as far
// away.
#pragma once

#include "advect/point_trace-inl.hpp"
#include "ops/window-inl.hpp"

namespace whorl {

/// A piece of a row that fits on the stack.
constexpr int chunk_cells = block_cells * block_count;

template <class T, int Dim> struct TracedChunk {
    Windows<Dim> windows;
    BlockBytes is_kept;  // inside along all axes
    // A displacement is the mean of two at centres on either side of a point: here from the chunk's first point on.
    const T *before[Dim], *behind[Dim];
    // Where a block is not inside along an axis: as it is kept inside of the domain.
    alignas(vector_bytes) T displacement[Dim][chunk_cells];
    // Of blocks without a window:
    int index[Dim][chunk_cells];   // the nearest lattice point, wrapped where periodic
    T fraction[Dim][chunk_cells];  // and how far from it, -1/2 to 1/2

    /// Where the displacements of a block are, as `before` and `behind`.
    WHORL_INLINE Vec<const T*, Dim> end_of(int block, const T* const (&kept)[Dim]) const {
        Vec<const T*, Dim> end{};
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA { end[axis] = kept[axis]; });
        if (is_kept[block]) return end;
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
            if (!windows.is_inside[axis][block]) end[axis] = displacement[axis];
        });
        return end;
    }

    /// The values of a field with these strides around point k: from the nearest towards those on its other side.
    WHORL_INLINE Stencil<T, Dim> stencil(int k, const Vec<int, Dim>& stride) const {
        Vec<Place<T>, Dim> place{};
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
            place[axis] = place_on(Lattice<T>{}, Position<T>{index[axis][k], fraction[axis][k]});
        });
        return stencil_at(place, stride);
    }
};

/// Calls f with pieces of the row of at most chunk_cells.
template <class F> WHORL_INLINE void for_each_chunk(const Row& row, F f) {
    for (int x = row.x0; x < row.x1; x += chunk_cells) {
        const int end = row.x1 - x < chunk_cells ? row.x1 : x + chunk_cells;
        f(Row{x, end, row.y, row.z});
    }
}

/// f(first, last, number) for the blocks of a chunk of `count` points.
template <class F> WHORL_INLINE void for_each_block(int count, F f) {
    for (int first = 0, block = 0; first < count; first += block_cells, ++block)
        f(first, count - first < block_cells ? count : first + block_cells, block);
}

/// Results gather in a local array before they are stored: a store through a pointer might, for all the compiler knows,
/// change what the next gather reads, and nothing would be vectorised.
template <class T, int Dim> WHORL_INLINE void store(const T* values, const View<T, Dim>& view, const Row& row) {
    T* to = row_of(view, row) + row.x0;
    for (int k = 0; k < row.x1 - row.x0; ++k) to[k] = values[k];
}

template <bool Wraps, class T> WHORL_INLINE Position<T> placed(int i, T t, const Period<T>& period) {
    if constexpr (Wraps) return locate(i, t, period);
    const T whole = rounded(t);
    return {i + static_cast<int>(whole), t - whole};
}

/// The blocks whose displacements are not so long that wrapping them round an axis could change their digits.
template <bool Wraps, class T, int Dim>
WHORL_INLINE BlockBytes are_short(const TraceArguments<T, Dim>& in, const Vec<Reaches, Dim>& reaches) {
    BlockBytes result = ~BlockBytes{};
    for (int axis = 0; Wraps && axis < Dim; ++axis) {
        const int quarter = in.period[axis].count / 4;
        if (in.period[axis].count == 0 || quarter > any_reach.high) continue;
        result &= (reaches[axis].low >= static_cast<std::int8_t>(-quarter)) &
                  (reaches[axis].high < static_cast<std::int8_t>(quarter));
    }
    return result;
}

template <class T, int Dim> using FoldedChunk = FoldedBlocks<vector_lanes<T>, T, Dim>;

/// How far the displacements of the whole blocks of a chunk reach. The last one before a block counts with it; before
/// the first one there may be none.
template <class T, int Dim>
WHORL_INLINE void find_reaches(const FoldedChunk<T, Dim>& folded, const Vec<T*, Dim>& displacement,
                               const Vec<T, Dim>* before, Vec<Reaches, Dim>& reaches) {
    const int count = folded.count;
    for (int axis = 0; axis < Dim; ++axis)
        reaches[axis] = {BlockBytes{} + static_cast<std::int8_t>(any_reach.low),
                         BlockBytes{} + static_cast<std::int8_t>(any_reach.high)};
    if (count == 0) return;
    const BlockExtremes<T, Dim> extremes(folded);
    T last[(Dim + 1) * block_count];
    for (int axis = 0; axis < Dim; ++axis) {
        last[axis * count] = before ? (*before)[axis] : displacement[axis][0];
        for (int block = 1; block < count; ++block) {
            WHORL_ONE_BY_ONE;
            last[axis * count + block] = displacement[axis][block * block_cells - 1];
        }
    }
    find_reaches<T, Dim>(
        extremes, last, [](auto& t) WHORL_INLINE_LAMBDA { round_all_down<T>(t); }, reaches);
}

/// The same of displacements that lie in memory.
template <class T, int Dim>
WHORL_INLINE void find_reaches(const Vec<T*, Dim>& displacement, const Vec<T, Dim>* before, int count,
                               Vec<Reaches, Dim>& reaches) {
    FoldedChunk<T, Dim> folded;
    folded.count = count;
    for (int axis = 0; axis < Dim; ++axis)
        for (int block = 0; block < count; ++block) folded.fold(axis, block, displacement[axis] + block * block_cells);
    find_reaches(folded, displacement, before, reaches);
}

/// The bytes that tell of the reaches of a chunk of centres: for each axis the least, and then the most.
template <class Byte, int Dim> WHORL_INLINE Byte* reaches_of(const View<Byte, Dim>& kept, const Row& row) {
    return row_of(kept, row) + row.x0 / chunk_cells * (2 * Dim * block_count);
}

/// Whether values too small to matter become 0.
enum class Dust { kept, removed };
template <class T> WHORL_INLINE Several<T> without_dust(const Several<T>& value) {
    return either((value < T(1e-30)) & (value > T(-1e-30)), Several<T>{}, value);
}

/// What the schemes' kernels call, of their own instruction set, for the points of a row of at most chunk_cells.
template <class T, int Dim> struct ChunkKernels {
    /// Where they come from, or go to: by the traces from centres where those are kept, else by traces that are
    /// followed once more; to points that lie between centres along one axis at the most, then.
    void (*place)(const AdvectArguments<T, Dim>& in, const KeptTraces<const T, Dim>& traces, const Row& row,
                  TracedChunk<T, Dim>& chunk);
    /// Index and fraction of blocks with a window, too.
    void (*locate)(const AdvectArguments<T, Dim>& in, const Row& row, TracedChunk<T, Dim>& chunk);
    /// 1 for a point strictly inside of the domain, 0 on a side or beyond.
    void (*find_inside)(const AdvectArguments<T, Dim>& in, const Row& row, const TracedChunk<T, Dim>& chunk, T* inside);
    /// A field there, linearly interpolated, to memory that does not overlap with it.
    void (*interpolate)(const View<const T, Dim>& field, const Row& row, const TracedChunk<T, Dim>& chunk, Dust dust,
                        T* values);
    /// The range of the values that it is interpolated between.
    void (*find_range)(const View<const T, Dim>& field, const Row& row, const TracedChunk<T, Dim>& chunk, T* low,
                       T* high);
};
using ChunkTable = TypedTable<ChunkKernels>;
WHORL_DECLARE_KERNELS(ChunkTable, chunk_table)

}  // namespace whorl
