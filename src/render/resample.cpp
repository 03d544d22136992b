#include "render/resample.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace whorl {
namespace {

// How much of source pixel `first` + k lies under one pixel of the result; the shares sum to 1.
struct Footprint {
    int first = 0;
    std::vector<float> share;
};

std::vector<Footprint> footprints(int from, int to) {
    std::vector<Footprint> all(static_cast<std::size_t>(to));
    const double ratio = static_cast<double>(from) / to;
    for (int i = 0; i < to; ++i) {
        const double begin = i * ratio, end = (i + 1) * ratio;
        const int first = std::min(static_cast<int>(begin), from - 1);
        const int last = std::clamp(static_cast<int>(std::ceil(end)), first + 1, from);
        all[i].first = first;
        for (int source = first; source < last; ++source) {
            const double covered = std::min<double>(end, source + 1) - std::max<double>(begin, source);
            all[i].share.push_back(static_cast<float>(std::max(covered, 0.0) / ratio));
        }
    }
    return all;
}

void accumulate(Color& sum, const Color& color, float share) {
    sum.r += color.r * share, sum.g += color.g * share, sum.b += color.b * share, sum.a += color.a * share;
}

}  // namespace

Result<Image> shrink(const Image& image, int width, int height) {
    auto narrow = Image::make(width, image.height());
    auto small = Image::make(width, height);
    if (!narrow) return narrow.error();
    if (!small) return small;

    const auto across = footprints(image.width(), width), down = footprints(image.height(), height);
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < width; ++x)
            for (std::size_t k = 0; k < across[x].share.size(); ++k)
                accumulate(narrow.value()(x, y), image(across[x].first + static_cast<int>(k), y), across[x].share[k]);
    for (int y = 0; y < height; ++y)
        for (std::size_t k = 0; k < down[y].share.size(); ++k)
            for (int x = 0; x < width; ++x)
                accumulate(small.value()(x, y), narrow.value()(x, down[y].first + static_cast<int>(k)),
                           down[y].share[k]);
    return small;
}

Vec<int, 2> fit(int width, int height, int box_width, int box_height) {
    const double scale = std::min(static_cast<double>(box_width) / width, static_cast<double>(box_height) / height);
    return {std::max(1, static_cast<int>(std::lround(width * scale))),
            std::max(1, static_cast<int>(std::lround(height * scale)))};
}

}  // namespace whorl
