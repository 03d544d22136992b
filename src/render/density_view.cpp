#include "render/density_view.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/text.hpp"

namespace whorl {
namespace {

constexpr float most_ink = 1e6f;  // far past black; finite, so that an infinite amount does not become NaN

float drawable(float value) {
    return value > 0 ? std::min(value, most_ink) : 0;
}

Result<Image> make_canvas(const Vec<int, 2>& cells, double scale, float exposure) {
    if (cells[0] < 1 || cells[1] < 1)
        return Error{
            text("a field of %d x %d cells has nothing to draw; each side must be at least 1", cells[0], cells[1])};
    if (!(scale >= 1 && scale <= 64))
        return Error{text("a scale of %g pixels a cell cannot be drawn; it must be 1 to 64", scale)};
    if (!(exposure >= 0 && exposure <= most_ink))
        return Error{text("an exposure of %g cannot be drawn; it must be 0 to %g", static_cast<double>(exposure),
                          static_cast<double>(most_ink))};
    return Image::make(static_cast<int>(std::lround(cells[0] * scale)),
                       static_cast<int>(std::lround(cells[1] * scale)));
}

// Optical depth of an amount of 1, per channel. A channel of 0 would be infinitely deep; 1/4096 is as black on screen.
Color depth_of(const Color& color) {
    const auto depth = [](float light) { return -std::log(std::clamp(light, 1.0f / 4096, 1.0f)); };
    return {depth(color.r), depth(color.g), depth(color.b)};
}

void absorb(Color& depth, const Color& of_ink, float amount) {
    depth.r += of_ink.r * amount, depth.g += of_ink.g * amount, depth.b += of_ink.b * amount;
}

Color seen_through(const Color& paper, const Color& depth) {
    return {paper.r * std::exp(-depth.r), paper.g * std::exp(-depth.g), paper.b * std::exp(-depth.b), 1};
}

// Much ink shines in its full colour and no brighter, or a thick place would burn out to white.
void shine(Color& light, const Color& of_ink, float amount) {
    const float strength = 1 - std::exp(-amount);
    light.r += of_ink.r * strength, light.g += of_ink.g * strength, light.b += of_ink.b * strength;
}

using Row = std::span<Color>;

void draw_pigments(Row row, int y, const Sampler& sampler, std::span<const Ink> inks, const InkStyle& style) {
    std::vector<float> amounts(row.size());
    std::fill(row.begin(), row.end(), Color{});  // holds optical depth until every ink has added its own
    for (const Ink& ink : inks) {
        sampler.read_row(ink.amount, y, amounts, drawable);
        const Color depth = depth_of(ink.color);
        for (std::size_t x = 0; x < row.size(); ++x) absorb(row[x], depth, amounts[x] * style.exposure);
    }
    for (Color& pixel : row) pixel = seen_through(style.ground, pixel);
}

void draw_lights(Row row, int y, const Sampler& sampler, std::span<const Ink> inks, const InkStyle& style) {
    std::vector<float> amounts(row.size());
    std::fill(row.begin(), row.end(), style.ground);
    for (const Ink& ink : inks) {
        sampler.read_row(ink.amount, y, amounts, drawable);
        for (std::size_t x = 0; x < row.size(); ++x) shine(row[x], ink.color, amounts[x] * style.exposure);
    }
}

Result<void> check_shapes(std::span<const Ink> inks) {
    if (inks.empty()) return Error{"no inks were given to draw; give at least one"};
    const Vec<int, 2> first = inks.front().amount.shape;
    for (const Ink& ink : inks)
        if (const Vec<int, 2> other = ink.amount.shape; other != first)
            return Error{text("inks of %d x %d and %d x %d cells cannot share a picture; give them one shape", first[0],
                              first[1], other[0], other[1])};
    return {};
}

}  // namespace

Result<Image> draw_density(View<const float, 2> density, const Palette& palette, const DensityStyle& style) {
    auto canvas = make_canvas(density.shape, style.scale, style.exposure);
    if (!canvas) return canvas;
    Image& image = canvas.value();
    const Sampler sampler(image.width(), image.height(), density.shape, style.wraps);
    std::vector<float> values(static_cast<std::size_t>(image.width()));
    for (int y = 0; y < image.height(); ++y) {
        sampler.read_row(density, y, values, drawable);
        for (int x = 0; x < image.width(); ++x) {
            const float value = std::min(values[x] * style.exposure, 1.0f);
            const Color color = palette(value);
            const float alpha = style.alpha ? value : 1;
            image(x, y) = {color.r * alpha, color.g * alpha, color.b * alpha, alpha};
        }
    }
    return canvas;
}

Result<Image> draw_inks(std::span<const Ink> inks, const InkStyle& style) {
    if (auto good = check_shapes(inks); !good) return good.error();
    const Vec<int, 2> cells = inks.front().amount.shape;
    auto canvas = make_canvas(cells, style.scale, style.exposure);
    if (!canvas) return canvas;
    Image& image = canvas.value();
    const Sampler sampler(image.width(), image.height(), cells, style.wraps);
    for (int y = 0; y < image.height(); ++y)
        if (style.mixing == InkMixing::pigment)
            draw_pigments(image.row(y), y, sampler, inks, style);
        else
            draw_lights(image.row(y), y, sampler, inks, style);
    return canvas;
}

}  // namespace whorl
