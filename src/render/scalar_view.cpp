#include "render/scalar_view.hpp"

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "render/each_row.hpp"
#include "render/pixel_text.hpp"

namespace whorl {
namespace {

Result<void> check(const Vec<int, 2>& cells, const ScalarStyle& style) {
    if (cells[0] < 1 || cells[1] < 1)
        return Error{
            text("a field of %d x %d cells has nothing to draw; each side must be at least 1", cells[0], cells[1])};
    if (!(style.scale >= 1 && style.scale <= 64))
        return Error{text("a scale of %g pixels a cell cannot be drawn; it must be 1 to 64", style.scale)};
    const double low = style.range.low, high = style.range.high;
    if (!(std::isfinite(low) && std::isfinite(high) && low != high))
        return Error{text("a range from %g to %g cannot be drawn; give two finite numbers that differ", low, high)};
    return {};
}

constexpr int gap = 10, bar_width = 14;

// Three or four digits, short enough to stand beside a bar.
std::string number(float value) {
    return text("%.3g", static_cast<double>(value));
}

struct BarPlace {
    int x, y, height, size;
};

void draw_bar(Image& image, const Palette& palette, const ValueRange& range, const BarPlace& at, const Color& ink) {
    for (int y = 0; y < at.height; ++y)
        for (int x = 0; x < bar_width * at.size; ++x)
            image(at.x + x, at.y + y) = palette(1 - (static_cast<float>(y) + 0.5f) / static_cast<float>(at.height));
    for (int tick = 0; tick < 3; ++tick) {
        const float value = range.low + (range.high - range.low) * static_cast<float>(tick) / 2;
        const int room = at.height - glyph_height * at.size;
        draw_text(image, number(value), {at.x + (bar_width + 5) * at.size, at.y + room - tick * room / 2}, ink,
                  at.size);
    }
}

}  // namespace

Result<Image> draw_scalar(View<const float, 2> field, const Palette& palette, const ScalarStyle& style) {
    if (auto good = check(field.shape, style); !good) return good.error();
    auto canvas = Image::make(static_cast<int>(std::lround(field.shape[0] * style.scale)),
                              static_cast<int>(std::lround(field.shape[1] * style.scale)));
    if (!canvas) return canvas;
    Image& image = canvas.value();
    const Sampler sampler(image.width(), image.height(), field.shape, style.wraps);
    const float low = style.range.low, per_value = 1 / (style.range.high - low);
    const auto clean = [=](float value) {  // finite, and near enough to interpolate
        return std::isnan(value) ? 0.0f : std::clamp((value - low) * per_value, -8.0f, 9.0f);
    };
    each_row(style.scheduler, image.height(), [&](int y) {
        std::vector<float> values(static_cast<std::size_t>(image.width()));
        sampler.read_row(field, y, values, clean);
        for (std::size_t x = 0; x < values.size(); ++x) image(static_cast<int>(x), y) = palette(values[x]);
    });
    return canvas;
}

ValueRange fitting_range(const View<const float, 2>& field, bool has_sign, double kept) {
    std::vector<float> sizes;
    sizes.reserve(static_cast<std::size_t>(field.cells()));
    for (int y = 0; y < field.shape[1]; ++y)
        for (int x = 0; x < field.shape[0]; ++x)
            if (const float value = field(x, y); std::isfinite(value))
                sizes.push_back(has_sign ? std::abs(value) : std::max(value, 0.0f));
    float most = 0;
    if (!sizes.empty()) {
        const double last = static_cast<double>(sizes.size() - 1);
        const auto nth = sizes.begin() + static_cast<std::ptrdiff_t>(std::clamp(kept, 0.0, 1.0) * last);
        std::nth_element(sizes.begin(), nth, sizes.end());
        most = *nth > 0 ? *nth : *std::max_element(sizes.begin(), sizes.end());
    }
    if (!(most > 1e-30f)) most = 1;
    return {has_sign ? -most : 0, most};
}

Result<void> overlay_solid(Image& image, View<const float, 2> fraction, const Color& fill) {
    if (fraction.shape[0] < 1 || fraction.shape[1] < 1)
        return Error{text("a mask of %d x %d cells has nothing to draw; each side must be at least 1",
                          fraction.shape[0], fraction.shape[1])};
    const Sampler sampler(image.width(), image.height(), fraction.shape);
    const float pixels_a_cell = static_cast<float>(image.width()) / static_cast<float>(fraction.shape[0]);
    std::vector<float> values(static_cast<std::size_t>(image.width()));
    for (int y = 0; y < image.height(); ++y) {
        sampler.read_row(fraction, y, values, [](float value) { return value > 0 ? std::min(value, 1.0f) : 0; });
        for (std::size_t x = 0; x < values.size(); ++x) {
            // The fraction crosses one half within about a cell: that many pixels soften the edge to one.
            const float cover = std::clamp(0.5f + (values[x] - 0.5f) * pixels_a_cell, 0.0f, 1.0f);
            const float rim = std::clamp(1.5f - std::abs(values[x] - 0.5f) * pixels_a_cell, 0.0f, 1.0f);
            const float light = 1 - 0.6f * rim;
            Color& pixel = image(static_cast<int>(x), y);
            pixel =
                over({fill.r * light * cover, fill.g * light * cover, fill.b * light * cover, fill.a * cover}, pixel);
        }
    }
    return {};
}

void draw_solid(Image& image, const std::function<double(double x, double y)>& pixels, const Color& fill) {
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const float cover = std::clamp(0.5f - static_cast<float>(pixels(x + 0.5, y + 0.5)), 0.0f, 1.0f);
            Color& pixel = image(x, y);
            if (cover > 0) pixel = over({fill.r * cover, fill.g * cover, fill.b * cover, fill.a * cover}, pixel);
        }
}

Result<Image> with_legend(const Image& picture, const Palette& palette, const ValueRange& range,
                          const LegendStyle& style) {
    const int size = picture.height() >= 360 ? 2 : 1;
    const int above = style.title.empty() ? 0 : (glyph_height + gap) * size;
    int widest = 0;
    for (const float value : {range.low, range.high, range.low + (range.high - range.low) / 2})
        widest = std::max(widest, text_width(number(value)));
    const int beside = style.bar ? (gap + bar_width + 5 + widest) * size : 0;
    auto sheet = Image::make(picture.width() + beside + 2 * gap, picture.height() + above + 2 * gap, style.ground);
    if (!sheet) return sheet;
    paste(sheet.value(), picture, gap, gap + above);
    draw_text(sheet.value(), style.title, {gap, gap}, style.ink, size);
    if (style.bar)
        draw_bar(sheet.value(), palette, range,
                 {gap + picture.width() + gap * size, gap + above, picture.height(), size}, style.ink);
    return sheet;
}

}  // namespace whorl
