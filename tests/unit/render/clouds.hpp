// Clouds and a view of them, for tests of volumes.
#pragma once

#include <algorithm>
#include <cmath>

#include "render/camera.hpp"
#include "tests/unit/render/grids.hpp"

namespace whorl {

inline CellField<3> constant(const Vec<int, 3>& cells, double value) {
    return field3(cells, [=](double, double, double) { return value; });
}

inline CellField<3> ball(int cells, double radius = 0.35) {
    return field3({cells, cells, cells}, [=](double x, double y, double z) {
        const double r = std::sqrt((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5) + (z - 0.5) * (z - 0.5));
        return std::clamp((radius - r) * 12, 0.0, 1.0);
    });
}

/// A narrow view straight along y through the middle.
constexpr Camera straight{
    .target = {0.5f, 0.5f, 0.5f}, .distance = 4, .azimuth = -90, .elevation = 0, .field_of_view = 2};

}  // namespace whorl
