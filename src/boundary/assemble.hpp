// Puts a PoissonProblem together from what each boundary face asks for.
#pragma once

#include "boundary/grid.hpp"
#include "whorl/pressure.hpp"

namespace whorl {

/// A box of unknowns `cells`, with grid's spacing and periodicity. `side_factor(axis, high, at)` is the weight of the
/// boundary face beside unknown `at`, in units of 1/h^2. If a side's factors differ among themselves, `weights`, one
/// field per axis of at least one cell more along it, are filled and referred to; otherwise they are left alone.
template <class T, int Dim, class SideFactor>
PoissonProblem<T, Dim> assemble(const Grid<Dim>& grid, const Vec<int, Dim>& cells, const Faces<T, Dim>& weights,
                                SideFactor side_factor) {
    const auto each = [](const Vec<int, Dim>& end, auto&& f) {
        for (Vec<int, Dim> at{};;) {
            f(at);
            int axis = 0;
            while (axis < Dim && ++at[axis] == end[axis]) at[axis++] = 0;
            if (axis == Dim) return;
        }
    };
    PoissonProblem<T, Dim> problem{.cells = cells, .periodic = grid.periodic};
    bool is_uniform = true;
    for (int axis = 0; axis < Dim; ++axis) {
        const double weight = 1 / (grid.spacing(axis) * grid.spacing(axis));
        problem.weight[axis] = static_cast<T>(weight);
        if (grid.periodic[axis]) continue;
        for (const bool high : {false, true}) {
            const int first = side_factor(axis, high, Vec<int, Dim>{});
            problem.side_weight[axis][high] = static_cast<T>(first * weight);
            Vec<int, Dim> end = cells;
            end[axis] = 1;
            each(end,
                 [&](const Vec<int, Dim>& at) { is_uniform = is_uniform && side_factor(axis, high, at) == first; });
        }
    }
    if (is_uniform) return problem;

    for (int axis = 0; axis < Dim; ++axis) {
        Vec<int, Dim> end = cells;
        ++end[axis];
        each(end, [&](const Vec<int, Dim>& at) {
            const bool low = at[axis] == 0, high = at[axis] == cells[axis];
            const int factor = (low || high) && !grid.periodic[axis] ? side_factor(axis, high, at) : 1;
            weights[axis][at] = static_cast<T>(factor) * problem.weight[axis];
        });
        problem.face_weight[axis] = {weights[axis].data, end, weights[axis].stride};
    }
    return problem;
}

}  // namespace whorl
