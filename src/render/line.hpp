// Lines with soft edges: a pixel is covered by how near its centre is to the line, so that thin lines neither step nor
// vanish.
#pragma once

#include "render/image.hpp"

namespace whorl {

using Point2 = Vec<float, 2>;  ///< pixels; (0, 0) is the top left corner of the picture, pixel centres are at halves

/// A straight line with round ends; what falls outside is cut off.
void draw_line(Image& image, const Point2& from, const Point2& to, float width, const Color& color);

/// A triangle filled, for the heads of arrows.
void draw_triangle(Image& image, const Point2& a, const Point2& b, const Point2& c, const Color& color);

}  // namespace whorl
