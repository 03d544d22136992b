#include "render/palette.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "core/nearest_name.hpp"
#include "render/blackbody.hpp"

namespace whorl {
namespace {

struct Controls {
    std::array<std::uint32_t, 9> colors;
    std::size_t count;
};

constexpr std::array<std::string_view, 11> every_name = {"smoke",     "gray",           "ink",      "viridis",
                                                         "magma",     "inferno",        "abyss",    "turbo",
                                                         "diverging", "diverging-dark", "blackbody"};
constexpr std::array<Controls, 7> controls = {{
    {{0x0b0d12, 0x4a4f5a, 0xa8a9ac, 0xf6f2ea}, 4},
    {{0x000000, 0xffffff}, 2},
    {{0xf7f1e3, 0x8fa3b8, 0x14213d}, 3},
    {{0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725}, 9},
    {{0x000004, 0x1d1147, 0x51127c, 0x832681, 0xb73779, 0xe75263, 0xfc8961, 0xfec488, 0xfcfdbf}, 9},
    {{0x000004, 0x210c4a, 0x57106e, 0x8a226a, 0xbc3754, 0xe45a31, 0xf98e09, 0xf9cb35, 0xfcffa4}, 9},
    {{0x05060f, 0x0d2344, 0x14507a, 0x2f8fa8, 0x8fd0c5, 0xf4fbe8}, 6},
}};

float between(float from, float to, float share) {
    return from + (to - from) * share;
}

Color blend(const Color& from, const Color& to, float share) {
    if (share == 0) return from;  // keeps the control colours exact
    if (share == 1) return to;
    const Oklab a = oklab_of(from), b = oklab_of(to);
    return color_of({between(a.lightness, b.lightness, share), between(a.green_red, b.green_red, share),
                     between(a.blue_yellow, b.blue_yellow, share)});
}

float polynomial(float x, const std::array<float, 6>& c) {
    return c[0] + x * (c[1] + x * (c[2] + x * (c[3] + x * (c[4] + x * c[5]))));
}

Color turbo(float x) {
    const auto light = [&](const std::array<float, 6>& c) {
        return light_of_srgb8(static_cast<std::uint8_t>(std::clamp(polynomial(x, c), 0.0f, 1.0f) * 255 + 0.5f));
    };
    return {light({0.13572138f, 4.61539260f, -42.66032258f, 132.13108234f, -152.94239396f, 59.28637943f}),
            light({0.09140261f, 2.19418839f, 4.84296658f, -14.18503333f, 4.27729857f, 2.82956604f}),
            light({0.10667330f, 12.64194608f, -60.58204836f, 110.36276771f, -89.90310912f, 27.34824973f}), 1};
}

// Blue below the middle, red above.
Color arc(float signed_value, float lightness, float chroma) {
    const float degrees = signed_value < 0 ? 255.0f : 32.0f;
    const float hue = degrees * std::numbers::pi_v<float> / 180;
    return color_of({lightness, chroma * std::cos(hue), chroma * std::sin(hue)});
}

Color diverging(float x) {
    const float at = 2 * x - 1, far = std::abs(at);
    return arc(at, 0.97f - 0.52f * far, 0.16f * std::sqrt(far) * std::min(1.0f, 3 * far));
}

Color diverging_dark(float x) {
    const float at = 2 * x - 1, far = std::abs(at);
    return arc(at, 0.10f + 0.68f * far, 0.17f * std::sqrt(far) * (1 - 0.35f * far * far));
}

Color glow(float x) {
    const Color hue = blackbody_hue(900 + 5600 * static_cast<double>(x * x));
    const float root = std::pow(x, 0.6f) / oklab_of(hue).lightness;  // the lightness grows as the cube root of light
    const float light = root * root * root;
    return {hue.r * light, hue.g * light, hue.b * light, 1};
}

constexpr Color (*formulas[])(float) = {turbo, diverging, diverging_dark, glow};

}  // namespace

Palette::Palette(Color (*formula)(float)) {
    for (int i = 0; i <= steps; ++i) colors_[i] = formula(static_cast<float>(i) / steps);
}

Palette::Palette(std::span<const std::uint32_t> control_colors) {
    assert(control_colors.size() >= 2);
    const auto spans = static_cast<float>(control_colors.size() - 1);
    for (int i = 0; i <= steps; ++i) {
        const float at = spans * static_cast<float>(i) / steps;
        const auto low = std::min(static_cast<std::size_t>(at), control_colors.size() - 2);
        colors_[i] = blend(color_of_hex(control_colors[low]), color_of_hex(control_colors[low + 1]),
                           at - static_cast<float>(low));
    }
}

Color Palette::operator()(float value) const {
    if (!(value > 0)) return colors_.front();
    if (value >= 1) return colors_.back();
    const float at = value * steps;
    const int low = static_cast<int>(at);
    const float share = at - static_cast<float>(low);
    const Color &a = colors_[low], &b = colors_[low + 1];
    return {between(a.r, b.r, share), between(a.g, b.g, share), between(a.b, b.b, share), 1};
}

std::span<const std::string_view> palette_names() {
    return every_name;
}

Result<Palette> find_palette(std::string_view name) {
    const auto found = std::find(every_name.begin(), every_name.end(), name);
    if (found == every_name.end()) return Error{unknown_name("palette", name, every_name)};
    const auto which = static_cast<std::size_t>(found - every_name.begin());
    if (which >= controls.size()) return Palette(formulas[which - controls.size()]);
    const Controls& chosen = controls[which];
    return Palette({chosen.colors.data(), chosen.count});
}

}  // namespace whorl
