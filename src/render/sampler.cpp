#include "render/sampler.hpp"

#include <cmath>

namespace whorl {

std::vector<Sampler::Between> Sampler::places(int pixels, int cells, bool wraps) {
    std::vector<Between> result(static_cast<std::size_t>(pixels));
    for (int i = 0; i < pixels; ++i) {
        const double middle = (i + 0.5) * cells / pixels - 0.5;
        const double at = wraps ? middle : std::clamp(middle, 0.0, cells - 1.0);
        const int low = static_cast<int>(std::floor(at));
        const int next = wraps ? (low + 1) % cells : std::min(low + 1, cells - 1);
        result[static_cast<std::size_t>(i)] = {(low + cells) % cells, next, static_cast<float>(at - low)};
    }
    return result;
}

Sampler::Sampler(int width, int height, const Vec<int, 2>& cells, const Wraps& wraps)
    : columns_(places(width, cells[0], wraps[0])),
      rows_(places(height, cells[1], wraps[1])) {
    std::reverse(rows_.begin(), rows_.end());
}

float sample_at(View<const float, 2> field, float x, float y, const Wraps& wraps) {
    const auto place = [](float at, int cells, bool wraps_around, int& low, int& next, float& share) {
        const auto count = static_cast<float>(cells);
        if (wraps_around) {
            at -= 0.5f;
            at -= count * std::floor(at / count);
            at = at >= 0 && at < count ? at : 0;  // rounding, and what is no number
            low = static_cast<int>(at);
            next = (low + 1) % cells;
        } else {
            at = at > 0.5f ? std::min(at - 0.5f, count - 1) : 0;  // also for no number
            low = std::min(static_cast<int>(at), std::max(cells - 2, 0));
            next = std::min(low + 1, cells - 1);
        }
        share = at - static_cast<float>(low);
    };
    int i, j, next, above;
    float s, t;
    place(x, field.shape[0], wraps[0], i, next, s);
    place(y, field.shape[1], wraps[1], j, above, t);
    const float low = field(i, j) + (field(next, j) - field(i, j)) * s;
    const float high = field(i, above) + (field(next, above) - field(i, above)) * s;
    return low + (high - low) * t;
}

}  // namespace whorl
