// Letters of five by seven pixels, for labels and titles in pictures: all of printable ASCII.
#pragma once

#include <string_view>

#include "render/image.hpp"

namespace whorl {

constexpr int glyph_height = 7;

/// Pixels that `words` take at size 1.
int text_width(std::string_view words);

/// Draws `words` with their top left corner at (x, y), every dot `size` pixels wide. A character without a glyph
/// leaves a gap; what falls outside the picture is cut off.
void draw_text(Image& image, std::string_view words, const Vec<int, 2>& at, const Color& color, int size = 1);

}  // namespace whorl
