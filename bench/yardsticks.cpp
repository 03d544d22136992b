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

}  // namespace

template <int Dim>
Yardsticks<Dim>::Yardsticks(int n, Scheduler& scheduler)
    : scheduler_(scheduler),
      x_(filled<Dim>(n, 0.5f)),
      b_(filled<Dim>(n, 0.25f)),
      out_(filled<Dim>(n, 0)),
      passes_(static_cast<int>(std::max<std::ptrdiff_t>(8, 8'000'000 / x_.view().cells()))) {}

template <int Dim> void Yardsticks<Dim>::pass(Yardstick which) {
    const Vec<int, Dim>& cells = x_.view().shape;
    const auto& kernels = kernels_for<float, Dim>(WHORL_CHOSEN_KERNELS(yardstick_table));
    const YardstickArguments<float, Dim> arguments{out_.view(), x_.view(), b_.view(), 0.5f / Dim};
    if (which == Yardstick::sweep)
        for_bands_in_tiles(scheduler_, {}, cells,
                           [&](const Band& band) { kernels.sweep(arguments, band.first, band.count); });
    else
        parallel_rows(scheduler_, Region<Dim>::box({}, cells), which == Yardstick::triad ? kernels.triad : kernels.copy,
                      arguments);
}

/// Passes before those that count bring what fits into the caches back there, where others in turn were.
template <int Dim> double Yardsticks<Dim>::measure(Yardstick which) {
    for (int i = 0; i < passes_; ++i) pass(which);
    return ms_of_passes(passes_, [&] { pass(which); });
}

template class Yardsticks<2>;
template class Yardsticks<3>;

}  // namespace whorl
