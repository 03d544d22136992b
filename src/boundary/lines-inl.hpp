// Straight lines from a to b against points, lines and boxes: what the shapes are made of.
#pragma once

#include "boundary/vectors-inl.hpp"

namespace whorl::vectors {

/// From p to the nearest point between a and b, squared.
template <int Dim> inline double squared_distance(const Point<Dim>& p, const Point<Dim>& a, const Point<Dim>& b) {
    const Point<Dim> line = minus(b, a), from_a = minus(p, a);
    const double square = squared(line);
    if (!(square > 0)) return squared(from_a);
    const double t = smaller(larger(dot(from_a, line) / square, 0), 1);
    return squared(along(from_a, -t, line));
}

/// Between the nearest points of the lines a-b and p-q, squared: at an end of one of them, or where the endless lines
/// are nearest.
template <int Dim>
inline double squared_distance(const Point<Dim>& a, const Point<Dim>& b, const Point<Dim>& p, const Point<Dim>& q) {
    double nearest = smaller(smaller(squared_distance(a, p, q), squared_distance(b, p, q)),
                             smaller(squared_distance(p, a, b), squared_distance(q, a, b)));
    const Point<Dim> u = minus(b, a), v = minus(q, p), between = minus(p, a);
    const double uu = squared(u), vv = squared(v), uv = dot(u, v), ub = dot(u, between), vb = dot(v, between);
    const double determinant = uu * vv - uv * uv;
    const double s = ub * vv - uv * vb, t = uv * ub - uu * vb;  // times the determinant
    if (determinant > 0 && s >= 0 && s <= determinant && t >= 0 && t <= determinant)
        nearest = smaller(nearest, squared(along(along(between, t / determinant, v), -s / determinant, u)));
    return nearest;
}

/// The part of a line, as fractions of its length; nothing if first > last.
struct Part {
    double first = 0, last = 1;
    bool is_empty() const { return !(first <= last); }
};

/// Keeps what lies in low <= x <= high, where x goes from `from` to `to`.
inline void clip(Part& part, double from, double to, double low, double high) {
    const double change = to - from;
    if (change == 0) {
        if (from < low || from > high) part = {1, 0};
        return;
    }
    const double at_low = (low - from) / change, at_high = (high - from) / change;
    part.first = larger(part.first, smaller(at_low, at_high));
    part.last = smaller(part.last, larger(at_low, at_high));
}

template <int Dim>
inline bool line_meets_box(const Point<Dim>& a, const Point<Dim>& b, const Point<Dim>& low, const Point<Dim>& high) {
    for (int axis = 0; axis < Dim; ++axis)  // most lines are nowhere near
        if ((a[axis] < low[axis] && b[axis] < low[axis]) || (a[axis] > high[axis] && b[axis] > high[axis]))
            return false;
    Part part;
    for (int axis = 0; axis < Dim; ++axis) clip(part, a[axis], b[axis], low[axis], high[axis]);
    return !part.is_empty();
}

/// Below 0 inside.
template <int Dim> inline double distance_to_box(const Point<Dim>& p, const Point<Dim>& low, const Point<Dim>& high) {
    double outside = 0, inside = -1e300;
    for (int axis = 0; axis < Dim; ++axis) {
        const double d = larger(low[axis] - p[axis], p[axis] - high[axis]);
        inside = larger(inside, d);
        if (d > 0) outside += d * d;
    }
    return inside > 0 ? std::sqrt(outside) : inside;
}

}  // namespace whorl::vectors
