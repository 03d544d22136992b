#include "render/shadow.hpp"

#include <algorithm>
#include <cmath>

#include "render/each_row.hpp"

namespace whorl {

template <class Depth>
Shadow<Depth>::Shadow(const Medium& medium, const Light& light, Scheduler* scheduler) : low_(medium.box().low) {
    for (int axis = 0; axis < 3; ++axis) {
        const float size = medium.box().high[axis] - medium.box().low[axis];
        points_[axis] = medium.cells()[axis] + 1;
        per_metre_[axis] = static_cast<float>(medium.cells()[axis]) / size;
    }
    if (light.is_at_place)
        ask_corners(medium, light, scheduler);
    else
        walk_columns(medium, arriving(light, low_).toward, scheduler);
}

template <class Depth>
void Shadow<Depth>::walk_columns(const Medium& medium, const Vec3& toward, Scheduler* scheduler) {
    Vec3 way;  // in cells
    for (int axis = 0; axis < 3; ++axis) way[axis] = toward[axis] * per_metre_[axis];
    for (int axis = 0; axis < 3; ++axis)
        if (std::abs(way[axis]) > std::abs(way[column_])) column_ = axis;
    const auto height = static_cast<float>(medium.cells()[column_]);
    for (int axis = 0; axis < 3; ++axis) {
        if (axis == column_) continue;
        shear_[axis] = way[axis] / way[column_];
        first_[axis] = std::min(-shear_[axis] * height, 0.0f);
        points_[axis] += static_cast<int>(std::ceil(std::abs(shear_[axis]) * height));
    }
    depth_.resize(static_cast<std::size_t>(points_[0]) * points_[1] * points_[2]);
    if (medium.has_solid()) lit_.assign(depth_.size(), 1);
    const int inner = column_ == 0 ? 1 : 0, outer = column_ == 2 ? 1 : 2;
    each_row(scheduler, points_[outer], [&](int row) {
        Vec<int, 3> foot{};
        foot[outer] = row;
        for (foot[inner] = 0; foot[inner] < points_[inner]; ++foot[inner]) walk_column(medium, foot, way[column_] > 0);
    });
}

// Distances are counted in layers of points, from the column's foot.
template <class Depth>
void Shadow<Depth>::walk_column(const Medium& medium, const Vec<int, 3>& foot, bool is_light_above) {
    const int last = points_[column_] - 1;
    Vec<int, 3> point = foot;
    point[column_] = 1;
    const Vec3 from = place(foot), along = place(point) - from;
    const Medium::Span span = medium.inside({from, along});
    const float layer = length(along);
    Medium::Shade<Depth> sum;
    for (int k = 0; k <= last; ++k) {
        point[column_] = is_light_above ? last - k : k;
        if (k > 0) {
            const auto low = static_cast<float>(is_light_above ? last - k : k - 1);
            const float a = std::max(low, span.from), b = std::min(low + 1, span.to);
            for (const float share : {0.25f, 0.75f}) {
                if (!(b > a) || least(sum.depth) > Medium::opaque) break;
                const Medium::Spot spot = medium.spot(from + (a + share * (b - a)) * along);
                sum.depth = sum.depth + (0.5f * (b - a) * layer) * medium.extinction<Depth>(spot);
                if (!lit_.empty()) sum.lit = std::min(sum.lit, Medium::unblocked(medium.solid(spot)));
            }
        }
        depth_[index(point)] = sum.depth;
        if (!lit_.empty()) lit_[index(point)] = sum.lit;
    }
}

template <class Depth> void Shadow<Depth>::ask_corners(const Medium& medium, const Light& light, Scheduler* scheduler) {
    depth_.resize(static_cast<std::size_t>(points_[0]) * points_[1] * points_[2]);
    if (medium.has_solid()) lit_.assign(depth_.size(), 1);
    each_row(scheduler, points_[1] * points_[2], [&](int row) {
        for (int x = 0; x < points_[0]; ++x) {
            const Vec<int, 3> point{x, row % points_[1], row / points_[1]};
            const Vec3 corner = place(point);
            if (medium.is_idle(corner)) continue;
            const Arriving from = arriving(light, corner);
            const auto shade = medium.shade<Depth>(corner, from.toward, from.distance);
            depth_[index(point)] = shade.depth;
            if (!lit_.empty()) lit_[index(point)] = shade.lit;
        }
    });
}

template <class Depth> Vec3 Shadow<Depth>::place(const Vec<int, 3>& point) const {
    Vec3 at;
    for (int axis = 0; axis < 3; ++axis) {
        const float cell =
            static_cast<float>(point[axis]) + first_[axis] + shear_[axis] * static_cast<float>(point[column_]);
        at[axis] = low_[axis] + cell / per_metre_[axis];
    }
    return at;
}

template class Shadow<float>;
template class Shadow<Rgb>;

}  // namespace whorl
