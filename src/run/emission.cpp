#include "run/emission.hpp"

#include <algorithm>
#include <cmath>

namespace whorl {
namespace {

/// How much of a pixel is shape: dark on light counts, and so does opaque on transparent.
double ink(const Image8& picture, int x, int y) {
    const std::uint8_t* pixel =
        picture.pixel(std::clamp(x, 0, picture.width - 1), std::clamp(y, 0, picture.height - 1));
    const double light = (pixel[0] + pixel[1] + pixel[2]) / (3 * 255.0);
    return (1 - light) * pixel[3] / 255.0;
}

}  // namespace

double CoveredShape::part(const Place& at, double spacing) const {
    if (!picture) return std::clamp(0.5 - shape.distance(at) / spacing, 0.0, 1.0);
    const double across = (at[0] - shape.points[0][0]) / (shape.points[1][0] - shape.points[0][0]);
    const double up = (at[1] - shape.points[0][1]) / (shape.points[1][1] - shape.points[0][1]);
    if (across < 0 || across > 1 || up < 0 || up > 1) return 0;
    const double x = across * picture->width - 0.5, y = (1 - up) * picture->height - 0.5;
    const int i = static_cast<int>(std::floor(x)), j = static_cast<int>(std::floor(y));
    const double fx = x - i, fy = y - j;
    return (1 - fy) * ((1 - fx) * ink(*picture, i, j) + fx * ink(*picture, i + 1, j)) +
           fy * ((1 - fx) * ink(*picture, i, j + 1) + fx * ink(*picture, i + 1, j + 1));
}

template <int Dim> std::optional<Shape<Dim>> engine_shape(const StillShape& shape) {
    const auto point = [&](std::size_t i) {
        Vec<float, Dim> out{};
        for (int axis = 0; axis < Dim; ++axis) out[axis] = static_cast<float>(shape.points[i][axis]);
        return out;
    };
    const float radius = static_cast<float>(shape.radius);
    switch (shape.kind) {
        case ShapeKind::circle:
        case ShapeKind::sphere:
            return Shape<Dim>(Capsule<Dim>{point(0), point(0), radius});
        case ShapeKind::capsule:
            return Shape<Dim>(Capsule<Dim>{point(0), point(1), radius});
        case ShapeKind::box:
            return Shape<Dim>(Box<Dim>{point(0), point(1)});
        default:
            return std::nullopt;
    }
}

template std::optional<Shape<2>> engine_shape(const StillShape&);
template std::optional<Shape<3>> engine_shape(const StillShape&);

}  // namespace whorl
