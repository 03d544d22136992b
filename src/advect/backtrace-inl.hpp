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
// reads them.
#pragma once

#include "advect/point_trace-inl.hpp"

namespace whorl {

/// A piece of a row that fits on the stack, and a piece of that in which flow is often slow throughout.
constexpr int chunk_cells = 256, block_cells = 32;
template <class T, int Dim> struct TracedChunk {
    T displacement[Dim][chunk_cells];         // kept inside of the domain
    int index[Dim][chunk_cells];              // the nearest lattice point, wrapped where periodic
    T fraction[Dim][chunk_cells];             // and how far from it, -1/2 to 1/2
    bool is_near[chunk_cells / block_cells];  // of a whole block: each point is its own nearest one

    /// The values of a field with these strides around point k: from the nearest towards those on its other side.
    WHORL_INLINE Stencil<T, Dim> stencil(int k, const Vec<int, Dim>& stride) const {
        Vec<Place<T>, Dim> place{};
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
            place[axis] = place_on(Lattice<T>{}, Position<T>{index[axis][k], fraction[axis][k]});
        });
        return stencil_at(place, stride);
    }
    WHORL_INLINE NearStencil<T, Dim> near_stencil(int k, const Vec<std::ptrdiff_t, Dim>& stride) const {
        NearStencil<T, Dim> near{stride, {}};
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA { near.fraction[axis] = fraction[axis][k]; });
        return near;
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

/// What the schemes' kernels call, of their own instruction set.
template <class T, int Dim> struct ChunkKernels {
    /// Where the points of a row of at most chunk_cells come from, or go to: by the displacements at centres where
    /// those are given, else by traces from here, which must be centres then.
    void (*place)(const AdvectArguments<T, Dim>& in, const Faces<const T, Dim>& displacement, const Row& row,
                  TracedChunk<T, Dim>& chunk);
    /// For each point of a chunk: 1 if it lies strictly inside of the domain, 0 if on a side or beyond.
    void (*find_inside)(const AdvectArguments<T, Dim>& in, const Row& row, const TracedChunk<T, Dim>& chunk, T* inside);
};
using ChunkTable = TypedTable<ChunkKernels>;
WHORL_DECLARE_KERNELS(ChunkTable, chunk_table)

}  // namespace whorl
