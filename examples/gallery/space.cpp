// Pictures in space: 3D fluids.
#include <cmath>

#include "gallery.hpp"
#include "render/view.hpp"

namespace whorl {
namespace {

constexpr Color dusk{0.010f, 0.013f, 0.022f, 1};

/// Hot smoke in a tall box, fed from below.
Fluid3 plume(Scheduler& scheduler, int frames) {
    auto fluid = Fluid3::make({.cells = {88, 88, 144},
                               .size = {0.611, 0.611, 1},
                               .left = SideKind::open,
                               .right = SideKind::open,
                               .top = SideKind::open,
                               .front = SideKind::open,
                               .back = SideKind::open,
                               .buoyancy = 4,
                               .vorticity_confinement = 9,
                               .scheduler = &scheduler})
                     .value();
    for (int frame = 0; frame < frames; ++frame) {
        const float t = static_cast<float>(frame);
        (void)fluid.add(
            Sphere{{0.305f + 0.012f * std::sin(0.37f * t), 0.305f + 0.012f * std::cos(0.23f * t), 0.06f}, 0.045f},
            {.density = 7, .temperature = 7});
        fluid.advance(1.0 / 50);
    }
    return fluid;
}

Result<Image> draw_plume(Scheduler& scheduler) {
    const Fluid3 fluid = plume(scheduler, 92);
    return draw_view(
        fluid, "volume",
        {.width = 560,
         .height = 800,
         .ground = dusk,
         .camera = Camera{.target = {0.305f, 0.305f, 0.46f}, .distance = 1.75f, .azimuth = -60, .elevation = 8},
         .volume = {.extinction = 42,
                    .albedo = {0.95f, 0.94f, 0.93f, 1},
                    .forward = 0.2f,
                    .ambient = {0.035f, 0.04f, 0.055f, 1},
                    .step = 0.6},
         .scheduler = &scheduler});
}

}  // namespace

std::span<const Exhibit> space_exhibits() {
    static constexpr Exhibit list[] = {{"plume", draw_plume}};
    return list;
}

}  // namespace whorl
