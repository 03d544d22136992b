// Meshes lit and drawn in perspective: triangles into a depth buffer, four samples a pixel.
//
// A point gives off its own colour times what the lights send: half Lambert, which keeps shape visible in the shade,
// and a highlight after Blinn (`blinn1977`).
#pragma once

#include <span>

#include "render/camera.hpp"
#include "render/image.hpp"
#include "render/mesh.hpp"
#include "whorl/parallel.hpp"

namespace whorl {

/// Far away in a direction, or at a place.
struct Light {
    Vec3 toward{-0.4f, -0.5f, 0.8f};  ///< the direction to it, or its place; metres
    Color color{1, 1, 1, 1};          ///< and strength
    bool is_at_place = false;         ///< then it fades with the square of the distance, being `color` at 1 m
};

/// Light that arrives at a point: its direction and strength.
struct Arriving {
    Vec3 toward;  ///< of length 1
    float strength;
    float distance;  ///< to the light; a huge number for one far away
};
Arriving arriving(const Light& light, const Vec3& at);

struct MeshStyle {
    int width = 640, height = 480;       ///< pixels
    Color color{0.55f, 0.62f, 0.7f, 1};  ///< where the mesh has no colours and there is no texture
    float gloss = 0.25f;                 ///< strength of the highlight, 0 or more
    float ambient = 0.25f;               ///< light from everywhere
    const Image* skin = nullptr;         ///< texture; needs the mesh's places in it
    Scheduler* scheduler = nullptr;
};

/// Transparent where there is no mesh. Refuses an empty mesh, corners out of range, a bad camera or size.
Result<Image> draw_mesh(const Mesh& mesh, const Camera& camera, std::span<const Light> lights,
                        const MeshStyle& style = {});

}  // namespace whorl
