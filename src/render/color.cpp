#include "render/color.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace whorl {
namespace {

double light_of_srgb(double code) {
    return code <= 0.04045 ? code / 12.92 : std::pow((code + 0.055) / 1.055, 2.4);
}

// Encoding a film evaluates the curve hundreds of millions of times, so it is turned around: `edge` holds the light
// at which each code gives way to the next, and `start` a code at or just below the right one for each 1/4096 of
// light. The curve crosses at most one edge within such a slice, hence one or two comparisons for an exact answer.
struct SrgbTables {
    static constexpr int slices = 4096;
    std::array<float, 256> light;
    std::array<float, 256> edge;
    std::array<std::uint8_t, slices + 1> start;

    SrgbTables() {
        for (int code = 0; code < 256; ++code) {
            light[code] = static_cast<float>(light_of_srgb(code / 255.0));
            edge[code] = static_cast<float>(light_of_srgb((code + 0.5) / 255.0));
        }
        int code = 0;
        for (int slice = 0; slice <= slices; ++slice) {
            while (code < 255 && edge[code] <= static_cast<float>(slice) / slices) ++code;
            start[slice] = static_cast<std::uint8_t>(code);
        }
    }
};

const SrgbTables& tables() {
    static const SrgbTables made;
    return made;
}

}  // namespace

Color over(const Color& top, const Color& below) {
    const float rest = 1 - top.a;
    return {top.r + rest * below.r, top.g + rest * below.g, top.b + rest * below.b, top.a + rest * below.a};
}

float light_of_srgb8(std::uint8_t code) {
    return tables().light[code];
}

std::uint8_t srgb8_of_light(float light) {
    if (!(light > 0)) return 0;
    if (light >= 1) return 255;
    const SrgbTables& table = tables();
    int code = table.start[static_cast<int>(light * SrgbTables::slices)];
    while (code < 255 && light >= table.edge[code]) ++code;
    return static_cast<std::uint8_t>(code);
}

Color color_of_hex(std::uint32_t rgb) {
    const auto channel = [&](int shift) { return light_of_srgb8(static_cast<std::uint8_t>(rgb >> shift & 0xff)); };
    return {channel(16), channel(8), channel(0), 1};
}

Oklab oklab_of(const Color& c) {
    const float l = std::cbrt(0.4122214708f * c.r + 0.5363325363f * c.g + 0.0514459929f * c.b);
    const float m = std::cbrt(0.2119034982f * c.r + 0.6806995451f * c.g + 0.1073969566f * c.b);
    const float s = std::cbrt(0.0883024619f * c.r + 0.2817188376f * c.g + 0.6299787005f * c.b);
    return {0.2104542553f * l + 0.7936177850f * m - 0.0040720468f * s,
            1.9779984951f * l - 2.4285922050f * m + 0.4505937099f * s,
            0.0259040371f * l + 0.7827717662f * m - 0.8086757660f * s};
}

Color color_of(const Oklab& lab) {
    const auto cube = [](float value) { return value * value * value; };
    const float l = cube(lab.lightness + 0.3963377774f * lab.green_red + 0.2158037573f * lab.blue_yellow);
    const float m = cube(lab.lightness - 0.1055613458f * lab.green_red - 0.0638541728f * lab.blue_yellow);
    const float s = cube(lab.lightness - 0.0894841775f * lab.green_red - 1.2914855480f * lab.blue_yellow);
    // Between two colours that a screen can show, a third may fall just outside.
    return {std::max(4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s, 0.0f),
            std::max(-1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s, 0.0f),
            std::max(-0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s, 0.0f), 1};
}

float luminance(const Color& color) {
    return 0.2126f * color.r + 0.7152f * color.g + 0.0722f * color.b;
}

}  // namespace whorl
