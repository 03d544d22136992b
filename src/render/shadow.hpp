// How much smoke lies between a light and each place of a box: found once for every corner of a cell, by a ray to the
// light, and interpolated. Depths are interpolated, not the light that comes through: that falls too steeply to be
// linear from one corner to the next.
#pragma once

#include "render/medium.hpp"
#include "render/mesh_view.hpp"

namespace whorl {

class Shadow {
  public:
    Shadow(const Medium& medium, const Light& light, Scheduler* scheduler);

    /// Light falls by e for each 1.
    float depth(const Vec3& at) const;

  private:
    Vec3 place(int x, int y, int z) const;

    Vec3 low_, per_metre_{};
    Vec<int, 3> points_{};
    std::vector<float> values_;
};

}  // namespace whorl
