#include "scene/shape.hpp"

#include <algorithm>
#include <cmath>

namespace whorl {
namespace {

double length(const Place& v) {
    return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

Place minus(const Place& a, const Place& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

double distance_to_line(const Place& at, const Place& from, const Place& to) {
    const Place line = minus(to, from), way = minus(at, from);
    const double squared = line[0] * line[0] + line[1] * line[1] + line[2] * line[2];
    const double along = way[0] * line[0] + way[1] * line[1] + way[2] * line[2];
    const double part = squared > 0 ? std::clamp(along / squared, 0.0, 1.0) : 0;
    return length({way[0] - part * line[0], way[1] - part * line[1], way[2] - part * line[2]});
}

double distance_to_box(const Place& at, const Place& low, const Place& high, int dim) {
    double outside = 0, inside = -1e300;
    for (int axis = 0; axis < dim; ++axis) {
        const double beyond = std::max(low[axis] - at[axis], at[axis] - high[axis]);
        outside += std::max(beyond, 0.0) * std::max(beyond, 0.0);
        inside = std::max(inside, beyond);
    }
    return inside > 0 ? std::sqrt(outside) : inside;
}

double distance_to_outline(const Place& at, const std::vector<Place>& corners, bool is_closed) {
    double nearest = 1e300;
    for (std::size_t i = 0; i + 1 < corners.size() + is_closed; ++i)
        nearest = std::min(nearest, distance_to_line(at, corners[i], corners[(i + 1) % corners.size()]));
    return nearest;
}

/// By counting the sides that a ray to the right crosses.
bool is_inside(const Place& at, const std::vector<Place>& corners) {
    bool inside = false;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Place &a = corners[i], &b = corners[(i + 1) % corners.size()];
        if ((a[1] > at[1]) == (b[1] > at[1])) continue;
        if (at[0] < a[0] + (b[0] - a[0]) * (at[1] - a[1]) / (b[1] - a[1])) inside = !inside;
    }
    return inside;
}

}  // namespace

bool SceneShape::depends_on_time() const {
    bool depends = radius.depends_on_time();
    for (const Place3& point : points)
        for (const Number& number : point.component) depends = depends || number.depends_on_time();
    return depends;
}

double StillShape::distance(const Place& at) const {
    switch (kind) {
        case ShapeKind::circle:
        case ShapeKind::sphere:
            return length(minus(at, points[0])) - radius;
        case ShapeKind::capsule:
            return distance_to_line(at, points[0], points[1]) - radius;
        case ShapeKind::box:
        case ShapeKind::image:
            return distance_to_box(at, points[0], points[1], dim);
        case ShapeKind::polygon: {
            const double edge = distance_to_outline(at, points, true);
            return is_inside(at, points) ? -edge : edge;
        }
        case ShapeKind::segment:
        case ShapeKind::polyline:
            return distance_to_outline(at, points, false);
    }
    return 0;
}

Place StillShape::low() const {
    Place corner = points[0];
    for (const Place& point : points)
        for (int axis = 0; axis < 3; ++axis) corner[axis] = std::min(corner[axis], point[axis]);
    for (int axis = 0; axis < dim; ++axis) corner[axis] -= radius;
    return corner;
}

Place StillShape::high() const {
    Place corner = points[0];
    for (const Place& point : points)
        for (int axis = 0; axis < 3; ++axis) corner[axis] = std::max(corner[axis], point[axis]);
    for (int axis = 0; axis < dim; ++axis) corner[axis] += radius;
    return corner;
}

StillShape still(const SceneShape& shape, int dim, double t) {
    StillShape made{.kind = shape.kind, .dim = dim, .radius = shape.radius.at(t)};
    for (const Place3& point : shape.points) made.points.push_back({point[0].at(t), point[1].at(t), point[2].at(t)});
    return made;
}

}  // namespace whorl
