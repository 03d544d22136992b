// The second pass of the MacCormack method (selle2008). The first one, `linear`, made phi_hat from phi. Looking forward
// in time from x, phi_hat gives phi back but for twice the error of a pass, and half of the difference goes on top:
//
//     phi_new(x) = phi_hat(x) + (phi(x) - phi_back(x)) / 2,     phi_back(x) = phi_hat at the point that x goes to
//
// limited to the values of phi that the first pass interpolated between, so that there are no new extrema
// (section 3.1). Second order where phi is smooth, first at its extrema. Where either trace met a side, phi_hat stands:
// what was beyond the side does not come back.
#include "advect/backtrace-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class T, int Dim> void correct(const AdvectArguments<T, Dim>& in, const Row& whole) {
    const ChunkKernels<T, Dim>& chunks = kernels_for<T, Dim>(chunk_table);
    for_each_chunk(whole, [&](const Row& row) {
        const int count = row.x1 - row.x0;
        TracedChunk<T, Dim> back, forward;
        chunks.place(in, in.back, row, back);
        chunks.place(in, in.forward, row, forward);
        alignas(vector_bytes) T inside[chunk_cells], came_from_inside[chunk_cells];
        chunks.find_inside(in, row, back, came_from_inside);
        chunks.find_inside(in, row, forward, inside);
        for (int k = 0; k < count; ++k) inside[k] *= came_from_inside[k];

        for (int field = 0; field < in.count; ++field) {
            const T* phi = row_of(in.source[field], row) + row.x0;
            const T* phi_hat = row_of(in.predictor[field], row) + row.x0;
            alignas(vector_bytes) T phi_back[chunk_cells], low[chunk_cells], high[chunk_cells], result[chunk_cells];
            chunks.interpolate(in.predictor[field], row, forward, Dust::kept, phi_back);
            chunks.find_range(in.source[field], row, back, low, high);
            for (int k = 0; k < count; ++k) {
                const T better = clamped(phi_hat[k] + T(0.5) * (phi[k] - phi_back[k]), low[k], high[k]);
                result[k] = without_dust(inside[k] > 0 ? better : phi_hat[k]);
            }
            store(result, in.destination[field], row);
        }
    });
}

}  // namespace

const AdvectTable maccormack_table{correct<float, 2>, correct<float, 3>, correct<double, 2>, correct<double, 3>};

}  // namespace whorl::WHORL_ISA
