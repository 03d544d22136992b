// The scene's obstacles for the engine: a shape in a frame of its own, and where that frame is at a moment.
//
// The frame's origin is the middle of the shape's points, and the angle turns about it. As long as the points keep
// their places to each other the shape is the same and only the frame moves.
#pragma once

#include "render/image.hpp"
#include "scene/scene.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

/// A pure function of the moment, so that a resumed run has the same walls.
struct ObstacleMoment {
    StillShape shape{};              ///< about its origin
    std::vector<StillShape> cuts{};  ///< likewise
    Place origin{};
    double angle = 0;

    bool has_shape_of(const ObstacleMoment& other) const;
    /// A place of the domain as the shape has it.
    Place local(const Place& at) const;
    /// Metres to its surface from a place in the domain.
    double distance(const Place& at) const;
};
ObstacleMoment obstacle_at(const SceneObstacle& obstacle, int dim, double t);

template <int Dim> Pose<Dim> pose_of(const ObstacleMoment& moment);

/// Whether a pixel of an image belongs to its shape: where it is dark and opaque.
bool is_solid_pixel(const std::uint8_t* rgba);

/// `picture` is what an image's file holds.
template <int Dim>
Result<Obstacle<Dim>> make_obstacle(const SceneObstacle& obstacle, const ObstacleMoment& moment, const Image8* picture);

}  // namespace whorl
