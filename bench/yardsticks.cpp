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

template <int Dim> auto kernel_of(Yardstick which) {
    const auto& kernels = kernels_for<float, Dim>(WHORL_CHOSEN_KERNELS(yardstick_table));
    return which == Yardstick::sweep ? kernels.sweep : which == Yardstick::triad ? kernels.triad : kernels.copy;
}

}  // namespace

template <int Dim>
Yardsticks<Dim>::Yardsticks(int n, Scheduler& scheduler)
    : scheduler_(scheduler),
      x_(filled<Dim>(n, 0.5f)),
      b_(filled<Dim>(n, 0.25f)),
      out_(filled<Dim>(n, 0)),
      passes_(static_cast<int>(std::max<std::ptrdiff_t>(2, 8'000'000 / x_.view().cells()))) {}

template <int Dim> void Yardsticks<Dim>::pass(Yardstick which) {
    Vec<int, Dim> rows = x_.view().shape;
    if (which == Yardstick::sweep) rows[Dim - 1] = (rows[Dim - 1] + sweep_lines<Dim> - 1) / sweep_lines<Dim>;
    parallel_rows(scheduler_, Region<Dim>::box({}, rows), kernel_of<Dim>(which),
                  {out_.view(), x_.view(), b_.view(), 0.5f / Dim});
}

template <int Dim> double Yardsticks<Dim>::measure(Yardstick which) {
    return ms_of_passes(passes_, [&] { pass(which); });
}

template class Yardsticks<2>;
template class Yardsticks<3>;

}  // namespace whorl
