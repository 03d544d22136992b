#include "boundary/plates.hpp"

namespace whorl {
namespace {

using namespace vectors;

Plate<2> plate_between(const Point<2>& a, const Point<2>& b, double tolerance) {
    const Point<2> line = minus(b, a);
    const double size = length(line);
    const Point<2> direction = divided(line, size);
    return {along(a, 0.5, line), {direction, {-direction[1], direction[0]}}, {size / 2, 0}, tolerance};
}

Bounds<2> bounds_of(const std::vector<Point<2>>& points) {
    if (points.empty()) return {};
    Bounds<2> around{points[0], points[0]};
    for (const Point<2>& point : points)
        for (int axis = 0; axis < 2; ++axis) {
            around.low[axis] = smaller(around.low[axis], point[axis]);
            around.high[axis] = larger(around.high[axis], point[axis]);
        }
    return around;
}

/// Two points so close that the direction between them is mostly rounding.
bool same(const Point<2>& a, const Point<2>& b) {
    return !(squared(minus(b, a)) > 1e-300);
}

}  // namespace

double scale_of(const Bounds<2>& bounds) {
    double largest = 0;
    for (int axis = 0; axis < 2; ++axis)
        largest = larger(largest, larger(std::fabs(bounds.low[axis]), std::fabs(bounds.high[axis])));
    return largest;
}

Outline::Outline(std::span<const Vec<double, 2>> points, bool closed) {
    for (const Vec<double, 2>& point : points)
        if (corners.empty() || !same(corners.back(), point)) corners.push_back(point);
    while (closed && corners.size() > 1 && same(corners.front(), corners.back())) corners.pop_back();

    bounds = bounds_of(corners);
    const double tolerance = joint_tolerance * scale_of(bounds);
    for (int axis = 0; axis < 2; ++axis) bounds.low[axis] -= tolerance, bounds.high[axis] += tolerance;

    const std::size_t count = corners.size() < 2 ? 0 : corners.size() - (closed ? 0 : 1);
    pieces.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        pieces.push_back(plate_between(corners[i], corners[(i + 1) % corners.size()], tolerance));
}

double Outline::squared_distance(const Vec<double, 2>& at) const {
    double nearest = 1e300;
    for (const Plate<2>& piece : pieces) nearest = smaller(nearest, piece.squared_distance(at));
    return nearest;
}

bool Outline::meets(const Vec<double, 2>& a, const Vec<double, 2>& b) const {
    if (!line_meets_box(a, b, bounds.low, bounds.high)) return false;
    for (const Plate<2>& piece : pieces)
        if (piece.meets(a, b)) return true;
    return false;
}

}  // namespace whorl
