#include "boundary/ghosts.hpp"

#include <algorithm>

#include "parallel/rows.hpp"

namespace whorl {
namespace {

constexpr int layers = 2;

/// f(row) for the places on a side of `shape`, in runs along x and with index 0 along `axis`: axes before `axis` with
/// their ghosts, which are filled already, those after it without. Runs may go at the same time.
template <int Dim, class F> void each_run(Scheduler& scheduler, const Vec<int, Dim>& shape, int axis, const F& f) {
    Vec<int, Dim> low{}, high = shape;
    for (int other = 0; other < axis; ++other) low[other] = -layers, high[other] += layers;
    high[axis] = 1;
    for_rows(scheduler, Region<Dim>::box(low, high), f);
}

/// f(at) for the places of a run.
template <int Dim, class F> void each_place(const Row& row, F f) {
    for (int x = row.x0; x < row.x1; ++x) {
        if constexpr (Dim == 2)
            f(Vec<int, Dim>{x, row.y});
        else
            f(Vec<int, Dim>{x, row.y, row.z});
    }
}

template <int Dim> Vec<int, Dim> moved(Vec<int, Dim> at, int axis, int to) {
    at[axis] = to;
    return at;
}

template <class T, int Dim> void wrap(Scheduler& scheduler, const View<T, Dim>& s, int axis, int period) {
    each_run(scheduler, s.shape, axis, [&](const Row& row) {
        T* line = row_of(s, row);
        const auto copy = [&](int to, int from) {
            const std::ptrdiff_t stride = s.stride[axis];
            for (int x = row.x0; x < row.x1; ++x) line[x + to * stride] = line[x + from * stride];
        };
        for (int k = 1; k <= layers; ++k) copy(-k, period - k), copy(period + k - 1, k - 1);
    });
}

/// Inwards through a boundary face of side (axis, high), next to the cell `at`.
template <class T, int Dim>
bool comes_in(const Grid<Dim>& grid, const Faces<const T, Dim>& u, int axis, bool high, Vec<int, Dim> at) {
    for (int other = 0; other < Dim; ++other) at[other] = std::clamp(at[other], 0, grid.cells[other] - 1);
    const T through = u[axis][moved(at, axis, high ? grid.cells[axis] : 0)];
    return high ? through < 0 : through > 0;
}

/// What a row of cells that ends at a side continues as: ghost k is a * (its mirror image or the last cell) + b.
template <class T> struct Continuation {
    bool mirrored;
    T a, b;
};

/// Of the rows across the side that begin at the places of a run. Cells 0.. lie inwards from the side; ghosts outwards.
template <class T, int Dim>
void continue_run(const View<T, Dim>& s, int axis, bool high, const Row& row, const Continuation<T>& rule) {
    T* line = row_of(s, row);
    const int last = s.shape[axis] - 1;
    for (int k = 0; k < layers; ++k) {
        const int inside = std::min(rule.mirrored ? k : 0, last);
        const std::ptrdiff_t to = (high ? last + 1 + k : -1 - k) * s.stride[axis],
                             from = (high ? last - inside : inside) * s.stride[axis];
        for (int x = row.x0; x < row.x1; ++x) line[x + to] = rule.a * line[x + from] + rule.b;
    }
}

/// The run that is one place of another.
template <int Dim> Row run_at(const Vec<int, Dim>& at) {
    return {at[0], at[0] + 1, at[1], Dim == 3 ? at[Dim - 1] : 0};
}

/// continuation(axis, high, at) is the rule of a row that ends at `at` on a side. On a side that is everywhere alike it
/// is asked for once, unless the flow decides.
template <class T, int Dim, class Rule>
void fill_side(Scheduler& scheduler, const Sides<T, Dim>& sides, const View<T, Dim>& s, int axis, Rule continuation) {
    if (sides.grid().periodic[axis]) return wrap(scheduler, s, axis, sides.grid().cells[axis]);
    bool is_constant[2];
    Continuation<T> constant[2];
    for (const bool high : {false, true}) {
        is_constant[high] = sides.is_even(axis, high) && sides.face(axis, high, {}).kind != SideKind::open;
        if (is_constant[high]) constant[high] = continuation(axis, high, Vec<int, Dim>{});
    }
    each_run(scheduler, s.shape, axis, [&](const Row& row) {
        for (const bool high : {false, true}) {
            if (is_constant[high])
                continue_run(s, axis, high, row, constant[high]);
            else
                each_place<Dim>(row, [&](const Vec<int, Dim>& at) {
                    continue_run(s, axis, high, run_at(at), continuation(axis, high, at));
                });
        }
    });
}

/// The velocity through the faces of a side, and beyond it.
template <class T, int Dim>
void fill_normal(const View<T, Dim>& u, int axis, bool high, const Row& row, const SideFace<T, Dim>& face) {
    const int n = u.shape[axis] - 1, side = high ? n : 0, in = high ? -1 : 1;
    const auto line_at = [&](int i) { return row_of(u, row) + i * u.stride[axis]; };
    T* through = line_at(side);
    if (!face.is_free()) {
        const T given = face.kind == SideKind::inflow ? face.velocity[axis] : T(0);
        for (int x = row.x0; x < row.x1; ++x) through[x] = given;
    }
    for (int k = 1; k <= layers; ++k) {
        T* ghost = line_at(side - k * in);
        const T* mirror = line_at(side + std::min(k, n) * in);
        if (!face.is_passable())
            for (int x = row.x0; x < row.x1; ++x) ghost[x] = -mirror[x];
        else if (face.kind != SideKind::open)
            for (int x = row.x0; x < row.x1; ++x) ghost[x] = through[x];
        else
            for (int x = row.x0; x < row.x1; ++x) {
                const bool is_coming_in = high ? through[x] < 0 : through[x] > 0;
                ghost[x] = is_coming_in ? T(0) : through[x];
            }
    }
}

template <class T, int Dim>
void fill_normal_sides(Scheduler& scheduler, const Sides<T, Dim>& sides, const View<T, Dim>& u, int axis) {
    if (sides.grid().periodic[axis]) return wrap(scheduler, u, axis, sides.grid().cells[axis]);
    each_run(scheduler, u.shape, axis, [&](const Row& row) {
        for (const bool high : {false, true}) {
            if (sides.is_even(axis, high))
                fill_normal(u, axis, high, row, sides.face(axis, high, {}));
            else
                each_place<Dim>(row, [&](const Vec<int, Dim>& at) {
                    fill_normal(u, axis, high, run_at(at), sides.face(axis, high, at));
                });
        }
    });
}

/// The rule for velocity component `along` at a face between two cells, each of which has its own boundary face.
template <class T, int Dim>
Continuation<T> along_side(const Sides<T, Dim>& sides, const Faces<const T, Dim>& u, int axis, bool high, int along,
                           const Vec<int, Dim>& at) {
    const auto& here = sides.face(axis, high, at);
    const auto& before = sides.face(axis, high, moved(at, along, at[along] - 1));
    const auto& face = here.is_passable() && !before.is_passable() ? before : here;
    const T velocity =
        here.kind == before.kind ? (here.velocity[along] + before.velocity[along]) / 2 : face.velocity[along];
    switch (face.kind) {
        case SideKind::noslip:
            return {true, -1, 2 * velocity};
        case SideKind::inflow:
            return {false, 0, velocity};
        case SideKind::open:
            return {false, comes_in(sides.grid(), u, axis, high, at) ? T(0) : T(1), 0};
        case SideKind::outflow:
            return {false, 1, 0};
        default:
            return {true, 1, 0};
    }
}

}  // namespace

template <class T, int Dim>
void fill_component_ghosts(const Sides<T, Dim>& sides, const Faces<const T, Dim>& u, int component,
                           const View<T, Dim>& view, Scheduler& scheduler) {
    for (int axis = 0; axis < Dim; ++axis) {
        if (axis == component)
            fill_normal_sides(scheduler, sides, view, axis);
        else
            fill_side(scheduler, sides, view, axis, [&](int, bool high, const Vec<int, Dim>& at) {
                return along_side(sides, u, axis, high, component, at);
            });
    }
}

template <class T, int Dim>
void fill_velocity_ghosts(const Sides<T, Dim>& sides, const Faces<T, Dim>& u, Scheduler& scheduler) {
    for (int component = 0; component < Dim; ++component)
        fill_component_ghosts(sides, read_only(u), component, u[component], scheduler);
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
                        Scheduler& scheduler) {
    const Grid<Dim>& grid = sides.grid();
    const auto continuation = [&](int axis, bool high, const Vec<int, Dim>& at) -> Continuation<T> {
        const SideFace<T, Dim>& face = sides.face(axis, high, at);
        const SideValue<T> held = sides.value(axis, high, at, rule.scalar);
        if (!face.is_passable())
            return held.is_held ? Continuation<T>{true, -1, 2 * held.value} : Continuation<T>{true, 1, 0};
        if (held.is_held) return {false, 0, held.value};
        if (face.kind == SideKind::open && comes_in(grid, rule.u, axis, high, at)) return {false, 0, rule.ambient};
        return {false, 1, 0};
    };
    for (int axis = 0; axis < Dim; ++axis) fill_side(scheduler, sides, s, axis, continuation);
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

template <class T, int Dim> void continue_ghosts(const Grid<Dim>& grid, const View<T, Dim>& s, Scheduler& scheduler) {
    for (int axis = 0; axis < Dim; ++axis) {
        if (grid.periodic[axis])
            wrap(scheduler, s, axis, grid.cells[axis]);
        else
            each_run(scheduler, s.shape, axis, [&](const Row& row) {
                for (const bool high : {false, true})
                    continue_run(s, axis, high, row, Continuation<T>{false, T(1), T(0)});
            });
    }
}

template <class T, int Dim>
void fill_pressure_ghosts(const Sides<T, Dim>& sides, const View<T, Dim>& p, Scheduler& scheduler) {
    const auto continuation = [&](int axis, bool high, const Vec<int, Dim>& at) -> Continuation<T> {
        return {true, sides.face(axis, high, at).is_free() ? T(-1) : T(1), 0};
    };
    for (int axis = 0; axis < Dim; ++axis) fill_side(scheduler, sides, p, axis, continuation);
}

#define WHORL_INSTANTIATE(T, Dim)                                                                                   \
    template void fill_component_ghosts(const Sides<T, Dim>&, const Faces<const T, Dim>&, int, const View<T, Dim>&, \
                                        Scheduler&);                                                                \
    template void fill_velocity_ghosts(const Sides<T, Dim>&, const Faces<T, Dim>&, Scheduler&);                     \
    template void close_period(const Grid<Dim>&, const Faces<T, Dim>&, int);                                        \
    template void fill_scalar_ghosts(const Sides<T, Dim>&, const ScalarGhosts<T, Dim>&, const View<T, Dim>&,        \
                                     Scheduler&);                                                                   \
    template void fill_node_ghosts(const Sides<T, Dim>&, const ScalarGhosts<T, Dim>&, const View<T, Dim>&,          \
                                   Scheduler&);                                                                     \
    template void continue_ghosts(const Grid<Dim>&, const View<T, Dim>&, Scheduler&);                               \
    template void fill_pressure_ghosts(const Sides<T, Dim>&, const View<T, Dim>&, Scheduler&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
