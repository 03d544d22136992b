// How much smoke lies between a light and each place of a box: found once on a grid, and interpolated. Depths are
// interpolated, not the light that comes through: that falls too steeply to be linear from one point to the next.
//
// For a light far away the grid is sheared, so that its columns run along the beams: one walk down a column finds the
// depths of all its points, and the edge of a shadow, which runs along the beams too, never crosses from column to
// column, where it would show as steps. For a light at a place the grid has the corners of the cells, with a ray to the
// light from each.
#pragma once

#include <algorithm>

#include "render/medium.hpp"
#include "render/mesh_view.hpp"

namespace whorl {

/// `Depth` is float, or Rgb for media that are coloured.
template <class Depth> class Shadow {
  public:
    Shadow(const Medium& medium, const Light& light, Scheduler* scheduler);

    Medium::Shade<Depth> at(const Vec3& place) const;

  private:
    void walk_columns(const Medium& medium, const Vec3& toward, Scheduler* scheduler);
    void walk_column(const Medium& medium, const Vec<int, 3>& foot, bool is_light_above);
    void ask_corners(const Medium& medium, const Light& light, Scheduler* scheduler);
    std::size_t index(const Vec<int, 3>& point) const {
        return (static_cast<std::size_t>(point[2]) * points_[1] + point[1]) * points_[0] + point[0];
    }
    Vec3 place(const Vec<int, 3>& point) const;

    Vec3 low_, per_metre_{};
    // A point's coordinate along an axis is that of its cell, less `shear_` for each cell along `column_`, less
    // `first_`.
    int column_ = 0;
    Vec3 shear_{0, 0, 0}, first_{0, 0, 0};
    Vec<int, 3> points_{};
    std::vector<Depth> depth_;
    std::vector<float> lit_;  // empty if there are no solids
};

template <class Depth> inline Medium::Shade<Depth> Shadow<Depth>::at(const Vec3& place) const {
    const float up = (place[column_] - low_[column_]) * per_metre_[column_];
    int cell[3];
    float share[3];
    for (int axis = 0; axis < 3; ++axis) {
        const auto end = static_cast<float>(points_[axis] - 1);
        float where = (place[axis] - low_[axis]) * per_metre_[axis] - shear_[axis] * up - first_[axis];
        where = where > 0 ? (where < end ? where : end) : 0;
        cell[axis] = std::min(static_cast<int>(where), points_[axis] - 2);
        share[axis] = where - static_cast<float>(cell[axis]);
    }
    const std::ptrdiff_t row = points_[0], plane = row * points_[1], start = cell[2] * plane + cell[1] * row + cell[0];
    const auto read = [&](const auto* field) {
        const auto along_x = [&](const auto* q) { return q[0] + share[0] * (q[1] - q[0]); };
        const auto* p = field + start;
        const auto a = along_x(p), b = along_x(p + row), c = along_x(p + plane), d = along_x(p + plane + row);
        const auto near = a + share[1] * (b - a), far = c + share[1] * (d - c);
        return near + share[2] * (far - near);
    };
    return {read(depth_.data()), lit_.empty() ? 1 : read(lit_.data())};
}

}  // namespace whorl
