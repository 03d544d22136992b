// Back and forth error compensation and correction (kim2005), after a first pass of `linear` that made phi_hat from
// phi. Going back in time from phi_hat would give phi, but for twice the error of a pass. Half of what is missing goes
// on top of phi beforehand, and the flow carries the sum:
//
//     compensate   phi_more(x) = phi(x) + (phi(x) - phi_back(x)) / 2,    phi_back(x) = phi_hat at the point x goes to
//     finish       phi_new(x)  = phi_more at the point that x came from
//
// limited to the values of phi that the first pass interpolated between, as selle2008 does for MacCormack: no new
// extrema. Second order where phi is smooth. Against MacCormack one more pass, and the correction is carried along
// instead of added where it was found. Where a trace met a side nothing is compensated, and where the last one did,
// `linear` stands.
#include "advect/backtrace-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class T, int Dim> void compensate(const AdvectArguments<T, Dim>& in, const Row& whole) {
    const ChunkKernels<T, Dim>& chunks = kernels_for<T, Dim>(chunk_table);
    for_each_chunk(whole, [&](const Row& row) {
        TracedChunk<T, Dim> back, forward;
        chunks.place(in, in.back, row, back);
        chunks.place(in, in.forward, row, forward);
        T inside[chunk_cells], came_from_inside[chunk_cells];
        chunks.find_inside(in, row, back, came_from_inside);
        chunks.find_inside(in, row, forward, inside);
        for (int field = 0; field < in.count; ++field) {
            const T* phi = row_of(in.source[field], row) + row.x0;
            T phi_back[chunk_cells], result[chunk_cells];
            chunks.interpolate(in.predictor[field], row, forward, Dust::kept, phi_back);
            for (int k = 0; k < row.x1 - row.x0; ++k)
                result[k] = inside[k] * came_from_inside[k] > 0 ? phi[k] + T(0.5) * (phi[k] - phi_back[k]) : phi[k];
            store(result, in.destination[field], row);
        }
    });
}

/// Here the predictor is phi_more.
template <class T, int Dim> void finish(const AdvectArguments<T, Dim>& in, const Row& whole) {
    const ChunkKernels<T, Dim>& chunks = kernels_for<T, Dim>(chunk_table);
    for_each_chunk(whole, [&](const Row& row) {
        TracedChunk<T, Dim> back;
        chunks.place(in, in.back, row, back);
        T inside[chunk_cells];
        chunks.find_inside(in, row, back, inside);
        for (int field = 0; field < in.count; ++field) {
            T linear[chunk_cells], more[chunk_cells], low[chunk_cells], high[chunk_cells], result[chunk_cells];
            chunks.interpolate(in.source[field], row, back, Dust::kept, linear);
            chunks.interpolate(in.predictor[field], row, back, Dust::kept, more);
            chunks.find_range(in.source[field], row, back, low, high);
            for (int k = 0; k < row.x1 - row.x0; ++k)
                result[k] = without_dust(inside[k] > 0 ? clamped(more[k], low[k], high[k]) : linear[k]);
            store(result, in.destination[field], row);
        }
    });
}

}  // namespace

const AdvectTable compensate_table{compensate<float, 2>, compensate<float, 3>, compensate<double, 2>,
                                   compensate<double, 3>};
const AdvectTable finish_table{finish<float, 2>, finish<float, 3>, finish<double, 2>, finish<double, 3>};

}  // namespace whorl::WHORL_ISA
