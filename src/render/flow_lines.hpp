// Arrows and streamlines: what a flow does, drawn with lines over any picture of the same box.
//
// Streamlines keep a distance from each other (`jobard1997`): a line starts where there is room, follows the flow both
// ways by the midpoint rule, and stops where it comes too near to an earlier one.
#pragma once

#include <vector>

#include "render/cell_field.hpp"
#include "render/line.hpp"

namespace whorl {

struct Arrow {
    Point2 from, to;  ///< cells, y upwards
};

/// One arrow for each block of `every` x `every` cells, centred on it. The fastest is `every` cells long.
/// Refuses an empty flow, and `every` outside 1 to 1000.
Result<std::vector<Arrow>> arrows_of(const Flow<2>& flow, int every);

struct LineStyle {
    Color color{1, 1, 1, 1};
    float width = 1.2f;  ///< pixels
};
void draw_arrows(Image& image, const Flow<2>& flow, const std::vector<Arrow>& arrows, const LineStyle& style = {});

using Streamline = std::vector<Point2>;  ///< cells, y upwards; in the direction of the flow

/// Refuses an empty flow, and a distance outside 0.5 to 1000 cells.
Result<std::vector<Streamline>> streamlines_of(const Flow<2>& flow, double distance);
void draw_streamlines(Image& image, const Flow<2>& flow, const std::vector<Streamline>& lines,
                      const LineStyle& style = {});

}  // namespace whorl
