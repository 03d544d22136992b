// Central differences of values at cell centres, one cell at a time (marek2007, equations 23 to 26, with the signs and
// components that E9 and E10 of docs/classic.md correct). Second order; the spacing may differ per axis.
//
//           f(j+1)
//             |
//    f(i-1)--at--f(i+1)      neighbours one cell away; the mixed derivative reads the four corners
//             |
//           f(j-1)
#pragma once

#include "whorl/types.hpp"

namespace whorl {

template <class T, int Dim>
WHORL_INLINE T derivative_at_cell(const View<const T, Dim>& f, const Vec<int, Dim>& at, int axis, T spacing) {
    const T* here = &f[at];
    return (here[f.stride[axis]] - here[-f.stride[axis]]) / (2 * spacing);
}

template <class T, int Dim>
WHORL_INLINE Vec<T, Dim> gradient_at_cell(const View<const T, Dim>& f, const Vec<int, Dim>& at,
                                          const Vec<T, Dim>& spacing) {
    Vec<T, Dim> gradient{};
    for (int axis = 0; axis < Dim; ++axis) gradient[axis] = derivative_at_cell(f, at, axis, spacing[axis]);
    return gradient;
}

template <class T, int Dim>
WHORL_INLINE T divergence_at_cell(const Vec<View<const T, Dim>, Dim>& u, const Vec<int, Dim>& at,
                                  const Vec<T, Dim>& spacing) {
    T sum = 0;
    for (int axis = 0; axis < Dim; ++axis) sum += derivative_at_cell(u[axis], at, axis, spacing[axis]);
    return sum;
}

/// The z component of the curl of a flow in the plane: dv/dx - du/dy.
template <class T>
WHORL_INLINE T curl_at_cell(const Vec<View<const T, 2>, 2>& u, const Vec<int, 2>& at, const Vec<T, 2>& spacing) {
    return derivative_at_cell(u[1], at, 0, spacing[0]) - derivative_at_cell(u[0], at, 1, spacing[1]);
}

template <class T>
WHORL_INLINE Vec<T, 3> curl_at_cell(const Vec<View<const T, 3>, 3>& u, const Vec<int, 3>& at,
                                    const Vec<T, 3>& spacing) {
    Vec<T, 3> curl{};
    for (int axis = 0; axis < 3; ++axis) {
        const int next = (axis + 1) % 3, last = (axis + 2) % 3;
        curl[axis] =
            derivative_at_cell(u[last], at, next, spacing[next]) - derivative_at_cell(u[next], at, last, spacing[last]);
    }
    return curl;
}

template <class T, int Dim>
WHORL_INLINE T laplacian_at_cell(const View<const T, Dim>& f, const Vec<int, Dim>& at, const Vec<T, Dim>& spacing) {
    const T* here = &f[at];
    T sum = 0;
    for (int axis = 0; axis < Dim; ++axis)
        sum += (here[f.stride[axis]] - 2 * *here + here[-f.stride[axis]]) / (spacing[axis] * spacing[axis]);
    return sum;
}

/// d2f / (d one d two), from the four corners.
template <class T, int Dim>
WHORL_INLINE T mixed_derivative_at_cell(const View<const T, Dim>& f, const Vec<int, Dim>& at, const Vec<int, 2>& axes,
                                        const Vec<T, Dim>& spacing) {
    const T* here = &f[at];
    const std::ptrdiff_t one = f.stride[axes[0]], two = f.stride[axes[1]];
    const T corners = here[one + two] - here[one - two] - here[two - one] + here[-one - two];
    return corners / (4 * spacing[axes[0]] * spacing[axes[1]]);
}

}  // namespace whorl
