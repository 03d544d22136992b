// Shapes of emitters, obstacles and forces, as a scene writes them: their numbers may move.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "render/image.hpp"
#include "scene/number.hpp"
#include "whorl/types.hpp"

namespace whorl {

enum class ShapeKind { circle, sphere, box, capsule, polygon, image, segment, polyline };

using Place = Vec<double, 3>;
using Place3 = Vec<Number, 3>;  ///< the third is 0 in 2D

struct SceneShape {
    ShapeKind kind = ShapeKind::box;
    std::vector<Place3> points{};             ///< centre; low and high; from and to; corners
    Number radius{};                          ///< of circle, sphere and capsule
    std::string file{};                       ///< of an image: where it is dark or opaque, there is the shape
    std::shared_ptr<const Image8> picture{};  ///< the image itself, if it lies in no file

    bool depends_on_time() const;
};

/// A shape at one moment.
struct StillShape {
    ShapeKind kind = ShapeKind::box;
    int dim = 2;
    std::vector<Place> points{};
    double radius = 0;

    /// To the surface, negative inside; metres. An image is its box.
    double distance(const Place& at) const;
    Place low() const, high() const;  ///< of the box around it
};

StillShape still(const SceneShape& shape, int dim, double t);

}  // namespace whorl
