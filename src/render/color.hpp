// Colours: linear light to work in, sRGB (IEC 61966-2-1) at the door, OKLab (Ottosson 2020) to blend between.
#pragma once

#include <cstdint>

namespace whorl {

/// Linear light, premultiplied by alpha. 1 is the white of the screen; more is brighter than it can show.
struct Color {
    float r = 0, g = 0, b = 0, a = 1;

    friend constexpr bool operator==(const Color&, const Color&) = default;
};

/// `top` laid over `below`.
Color over(const Color& top, const Color& below);

/// The light of an 8-bit sRGB code.
float light_of_srgb8(std::uint8_t code);

/// The nearest 8-bit sRGB code. Below 0 and NaN give 0, above 1 gives 255.
std::uint8_t srgb8_of_light(float light);

/// An opaque colour as web pages write it: 0xRRGGBB.
Color color_of_hex(std::uint32_t rgb);

/// Equal distances look about equal, and a straight line between two colours keeps its hue.
struct Oklab {
    float lightness = 0, green_red = 0, blue_yellow = 0;
};

Oklab oklab_of(const Color& opaque);
Color color_of(const Oklab& lab);

/// Relative luminance: what a picture keeps when it loses its hues.
float luminance(const Color& color);

}  // namespace whorl
