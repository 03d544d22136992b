#include "boundary/ghosts.hpp"

#include <algorithm>

#include "boundary/continuation.hpp"
#include "parallel/rows.hpp"

namespace whorl {
namespace {

constexpr int layers = 2;

/// A row of places on a side: along x, or on the sides across x along y, so that nothing is called for each of them.
template <int Dim> struct Run {
    Vec<int, Dim> first{};
    int along = 0, count = 1;

    Vec<int, Dim> place(int i) const {
        Vec<int, Dim> at = first;
        at[along] += i;
        return at;
    }
    /// f(offset) for the places, as offsets from the first of them.
    template <class T, class F> void each(const View<T, Dim>& s, F f) const {
        const std::ptrdiff_t step = s.stride[along];
        if (step == 1)
            for (int i = 0; i < count; ++i) f(i);
        else
            for (int i = 0; i < count; ++i) f(i * step);
    }
};

/// Which of the two sides across an axis lines have to do with.
template <int Dim> bool concerns(const Lines& lines, const Vec<int, Dim>& shape, int axis, bool high) {
    return axis < Dim - 1 || lines.have_side(high, shape[Dim - 1]);
}

/// f(run) for the places on a side of `shape` with index 0 along `axis`: axes before `axis` with their ghosts, which
/// are filled already, those after it without, the last one as far as the lines go. Runs may go at the same time.
template <int Dim, class F>
void each_run(Scheduler& scheduler, const Vec<int, Dim>& shape, int axis, const Lines& lines, const F& f) {
    if (!concerns(lines, shape, axis, false) && !concerns(lines, shape, axis, true)) return;
    const auto low = [&](int other) { return other == Dim - 1 ? lines.first : other < axis ? -layers : 0; };
    const auto high = [&](int other) {
        if (other == Dim - 1) return std::min(lines.last, shape[Dim - 1]);
        return other < axis ? shape[other] + layers : shape[other];
    };
    const int along = axis == 0 ? 1 : 0, across = Dim - axis - along;  // the third axis, where there is one
    const bool is_plane = Dim == 3;
    const auto side =
        Region<2>::box({low(along), is_plane ? low(across) : 0}, {high(along), is_plane ? high(across) : 1});
    const int times = axis == 0 ? 16 : 4;  // each place across x is in other lines of memory
    for_slow_rows(scheduler, side, times, [&](const Row& row) {
        Run<Dim> run{.along = along, .count = row.x1 - row.x0};
        run.first[along] = row.x0;
        if (is_plane) run.first[across] = row.y;
        f(run);
    });
}

template <class T, int Dim>
void wrap(Scheduler& scheduler, const View<T, Dim>& s, int axis, int period, const Lines& lines) {
    each_run(scheduler, s.shape, axis, lines, [&](const Run<Dim>& run) {
        T* line = &s[run.first];
        const auto copy = [&](int to, int from) {
            T* __restrict ghosts = line + to * s.stride[axis];
            const T* cells = line + from * s.stride[axis];
            run.each(s, [=](std::ptrdiff_t i) { ghosts[i] = cells[i]; });
        };
        for (int k = 1; k <= layers; ++k) copy(-k, period - k), copy(period + k - 1, k - 1);
    });
}

/// Of the rows across the side that begin at the places of a run. Cells 0.. lie inwards from the side; ghosts outwards.
template <class T, int Dim>
void continue_run(const View<T, Dim>& s, int axis, bool high, const Run<Dim>& run, const Continuation<T>& rule) {
    T* line = &s[run.first];
    const int last = s.shape[axis] - 1;
    for (int k = 0; k < layers; ++k) {
        const int inside = std::min(rule.mirrored ? k : 0, last);
        T* __restrict ghosts = line + (high ? last + 1 + k : -1 - k) * s.stride[axis];
        const T *cells = line + (high ? last - inside : inside) * s.stride[axis], a = rule.a, b = rule.b;
        run.each(s, [=](std::ptrdiff_t i) { ghosts[i] = static_cast<T>(a * cells[i] + b); });
    }
}

/// continuation(axis, high, at) is the rule of a row that ends at `at` on a side. On a side that is everywhere alike it
/// is asked for once, unless the flow decides.
template <class T, int Dim, class Rule>
void fill_side(Scheduler& scheduler, const Sides<T, Dim>& sides, const View<T, Dim>& s, int axis, Rule continuation,
               const Lines& lines = {}) {
    if (sides.grid().periodic[axis]) return wrap(scheduler, s, axis, sides.grid().cells[axis], lines);
    Continuation<T> constant[2];
    for (const bool high : {false, true})
        if (is_constant(sides, axis, high)) constant[high] = continuation(axis, high, Vec<int, Dim>{});
    each_run(scheduler, s.shape, axis, lines, [&](const Run<Dim>& run) {
        for (const bool high : {false, true}) {
            if (!concerns(lines, s.shape, axis, high)) continue;
            if (is_constant(sides, axis, high))
                continue_run(s, axis, high, run, constant[high]);
            else
                for (int i = 0; i < run.count; ++i) {
                    const Vec<int, Dim> at = run.place(i);
                    continue_run(s, axis, high, {.first = at}, continuation(axis, high, at));
                }
        }
    });
}

/// The velocity through the faces of a side, and beyond it.
template <class T, int Dim>
void fill_normal(const View<T, Dim>& u, int axis, bool high, const Run<Dim>& run, const SideFace<T, Dim>& face) {
    const int n = u.shape[axis] - 1, side = high ? n : 0, in = high ? -1 : 1;
    const auto line_at = [&](int i) { return &u[run.first] + i * u.stride[axis]; };
    T* through = line_at(side);
    if (!face.is_free()) {
        const T given = face.kind == SideKind::inflow ? face.velocity[axis] : T(0);
        run.each(u, [=](std::ptrdiff_t i) { through[i] = given; });
    }
    for (int k = 1; k <= layers; ++k) {
        T* __restrict ghost = line_at(side - k * in);
        const T* mirror = line_at(side + std::min(k, n) * in);
        if (!face.is_passable())
            run.each(u, [=](std::ptrdiff_t i) { ghost[i] = -mirror[i]; });
        else if (face.kind != SideKind::open)
            run.each(u, [=](std::ptrdiff_t i) { ghost[i] = through[i]; });
        else
            run.each(u, [=](std::ptrdiff_t i) {
                const bool is_coming_in = high ? through[i] < 0 : through[i] > 0;
                ghost[i] = is_coming_in ? T(0) : through[i];
            });
    }
}

template <class T, int Dim>
void fill_normal_sides(Scheduler& scheduler, const Sides<T, Dim>& sides, const View<T, Dim>& u, int axis,
                       const Lines& lines = {}) {
    if (sides.grid().periodic[axis]) return wrap(scheduler, u, axis, sides.grid().cells[axis], lines);
    each_run(scheduler, u.shape, axis, lines, [&](const Run<Dim>& run) {
        for (const bool high : {false, true}) {
            if (!concerns(lines, u.shape, axis, high)) continue;
            if (sides.is_even(axis, high))
                fill_normal(u, axis, high, run, sides.face(axis, high, {}));
            else
                for (int i = 0; i < run.count; ++i)
                    fill_normal(u, axis, high, {.first = run.place(i)}, sides.face(axis, high, run.place(i)));
        }
    });
}

}  // namespace

template <class T, int Dim>
void fill_component_ghosts(const Sides<T, Dim>& sides, const Faces<const T, Dim>& u, int component,
                           const View<T, Dim>& view, Scheduler& scheduler, int first_axis, const Lines& lines) {
    for (int axis = first_axis; axis < Dim; ++axis) {
        const auto continuation = [&](int, bool high, const Vec<int, Dim>& at) {
            return along_side(sides, u, axis, high, component, at);
        };
        if (axis == component)
            fill_normal_sides(scheduler, sides, view, axis, lines);
        else
            fill_side(scheduler, sides, view, axis, continuation, lines);
    }
}

template <class T, int Dim>
void fill_velocity_ghosts(const Sides<T, Dim>& sides, const Faces<T, Dim>& u, Scheduler& scheduler) {
    for (int component = 0; component < Dim; ++component)
        fill_component_ghosts(sides, read_only(u), component, u[component], scheduler);
}

template <class T, int Dim>
void fill_through_sides(const Sides<T, Dim>& sides, const Faces<T, Dim>& u, Scheduler& scheduler) {
    for (int axis = 0; axis < Dim; ++axis) fill_normal_sides(scheduler, sides, u[axis], axis);
}

template <class T, int Dim> void close_period(const Grid<Dim>& grid, const Faces<T, Dim>& u, int axis) {
    Vec<int, Dim> at{}, end = grid.cells;
    end[axis] = 1;
    while (true) {
        u[axis][moved(at, axis, grid.cells[axis])] = u[axis][at];
        int other = 0;
        while (other < Dim && ++at[other] == end[other]) at[other++] = 0;
        if (other == Dim) return;
    }
}

template <class T, int Dim>
void fill_scalar_ghosts(const Sides<T, Dim>& sides, const ScalarGhosts<T, Dim>& rule, const View<T, Dim>& s,
                        Scheduler& scheduler, int first_axis, const Lines& lines) {
    const auto continuation = [&](int axis, bool high, const Vec<int, Dim>& at) {
        return scalar_across(sides, rule, axis, high, at);
    };
    for (int axis = first_axis; axis < Dim; ++axis) fill_side(scheduler, sides, s, axis, continuation, lines);
}

template <class T, int Dim>
void fill_node_ghosts(const Sides<T, Dim>& sides, const ScalarGhosts<T, Dim>& rule, const View<T, Dim>& s,
                      Scheduler& scheduler) {
    const Grid<Dim>& grid = sides.grid();
    const auto continuation = [&](int axis, bool high, const Vec<int, Dim>& at) -> Continuation<T> {
        const SideFace<T, Dim>& face = sides.face(axis, high, at);
        const SideValue<T> held = sides.value(axis, high, at, rule.scalar);
        if (face.is_passable() && held.is_held) return {false, 0, held.value};
        if (face.kind == SideKind::open && comes_in(grid, rule.u, axis, high, at)) return {false, 0, rule.ambient};
        return {false, 1, 0};
    };
    for (int axis = 0; axis < Dim; ++axis) fill_side(scheduler, sides, s, axis, continuation);
}

template <class T, int Dim>
void continue_ghosts(const Grid<Dim>& grid, const View<T, Dim>& s, Scheduler& scheduler, int first_axis,
                     const Lines& lines) {
    for (int axis = first_axis; axis < Dim; ++axis) {
        if (grid.periodic[axis])
            wrap(scheduler, s, axis, grid.cells[axis], lines);
        else
            each_run(scheduler, s.shape, axis, lines, [&](const Run<Dim>& run) {
                for (const bool high : {false, true})
                    if (concerns(lines, s.shape, axis, high))
                        continue_run(s, axis, high, run, Continuation<T>{false, T(1), T(0)});
            });
    }
}

template <class T, int Dim>
void fill_pressure_ghosts(const Sides<T, Dim>& sides, const View<T, Dim>& p, Scheduler& scheduler, int first_axis) {
    const auto continuation = [&](int axis, bool high, const Vec<int, Dim>& at) {
        return pressure_across(sides, axis, high, at);
    };
    for (int axis = first_axis; axis < Dim; ++axis) fill_side(scheduler, sides, p, axis, continuation);
}

#define WHORL_INSTANTIATE(T, Dim)                                                                                   \
    template void fill_component_ghosts(const Sides<T, Dim>&, const Faces<const T, Dim>&, int, const View<T, Dim>&, \
                                        Scheduler&, int, const Lines&);                                             \
    template void fill_velocity_ghosts(const Sides<T, Dim>&, const Faces<T, Dim>&, Scheduler&);                     \
    template void fill_through_sides(const Sides<T, Dim>&, const Faces<T, Dim>&, Scheduler&);                       \
    template void close_period(const Grid<Dim>&, const Faces<T, Dim>&, int);                                        \
    template void fill_scalar_ghosts(const Sides<T, Dim>&, const ScalarGhosts<T, Dim>&, const View<T, Dim>&,        \
                                     Scheduler&, int, const Lines&);                                                \
    template void fill_node_ghosts(const Sides<T, Dim>&, const ScalarGhosts<T, Dim>&, const View<T, Dim>&,          \
                                   Scheduler&);                                                                     \
    template void continue_ghosts(const Grid<Dim>&, const View<T, Dim>&, Scheduler&, int, const Lines&);            \
    template void fill_pressure_ghosts(const Sides<T, Dim>&, const View<T, Dim>&, Scheduler&, int);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)
template void continue_ghosts(const Grid<2>&, const View<std::uint8_t, 2>&, Scheduler&, int, const Lines&);
template void continue_ghosts(const Grid<3>&, const View<std::uint8_t, 3>&, Scheduler&, int, const Lines&);

}  // namespace whorl
