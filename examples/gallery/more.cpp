// A step taken apart, fluids as textures, and two runs side by side.
#include <cmath>

#include "gallery.hpp"
#include "render/film.hpp"
#include "render/resample.hpp"
#include "render/stages.hpp"
#include "render/view.hpp"

namespace whorl {
namespace {

/// A box that is stirred by a few pushes, periodic all around.
Fluid2 pushed(Scheduler& scheduler, double confinement, int frames, Scheme advection = Scheme::maccormack) {
    auto fluid = Fluid2::make({.cells = {128, 128},
                               .size = {1, 1},
                               .left = SideKind::periodic,
                               .right = SideKind::periodic,
                               .bottom = SideKind::periodic,
                               .top = SideKind::periodic,
                               .vorticity_confinement = confinement,
                               .advection = advection,
                               .scheduler = &scheduler})
                     .value();
    for (int frame = 0; frame < frames; ++frame) {
        (void)fluid.push(Circle{{0.3f, 0.35f}, 0.08f}, {9, 4});
        (void)fluid.push(Circle{{0.7f, 0.6f}, 0.1f}, {-6, 7});
        (void)fluid.add(Circle{{0.3f, 0.35f}, 0.06f}, {.density = 6});
        (void)fluid.add(Circle{{0.7f, 0.6f}, 0.06f}, {.density = 6});
        if (frame + 1 < frames) (void)fluid.step(0.02);
    }
    return fluid;
}

Result<Image> draw_projection(Scheduler& scheduler) {
    auto fluid = pushed(scheduler, 0, 60);
    StageRecorder<float> stages(fluid);
    (void)fluid.step(0.02);
    return draw_decomposition(stages.projection(), {.panel = 160, .arrows = 20});
}

Result<Image> draw_force(Scheduler& scheduler) {
    auto fluid = pushed(scheduler, 6, 60);
    StageRecorder<float> stages(fluid);
    (void)fluid.step(0.02);
    return draw_confinement(stages.confinement(), {.panel = 176, .arrows = 22});
}

/// Bands of cloud on a planet: a shear flow, wrapped around.
Image clouds(Scheduler& scheduler) {
    FluidConfig<2> config{.cells = {512, 256},
                          .size = {2, 1},
                          .left = SideKind::periodic,
                          .right = SideKind::periodic,
                          .scheduler = &scheduler};
    auto fluid = Fluid2::make(config).value();
    const auto u = fluid.edit("velocity.x"), v = fluid.edit("velocity.y");
    const auto density = fluid.edit("density");
    constexpr double pi = 3.14159265358979;
    for (int y = 0; y < u.shape[1]; ++y)
        for (int x = 0; x < u.shape[0]; ++x) {
            const double at = (y + 0.5) / 256;
            u(x, y) = static_cast<float>(0.8 * std::sin(9 * pi * at));
            density(x, y) = static_cast<float>(0.5 + 0.28 * std::sin(9 * pi * at + 0.8) + 0.2 * std::sin(23 * pi * at));
        }
    for (int y = 0; y < v.shape[1]; ++y)
        for (int x = 0; x < v.shape[0]; ++x) {
            const double at = x * 2 * pi / 512;
            v(x, y) = static_cast<float>(
                0.05 * (std::sin(7 * at + y * 0.05) + std::sin(11 * at - y * 0.09) + std::sin(17 * at + 2)));
        }
    for (int i = 0; i < 110; ++i) fluid.advance(0.01);
    constexpr std::uint32_t controls[] = {0x4a2a1c, 0x9c5a34, 0xd8a06a, 0xf3e2c4, 0xb9c7cf, 0xfdfaf2};
    return draw_density(fluid.view("density"), Palette(controls), {}).value();
}

Result<Image> on_dark(const Result<Image>& drawn) {
    if (!drawn) return drawn.error();
    auto canvas = Image::make(drawn.value().width(), drawn.value().height(), {0.004f, 0.005f, 0.009f, 1});
    if (canvas) paste(canvas.value(), drawn.value(), 0, 0);
    return canvas;
}

Result<Image> draw_planet(Scheduler& scheduler) {
    const Image skin = clouds(scheduler);
    const std::vector<Light> lights{{{-0.75f, -0.55f, 0.35f}, {1.15f, 1.08f, 1.0f, 1}}};
    return on_dark(draw_mesh(
        make_globe(160, 80), {.target = {0, 0, 0}, .distance = 4.2f, .azimuth = -60, .elevation = 14}, lights,
        {.width = 360, .height = 360, .gloss = 0.03f, .ambient = 0.01f, .skin = &skin, .scheduler = &scheduler}));
}

Result<Image> draw_vase(Scheduler& scheduler) {
    auto fluid = pushed(scheduler, 3, 170);
    const Image skin = draw_view(fluid, "density", {.scale = 4, .palette = "ink", .exposure = 0.9f}).value();
    const std::vector<Light> lights{{{-0.85f, -0.35f, 0.6f}, {0.95f, 0.92f, 0.85f, 1}},
                                    {{0.6f, 0.4f, 0.3f}, {0.12f, 0.16f, 0.25f, 1}}};
    return on_dark(draw_mesh(
        make_vase(), {.target = {0, 0, 0}, .distance = 4, .azimuth = -70, .elevation = 12}, lights,
        {.width = 300, .height = 360, .gloss = 0.5f, .ambient = 0.04f, .skin = &skin, .scheduler = &scheduler}));
}

Result<Image> draw_comparison(Scheduler& scheduler) {
    const auto run = [&](Scheme scheme) {
        return draw_view(pushed(scheduler, 0, 90, scheme), "density",
                         {.scale = 1.5, .palette = "magma", .exposure = 0.8f})
            .value();
    };
    return side_by_side(run(Scheme::linear), run(Scheme::maccormack), "linear advection", "MacCormack");
}

}  // namespace

std::span<const Exhibit> more_exhibits() {
    static constexpr Exhibit list[] = {{"projection", draw_projection},
                                       {"confinement", draw_force},
                                       {"planet", draw_planet},
                                       {"vase", draw_vase},
                                       {"comparison", draw_comparison}};
    return list;
}

}  // namespace whorl
