#include "transport_cases.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "advect/advect.hpp"
#include "core/for_box.hpp"

namespace whorl {
namespace {

constexpr double pi = 3.14159265358979323846;

/// The shape at x: 1 inside, 0 outside.
template <int Dim> double shape_at(TransportCase flow, const Vec<double, Dim>& x) {
    Vec<double, Dim> centre{};
    for (int axis = 0; axis < Dim; ++axis) centre[axis] = 0.5;
    centre[1] = 0.75;
    if (Dim == 3 && flow == TransportCase::leveque)
        for (int axis = 0; axis < Dim; ++axis) centre[axis] = 0.35;
    double r2 = 0;
    for (int axis = 0; axis < Dim; ++axis) r2 += (x[axis] - centre[axis]) * (x[axis] - centre[axis]);
    const bool is_slot = flow == TransportCase::zalesak && std::abs(x[0] - 0.5) < 0.025 && x[1] < 0.85;
    return r2 < 0.15 * 0.15 && !is_slot ? 1 : 0;
}

/// The mean over the cell `at` of sin(2 pi x) along one axis.
double mean_sine(double x, double h) {
    return (std::cos(2 * pi * (x - h / 2)) - std::cos(2 * pi * (x + h / 2))) / (2 * pi * h);
}
double square(double x) {
    return x * x;
}

/// At x, the middle of a face across `axis`, the mean over the face; without the factor of time.
template <int Dim> double velocity_at(TransportCase flow, int axis, const Vec<double, Dim>& x, double h) {
    if (flow == TransportCase::zalesak)
        return axis == 0 ? 2 * pi * (0.5 - x[1]) : axis == 1 ? 2 * pi * (x[0] - 0.5) : 0;
    double product = square(std::sin(pi * x[axis]));
    for (int other = 0; other < Dim; ++other)
        if (other != axis) product *= mean_sine(x[other], h);
    return Dim == 2 ? (axis == 0 ? -product : product) : (axis == 0 ? 2 * product : -product);
}

/// The time after which the shape is back.
template <int Dim> double period_of(TransportCase flow) {
    return flow == TransportCase::zalesak ? 1 : Dim == 2 ? 2 : 1.5;
}
/// At time t. Over the second half of the period the vortex goes back.
template <int Dim> double strength_at(TransportCase flow, double t) {
    return flow == TransportCase::zalesak ? 1 : std::cos(pi * t / period_of<Dim>(flow));
}

/// Ghosts go on with the last value.
template <class T, int Dim> void continue_outwards(const View<T, Dim>& view) {
    for (int axis = 0; axis < Dim; ++axis) {
        Vec<int, Dim> low{}, high = view.shape;
        for (int other = 0; other < axis; ++other) low[other] = -2, high[other] += 2;
        high[axis] = 1;
        for_box(low, high, [&](const Vec<int, Dim>& at) {
            const int n = view.shape[axis];
            T* first = &view[at];
            const std::ptrdiff_t step = view.stride[axis];
            for (int k = 1; k <= 2; ++k) first[-k * step] = first[0], first[(n - 1 + k) * step] = first[(n - 1) * step];
        });
    }
}

template <class T, int Dim> struct Stage {
    Grid<Dim> grid{};
    Vec<Field<T, Dim>, Dim> steady{}, u{}, scratch{}, forward{};
    Field<T, Dim> next{}, predictor{};

    Stage(TransportCase flow, int cells) {
        for (int axis = 0; axis < Dim; ++axis) grid.cells[axis] = cells, grid.size[axis] = 1;
        const double h = 1.0 / cells;
        for (int axis = 0; axis < Dim; ++axis) {
            steady[axis] = Field<T, Dim>::make(grid.face_shape(axis)).value();
            u[axis] = Field<T, Dim>::make(grid.face_shape(axis)).value();
            Vec<int, Dim> low{}, high = grid.face_shape(axis), larger = grid.cells;
            for (int other = 0; other < Dim; ++other) low[other] = -2, high[other] += 2, ++larger[other];
            scratch[axis] = Field<T, Dim>::make(larger).value();
            forward[axis] = Field<T, Dim>::make(larger).value();
            const auto view = steady[axis].view();
            for_box(low, high, [&](const Vec<int, Dim>& at) {
                Vec<double, Dim> x = grid.cell_centre(at);
                x[axis] = at[axis] * h;
                view[at] = static_cast<T>(velocity_at(flow, axis, x, h));
            });
        }
        next = Field<T, Dim>::make(grid.cells).value();
        predictor = Field<T, Dim>::make(grid.cells).value();
    }
    void set_strength(double strength) {
        for (int axis = 0; axis < Dim; ++axis) {
            const auto from = steady[axis].view(), to = u[axis].view();
            Vec<int, Dim> low{}, high = to.shape;
            for (int other = 0; other < Dim; ++other) low[other] = -2, high[other] += 2;
            for_box(low, high, [&](const Vec<int, Dim>& at) { to[at] = static_cast<T>(strength) * from[at]; });
        }
    }
};

}  // namespace

std::string_view name_of(TransportCase flow) {
    return flow == TransportCase::zalesak ? "zalesak" : "leveque";
}

std::string_view name_of(Scheme scheme) {
    static constexpr std::string_view names[] = {"linear", "maccormack", "upwind", "cubic", "bfecc", "flux"};
    return names[static_cast<int>(scheme)];
}

template <class T, int Dim>
Transported<T, Dim> transport(TransportCase flow, Scheme scheme, int cells, Scheduler& scheduler) {
    using Clock = std::chrono::steady_clock;
    Stage<T, Dim> stage(flow, cells);
    Transported<T, Dim> run;
    for (Field<T, Dim>* field : {&run.before, &run.after}) {
        *field = Field<T, Dim>::make(stage.grid.cells).value();
        const auto view = field->view();
        for_box({}, stage.grid.cells, [&](const Vec<int, Dim>& at) {
            view[at] = static_cast<T>(shape_at(flow, stage.grid.cell_centre(at)));
        });
    }
    AdvectScratch<T, Dim> scratch{};
    Faces<const T, Dim> u{};
    for (int axis = 0; axis < Dim; ++axis)
        scratch.back[axis] = stage.scratch[axis].view(), scratch.forward[axis] = stage.forward[axis].view(),
        u[axis] = stage.u[axis].view();
    const auto fill = [](int, const View<T, Dim>& view) { continue_outwards(view); };
    scratch.fill = fill;
    const double period = period_of<Dim>(flow);
    run.steps = static_cast<int>(std::ceil(period * cells * (flow == TransportCase::zalesak ? 2 * pi : 1)));
    AdvectContext<T, Dim> context{scheduler, {.grid = stage.grid}};
    for (int axis = 0; axis < Dim; ++axis) context.domain.passable[axis] = {true, true};
    context.dt = period / run.steps;
    std::chrono::duration<double, std::milli> spent{};
    for (int step = 0; step < run.steps; ++step) {
        stage.set_strength(strength_at<Dim>(flow, (step + 0.5) * context.dt));
        continue_outwards(run.after.view());
        context.turn = step % 2;
        const AdvectedField<T, Dim> field{run.after.view(), stage.next.view(), scheme, stage.predictor.view()};
        const auto start = Clock::now();
        advect_scalars<T, Dim>(context, u, std::span(&field, 1), scratch);
        spent += Clock::now() - start;
        std::swap(run.after, stage.next);
    }
    run.ms_per_step = spent.count() / run.steps;
    return run;
}

template <class T, int Dim> TransportErrors errors_of(const Transported<T, Dim>& run) {
    TransportErrors errors;
    double off = 0, before = 0, after = 0;
    const auto was = run.before.view(), is = run.after.view();
    for_box({}, was.shape, [&](const Vec<int, Dim>& at) {
        const double then = static_cast<double>(was[at]), now = static_cast<double>(is[at]);
        off += std::abs(now - then), before += then, after += now;
        errors.peak = std::max(errors.peak, now), errors.least = std::min(errors.least, now);
    });
    errors.l1 = off / before;
    errors.total = after / before - 1;
    return errors;
}

#define WHORL_INSTANTIATE(T, Dim)                                                   \
    template Transported<T, Dim> transport(TransportCase, Scheme, int, Scheduler&); \
    template TransportErrors errors_of(const Transported<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)

}  // namespace whorl
