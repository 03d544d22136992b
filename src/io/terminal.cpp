#include "io/terminal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "render/resample.hpp"

namespace whorl {
namespace {

constexpr std::string_view ramp = " .:-=+*#%@";
constexpr std::string_view upper_half_block = "\u2580";

bool is_plain(TerminalStyle style) {
    return style == TerminalStyle::plain || style == TerminalStyle::plain_negative;
}

// xterm's palette from 16 on: a cube of six levels a side, then 24 grays.
int cube_level(int code) {
    return code < 48 ? 0 : code < 115 ? 1 : (code - 35) / 40;
}

int distance(const std::uint8_t* rgb, int r, int g, int b) {
    return (rgb[0] - r) * (rgb[0] - r) + (rgb[1] - g) * (rgb[1] - g) + (rgb[2] - b) * (rgb[2] - b);
}

int indexed(const std::uint8_t* rgb) {
    const auto light = [](int level) { return level == 0 ? 0 : 55 + 40 * level; };
    const int r = cube_level(rgb[0]), g = cube_level(rgb[1]), b = cube_level(rgb[2]);
    const int gray = std::clamp(((rgb[0] + rgb[1] + rgb[2]) / 3 - 3) / 10, 0, 23), gray_light = 8 + 10 * gray;
    return distance(rgb, gray_light, gray_light, gray_light) < distance(rgb, light(r), light(g), light(b))
               ? 232 + gray
               : 16 + 36 * r + 6 * g + b;
}

std::string color_code(const std::uint8_t* rgb, TerminalStyle style) {
    if (style == TerminalStyle::indexed_color) return fmt::format("8;5;{}", indexed(rgb));
    return fmt::format("8;2;{};{};{}", rgb[0], rgb[1], rgb[2]);
}

void encode_half_blocks(std::string& out, const Image8& image, int y, TerminalStyle style) {
    std::string current;  // colours are sent only where they change: most of a picture is smooth
    for (int x = 0; x < image.width; ++x) {
        std::string colors = "\x1b[3" + color_code(image.pixel(x, y), style);
        if (y + 1 < image.height) colors += ";4" + color_code(image.pixel(x, y + 1), style);
        colors += 'm';
        if (colors != current) out += current = colors;
        out += upper_half_block;
    }
    out += "\x1b[0m\n";
}

// By luma: sRGB codes are about as evenly spaced to the eye as the characters are.
void encode_plain(std::string& out, const Image8& image, int y, bool negative) {
    for (int x = 0; x < image.width; ++x) {
        const std::uint8_t* rgb = image.pixel(x, y);
        const int luma = (54 * rgb[0] + 183 * rgb[1] + 19 * rgb[2]) / 256;
        out += ramp[static_cast<std::size_t>(negative ? 255 - luma : luma) * ramp.size() / 256];
    }
    out += '\n';
}

}  // namespace

Result<Image> fit_to_terminal(const Image& image, TerminalStyle style, int columns, int rows) {
    const Vec<int, 2> square = fit(image.width(), image.height(), std::max(columns, 1), 2 * std::max(rows, 1));
    const int height = is_plain(style) ? (square[1] + 1) / 2 : square[1];
    return shrink(image, square[0], height);
}

bool mostly_light(const Image& image) {
    std::int64_t light = 0;
    for (int y = 0; y < image.height(); ++y)
        for (const Color& color : image.row(y)) light += luminance(color) > 0.18f ? 1 : -1;  // middle gray
    return light > 0;
}

std::string encode_for_terminal(const Image8& image, TerminalStyle style) {
    std::string out;
    if (is_plain(style))
        for (int y = 0; y < image.height; ++y) encode_plain(out, image, y, style == TerminalStyle::plain_negative);
    else
        for (int y = 0; y < image.height; y += 2) encode_half_blocks(out, image, y, style);
    return out;
}

}  // namespace whorl
