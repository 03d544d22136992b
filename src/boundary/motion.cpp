#include "boundary/motion.hpp"

#include "boundary/vectors-inl.hpp"
#include "core/trigonometry.hpp"

namespace whorl {
namespace {

using namespace vectors;

/// A turn in 3D as a unit quaternion: the cosine of half its angle, and the sine times its axis.
struct Quaternion {
    double real;
    Point<3> imaginary;
};

Quaternion quaternion_of(const Turn<3>& turn) {
    const double angle = length(turn);
    if (!(angle > 0)) return {1, {}};
    return {cosine(angle / 2), scaled(turn, sine(angle / 2) / angle)};
}

Quaternion product(const Quaternion& p, const Quaternion& q) {
    const Point<3> sum = along(scaled(q.imaginary, p.real), q.real, p.imaginary);
    return {p.real * q.real - dot(p.imaginary, q.imaginary), along(sum, 1, cross(p.imaginary, q.imaginary))};
}

/// The axis times the angle, of at most half a turn.
Turn<3> turn_of(Quaternion q) {
    if (q.real < 0) q = {-q.real, scaled(q.imaginary, -1)};
    const double size = length(q.imaginary);
    if (!(size > 0)) return {};
    return scaled(q.imaginary, 2 * arc_tangent2(size, q.real) / size);
}

/// About one and the same axis: the cross product is no more than rounding.
bool share_axis(const Turn<3>& a, const Turn<3>& b) {
    return !(length(cross(a, b)) > 1e-12 * length(a) * length(b));
}

/// The turn, in the world's frame, that takes rotation a to rotation b.
Turn<2> relative_turn(const Turn<2>& a, const Turn<2>& b) {
    return minus(b, a);
}
Turn<3> relative_turn(const Turn<3>& a, const Turn<3>& b) {
    if (share_axis(a, b)) return minus(b, a);
    const Quaternion from = quaternion_of(a);
    return turn_of(product(quaternion_of(b), {from.real, scaled(from.imaginary, -1)}));
}

Turn<2> rotation_between(const Turn<2>& a, const Turn<2>& b, double t) {
    return along(a, t, minus(b, a));
}
Turn<3> rotation_between(const Turn<3>& a, const Turn<3>& b, double t) {
    const Turn<3> part = scaled(relative_turn(a, b), t);
    if (share_axis(a, b)) return along(a, 1, part);
    return turn_of(product(quaternion_of(part), quaternion_of(a)));
}

Vec<Point<2>, 2> matrix_of(const Turn<2>& turn) {
    const double c = cosine(turn[0]), s = sine(turn[0]);
    return {{{c, -s}, {s, c}}};
}

/// Rodrigues: R = c I + s [k] + (1 - c) k k^T about the unit axis k.
Vec<Point<3>, 3> matrix_of(const Turn<3>& turn) {
    const double angle = length(turn);
    if (!(angle > 0)) return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const Point<3> k = divided(turn, angle);
    const double c = cosine(angle), s = sine(angle), d = 1 - c;
    return {{{c + d * k[0] * k[0], d * k[0] * k[1] - s * k[2], d * k[0] * k[2] + s * k[1]},
             {d * k[1] * k[0] + s * k[2], c + d * k[1] * k[1], d * k[1] * k[2] - s * k[0]},
             {d * k[2] * k[0] - s * k[1], d * k[2] * k[1] + s * k[0], c + d * k[2] * k[2]}}};
}

Point<2> swept(const Turn<2>& angular, const Point<2>& arm) {
    return {-angular[0] * arm[1], angular[0] * arm[0]};
}
Point<3> swept(const Turn<3>& angular, const Point<3>& arm) {
    return cross(angular, arm);
}

}  // namespace

template <int Dim> Vec<double, Dim> Placement<Dim>::direction_to_body(const Vec<double, Dim>& world) const {
    Vec<double, Dim> body{};
    for (int row = 0; row < Dim; ++row) body = along(body, world[row], rotation[row]);
    return body;
}

template <int Dim> Vec<double, Dim> Placement<Dim>::direction_to_world(const Vec<double, Dim>& body) const {
    Vec<double, Dim> world{};
    for (int row = 0; row < Dim; ++row) world[row] = dot(rotation[row], body);
    return world;
}

template <int Dim> Vec<double, Dim> Placement<Dim>::to_body(const Vec<double, Dim>& world) const {
    return direction_to_body(minus(world, position));
}

template <int Dim> Vec<double, Dim> Placement<Dim>::to_world(const Vec<double, Dim>& body) const {
    return along(position, 1, direction_to_world(body));
}

template <int Dim> Placement<Dim> placement_of(const Pose<Dim>& pose) {
    return {matrix_of(pose.rotation), pose.position};
}

template <int Dim> Pose<Dim> between(const Pose<Dim>& a, const Pose<Dim>& b, double t) {
    if (t <= 0) return a;
    if (t >= 1) return b;
    return {along(a.position, t, minus(b.position, a.position)), rotation_between(a.rotation, b.rotation, t)};
}

template <int Dim> Vec<double, Dim> RigidMotion<Dim>::at(const Vec<double, Dim>& x) const {
    return along(linear, 1, swept(angular, minus(x, centre)));
}

template <int Dim> bool RigidMotion<Dim>::is_still() const {
    return linear == Vec<double, Dim>{} && angular == Turn<Dim>{};
}

template <int Dim> RigidMotion<Dim> motion_between(const Pose<Dim>& a, const Pose<Dim>& b, double dt) {
    const Vec<double, Dim> way = minus(b.position, a.position);
    const Turn<Dim> turn = a.rotation == b.rotation ? Turn<Dim>{} : relative_turn(a.rotation, b.rotation);
    return {divided(way, dt), along(a.position, 0.5, way), divided(turn, dt)};
}

template struct Placement<2>;
template struct Placement<3>;
template struct RigidMotion<2>;
template struct RigidMotion<3>;
template Placement<2> placement_of(const Pose<2>&);
template Placement<3> placement_of(const Pose<3>&);
template Pose<2> between(const Pose<2>&, const Pose<2>&, double);
template Pose<3> between(const Pose<3>&, const Pose<3>&, double);
template RigidMotion<2> motion_between(const Pose<2>&, const Pose<2>&, double);
template RigidMotion<3> motion_between(const Pose<3>&, const Pose<3>&, double);

}  // namespace whorl
