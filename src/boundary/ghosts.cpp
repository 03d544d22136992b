#include "boundary/ghosts.hpp"

#include <algorithm>

namespace whorl {
namespace {

constexpr int layers = 2;

/// f(at) for every place on a side of `shape`, with at[axis] = 0: axes before `axis` with their ghosts, which are
/// filled already, those after it without.
template <int Dim, class F> void each_on_side(const Vec<int, Dim>& shape, int axis, F f) {
    Vec<int, Dim> low{}, high = shape, at{};
    for (int other = 0; other < axis; ++other) low[other] = -layers, high[other] += layers;
    high[axis] = 1;
    at = low;
    while (true) {
        f(at);
        int other = 0;
        while (other < Dim && ++at[other] == high[other]) at[other] = low[other], ++other;
        if (other == Dim) return;
    }
}

template <int Dim> Vec<int, Dim> moved(Vec<int, Dim> at, int axis, int to) {
    at[axis] = to;
    return at;
}

template <class T, int Dim> void wrap(const View<T, Dim>& s, int axis, int period) {
    each_on_side(s.shape, axis, [&](const Vec<int, Dim>& at) {
        for (int k = 1; k <= layers; ++k) {
            s[moved(at, axis, -k)] = s[moved(at, axis, period - k)];
            s[moved(at, axis, period + k - 1)] = s[moved(at, axis, k - 1)];
        }
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

/// Cells 0.. of the row lie inwards from the side; ghosts outwards.
template <class T, int Dim>
void continue_row(const View<T, Dim>& s, int axis, bool high, const Vec<int, Dim>& at, const Continuation<T>& rule) {
    const int last = s.shape[axis] - 1;
    for (int k = 0; k < layers; ++k) {
        const int from = std::min(rule.mirrored ? k : 0, last);
        s[moved(at, axis, high ? last + 1 + k : -1 - k)] =
            rule.a * s[moved(at, axis, high ? last - from : from)] + rule.b;
    }
}

/// continuation(axis, high, at) is the rule of a row that ends at `at` on a side.
template <class T, int Dim, class Rule>
void fill_sides(const Grid<Dim>& grid, const View<T, Dim>& s, Rule continuation) {
    for (int axis = 0; axis < Dim; ++axis) {
        if (grid.periodic[axis]) {
            wrap(s, axis, grid.cells[axis]);
            continue;
        }
        each_on_side(s.shape, axis, [&](const Vec<int, Dim>& at) {
            for (const bool high : {false, true}) continue_row(s, axis, high, at, continuation(axis, high, at));
        });
    }
}

template <class T, int Dim>
void fill_normal(const Sides<T, Dim>& sides, const View<T, Dim>& u, int axis, const Vec<int, Dim>& at) {
    const int n = sides.grid().cells[axis];
    for (const bool high : {false, true}) {
        const SideFace<T, Dim>& face = sides.face(axis, high, at);
        const int side = high ? n : 0, in = high ? -1 : 1;
        T& through = u[moved(at, axis, side)];
        if (!face.is_free()) through = face.kind == SideKind::inflow ? face.velocity[axis] : 0;
        const bool ambient = face.kind == SideKind::open && (high ? through < 0 : through > 0);
        for (int k = 1; k <= layers; ++k)
            u[moved(at, axis, side - k * in)] = ambient              ? 0
                                                : face.is_passable() ? through
                                                                     : -u[moved(at, axis, side + std::min(k, n) * in)];
    }
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
                           const View<T, Dim>& view) {
    const Grid<Dim>& grid = sides.grid();
    for (int axis = 0; axis < Dim; ++axis) {
        if (grid.periodic[axis]) {
            wrap(view, axis, grid.cells[axis]);
            continue;
        }
        each_on_side(view.shape, axis, [&](const Vec<int, Dim>& at) {
            if (axis == component) return fill_normal(sides, view, axis, at);
            for (const bool high : {false, true})
                continue_row(view, axis, high, at, along_side(sides, u, axis, high, component, at));
        });
    }
}

template <class T, int Dim> void fill_velocity_ghosts(const Sides<T, Dim>& sides, const Faces<T, Dim>& u) {
    // First what flows through the sides: the rules for the ghosts along them ask for it.
    for (int axis = 0; axis < Dim; ++axis)
        if (!sides.grid().periodic[axis])
            each_on_side(u[axis].shape, axis, [&](const Vec<int, Dim>& at) { fill_normal(sides, u[axis], axis, at); });
    for (int component = 0; component < Dim; ++component)
        fill_component_ghosts(sides, read_only(u), component, u[component]);
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
void fill_scalar_ghosts(const Sides<T, Dim>& sides, const ScalarGhosts<T, Dim>& rule, const View<T, Dim>& s) {
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
    fill_sides(grid, s, continuation);
}

template <class T, int Dim>
void fill_node_ghosts(const Sides<T, Dim>& sides, const ScalarGhosts<T, Dim>& rule, const View<T, Dim>& s) {
    const Grid<Dim>& grid = sides.grid();
    const auto continuation = [&](int axis, bool high, const Vec<int, Dim>& at) -> Continuation<T> {
        const SideFace<T, Dim>& face = sides.face(axis, high, at);
        const SideValue<T> held = sides.value(axis, high, at, rule.scalar);
        if (face.is_passable() && held.is_held) return {false, 0, held.value};
        if (face.kind == SideKind::open && comes_in(grid, rule.u, axis, high, at)) return {false, 0, rule.ambient};
        return {false, 1, 0};
    };
    fill_sides(grid, s, continuation);
}

template <class T, int Dim> void fill_pressure_ghosts(const Sides<T, Dim>& sides, const View<T, Dim>& p) {
    fill_sides(sides.grid(), p, [&](int axis, bool high, const Vec<int, Dim>& at) -> Continuation<T> {
        return {true, sides.face(axis, high, at).is_free() ? T(-1) : T(1), 0};
    });
}

#define WHORL_INSTANTIATE(T, Dim)                                                                                    \
    template void fill_component_ghosts(const Sides<T, Dim>&, const Faces<const T, Dim>&, int, const View<T, Dim>&); \
    template void fill_velocity_ghosts(const Sides<T, Dim>&, const Faces<T, Dim>&);                                  \
    template void close_period(const Grid<Dim>&, const Faces<T, Dim>&, int);                                         \
    template void fill_scalar_ghosts(const Sides<T, Dim>&, const ScalarGhosts<T, Dim>&, const View<T, Dim>&);        \
    template void fill_node_ghosts(const Sides<T, Dim>&, const ScalarGhosts<T, Dim>&, const View<T, Dim>&);          \
    template void fill_pressure_ghosts(const Sides<T, Dim>&, const View<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
