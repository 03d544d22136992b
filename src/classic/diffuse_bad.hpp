// How not to diffuse: the exchange with the neighbours written down directly (stam2003slides, "Diffusion"). Each step
// is cheap and right for small rates; when 2 Dim a > 1 a cell gives away more than it has, and the field oscillates
// with growing strength. Kept so that one can see why the solver solves a linear system instead.
#pragma once

#include "classic/stam2003.hpp"

namespace whorl::classic {

/// x = x0 + a * (sum of neighbours - 2 Dim x0), with a = dt * diff * N^2.
template <class T, int Dim, Variant V, class Trace>
void diffuse_bad(Stam2003<T, Dim, V, Trace>& solver, int b, T* x, const T* x0, T diff, T dt) {
    using W = Wide<T>;
    const W a = (W(dt) * W(solver.N)) * (W(diff) * W(solver.N));
    solver.each_cell([&](Index i) { x[i] = T(W(x0[i]) + a * (solver.neighbours(x0, i) - W(2 * Dim) * W(x0[i]))); });
    solver.set_bnd(b, x);
}

}  // namespace whorl::classic
