// The surface where a 3D field has a given value, by marching cubes (`lorensen1987`).
//
//        6-----7      Corner c of a cube lies at x = c & 1, y = c >> 1 & 1, z = c >> 2.
//       /|    /|      The 256 cases are not typed in but derived: on each face of a cube, corners above the level that
//      4-----5 |      are neighbours belong together and others do not, so two cubes always agree about the face they
//      | 2---|-3      share; the pieces of line on the faces join into loops, and the loops are filled with triangles.
//      |/    |/       No edge is ever left open, and none gets a third triangle.
//      0-----1
#pragma once

#include <span>

#include "render/camera.hpp"
#include "render/mesh.hpp"

namespace whorl {

/// Values above the level are inside; triangles face outwards. Where the inside reaches the box's wall it is closed
/// there. A field that crosses the level nowhere gives an empty mesh. Refuses an empty field, a level that is not
/// finite, and a box without volume.
Result<Mesh> isosurface(View<const float, 3> field, float level, const Box3& box);

/// The triangles of one case: three edges of the cube each; bit c of `corners` is set for a corner inside. An edge is
/// 4 * axis + its place among the four along that axis; 12 stands for a point in the middle of a loop.
std::span<const Vec<int, 3>> cube_triangles(int corners);

}  // namespace whorl
