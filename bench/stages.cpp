#include "bench/stages.hpp"

#include <cmath>

#include "bench/interleave.hpp"
#include "core/for_box.hpp"

namespace whorl {
namespace {

template <int Dim> Vec<int, Dim> cube(int n) {
    Vec<int, Dim> cells{};
    for (int axis = 0; axis < Dim; ++axis) cells[axis] = n;
    return cells;
}

template <int Dim> Field<float, Dim> field(const Vec<int, Dim>& shape) {
    return std::move(Field<float, Dim>::make(shape)).value();
}

template <int Dim> Hierarchy<float, Dim> hierarchy(int n) {
    PoissonProblem<float, Dim> problem{.cells = cube<Dim>(n)};
    for (int axis = 0; axis < Dim; ++axis) problem.weight[axis] = static_cast<float>(n) * static_cast<float>(n);
    Hierarchy<float, Dim> made;
    (void)made.prepare(std::move(make_finest_level(problem)).value());
    return made;
}

constexpr int passes = 4;  // that are timed as one

}  // namespace

template <int Dim>
CycleStage<Dim>::CycleStage(int n, Scheduler& scheduler)
    : scheduler_(scheduler),
      hierarchy_(hierarchy<Dim>(n)),
      x_(field(cube<Dim>(n))),
      b_(field(cube<Dim>(n))) {
    for_box({}, cube<Dim>(n), [&, view = b_.view()](const Vec<int, Dim>& at) {
        view[at] = std::cos(3.14159265f * (static_cast<float>(at[0]) + 0.5f) / static_cast<float>(n));
    });
}

template <int Dim> double CycleStage<Dim>::run() {
    return ms_of([&] {
               for (int pass = 0; pass < passes; ++pass)
                   hierarchy_.cycle(scheduler_, x_.view(), {b_.view()}, ColourOrder::same, false);
           }) /
           passes;
}

template <int Dim>
AdvectStage<Dim>::AdvectStage(int n, Scheduler& scheduler)
    : context_{.scheduler = scheduler},
      from_(field(cube<Dim>(n))),
      to_(field(cube<Dim>(n))) {
    Grid<Dim>& grid = context_.domain.grid;
    grid.cells = cube<Dim>(n);
    for (int axis = 0; axis < Dim; ++axis) grid.size[axis] = 1;
    context_.dt = 2.0 / n;
    const float step = 3.14159265f / static_cast<float>(n);
    for (int axis = 0; axis < Dim; ++axis) {
        u_[axis] = field(grid.face_shape(axis));
        if (axis > 1) continue;
        for_box({}, grid.face_shape(axis), [&, view = u_[axis].view()](const Vec<int, Dim>& at) {
            const float along = step * static_cast<float>(at[axis]),
                        across = step * (static_cast<float>(at[1 - axis]) + 0.5f);
            view[at] = (axis == 0 ? 1.0f : -1.0f) * std::sin(along) * std::cos(across);
        });
    }
    for_box({}, grid.cells, [&, view = from_.view()](const Vec<int, Dim>& at) {
        view[at] = 1 + std::sin(0.1f * static_cast<float>(at[0])) * std::cos(0.1f * static_cast<float>(at[1]));
    });
}

template <int Dim> double AdvectStage<Dim>::run() {
    Faces<const float, Dim> tracer{};
    for (int axis = 0; axis < Dim; ++axis) tracer[axis] = u_[axis].view();
    const AdvectedField<float, Dim> fields[] = {{from_.view(), to_.view()}};
    return ms_of([&] {
               for (int pass = 0; pass < passes; ++pass) advect_scalars<float, Dim>(context_, tracer, fields);
           }) /
           passes;
}

template class CycleStage<2>;
template class CycleStage<3>;
template class AdvectStage<2>;
template class AdvectStage<3>;

}  // namespace whorl
