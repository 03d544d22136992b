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
        T inside[chunk_cells], came_from_inside[chunk_cells];
        chunks.find_inside(in, row, back, came_from_inside);
        chunks.find_inside(in, row, forward, inside);
        for (int k = 0; k < count; ++k) inside[k] *= came_from_inside[k];

        for (int field = 0; field < in.count; ++field) {
            const T* phi = in.source[field].data;
            const T* phi_hat = in.predictor[field].data;
            const T* phi_here = row_of(in.source[field], row) + row.x0;
            const T* phi_hat_here = row_of(in.predictor[field], row) + row.x0;
            const Vec<int, Dim> stride = short_strides(in.source[field]);
            const Vec<int, Dim> hat_stride = short_strides(in.predictor[field]);
            const Vec<std::ptrdiff_t, Dim> step = in.source[field].stride, hat_step = in.predictor[field].stride;
            const auto corrected = [&](int k, T phi_back, const Range<T>& range) WHORL_INLINE_LAMBDA {
                const T hat = phi_hat_here[k];
                const T better = clamped(hat + T(0.5) * (phi_here[k] - phi_back), range.low, range.high);
                return without_dust(inside[k] > 0 ? better : hat);
            };
            T result[chunk_cells];
            for_each_block(count, [&](int first, int last, int block) {
                if (forward.is_near[block] && back.is_near[block]) {
                    WHORL_INDEPENDENT
                    for (int k = first; k < first + block_cells; ++k)
                        result[k] = corrected(k, interpolate_near(phi_hat_here + k, forward.near_stencil(k, hat_step)),
                                              range_near(phi_here + k, back.near_stencil(k, step)));
                    return;
                }
                WHORL_INDEPENDENT
                for (int k = first; k < last; ++k)
                    result[k] = corrected(k, interpolate_nearest(phi_hat, forward.stencil(k, hat_stride)),
                                          range_of(phi, back.stencil(k, stride)));
            });
            store(result, in.destination[field], row);
        }
    });
}

}  // namespace

const AdvectTable maccormack_table{correct<float, 2>, correct<float, 3>, correct<double, 2>, correct<double, 3>};

}  // namespace whorl::WHORL_ISA
