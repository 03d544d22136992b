// Conjugate gradients (Hestenes & Stiefel 1952) for the two systems of the published solver, which the paper names as
// the alternative to relaxation. Floating point only: in fixed point the inner products lose their digits.
//
// The operator is c x - a * (sum of neighbours), where a neighbour beyond a wall has the cell's own value, negated if
// x is the velocity component that points at the wall. That makes it symmetric. The pressure system (c = 2 Dim a) is
// singular: its right-hand side loses its mean in each pocket, and so does the answer.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "classic/solids.hpp"

namespace whorl::classic {

/// Solves to grid.tolerance, relative to x0, from the x it is given; the number of iterations, at most grid.size().
template <class Grid, class T> int conjugate_gradient(Grid& grid, int b, T* x, const T* x0, T a, T c) {
    const auto size = static_cast<std::size_t>(grid.size());
    std::vector<T>& scratch = grid.scratch;
    scratch.resize(3 * size);
    T* const r = scratch.data();
    T* const d = r + size;
    T* const q = d + size;

    const auto dot = [&](const T* v, const T* w) {
        double sum = 0;
        grid.each_cell([&](Index i) { sum += static_cast<double>(v[i]) * static_cast<double>(w[i]); });
        return sum;
    };
    const auto apply = [&](T* v, T* out) {
        grid.set_bnd(b, v);
        grid.each_cell([&](Index i) {
            T sum = grid.neighbours(v, i);
            if (grid.solids) sum += grid.solids->reflected(b, v, i);
            out[i] = c * v[i] - a * sum;
        });
    };
    const auto without_mean = [&](T* v) {
        if (c != T(2 * static_cast<int>(grid.step_along.size())) * a) return;
        const int pockets = grid.solids ? grid.solids->pockets() : 1;
        const auto pocket = [&](Index i) { return grid.solids ? grid.solids->pocket(i) : 0; };
        std::vector<double> sum(static_cast<std::size_t>(pockets)), count(static_cast<std::size_t>(pockets));
        grid.each_cell([&](Index i) { sum[pocket(i)] += static_cast<double>(v[i]), count[pocket(i)] += 1; });
        grid.each_cell([&](Index i) { v[i] -= static_cast<T>(sum[pocket(i)] / count[pocket(i)]); });
    };

    apply(x, q);
    grid.each_cell([&](Index i) { r[i] = x0[i] - q[i]; });
    without_mean(r);
    grid.each_cell([&](Index i) { d[i] = r[i]; });
    const double goal = grid.tolerance * grid.tolerance * dot(x0, x0);
    double rr = dot(r, r);
    int iteration = 0;
    for (; rr > goal && iteration < grid.size(); ++iteration) {
        apply(d, q);
        const double curvature = dot(d, q);
        if (!(curvature > 0)) break;  // rounding is all that is left
        const T alpha = static_cast<T>(rr / curvature);
        grid.each_cell([&](Index i) { x[i] += alpha * d[i], r[i] -= alpha * q[i]; });
        const double next = dot(r, r);
        const T beta = static_cast<T>(next / rr);
        grid.each_cell([&](Index i) { d[i] = r[i] + beta * d[i]; });
        rr = next;
    }
    without_mean(x);
    grid.set_bnd(b, x);
    return iteration;
}

}  // namespace whorl::classic
