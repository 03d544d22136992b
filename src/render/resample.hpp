// Making pictures smaller without shimmer: every pixel of the result is the mean of the area it covers (box filter),
// in linear light, for any ratio of sizes.
#pragma once

#include "render/image.hpp"

namespace whorl {

/// Refuses what `Image::make` refuses. Asked for more pixels than there are, it repeats them.
Result<Image> shrink(const Image& image, int width, int height);

/// The largest size with the shape of `width` x `height` that fits into the given box; at least 1 x 1.
Vec<int, 2> fit(int width, int height, int box_width, int box_height);

}  // namespace whorl
