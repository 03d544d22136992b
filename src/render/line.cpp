#include "render/line.hpp"

#include <algorithm>
#include <cmath>

namespace whorl {
namespace {

float distance_to_segment(const Point2& at, const Point2& from, const Point2& to) {
    const float dx = to[0] - from[0], dy = to[1] - from[1];
    const float square = dx * dx + dy * dy;
    const float along =
        square > 0 ? std::clamp(((at[0] - from[0]) * dx + (at[1] - from[1]) * dy) / square, 0.0f, 1.0f) : 0;
    return std::hypot(at[0] - from[0] - along * dx, at[1] - from[1] - along * dy);
}

void cover(Color& pixel, const Color& color, float share) {
    pixel = over({color.r * share, color.g * share, color.b * share, color.a * share}, pixel);
}

/// Calls f(x, y, centre) for the pixels of a box; numbers far outside the picture stay convertible.
template <class F> void each_pixel(const Image& image, const Point2& low, const Point2& high, F f) {
    const auto cut = [](float value, int most) {
        return static_cast<int>(std::clamp(value, 0.0f, static_cast<float>(most)));
    };
    for (int y = cut(std::floor(low[1]), image.height()); y < cut(std::ceil(high[1]), image.height()); ++y)
        for (int x = cut(std::floor(low[0]), image.width()); x < cut(std::ceil(high[0]), image.width()); ++x)
            f(x, y, Point2{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f});
}

bool is_finite(const Point2& a) {
    return std::isfinite(a[0]) && std::isfinite(a[1]);
}

}  // namespace

void draw_line(Image& image, const Point2& from, const Point2& to, float width, const Color& color) {
    if (!is_finite(from) || !is_finite(to)) return;
    const float half = 0.5f * width, reach = half + 1;
    const Point2 low{std::min(from[0], to[0]) - reach, std::min(from[1], to[1]) - reach};
    const Point2 high{std::max(from[0], to[0]) + reach, std::max(from[1], to[1]) + reach};
    each_pixel(image, low, high, [&](int x, int y, const Point2& centre) {
        const float share =
            std::clamp(half + 0.5f - distance_to_segment(centre, from, to), 0.0f, std::min(width, 1.0f));
        if (share > 0) cover(image(x, y), color, share);
    });
}

void draw_triangle(Image& image, const Point2& a, const Point2& b, const Point2& c, const Color& color) {
    if (!is_finite(a) || !is_finite(b) || !is_finite(c)) return;
    const float twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if (twice == 0) return;
    const float turn = twice > 0 ? 1.0f : -1.0f;
    const auto inside = [turn](const Point2& from, const Point2& to, const Point2& at) {  // pixels inward of an edge
        const float dx = to[0] - from[0], dy = to[1] - from[1];
        return turn * (dx * (at[1] - from[1]) - dy * (at[0] - from[0])) / std::max(std::hypot(dx, dy), 1e-6f);
    };
    const Point2 low{std::min({a[0], b[0], c[0]}) - 1, std::min({a[1], b[1], c[1]}) - 1};
    const Point2 high{std::max({a[0], b[0], c[0]}) + 1, std::max({a[1], b[1], c[1]}) + 1};
    each_pixel(image, low, high, [&](int x, int y, const Point2& at) {
        const float depth = std::min({inside(a, b, at), inside(b, c, at), inside(c, a, at)});
        if (depth > -0.5f) cover(image(x, y), color, std::min(depth + 0.5f, 1.0f));
    });
}

}  // namespace whorl
