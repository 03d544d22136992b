// The grid of the published solver: N^Dim cells with one layer of ghosts, numbered i + (N+2) j + (N+2)^2 k, and the
// loops over it. Which index runs fastest is the one difference between the listing and its faster variants.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "classic/arithmetic.hpp"
#include "classic/solids.hpp"
#include "whorl/types.hpp"

namespace whorl::classic {

enum class Variant {
    published,  ///< as printed: x in the outer loop, relaxation starts from whatever the buffer held
    rows,       ///< x in the inner loop, relaxation starts from the right-hand side
    tuned,      ///< rows; and multiplies by the reciprocal, and leaves diffusion out when its rate is zero
};

/// Hears of nothing. A test puts its own type here to hear each routine's name as it is entered.
struct Silent {
    void note(const char*) {}
};

template <int Dim, Variant V> struct Cells {
    int N;
    std::array<Index, Dim> step_along;    // from a cell to the next one along an axis
    const Solids<Dim>* solids = nullptr;  // none

    explicit Cells(int cells) : N(cells) {
        for (int axis = 0; axis < Dim; ++axis) step_along[axis] = axis == 0 ? 1 : step_along[axis - 1] * (N + 2);
    }

    Index size() const { return step_along[Dim - 1] * (N + 2); }

    Index index(const Vec<int, Dim>& at) const {
        Index c = 0;
        for (int axis = 0; axis < Dim; ++axis) c += at[axis] * step_along[axis];
        return c;
    }

    /// f(cell) for every cell that is not solid.
    template <class F> void each_cell(F f) const {
        each_cell_at([&](Index c, const Vec<int, Dim>&) { f(c); });
    }

    /// f(cell, its indices).
    template <class F> void each_cell_at(F f) const {
        if (!solids) return loop(f);
        loop([&](Index c, const Vec<int, Dim>& at) {
            if (!solids->is_solid(c)) f(c, at);
        });
    }

    /// f(ghost, axis, step to the cell inside) for the ghosts behind the faces of the box.
    template <class F> void each_ghost(F f) const {
        for (int axis = 0; axis < Dim; ++axis) {
            const Index s = step_along[axis], far = s * (N + 1);
            const Index a = step_along[axis == 0 ? 1 : 0], b = Dim == 3 ? step_along[axis == 2 ? 1 : 2] : 0;
            for (int k = 1; k <= (Dim == 3 ? N : 1); ++k)
                for (int i = 1; i <= N; ++i) f(i * a + k * b, axis, s), f(i * a + k * b + far, axis, -s);
        }
    }

    /// f(ghost, step, step) for the ghosts that are outside on two axes: the corners in 2D, the edges in 3D.
    template <class F> void each_edge(F f) const {
        for (int one = 0; one < Dim; ++one)
            for (int two = one + 1; two < Dim; ++two)
                for (int side = 0; side < 4; ++side) {
                    const Index in = side & 1 ? -step_along[one] : step_along[one];
                    const Index up = side & 2 ? -step_along[two] : step_along[two];
                    const Index start =
                        (side & 1 ? N + 1 : 0) * step_along[one] + (side & 2 ? N + 1 : 0) * step_along[two];
                    const Index along = Dim == 3 ? step_along[3 - one - two] : 0;
                    for (int k = 1; k <= (Dim == 3 ? N : 1); ++k) f(start + k * along, in, up);
                }
    }

    /// f(ghost, step, step, step) for the corners in 3D.
    template <class F> void each_corner(F f) const {
        if constexpr (Dim == 3) {
            for (int side = 0; side < 8; ++side) {
                Index c = 0;
                std::array<Index, 3> inwards;
                for (int axis = 0; axis < 3; ++axis) {
                    const bool far = side >> axis & 1;
                    c += (far ? N + 1 : 0) * step_along[axis];
                    inwards[axis] = far ? -step_along[axis] : step_along[axis];
                }
                f(c, inwards[0], inwards[1], inwards[2]);
            }
        }
    }

    /// Where a trace from cell `at` to `x` ends: inside the box, and before the first wall.
    template <class W> Vec<W, Dim> clipped(const Vec<int, Dim>& at, Vec<W, Dim> x) const {
        for (int axis = 0; axis < Dim; ++axis) {
            if (x[axis] < W(0.5)) x[axis] = W(0.5);
            if (x[axis] > W(N) + W(0.5)) x[axis] = W(N) + W(0.5);
        }
        return solids ? solids->stop_before_wall(at, x) : x;
    }

    template <class T> static bool needs_diffusion(T rate) { return V != Variant::tuned || rate != T(0); }

  private:
    template <class F> void loop(F f) const {
        if constexpr (V == Variant::published) {
            for (int i = 1; i <= N; ++i)
                for (int j = 1; j <= N; ++j)
                    if constexpr (Dim == 2)
                        f(i + step_along[1] * j, Vec<int, 2>{i, j});
                    else
                        for (int k = 1; k <= N; ++k) f(i + step_along[1] * j + step_along[2] * k, Vec<int, 3>{i, j, k});
        } else {
            for (int k = 1; k <= (Dim == 3 ? N : 1); ++k)
                for (int j = 1; j <= N; ++j) {
                    const Index row = step_along[1] * j + (Dim == 3 ? step_along[Dim - 1] * k : 0);
                    for (int i = 1; i <= N; ++i)
                        if constexpr (Dim == 2)
                            f(row + i, Vec<int, 2>{i, j});
                        else
                            f(row + i, Vec<int, 3>{i, j, k});
                }
        }
    }
};

/// Linear between the cells around `x` (in cells, a centre is a whole number), mixing along the last axis first.
template <class W, class T, class Grid, int Dim> W interpolate(const T* d, const Grid& grid, const Vec<W, Dim>& x) {
    Index c = 0;
    Vec<W, Dim> t;
    for (int axis = 0; axis < Dim; ++axis) {
        const int before = static_cast<int>(x[axis]);
        c += before * grid.step_along[axis];
        t[axis] = x[axis] - W(before);
    }
    const auto column = [&](Index at) {
        const Index up = grid.step_along[Dim - 1];
        return mix(W(d[at]), W(d[at + up]), t[Dim - 1]);
    };
    const auto plane = [&](Index at) {
        if constexpr (Dim == 2)
            return column(at);
        else
            return mix(column(at), column(at + grid.step_along[1]), t[1]);
    };
    return mix(plane(c), plane(c + 1), t[0]);
}

}  // namespace whorl::classic
