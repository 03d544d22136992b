// Where an obstacle is and how it moves: poses as rotation matrices, poses in between, and the rigid velocity from one
// to the next. The same bits everywhere (core/trigonometry.hpp).
#pragma once

#include "whorl/obstacles.hpp"

namespace whorl {

/// A turn: an angle in 2D; in 3D an axis times its angle, or an angular velocity.
template <int Dim> using Turn = Vec<double, Dim == 2 ? 1 : 3>;

template <int Dim> struct Placement {
    Vec<Vec<double, Dim>, Dim> rotation{};  // rows; from the body's frame to the world's
    Vec<double, Dim> position{};

    Vec<double, Dim> to_body(const Vec<double, Dim>& world) const;
    Vec<double, Dim> to_world(const Vec<double, Dim>& body) const;
    Vec<double, Dim> direction_to_body(const Vec<double, Dim>& world) const;
    Vec<double, Dim> direction_to_world(const Vec<double, Dim>& body) const;
    friend constexpr bool operator==(const Placement&, const Placement&) = default;
};

/// Refuses what is not finite, or too far off for its squares.
template <int Dim> Result<void> check_pose(const Pose<Dim>& pose);

template <int Dim> Placement<Dim> placement_of(const Pose<Dim>& pose);

/// Evenly from a to b, t in 0..1: the position along a straight line, the rotation about the axis of the relative turn.
/// Rotations about one and the same axis, as all are in 2D, may differ by many turns; others go the shorter way.
template <int Dim> Pose<Dim> between(const Pose<Dim>& a, const Pose<Dim>& b, double t);

/// u(x) = linear + angular x (x - centre)
template <int Dim> struct RigidMotion {
    Vec<double, Dim> linear{};  ///< m/s
    Vec<double, Dim> centre{};  ///< metres
    Turn<Dim> angular{};        ///< radians a second

    Vec<double, Dim> at(const Vec<double, Dim>& x) const;
    bool is_still() const;
};

/// The velocity that takes pose a to pose b in dt > 0 seconds; its centre is the position half way.
template <int Dim> RigidMotion<Dim> motion_between(const Pose<Dim>& a, const Pose<Dim>& b, double dt);

}  // namespace whorl
