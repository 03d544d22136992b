// Triangles in space: what height fields and isosurfaces become, and what a fluid's picture is wrapped around.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "render/color.hpp"
#include "render/vec3.hpp"

namespace whorl {

/// Triangles count their corners anticlockwise seen from outside. Normals, places in a texture and colours are one for
/// each corner, or none at all.
struct Mesh {
    std::vector<Vec3> positions{};
    std::vector<Vec3> normals{};           ///< of length 1
    std::vector<Vec<float, 2>> texture{};  ///< (0, 0) is the bottom left of the picture, (1, 1) the top right
    std::vector<Color> colors{};
    std::vector<Vec<int, 3>> triangles{};
};

/// Normals by the area of the triangles around each corner.
void add_normals(Mesh& mesh);

double area_of(const Mesh& mesh);
double volume_of(const Mesh& mesh);  ///< inside a closed mesh

/// Every edge belongs to exactly two triangles, which run along it in opposite ways; nothing is left open.
bool is_closed_manifold(const Mesh& mesh);

/// Wavefront OBJ with places in the texture and normals where there are any. Same bytes for the same mesh.
std::string obj_of(const Mesh& mesh);
/// PLY, as text.
std::string ply_of(const Mesh& mesh);

/// Reads v, vt, vn and f of an OBJ text; faces with more corners become fans. Other statements are passed over.
/// A face that names a corner that is not there is an Error with its line.
Result<Mesh> mesh_of_obj(std::string_view obj);

/// A globe of radius 1 about the origin, z up: the texture runs once around and from pole to pole.
Mesh make_globe(int around = 96, int high = 48);
/// A vase of height 2 standing on z = -1: the texture runs once around and from foot to lip.
Mesh make_vase(int around = 128, int high = 96);

}  // namespace whorl
