#include "render/compare.hpp"

#include <algorithm>
#include <cmath>

namespace whorl {
namespace {

/// What a screen shows of it.
Oklab shown(const Color& color) {
    const auto cut = [](float light) { return light > 0 ? std::min(light, 1.0f) : 0; };
    return oklab_of({cut(color.r), cut(color.g), cut(color.b), 1});
}

double distance(const Oklab& a, const Oklab& b) {
    return static_cast<double>(
        std::hypot(a.lightness - b.lightness, a.green_red - b.green_red, a.blue_yellow - b.blue_yellow));
}

}  // namespace

Difference difference_of(const Image& a, const Image& b) {
    if (a.width() != b.width() || a.height() != b.height()) return {1, 1};
    Difference difference;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const double apart = distance(shown(a(x, y)), shown(b(x, y)));
            difference.mean += apart;
            difference.worst = std::max(difference.worst, apart);
        }
    difference.mean /= static_cast<double>(a.width()) * a.height();
    return difference;
}

}  // namespace whorl
