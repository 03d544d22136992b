#include "render/shadow.hpp"

#include <algorithm>
#include <cmath>

#include "render/each_row.hpp"

namespace whorl {

Shadow::Shadow(const Medium& medium, const Light& light, Scheduler* scheduler) : low_(medium.box().low) {
    for (int axis = 0; axis < 3; ++axis) {
        points_[axis] = medium.cells()[axis] + 1;
        const float size = medium.box().high[axis] - medium.box().low[axis];
        per_metre_[axis] = static_cast<float>(points_[axis] - 1) / size;
    }
    values_.resize(static_cast<std::size_t>(points_[0]) * points_[1] * points_[2]);
    each_row(scheduler, points_[1] * points_[2], [&](int row) {
        for (int x = 0; x < points_[0]; ++x) {
            const Vec3 at = place(x, row % points_[1], row / points_[1]);
            if (medium.is_idle(at)) continue;
            const Arriving from = arriving(light, at);
            values_[static_cast<std::size_t>(row) * points_[0] + x] =
                medium.optical_depth(at, from.toward, from.distance);
        }
    });
}

Vec3 Shadow::place(int x, int y, int z) const {
    return low_ + Vec3{static_cast<float>(x) / per_metre_[0], static_cast<float>(y) / per_metre_[1],
                       static_cast<float>(z) / per_metre_[2]};
}

float Shadow::depth(const Vec3& at) const {
    int index[3];
    float share[3];
    for (int axis = 0; axis < 3; ++axis) {
        const float most = static_cast<float>(points_[axis] - 1);
        float where = (at[axis] - low_[axis]) * per_metre_[axis];
        where = where > 0 ? (where < most ? where : most) : 0;
        index[axis] = std::min(static_cast<int>(where), points_[axis] - 2);
        share[axis] = where - static_cast<float>(index[axis]);
    }
    const std::ptrdiff_t row = points_[0], plane = row * points_[1];
    const float* p = values_.data() + (index[2] * plane + index[1] * row + index[0]);
    const auto along_x = [&](const float* q) { return q[0] + (q[1] - q[0]) * share[0]; };
    const float a = along_x(p), b = along_x(p + row), c = along_x(p + plane), d = along_x(p + plane + row);
    const float near = a + (b - a) * share[1], far = c + (d - c) * share[1];
    return near + (far - near) * share[2];
}

}  // namespace whorl
