// A 2D field as a landscape: shaded, or as a wire frame with hidden lines left out.
//
// Corners of the landscape are the nodes of the grid, (N + 1) x (M + 1) of them; a node's height is the field there,
// between the cell centres around it.
#pragma once

#include <vector>

#include "render/mesh_view.hpp"
#include "render/palette.hpp"
#include "render/scalar_view.hpp"

namespace whorl {

struct HeightStyle {
    int width = 960, height = 600;  ///< pixels
    ValueRange range{0, 1};         ///< values at the palette's two ends
    float relief = 0.25f;           ///< height of the range's upper end over 0, in lengths of the longer side
    Camera camera{.target = {0.5f, 0.5f, 0.05f}, .distance = 1.75f, .azimuth = -62, .elevation = 36};
    Color ground{0.012f, 0.014f, 0.02f, 1};
    Scheduler* scheduler = nullptr;
};

/// Corners lie in 0 to 1 along the longer side; z is relief * value / range.high. Colours come from the palette.
Result<Mesh> height_mesh(View<const float, 2> field, const Palette& palette, const HeightStyle& style);

/// The triangles of `height_mesh` as strips, one for each row of cells: 2 (N + 1) corners each, the first two on the
/// left, lower before upper.
std::vector<std::vector<int>> height_strips(const Vec<int, 2>& cells);

/// The wires: pairs of corners, along x and along y. (N + 1) M + N (M + 1) of them.
std::vector<Vec<int, 2>> height_wires(const Vec<int, 2>& cells);

Result<Image> draw_height(View<const float, 2> field, const Palette& palette, const HeightStyle& style = {});
Result<Image> draw_wireframe(View<const float, 2> field, const Palette& palette, const HeightStyle& style = {});

/// 16 bits a value from range.low to range.high, top row first: what other programs take as a displacement map.
std::vector<std::uint16_t> height_map16(View<const float, 2> field, const ValueRange& range);

}  // namespace whorl
