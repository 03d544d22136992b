// Semi-Lagrangian advection (stam1999): phi(x) becomes phi, linearly interpolated, at the point that x came from.
//
// A mean of old values: no new extrema and stable for any dt. Each step smears, about as a diffusion of h^2/(8 dt)
// would at worst; first order. maccormack_selle2008.kernel.cpp uses it as its first pass and then wants the traces
// again.
//
// A row is worked through in chunks: the backtrace of a chunk is computed once and every field then reads it.
#include "advect/backtrace-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class T, int Dim> void linear(const AdvectArguments<T, Dim>& in, const Row& whole) {
    const TraceArguments<T, Dim> trace = in.trace;
    for_each_chunk(whole, [&](const Row& row) {
        TracedChunk<T, Dim> chunk;
        trace_chunk(in.trace, row, chunk);
        if (in.keep_trace)
            for (int axis = 0; axis < Dim; ++axis) store(chunk.displacement[axis], in.kept_trace[axis], row);

        for (int field = 0; field < in.count; ++field) {
            const T* source = in.source[field].data;
            const Vec<int, Dim> stride = short_strides(in.source[field]);
            T result[chunk_cells];
            WHORL_INDEPENDENT
            for (int k = 0; k < row.x1 - row.x0; ++k) {
                const auto stencil = stencil_of(trace, cell_of<Dim>(row, row.x0 + k), chunk.at(k), stride);
                result[k] = without_dust(interpolate(source, stencil));
            }
            store(result, in.destination[field], row);
        }
    });
}

}  // namespace

const AdvectTable linear_table{linear<float, 2>, linear<float, 3>, linear<double, 2>, linear<double, 3>};

}  // namespace whorl::WHORL_ISA
