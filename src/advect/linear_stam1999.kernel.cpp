// Semi-Lagrangian advection (stam1999): phi(x) becomes phi, linearly interpolated, at the point that x came from.
//
// A mean of old values: no new extrema and stable for any dt. Each step smears, about as a diffusion of h^2/(8 dt)
// would at worst; first order.
#include "advect/backtrace-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class T, int Dim> void linear(const AdvectArguments<T, Dim>& in, const Row& whole) {
    const ChunkKernels<T, Dim>& chunks = kernels_for<T, Dim>(chunk_table);
    for_each_chunk(whole, [&](const Row& row) {
        TracedChunk<T, Dim> chunk;
        chunks.place(in, in.back, row, chunk);
        for (int field = 0; field < in.count; ++field)
            chunks.interpolate(in.source[field], row, chunk, Dust::removed,
                               row_of(in.destination[field], row) + row.x0);
    });
}

}  // namespace

const AdvectTable linear_table{linear<float, 2>, linear<float, 3>, linear<double, 2>, linear<double, 3>};

}  // namespace whorl::WHORL_ISA
