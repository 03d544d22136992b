// Pictures in space: 3D fluids.
#include <cmath>

#include "gallery.hpp"
#include "render/solid_field.hpp"
#include "render/view.hpp"

namespace whorl {
namespace {

constexpr Color dusk{0.008f, 0.011f, 0.020f, 1};
constexpr float pi = 3.14159265f;

/// Hot smoke in a tall box, fed from below.
Fluid3 plume(Scheduler& scheduler, int frames) {
    auto fluid = Fluid3::make({.cells = {96, 96, 160},
                               .size = {0.6, 0.6, 1},
                               .left = SideKind::open,
                               .right = SideKind::open,
                               .top = SideKind::open,
                               .front = SideKind::open,
                               .back = SideKind::open,
                               .buoyancy = 2.2,
                               .vorticity_confinement = 7,
                               .scheduler = &scheduler})
                     .value();
    for (int frame = 0; frame < frames; ++frame) {
        const float t = static_cast<float>(frame);
        const float x = 0.3f + 0.010f * std::sin(0.37f * t), y = 0.3f + 0.010f * std::cos(0.23f * t);
        (void)fluid.add(Sphere{{x, y, 0.06f}, 0.05f}, {.density = 5, .temperature = 6});
        fluid.advance(1.0 / 50);
    }
    return fluid;
}

constexpr Volume thick_smoke{.extinction = 55,
                             .albedo = {0.96f, 0.95f, 0.94f, 1},
                             .forward = 0.15f,
                             .ambient = {0.02f, 0.026f, 0.04f, 1},
                             .step = 0.6};
constexpr Camera before_plume{.target = {0.3f, 0.3f, 0.47f}, .distance = 1.72f, .azimuth = -60, .elevation = 7};

Result<Image> draw_plume(Scheduler& scheduler) {
    return draw_view(plume(scheduler, 84), "volume",
                     {.width = 560,
                      .height = 800,
                      .ground = dusk,
                      .camera = before_plume,
                      .volume = thick_smoke,
                      .scheduler = &scheduler});
}

/// The same, with a quarter cut away to look inside.
Result<Image> draw_cutaway(Scheduler& scheduler) {
    Volume cut = thick_smoke;
    cut.cut = CutPlane{{0.5f, -0.866f, 0}, 0.5f * 0.3f - 0.866f * 0.3f};
    return draw_view(
        plume(scheduler, 60), "fire",
        {.width = 420,
         .height = 600,
         .ground = dusk,
         .camera = Camera{.target = {0.3f, 0.3f, 0.25f}, .distance = 1.15f, .azimuth = -60, .elevation = 7},
         .volume = cut,
         .scheduler = &scheduler});
}

Result<Image> draw_flame(Scheduler& scheduler) {
    FluidConfig<3> config{.cells = {80, 80, 144},
                          .size = {0.5, 0.5, 0.9},
                          .left = SideKind::open,
                          .right = SideKind::open,
                          .top = SideKind::open,
                          .front = SideKind::open,
                          .back = SideKind::open,
                          .buoyancy = 2.5,
                          .vorticity_confinement = 10,
                          .scheduler = &scheduler};
    config.scalars = {{.name = "density", .dissipation = 0.6}, {.name = "temperature", .dissipation = 2.4}};
    auto fluid = Fluid3::make(config).value();
    for (int frame = 0; frame < 70; ++frame) {
        const float t = static_cast<float>(frame);
        for (int i = 0; i < 5; ++i) {
            const float angle = 2 * pi * static_cast<float>(i) / 5 + 0.11f * t;
            (void)fluid.add(Sphere{{0.25f + 0.05f * std::cos(angle), 0.25f + 0.05f * std::sin(angle), 0.05f}, 0.03f},
                            {.density = 3, .temperature = 34});
        }
        fluid.advance(1.0 / 60);
    }
    return draw_view(
        fluid, "fire",
        {.width = 480,
         .height = 720,
         .ground = {0.004f, 0.004f, 0.006f, 1},
         .camera = Camera{.target = {0.25f, 0.25f, 0.33f}, .distance = 1.2f, .azimuth = -60, .elevation = 5},
         .lights = {{{-0.85f, -0.14f, 0.55f}, {0.5f, 0.55f, 0.7f, 1}}},
         .volume = {.extinction = 22, .albedo = {0.5f, 0.5f, 0.5f, 1}, .glow = 5, .kelvin = 680},
         .scheduler = &scheduler});
}

/// Streaks of smoke in a wind tunnel meet a sphere.
Result<Image> draw_sphere(Scheduler& scheduler) {
    const FluidConfig<3> config{.cells = {176, 88, 88},
                                .size = {1.6, 0.8, 0.8},
                                .left = Segment<3>{.kind = SideKind::inflow, .velocity = {1, 0, 0}},
                                .right = SideKind::outflow,
                                .viscosity = 2e-5,
                                .scheduler = &scheduler};
    auto fluid = Fluid3::make(config).value();
    const Obstacle<3> ball{
        .shape = sphere({0, 0, 0}, 0.13).value(), .pose = {.position = {0.5, 0.4, 0.4}}, .slip = Slip::none};
    if (auto set = fluid.set_obstacle(ball); !set) return set.error();
    for (int frame = 0; frame < 160; ++frame) {
        for (int row = -4; row <= 4; ++row)
            (void)fluid.add(Sphere{{0.05f, 0.4f, 0.4f + 0.038f * static_cast<float>(row)}, 0.011f}, {.density = 60});
        if (frame < 10) (void)fluid.push(Sphere{{0.75f, 0.37f, 0.43f}, 0.08f}, {0, 1, 1});
        fluid.advance(0.014);
    }
    const CellField<3> solid = solid_field(config, std::span<const Obstacle<3>>(&ball, 1));
    return draw_view(fluid, "volume",
                     {.width = 800,
                      .height = 400,
                      .ground = dusk,
                      .solid = solid.view(),
                      .camera = Camera{.target = {0.80f, 0.4f, 0.39f},
                                       .distance = 1.5f,
                                       .azimuth = -78,
                                       .elevation = 14,
                                       .field_of_view = 25},
                      .volume = {.extinction = 38,
                                 .albedo = {0.97f, 0.96f, 0.95f, 1},
                                 .forward = 0.2f,
                                 .ambient = {0.03f, 0.035f, 0.05f, 1},
                                 .step = 0.6},
                      .scheduler = &scheduler});
}

struct Ring {
    double x, radius, core;  // metres: where it stands, how wide it is, and how thick
};

/// How strong a ring is at a place: a Gaussian about its core, which a few waves bend.
double strength_of(const Ring& ring, double x, double y, double z) {
    const double angle = std::atan2(z, y), wide = ring.radius * (1 + 0.03 * std::cos(7 * angle));
    const double across = (std::hypot(y, z) - wide) / ring.core, along = (x - ring.x) / ring.core;
    return std::exp(-across * across - along * along);
}

/// Two rings of smoke, one behind the other: the second is drawn through the first. The velocity is the curl of a
/// vector potential that runs around each core.
Fluid3 rings(Scheduler& scheduler) {
    auto fluid = Fluid3::make({.cells = {168, 112, 112},
                               .size = {1.2, 0.8, 0.8},
                               .left = SideKind::open,
                               .right = SideKind::open,
                               .scheduler = &scheduler})
                     .value();
    const Ring both[] = {{0.2, 0.17, 0.06}, {0.42, 0.17, 0.06}};
    const double h = 1.2 / 168, d = 1e-4;
    const auto potential = [&](double x, double y, double z) {
        return 0.07 * (strength_of(both[0], x, y, z) + strength_of(both[1], x, y, z));
    };
    for (int axis = 0; axis < 3; ++axis) {
        const char* const names[] = {"velocity.x", "velocity.y", "velocity.z"};
        const auto field = fluid.edit(names[axis]);
        for (int k = 0; k < field.shape[2]; ++k)
            for (int j = 0; j < field.shape[1]; ++j)
                for (int i = 0; i < field.shape[0]; ++i) {
                    const double x = (i + (axis == 0 ? 0 : 0.5)) * h, y = (j + (axis == 1 ? 0 : 0.5)) * h - 0.4,
                                 z = (k + (axis == 2 ? 0 : 0.5)) * h - 0.4, r = std::max(std::hypot(y, z), h);
                    const double outward = -(potential(x + d, y, z) - potential(x - d, y, z)) / (2 * d);
                    const double grown = (1 + d / r) * potential(x, y * (1 + d / r), z * (1 + d / r)) -
                                         (1 - d / r) * potential(x, y * (1 - d / r), z * (1 - d / r));
                    const double value = axis == 0 ? grown / (2 * d) : outward * (axis == 1 ? y : z) / r;
                    field(i, j, k) = static_cast<float>(value);
                }
    }
    const auto density = fluid.edit("density");
    for (int k = 0; k < density.shape[2]; ++k)
        for (int j = 0; j < density.shape[1]; ++j)
            for (int i = 0; i < density.shape[0]; ++i) {
                const double x = (i + 0.5) * h, y = (j + 0.5) * h - 0.4, z = (k + 0.5) * h - 0.4;
                const double smoke = std::max(strength_of(both[0], x, y, z), strength_of(both[1], x, y, z));
                density(i, j, k) = static_cast<float>(std::clamp(2.5 * (smoke - 0.35), 0.0, 1.0));
            }
    for (int frame = 0; frame < 75; ++frame) fluid.advance(0.01);
    return fluid;
}

constexpr Camera before_ring{
    .target = {0.68f, 0.4f, 0.38f}, .distance = 2.0f, .azimuth = -42, .elevation = 16, .field_of_view = 30};

Result<Image> draw_ring(Scheduler& scheduler) {
    return draw_view(rings(scheduler), "volume",
                     {.width = 800,
                      .height = 500,
                      .ground = dusk,
                      .camera = before_ring,
                      .volume = {.extinction = 60,
                                 .albedo = {0.9f, 0.94f, 0.99f, 1},
                                 .forward = 0.2f,
                                 .ambient = {0.03f, 0.035f, 0.05f, 1},
                                 .step = 0.6},
                      .scheduler = &scheduler});
}

Result<Image> draw_surface(Scheduler& scheduler) {
    return draw_view(rings(scheduler), "surface",
                     {.width = 640,
                      .height = 400,
                      .field = "vorticity",
                      .level = 14,
                      .ground = dusk,
                      .camera = before_ring,
                      .scheduler = &scheduler});
}

}  // namespace

std::span<const Exhibit> space_exhibits() {
    static constexpr Exhibit list[] = {{"plume", draw_plume},   {"cutaway", draw_cutaway}, {"flame", draw_flame},
                                       {"sphere", draw_sphere}, {"ring", draw_ring},       {"surface", draw_surface}};
    return list;
}

}  // namespace whorl
