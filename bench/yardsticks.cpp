#include "bench/yardsticks.hpp"

#include "bench/interleave.hpp"
#include "core/for_box.hpp"
#include "parallel/rows.hpp"

namespace whorl {
namespace {

template <int Dim> Field<float, Dim> filled(int n, float value) {
    Vec<int, Dim> cells{}, low{}, high{};
    for (int axis = 0; axis < Dim; ++axis)
        cells[axis] = n, low[axis] = -default_ghosts, high[axis] = n + default_ghosts;
    auto field = std::move(Field<float, Dim>::make(cells)).value();
    for_box(low, high, [view = field.view(), value](const Vec<int, Dim>& at) { view[at] = value; });
    return field;
}

const YardstickTable& table() {
    return WHORL_CHOSEN_KERNELS(yardstick_table);
}

}  // namespace

template <int Dim>
Yardsticks<Dim>::Yardsticks(int n, Scheduler& scheduler)
    : scheduler_(scheduler),
      x_(filled<Dim>(n, 0.5f)),
      b_(filled<Dim>(n, 0.25f)),
      out_(filled<Dim>(n, 0)),
      passes_(static_cast<int>(std::max<std::ptrdiff_t>(2, 8'000'000 / x_.view().cells()))) {}

template <int Dim> double Yardsticks<Dim>::measure(typename YardstickKernels<float, Dim>::Kernel kernel) {
    const auto region = Region<Dim>::box({}, x_.view().shape);
    const float weight = 0.5f / Dim;
    return ms_of([&] {
               for (int pass = 0; pass < passes_; ++pass)
                   parallel_rows(scheduler_, region, kernel, {out_.view(), x_.view(), b_.view(), weight});
           }) /
           passes_;
}

template <int Dim> double Yardsticks<Dim>::sweep() {
    return measure(kernels_for<float, Dim>(table()).sweep);
}
template <int Dim> double Yardsticks<Dim>::triad() {
    return measure(kernels_for<float, Dim>(table()).triad);
}
template <int Dim> double Yardsticks<Dim>::copy() {
    return measure(kernels_for<float, Dim>(table()).copy);
}

template class Yardsticks<2>;
template class Yardsticks<3>;

}  // namespace whorl
