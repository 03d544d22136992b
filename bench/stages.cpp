#include "bench/stages.hpp"

#include <cmath>

#include "bench/flows.hpp"
#include "bench/interleave.hpp"

namespace whorl {
namespace {

template <int Dim> Hierarchy<float, Dim> hierarchy(int n) {
    Hierarchy<float, Dim> made;
    (void)made.prepare(std::move(make_finest_level(closed_box<float, Dim>(n))).value());
    return made;
}

constexpr int passes = 4;  // that are timed as one

}  // namespace

template <int Dim>
CycleStage<Dim>::CycleStage(int n, Scheduler& scheduler)
    : scheduler_(scheduler),
      hierarchy_(hierarchy<Dim>(n)),
      x_(zeros(cube<Dim>(n))),
      b_(zeros(cube<Dim>(n))) {
    for_box({}, cube<Dim>(n), [&, view = b_.view()](const Vec<int, Dim>& at) {
        view[at] = std::cos(3.14159265f * (static_cast<float>(at[0]) + 0.5f) / static_cast<float>(n));
    });
}

template <int Dim> double CycleStage<Dim>::run() {
    return ms_of_passes(passes,
                        [&] { hierarchy_.cycle(scheduler_, x_.view(), {b_.view()}, ColourOrder::same, false); });
}

template <int Dim>
AdvectStage<Dim>::AdvectStage(int n, Scheduler& scheduler)
    : context_{.scheduler = scheduler, .domain = {.grid = metre_cube<Dim>(n)}, .dt = 2.0 / n},
      u_(vortex(context_.domain.grid)),
      from_(ripples(cube<Dim>(n))),
      to_(zeros(cube<Dim>(n))) {}

template <int Dim> double AdvectStage<Dim>::run() {
    const Faces<const float, Dim> tracer = read_only(faces_of(u_));
    const AdvectedField<float, Dim> fields[] = {{from_.view(), to_.view()}};
    return ms_of_passes(passes, [&] { advect_scalars<float, Dim>(context_, tracer, fields); });
}

template class CycleStage<2>;
template class CycleStage<3>;
template class AdvectStage<2>;
template class AdvectStage<3>;

}  // namespace whorl
