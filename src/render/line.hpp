// Lines with soft edges: a pixel is covered by how near its centre is to the line, so that thin lines neither step nor
// vanish.
#pragma once

#include "render/image.hpp"

namespace whorl {

using Point = Vec<float, 2>;  ///< pixels; (0, 0) is the top left corner of the picture, pixel centres are at halves

/// A straight line with round ends; what falls outside is cut off.
void draw_line(Image& image, const Point& from, const Point& to, float width, const Color& color);

/// A triangle filled, for the heads of arrows.
void draw_triangle(Image& image, const Point& a, const Point& b, const Point& c, const Color& color);

}  // namespace whorl
