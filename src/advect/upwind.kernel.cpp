// The explicit upwind difference (courant1952), to teach with: phi - dt u . grad phi, each difference taken on the side
// that the flow comes from.
//
// A mean of neighbours with weights that stay positive while the sum of |u| dt / h over the axes is at most 1. Past
// that limit errors grow with every step, whatever the flow: the reason why the other schemes trace (rows 84 and 86).
#include "advect/backtrace-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class T, int Dim> void upwind(const AdvectArguments<T, Dim>& in, const Row& whole) {
    const TraceArguments<T, Dim> trace = in.trace;
    for_each_chunk(whole, [&](const Row& row) {
        for (int field = 0; field < in.count; ++field) {
            const View<const T, Dim> phi = in.source[field];
            T result[chunk_cells];
            WHORL_INDEPENDENT
            for (int k = 0; k < row.x1 - row.x0; ++k) {
                const Vec<int, Dim> at = cell_of<Dim>(row, row.x0 + k);
                const Vec<T, Dim> u = velocity_at_start(trace, at);
                const T* here = &phi[at];
                T sum = *here;
                for (int axis = 0; axis < Dim; ++axis) {
                    const T before = *here - here[-phi.stride[axis]], after = here[phi.stride[axis]] - *here;
                    sum += trace.steps[axis] * u[axis] * (u[axis] > 0 ? before : after);
                }
                result[k] = without_dust(sum);
            }
            store(result, in.destination[field], row);
        }
    });
}

}  // namespace

const AdvectTable upwind_table{upwind<float, 2>, upwind<float, 3>, upwind<double, 2>, upwind<double, 3>};

}  // namespace whorl::WHORL_ISA
