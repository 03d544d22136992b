#include "run/obstacles.hpp"

#include <algorithm>
#include <cmath>

#include "core/elementary.hpp"

namespace whorl {
namespace {

Place middle_of(const StillShape& shape) {
    Place sum{};
    for (const Place& point : shape.points)
        for (int axis = 0; axis < 3; ++axis) sum[axis] += point[axis] / static_cast<double>(shape.points.size());
    return sum;
}

ObstacleMoment moment_of(const SceneObstacle& obstacle, int dim, double t) {
    ObstacleMoment moment{.shape = still(obstacle.shape, dim, t), .angle = obstacle.angle.at(t)};
    moment.origin = middle_of(moment.shape);
    for (Place& point : moment.shape.points)
        for (int axis = 0; axis < 3; ++axis) point[axis] -= moment.origin[axis];
    return moment;
}

template <int Dim> std::vector<Vec<double, Dim>> points_of(const StillShape& shape) {
    std::vector<Vec<double, Dim>> points;
    for (const Place& point : shape.points) {
        Vec<double, Dim> each{};
        for (int axis = 0; axis < Dim; ++axis) each[axis] = point[axis];
        points.push_back(each);
    }
    return points;
}

std::vector<unsigned char> mask_of(const Image8& picture) {
    std::vector<unsigned char> mask;
    for (std::size_t i = 0; i < picture.rgba.size(); i += 4) mask.push_back(is_solid_pixel(&picture.rgba[i]));
    return mask;
}

template <int Dim> Result<ObstacleShape<Dim>> shape_of(const StillShape& shape, const Image8* picture) {
    const auto points = points_of<Dim>(shape);
    if (shape.kind == ShapeKind::box) return box<Dim>(points[0], points[1]);
    if (shape.kind == ShapeKind::capsule) return capsule<Dim>(points[0], points[1], shape.radius);
    if constexpr (Dim == 3) {
        if (shape.kind == ShapeKind::sphere) return sphere(points[0], shape.radius);
    } else {
        if (shape.kind == ShapeKind::circle) return circle(points[0], shape.radius);
        if (shape.kind == ShapeKind::polygon) return polygon(points);
        if (shape.kind == ShapeKind::segment) return segment(points[0], points[1]);
        if (shape.kind == ShapeKind::polyline) return polyline(points);
        if (shape.kind == ShapeKind::image && picture)
            return image_mask(mask_of(*picture), picture->width, picture->height, points[0], points[1]);
    }
    return Error{"an obstacle cannot have this shape"};
}

/// All of them as one, halved again and again so that no chain of a thousand is followed for each point.
template <int Dim>
Result<ObstacleShape<Dim>> united(const std::vector<StillShape>& shapes, std::size_t from, std::size_t to) {
    if (to - from == 1) return shape_of<Dim>(shapes[from], nullptr);
    const std::size_t middle = (from + to) / 2;
    const auto first = united<Dim>(shapes, from, middle), second = united<Dim>(shapes, middle, to);
    if (!first || !second) return first ? second.error() : first.error();
    return unite(first.value(), second.value());
}

}  // namespace

bool is_solid_pixel(const std::uint8_t* rgba) {
    return rgba[0] + rgba[1] + rgba[2] < 3 * 128 && rgba[3] >= 128;
}

ObstacleMoment obstacle_at(const SceneObstacle& obstacle, int dim, double t) {
    ObstacleMoment now = moment_of(obstacle, dim, t);
    const ObstacleMoment first = moment_of(obstacle, dim, 0);
    if (now.has_shape_of(first)) now.shape = first.shape;  // without the rounding of its move
    for (const SceneShape& each : obstacle.cuts) now.cuts.push_back(still(each, dim, 0));
    return now;
}

bool ObstacleMoment::has_shape_of(const ObstacleMoment& other) const {
    constexpr double rounding = 1e-9;
    bool is_same = std::abs(shape.radius - other.shape.radius) <= rounding;
    for (std::size_t i = 0; i < shape.points.size(); ++i)
        for (int axis = 0; axis < 3; ++axis)
            is_same = is_same && std::abs(shape.points[i][axis] - other.shape.points[i][axis]) <= rounding;
    return is_same;
}

Place ObstacleMoment::local(const Place& at) const {
    const double cosine = elementary::cos(angle), sine = elementary::sin(angle);
    const double x = at[0] - origin[0], y = at[1] - origin[1];
    return {cosine * x + sine * y, cosine * y - sine * x, at[2] - origin[2]};
}

double ObstacleMoment::distance(const Place& at) const {
    const Place here = local(at);
    double away = shape.distance(here);
    for (const StillShape& each : cuts) away = std::max(away, -each.distance(here));
    return away;
}

template <int Dim> Pose<Dim> pose_of(const ObstacleMoment& moment) {
    Pose<Dim> pose;
    for (int axis = 0; axis < Dim; ++axis) pose.position[axis] = moment.origin[axis];
    pose.rotation[Dim == 2 ? 0 : 2] = moment.angle;
    return pose;
}

template <int Dim>
Result<Obstacle<Dim>> make_obstacle(const SceneObstacle& obstacle, const ObstacleMoment& moment,
                                    const Image8* picture) {
    auto shape = shape_of<Dim>(moment.shape, picture);
    if (!shape) return Error{obstacle.path + ".shape: " + shape.error().message};
    if (!moment.cuts.empty()) {
        const auto cut = united<Dim>(moment.cuts, 0, moment.cuts.size());
        if (!cut) return Error{obstacle.path + ".cuts: " + cut.error().message};
        shape = subtract(shape.value(), cut.value());
        if (!shape) return Error{obstacle.path + ".cuts: " + shape.error().message};
    }
    return Obstacle<Dim>{shape.value(), pose_of<Dim>(moment), obstacle.is_noslip ? Slip::none : Slip::free};
}

template Pose<2> pose_of(const ObstacleMoment&);
template Pose<3> pose_of(const ObstacleMoment&);
template Result<Obstacle<2>> make_obstacle(const SceneObstacle&, const ObstacleMoment&, const Image8*);
template Result<Obstacle<3>> make_obstacle(const SceneObstacle&, const ObstacleMoment&, const Image8*);

}  // namespace whorl
