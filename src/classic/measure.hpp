// How well the published solver's last projection did.
#pragma once

#include <cmath>

#include "classic/stam2003.hpp"

namespace whorl::classic {

struct Projection {
    double residual = 0;         // of the pressure, relative to its right-hand side (L2)
    double divergence_left = 0;  // rms divergence after over before
};

/// To be called after vel_step: u0[0] and u0[1] still hold pressure and right-hand side of its last projection.
template <class T, int Dim, Variant V, class Trace, class Solver = Stam2003<T, Dim, V, Trace>>
Projection measure_last_projection(const Stam2003<T, Dim, V, Trace>& solver, const typename Solver::Velocity& u,
                                   const typename Solver::Velocity& u0) {
    const T* p = u0[0];
    const T* div = u0[1];
    const double h = is_fixed<T> ? 1 : 1.0 / solver.N;
    double before = 0, after = 0, residual = 0;
    solver.each_cell([&](Index c) {
        double flow = 0;
        for (int axis = 0; axis < Dim; ++axis) {
            const Index s = solver.step_along[axis];
            flow += static_cast<double>(u[axis][c + s]) - static_cast<double>(u[axis][c - s]);
        }
        const double rhs = static_cast<double>(div[c]);
        const double left = rhs - 2 * Dim * static_cast<double>(p[c]) + static_cast<double>(solver.neighbours(p, c));
        before += rhs * rhs, after += 0.25 * h * h * flow * flow, residual += left * left;
    });
    if (!(before > 0)) return {};
    return {std::sqrt(residual / before), std::sqrt(after / before)};
}

}  // namespace whorl::classic
