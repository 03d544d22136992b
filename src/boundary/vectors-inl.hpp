// Arithmetic of points and directions, for the geometry of obstacles.
#pragma once

#include <cmath>

#include "whorl/types.hpp"

namespace whorl::vectors {

template <int Dim> using Point = Vec<double, Dim>;

template <int Dim> inline double dot(const Point<Dim>& a, const Point<Dim>& b) {
    double sum = a[0] * b[0];
    for (int axis = 1; axis < Dim; ++axis) sum += a[axis] * b[axis];
    return sum;
}

template <int Dim> inline double squared(const Point<Dim>& a) {
    return dot(a, a);
}

template <int Dim> inline double length(const Point<Dim>& a) {
    return std::sqrt(dot(a, a));
}

/// a + scale * b
template <int Dim> inline Point<Dim> along(const Point<Dim>& a, double scale, const Point<Dim>& b) {
    Point<Dim> sum{};
    for (int axis = 0; axis < Dim; ++axis) sum[axis] = a[axis] + scale * b[axis];
    return sum;
}

template <int Dim> inline Point<Dim> minus(const Point<Dim>& a, const Point<Dim>& b) {
    Point<Dim> difference{};
    for (int axis = 0; axis < Dim; ++axis) difference[axis] = a[axis] - b[axis];
    return difference;
}

template <int Dim> inline Point<Dim> scaled(const Point<Dim>& a, double scale) {
    Point<Dim> product{};
    for (int axis = 0; axis < Dim; ++axis) product[axis] = a[axis] * scale;
    return product;
}

template <int Dim> inline Point<Dim> divided(const Point<Dim>& a, double by) {
    Point<Dim> quotient{};
    for (int axis = 0; axis < Dim; ++axis) quotient[axis] = a[axis] / by;
    return quotient;
}

inline double cross(const Point<2>& a, const Point<2>& b) {
    return a[0] * b[1] - a[1] * b[0];
}

inline Point<3> cross(const Point<3>& a, const Point<3>& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline double smaller(double a, double b) {
    return a < b ? a : b;
}

inline double larger(double a, double b) {
    return a < b ? b : a;
}

}  // namespace whorl::vectors
