// Smoke, fire and solids in light (`levoy1988`; `kajiya1984` for the light on its way in): along each ray what is
// emitted, and what each light sends in and the smoke turns towards the eye, less what is absorbed before it arrives.
//
// Single scattering only. `march.hpp` walks the rays, `shadow.hpp` knows how much smoke lies between a place and a
// light, `path.hpp` has the reference.
#pragma once

#include <span>

#include "render/image.hpp"
#include "render/medium.hpp"
#include "render/mesh_view.hpp"

namespace whorl {

struct VolumeStyle {
    int width = 960, height = 600;          ///< pixels
    Color ground{0, 0, 0, 0};               ///< behind everything; transparent if its alpha is 0
    Color horizon{0, 0, 0, 0};              ///< the ground's colour at the bottom of the picture, if its alpha is not 0
    bool floor = false;                     ///< a matt plane under the box, with shadows on it
    bool film = false;                      ///< bright light saturates, as on film: 1 - exp(-light)
    Color stone{0.10f, 0.105f, 0.12f, 1};   ///< colour of solids
    Color plane{0.025f, 0.026f, 0.03f, 1};  ///< colour of the floor
    Scheduler* scheduler = nullptr;
};

/// Light of colour 1 makes a white matt surface that faces it as bright as 1. Refuses what `Medium::make` and
/// `check_camera` refuse, a camera inside a solid, and more than 16 lights.
Result<Image> draw_volume(const VolumeFields& fields, const Volume& volume, const Camera& camera,
                          std::span<const Light> lights, const VolumeStyle& style = {});

/// Light as film takes it: what is bright saturates, 1 - exp(-light).
Color developed(const Color& light);

/// A warm key light from the left, and a weak cool one from behind on the right, as seen by `Camera{}`.
std::vector<Light> smoke_lights();

}  // namespace whorl
