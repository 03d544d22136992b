// What is known of the faces in and beside obstacles: how much of each is open, how fast the wall moves there, and
// where the values of closed ones come from.
#include <algorithm>
#include <cassert>
#include <cmath>

#include "boundary/walls.hpp"
#include "core/for_box.hpp"

namespace whorl {
namespace {

/// Of a straight line between two corners.
double open_line(double a, double b) {
    if (a > 0 && b > 0) return 1;
    if (a <= 0 && b <= 0) return 0;
    return a > 0 ? a / (a - b) : b / (b - a);
}

/// Of a triangle with one corner on one side and two on the other: what is cut off at the one.
double open_triangle(double a, double b, double c) {
    const int inside = (a <= 0) + (b <= 0) + (c <= 0);
    if (inside == 0) return 1;
    if (inside == 3) return 0;
    const bool is_one_inside = inside == 1;
    const auto is_alone = [&](double value) { return (value <= 0) == is_one_inside; };
    const double one = is_alone(a) ? a : is_alone(b) ? b : c;
    const double left = is_alone(a) ? b : a, right = is_alone(c) ? b : c;
    const double cut = one / (one - left) * (one / (one - right));
    return is_one_inside ? 1 - cut : cut;
}

template <int Dim> Vec<double, Dim> face_centre(const Grid<Dim>& grid, int axis, const Vec<int, Dim>& face) {
    Vec<double, Dim> x = grid.cell_centre(face);
    x[axis] = face[axis] * grid.spacing(axis);
    return x;
}

/// The direction in which the distance to an obstacle grows.
template <int Dim>
Vec<double, Dim> normal_at(const PlacedObstacle<Dim>& obstacle, const Vec<double, Dim>& x, double reach) {
    Vec<double, Dim> normal{};
    double length = 0;
    for (int axis = 0; axis < Dim; ++axis) {
        Vec<double, Dim> low = x, high = x;
        low[axis] -= reach, high[axis] += reach;
        const Geometry<Dim>& geometry = obstacle.shape.geometry();
        normal[axis] = geometry.distance(obstacle.now.to_body(high)) - geometry.distance(obstacle.now.to_body(low));
        length += normal[axis] * normal[axis];
    }
    length = std::sqrt(length);
    for (int axis = 0; axis < Dim; ++axis) normal[axis] = length > 1e-9 * reach ? normal[axis] / length : 0;
    return normal;
}

}  // namespace

template <> double open_part<2>(const Vec<double, 2>& corners) {
    return open_line(corners[0], corners[1]);
}

/// Four triangles around the middle of the face.
template <> double open_part<3>(const Vec<double, 4>& c) {
    const double middle = (c[0] + c[1] + c[2] + c[3]) / 4;
    return (open_triangle(c[0], c[1], middle) + open_triangle(c[1], c[3], middle) + open_triangle(c[3], c[2], middle) +
            open_triangle(c[2], c[0], middle)) /
           4;
}

template <int Dim> int nearest(const std::vector<PlacedObstacle<Dim>>& obstacles, const Vec<double, Dim>& x) {
    int best = -1;
    double least = 0;
    for (std::size_t i = 0; i < obstacles.size(); ++i) {
        const double distance = obstacles[i].shape.geometry().distance(obstacles[i].now.to_body(x));
        if (best < 0 || distance < least) best = static_cast<int>(i), least = distance;
    }
    return best;
}

template <class T, int Dim> void Walls<T, Dim>::set_velocity(const Obstacles& obstacles) {
    is_moving_ = std::any_of(obstacles.begin(), obstacles.end(), [](const auto& o) { return !o.motion.is_still(); });
    if (!is_moving_) return;
    assert(velocity_[0].bytes() > 0 && "make_room_for_motion comes before");
    for (int axis = 0; axis < Dim; ++axis) {
        const auto velocity = velocity_[axis].view();
        const auto open = open_[axis].view();
        Vec<int, Dim> high = high_;
        ++high[axis];
        for_box(low_, high, [&](const Vec<int, Dim>& at) {
            if (open[at] == whole) return;
            const Vec<double, Dim> x = face_centre(grid_, axis, at);
            velocity[at] = static_cast<T>(obstacles[nearest(obstacles, x)].motion.at(x)[axis]);
        });
    }
}

/// Faces that no flow passes, within two steps of one that does: as far as interpolation reads.
template <class T, int Dim> void Walls<T, Dim>::find_wall_faces(const Obstacles& obstacles, int axis) {
    const auto open = open_[axis].view();
    const auto layers = layers_.view();
    Vec<int, Dim> low{}, high{};
    for (int other = 0; other < Dim; ++other) low[other] = std::max(low_[other], 0), high[other] = high_[other];
    high[axis] = std::min(high[axis] + 1, grid_.cells[axis] + (grid_.periodic[axis] ? 0 : 1));

    const auto each_neighbour = [&](const Vec<int, Dim>& at, auto f) {
        for (int other = 0; other < Dim; ++other)
            for (const int high_side : {0, 1}) {
                Vec<int, Dim> there = at;
                there[other] += high_side ? 1 : -1;
                const int last = grid_.cells[other] - (other == axis && !grid_.periodic[axis] ? 0 : 1);
                if (there[other] >= 0 && there[other] <= last) f(there, 2 * other + high_side);
            }
    };
    // 0 is the flow itself, 255 deep inside.
    for_box(low, high, [&](const Vec<int, Dim>& at) { layers[at] = open[at] > 0 ? 0 : 255; });
    for (const int layer : {1, 2})
        for_box(low, high, [&](const Vec<int, Dim>& at) {
            if (layers[at] != 255) return;
            bool is_next = false;
            each_neighbour(at, [&](const Vec<int, Dim>& there, int) {
                const bool is_in_box = layers[there] == layer - 1 && (layer > 1 || open[there] > 0);
                is_next = is_next || is_in_box;
            });
            if (is_next) layers[at] = static_cast<std::uint8_t>(layer);
        });
    for (const int layer : {1, 2})
        for_box(low, high, [&](const Vec<int, Dim>& at) {
            if (layers[at] != layer) return;
            const Vec<double, Dim> x = face_centre(grid_, axis, at);
            const PlacedObstacle<Dim>& obstacle = obstacles[nearest(obstacles, x)];
            const Vec<double, Dim> normal = normal_at(obstacle, x, 0.5 * grid_.smallest_spacing());
            const Vec<double, Dim> velocity = obstacle.motion.at(x);
            WallFace<T, Dim> face{.at = at, .is_next = layer == 1};
            for (int other = 0; other < Dim; ++other) {
                face.normal[other] = static_cast<T>(normal[other]);
                face.velocity[other] = static_cast<T>(velocity[other]);
            }
            each_neighbour(at, [&](const Vec<int, Dim>& there, int bit) {
                if (layers[there] < layer) face.from |= static_cast<std::uint8_t>(1 << bit);
            });
            if (obstacle.slip == Slip::none) face.from = 0;
            add_wall_face(wall_faces_[axis], face);
        });
    std::fill_n(layers.data - layers_.layout().first, layers_.layout().size, std::uint8_t(0));
}

#define WHORL_INSTANTIATE(T, Dim)                                \
    template void Walls<T, Dim>::set_velocity(const Obstacles&); \
    template void Walls<T, Dim>::find_wall_faces(const Obstacles&, int);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)
template int nearest(const std::vector<PlacedObstacle<2>>&, const Vec<double, 2>&);
template int nearest(const std::vector<PlacedObstacle<3>>&, const Vec<double, 3>&);

}  // namespace whorl
