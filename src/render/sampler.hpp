// A 2D field read at the pixels of a picture: bilinear between cell centres, upside up. Beyond the outermost centres it
// is continued, or goes on at the other side where it is periodic, so that the picture tiles.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "whorl/types.hpp"

namespace whorl {

/// The axes along which a field is periodic.
using Wraps = Vec<bool, 2>;

class Sampler {
  public:
    Sampler(int width, int height, const Vec<int, 2>& cells, const Wraps& wraps = {});

    /// Row y of the picture; each value passes through `clean` first, because one that is not finite would spread.
    template <class Clean>
    void read_row(View<const float, 2> field, int y, std::span<float> values, const Clean& clean) const {
        const Between& row = rows_[static_cast<std::size_t>(y)];
        const float *below = &field(0, row.low), *above = &field(0, row.high);
        for (std::size_t x = 0; x < values.size(); ++x) {
            const Between& column = columns_[x];
            const float low = mix(clean(below[column.low]), clean(below[column.high]), column.share);
            const float high = mix(clean(above[column.low]), clean(above[column.high]), column.share);
            values[x] = mix(low, high, row.share);
        }
    }

  private:
    // The two cells that a row or column of pixels lies between, and how far it is towards the second.
    struct Between {
        int low, high;
        float share;
    };
    static std::vector<Between> places(int pixels, int cells, bool wraps);
    static float mix(float from, float to, float share) { return from + (to - from) * share; }

    std::vector<Between> columns_, rows_;
};

/// The field at a place in cells, (0.5, 0.5) being the first centre.
float sample_at(View<const float, 2> field, float x, float y, const Wraps& wraps = {});

}  // namespace whorl
