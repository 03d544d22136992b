#include "render/pixel_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace whorl {
namespace {

constexpr int glyph_width = 5, advance = glyph_width + 1;

// One row of dots to a number, top first, the leftmost dot in bit 4.
struct Glyph {
    char character;
    std::array<std::uint8_t, glyph_height> rows;
};

constexpr Glyph glyphs[] = {
    {'0', {0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110}},
    {'1', {0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110}},
    {'2', {0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111}},
    {'3', {0b01110, 0b10001, 0b00001, 0b00110, 0b00001, 0b10001, 0b01110}},
    {'4', {0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010}},
    {'5', {0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110}},
    {'6', {0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110}},
    {'7', {0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000}},
    {'8', {0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110}},
    {'9', {0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100}},
    {'.', {0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b01100, 0b01100}},
    {'-', {0b00000, 0b00000, 0b00000, 0b11111, 0b00000, 0b00000, 0b00000}},
    {'+', {0b00000, 0b00100, 0b00100, 0b11111, 0b00100, 0b00100, 0b00000}},
    {'=', {0b00000, 0b00000, 0b11111, 0b00000, 0b11111, 0b00000, 0b00000}},
    {':', {0b00000, 0b01100, 0b01100, 0b00000, 0b01100, 0b01100, 0b00000}},
    {'%', {0b11001, 0b11001, 0b00010, 0b00100, 0b01000, 0b10011, 0b10011}},
    {'e', {0b00000, 0b00000, 0b01110, 0b10001, 0b11111, 0b10000, 0b01110}},
    {'m', {0b00000, 0b00000, 0b11010, 0b10101, 0b10101, 0b10101, 0b10101}},
    {'s', {0b00000, 0b00000, 0b01111, 0b10000, 0b01110, 0b00001, 0b11110}},
    {'t', {0b01000, 0b01000, 0b11100, 0b01000, 0b01000, 0b01001, 0b00110}},
    {'x', {0b00000, 0b00000, 0b10001, 0b01010, 0b00100, 0b01010, 0b10001}},
};

const Glyph* find_glyph(char character) {
    for (const Glyph& glyph : glyphs)
        if (glyph.character == character) return &glyph;
    return nullptr;
}

void fill_square(Image& image, int left, int top, int size, const Color& color) {
    for (int y = std::max(top, 0); y < std::min(top + size, image.height()); ++y)
        for (int x = std::max(left, 0); x < std::min(left + size, image.width()); ++x)
            image(x, y) = over(color, image(x, y));
}

void draw_glyph(Image& image, const Glyph& glyph, const Vec<int, 2>& at, const Color& color, int size) {
    for (int row = 0; row < glyph_height; ++row)
        for (int column = 0; column < glyph_width; ++column)
            if (glyph.rows[row] >> (glyph_width - 1 - column) & 1)
                fill_square(image, at[0] + column * size, at[1] + row * size, size, color);
}

}  // namespace

int text_width(std::string_view words) {
    return words.empty() ? 0 : static_cast<int>(words.size()) * advance - 1;
}

void draw_text(Image& image, std::string_view words, const Vec<int, 2>& at, const Color& color, int size) {
    int x = at[0];
    for (const char character : words) {
        if (const Glyph* glyph = find_glyph(character)) draw_glyph(image, *glyph, {x, at[1]}, color, size);
        x += advance * size;
    }
}

}  // namespace whorl
