// The rules by which ghosts continue a field beyond a side (boundary/ghosts.hpp has the table).
#pragma once

#include <algorithm>

#include "boundary/cell_for.hpp"
#include "boundary/ghosts.hpp"

namespace whorl {

template <int Dim> Vec<int, Dim> moved(Vec<int, Dim> at, int axis, int to) {
    at[axis] = to;
    return at;
}

/// Inwards through a boundary face of side (axis, high), next to the cell `at`.
template <class T, int Dim>
bool comes_in(const Grid<Dim>& grid, const Faces<const T, Dim>& u, int axis, bool high, Vec<int, Dim> at) {
    for (int other = 0; other < Dim; ++other) at[other] = cell_for(grid, other, at[other]);
    const T through = u[axis][moved(at, axis, high ? grid.cells[axis] : 0)];
    return high ? through < 0 : through > 0;
}

/// What a row of cells that ends at a side continues as: ghost k is a * (its mirror image or the last cell) + b.
template <class T> struct Continuation {
    bool mirrored;
    T a, b;
};

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

/// The rule for a scalar at the cell `at` beside a side.
template <class T, int Dim>
Continuation<T> scalar_across(const Sides<T, Dim>& sides, const ScalarGhosts<T, Dim>& rule, int axis, bool high,
                              const Vec<int, Dim>& at) {
    const SideFace<T, Dim>& face = sides.face(axis, high, at);
    const SideValue<T> held = sides.value(axis, high, at, rule.scalar);
    if (!face.is_passable())
        return held.is_held ? Continuation<T>{true, -1, 2 * held.value} : Continuation<T>{true, 1, 0};
    if (held.is_held) return {false, 0, held.value};
    if (face.kind == SideKind::open && comes_in(sides.grid(), rule.u, axis, high, at)) return {false, 0, rule.ambient};
    return {false, 1, 0};
}

/// The rule for the pressure at the cell `at` beside a side.
template <class T, int Dim>
Continuation<T> pressure_across(const Sides<T, Dim>& sides, int axis, bool high, const Vec<int, Dim>& at) {
    return {true, sides.face(axis, high, at).is_free() ? T(-1) : T(1), 0};
}

/// The rule of a side does not depend on the place.
template <class T, int Dim> bool is_constant(const Sides<T, Dim>& sides, int axis, bool high) {
    return sides.is_even(axis, high) && sides.face(axis, high, {}).kind != SideKind::open;
}

}  // namespace whorl
