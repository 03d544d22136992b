#include "render/sampler.hpp"

namespace whorl {

std::vector<Sampler::Between> Sampler::places(int pixels, int cells) {
    std::vector<Between> result(static_cast<std::size_t>(pixels));
    for (int i = 0; i < pixels; ++i) {
        const double at = std::clamp((i + 0.5) * cells / pixels - 0.5, 0.0, cells - 1.0);
        const int low = static_cast<int>(at);
        result[static_cast<std::size_t>(i)] = {low, std::min(low + 1, cells - 1), static_cast<float>(at - low)};
    }
    return result;
}

Sampler::Sampler(int width, int height, const Vec<int, 2>& cells)
    : columns_(places(width, cells[0])),
      rows_(places(height, cells[1])) {
    std::reverse(rows_.begin(), rows_.end());
}

float sample_at(View<const float, 2> field, float x, float y) {
    const auto place = [](float at, int cells, int& low, float& share) {
        const float inside = at > 0.5f ? std::min(at - 0.5f, static_cast<float>(cells - 1)) : 0;  // also for no number
        low = std::min(static_cast<int>(inside), std::max(cells - 2, 0));
        share = inside - static_cast<float>(low);
    };
    int i, j;
    float s, t;
    place(x, field.shape[0], i, s);
    place(y, field.shape[1], j, t);
    const int next = std::min(i + 1, field.shape[0] - 1), above = std::min(j + 1, field.shape[1] - 1);
    const float low = field(i, j) + (field(next, j) - field(i, j)) * s;
    const float high = field(i, above) + (field(next, above) - field(i, above)) * s;
    return low + (high - low) * t;
}

}  // namespace whorl
