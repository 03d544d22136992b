// Jos Stam, "Real-Time Fluid Dynamics for Games", GDC 2003: the whole solver, to be read beside the paper (stam2003).
// u[0], u[1][, u[2]] are the paper's u, v[, w]; a trailing 0 is its "previous". Arrays hold (N+2)^Dim values in a box
// one unit long. Where text and slides disagree this is the version that works (docs/classic.md lists the errata).
// It trades accuracy for simplicity: 20 sweeps leave most of the divergence in place on large grids.
#pragma once

#include "classic/cells.hpp"
#include "classic/conjugate_gradient.hpp"

namespace whorl::classic {

template <class T, int Dim, Variant V = Variant::rows, class Trace = Silent> struct Stam2003 : Cells<Dim, V>, Trace {
    using Velocity = std::array<T*, Dim>;
    using W = Wide<T>;  // T, or in fixed point a wider T for what happens inside an expression
    using Cells<Dim, V>::N, Cells<Dim, V>::step_along, Cells<Dim, V>::solids, Trace::note;

    explicit Stam2003(int cells) : Cells<Dim, V>(cells) {}

    int sweeps = 20;
    double tolerance = 0;  // above 0: solve by conjugate gradients to this relative residual instead
    int iterations = 0;    // of the last solve
    std::vector<T> scratch;

    void add_source(T* x, const T* s, T dt) {
        note("add_source");
        for (Index c = 0; c < this->size(); ++c) x[c] += T(W(dt) * W(s[c]));
    }

    // b = 1, 2, 3: x is that component of the velocity and its walls negate it; 0: walls continue it.
    // A ghost that is outside on several axes is the mean of its neighbours one step further in.
    void set_bnd(int b, T* x) {
        note("set_bnd");
        if (solids) solids->fill(b, x);
        this->each_ghost([&](Index c, int axis, Index in) { x[c] = b == axis + 1 ? -x[c + in] : x[c + in]; });
        this->each_edge([&](Index c, Index in, Index up) { x[c] = T((W(x[c + in]) + W(x[c + up])) / W(2)); });
        this->each_corner([&](Index c, Index in, Index up, Index back) {
            x[c] = T((W(x[c + in]) + W(x[c + up]) + W(x[c + back])) / W(3));
        });
    }

    // c x - a * (sum of neighbours) = x0: c = 1 + 2 Dim a to diffuse, a = 1 and c = 2 Dim for the pressure.
    void lin_solve(int b, T* x, const T* x0, W a, W c) {
        note("lin_solve");
        iterations = sweeps;
        if constexpr (!is_fixed<T>)
            if (tolerance > 0) return void(iterations = conjugate_gradient(*this, b, x, x0, a, c));
        const W r = W(1) / c;
        for (int k = 0; k < sweeps; ++k) {
            this->each_cell([&](Index i) {
                if constexpr (V == Variant::tuned && !is_fixed<T>)
                    x[i] = (x0[i] + a * neighbours(x, i)) * r;
                else
                    x[i] = T((W(x0[i]) + a * neighbours(x, i)) / c);
            });
            set_bnd(b, x);
        }
    }

    W neighbours(const T* x, Index i) const {
        W sum = W(x[i - 1]) + W(x[i + 1]) + W(x[i - step_along[1]]) + W(x[i + step_along[1]]);
        if constexpr (Dim == 3) sum += W(x[i - step_along[2]]) + W(x[i + step_along[2]]);
        return sum;
    }

    void diffuse(int b, T* x, const T* x0, T diff, T dt) {
        note("diffuse");
        const W a = (W(dt) * W(N)) * (W(diff) * W(N));  // in this order nothing underflows in fixed point
        if constexpr (V != Variant::published) std::copy(x0, x0 + this->size(), x);
        lin_solve(b, x, x0, a, W(1) + W(2 * Dim) * a);
    }

    void advect(int b, T* d, const T* d0, const Velocity& u, T dt) {
        note("advect");
        const W dt0 = W(dt) * W(N);
        this->each_cell_at([&](Index i, const Vec<int, Dim>& at) {
            Vec<W, Dim> x;
            for (int axis = 0; axis < Dim; ++axis) x[axis] = W(at[axis]) - dt0 * W(u[axis][i]);
            d[i] = T(interpolate<W>(d0, *this, this->clipped(at, x)));
        });
        set_bnd(b, d);
    }

    void project(const Velocity& u, T* p, T* div) {
        note("project");
        const W h = is_fixed<T> ? W(1) : W(1) / W(N);  // it cancels; in fixed point it would only lose digits
        this->each_cell([&](Index i) {
            W flow = W(0);
            for (int axis = 0; axis < Dim; ++axis)
                flow += W(u[axis][i + step_along[axis]]) - W(u[axis][i - step_along[axis]]);
            div[i] = T(W(-0.5) * h * flow);
            p[i] = T(0);
        });
        set_bnd(0, div), set_bnd(0, p);
        lin_solve(0, p, div, W(1), W(2 * Dim));
        for (int axis = 0; axis < Dim; ++axis) {
            const Index s = step_along[axis];
            this->each_cell([&](Index i) { u[axis][i] -= T(W(0.5) * (W(p[i + s]) - W(p[i - s])) / h); });
            set_bnd(axis + 1, u[axis]);
        }
    }

    void dens_step(T*& x, T*& x0, const Velocity& u, T diff, T dt) {
        add_source(x, x0, dt);
        if (this->needs_diffusion(diff)) std::swap(x0, x), diffuse(0, x, x0, diff, dt);
        std::swap(x0, x), advect(0, x, x0, u, dt);
    }

    void vel_step(Velocity& u, Velocity& u0, T visc, T dt) {
        for (int i = 0; i < Dim; ++i) add_source(u[i], u0[i], dt);
        for (int i = 0; i < Dim && this->needs_diffusion(visc); ++i)
            std::swap(u0[i], u[i]), diffuse(i + 1, u[i], u0[i], visc, dt);
        project(u, u0[0], u0[1]);
        std::swap(u0, u);
        for (int i = 0; i < Dim; ++i) advect(i + 1, u[i], u0[i], u0, dt);
        project(u, u0[0], u0[1]);
    }
};

}  // namespace whorl::classic
