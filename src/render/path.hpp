// The reference for `draw_volume`: paths of light by delta tracking (`woodcock1965`), scattered any number of times.
//
// Free flights are drawn against the densest place, and a collision is real with the share of the local density:
// without bias, for any density. At each collision every light is asked by a shadow ray. Random numbers are functions
// of pixel, sample and place along the path, so the picture has the same bits for any number of threads.
#pragma once

#include "render/volume.hpp"

namespace whorl {

struct PathStyle {
    int width = 320, height = 200;  ///< pixels
    int samples = 64;               ///< paths a pixel, 1 to 65536; noise falls with their square root
    int scatterings = 64;           ///< at most, 0 to 1000; 1 is what `draw_volume` shows
    std::uint64_t seed = 1;
    Color ground{0, 0, 0, 0};
    Color stone = VolumeStyle{}.stone;  ///< colour of solids
    Scheduler* scheduler = nullptr;
};

/// Flames glow as in `draw_volume`; solids end a path and are lit by the lamps; there is no floor. Refuses what that
/// refuses.
Result<Image> trace_volume(const VolumeFields& fields, const Volume& volume, const Camera& camera,
                           std::span<const Light> lights, const PathStyle& style = {});

}  // namespace whorl
