// Flat pictures: 2D fluids.
#include <cmath>

#include "gallery.hpp"
#include "render/solid_field.hpp"
#include "render/view.hpp"

namespace whorl {
namespace {

constexpr double pi = 3.14159265358979;

/// Sets a field from a function of place, metres.
template <class F> void set(Fluid2& fluid, const char* name, F of) {
    const auto field = fluid.edit(name);
    const FluidConfig<2>& config = fluid.config();
    const bool on_x = std::string_view(name) == "velocity.x", on_y = std::string_view(name) == "velocity.y";
    for (int y = 0; y < field.shape[1]; ++y)
        for (int x = 0; x < field.shape[0]; ++x)
            field(x, y) = static_cast<float>(of((x + (on_x ? 0 : 0.5)) * config.size[0] / config.cells[0],
                                                (y + (on_y ? 0 : 0.5)) * config.size[1] / config.cells[1]));
}

/// A stream between two others, which go the other way: its edges roll up.
Fluid2 shear(Scheduler& scheduler, double seconds) {
    auto fluid = Fluid2::make({.cells = {384, 192},
                               .size = {2, 1},
                               .left = SideKind::periodic,
                               .right = SideKind::periodic,
                               .bottom = SideKind::periodic,
                               .top = SideKind::periodic,
                               .scheduler = &scheduler})
                     .value();
    set(fluid, "velocity.x", [](double, double y) { return std::tanh((0.25 - std::abs(y - 0.5)) / 0.025); });
    set(fluid, "velocity.y", [](double x, double) {
        return 0.05 * std::sin(2 * pi * x) + 0.03 * std::sin(pi * x + 1) + 0.02 * std::sin(5 * pi * x + 2);
    });
    for (double t = 0; t < seconds; t += 0.01) fluid.advance(0.01);
    return fluid;
}

Result<Image> draw_shear(Scheduler& scheduler) {
    return draw_view(
        shear(scheduler, 1.6), "vorticity",
        {.scale = 1.25, .bar = true, .title = "vorticity, 1/s: two shear layers roll up", .scheduler = &scheduler});
}

Result<Image> draw_wires(Scheduler& scheduler) {
    auto fluid = Fluid2::make({.cells = {44, 44}, .size = {1, 1}, .scheduler = &scheduler}).value();
    set(fluid, "density", [](double x, double y) {
        const double r = std::hypot(x - 0.5, y - 0.5);
        return 0.55 + 0.45 * std::cos(26 * r) * std::exp(-4.5 * r);
    });
    set(fluid, "velocity.x", [](double x, double y) { return -std::sin(pi * x) * std::cos(pi * y); });
    set(fluid, "velocity.y", [](double x, double y) { return std::cos(pi * x) * std::sin(pi * y); });
    for (int i = 0; i < 40; ++i) fluid.advance(0.01);
    return draw_view(fluid, "wireframe", {.width = 400, .height = 250, .palette = "turbo", .range = {0, 1.2f}});
}

Result<Image> draw_landscape(Scheduler& scheduler) {
    return draw_view(
        shear(scheduler, 1.6), "height",
        {.width = 560,
         .height = 315,
         .palette = "viridis",
         .field = "speed",
         .camera = Camera{.target = {0.5f, 0.24f, 0.06f}, .distance = 1.25f, .azimuth = -70, .elevation = 34},
         .scheduler = &scheduler});
}

/// Hot smoke rises from the floor.
Fluid2 plume(Scheduler& scheduler, double seconds) {
    auto fluid = Fluid2::make({.cells = {192, 256},
                               .size = {0.75, 1},
                               .top = SideKind::open,
                               .buoyancy = 3,
                               .vorticity_confinement = 6,
                               .scheduler = &scheduler})
                     .value();
    for (int frame = 0; frame < static_cast<int>(seconds * 60); ++frame) {
        const float sway = 0.008f * std::sin(0.31f * static_cast<float>(frame));
        (void)fluid.add(Circle{{0.375f + sway, 0.07f}, 0.035f}, {.density = 5, .temperature = 7});
        fluid.advance(1.0 / 60);
    }
    return fluid;
}

Result<Image> draw_plume(Scheduler& scheduler) {
    return draw_view(plume(scheduler, 2.6), "density", {.scale = 1.5, .exposure = 1.6f, .scheduler = &scheduler});
}

Result<Image> draw_heat(Scheduler& scheduler) {
    return draw_view(plume(scheduler, 2.2), "temperature",
                     {.scale = 1.5, .bar = true, .title = "degrees above the room", .scheduler = &scheduler});
}

/// Air flows past a disk and leaves a street of vortices.
Result<Image> draw_wake(Scheduler& scheduler) {
    const Obstacle<2> disk{
        .shape = circle({0, 0}, 0.09).value(), .pose = {.position = {0.45, 0.5}}, .slip = Slip::none};
    auto fluid = Fluid2::make({.cells = {400, 160},
                               .size = {2.5, 1},
                               .left = Segment<2>{.kind = SideKind::inflow, .velocity = {1, 0}},
                               .right = SideKind::outflow,
                               .viscosity = 4e-4,
                               .scheduler = &scheduler})
                     .value();
    if (auto set = fluid.set_obstacle(disk); !set) return set.error();
    for (int frame = 0; frame < 1100; ++frame) {
        if (frame < 60) (void)fluid.push(Circle{{0.7f, 0.4f}, 0.1f}, {0, 2});
        fluid.advance(0.01);
    }
    const CellField<2> solid = solid_field(fluid.config(), std::span<const Obstacle<2>>(&disk, 1));
    return draw_view(fluid, "vorticity + streamlines + obstacles",
                     {.scale = 1.5,
                      .palette = "diverging",
                      .range = {-14, 14},
                      .spacing = 7,
                      .lines = {{0.02f, 0.02f, 0.03f, 0.55f}, 1},
                      .solid = solid.view(),
                      .scheduler = &scheduler});
}

/// A box full of whirls of all sizes.
Fluid2 whirls(Scheduler& scheduler, double seconds) {
    auto fluid = Fluid2::make({.cells = {192, 192},
                               .size = {1, 1},
                               .left = SideKind::periodic,
                               .right = SideKind::periodic,
                               .bottom = SideKind::periodic,
                               .top = SideKind::periodic,
                               .scheduler = &scheduler})
                     .value();
    const auto wave = [](double x, double y, bool is_x) {
        double sum = 0;
        for (int k = 1; k <= 9; ++k) {
            const double a = 2 * pi * ((k * 5 + 2) % 7 - 3), b = 2 * pi * ((k * 3 + 1) % 7 - 3);
            const double size = std::max(std::hypot(a, b), 1.0);
            sum += (is_x ? b : -a) / size * std::cos(a * x + b * y + 1.7 * k * k) / std::sqrt(k);
        }
        return 0.5 * sum;
    };
    set(fluid, "velocity.x", [&](double x, double y) { return wave(x, y, true); });
    set(fluid, "velocity.y", [&](double x, double y) { return wave(x, y, false); });
    for (double t = 0; t < seconds; t += 0.01) fluid.advance(0.01);
    return fluid;
}

Result<Image> draw_brush(Scheduler& scheduler) {
    return draw_view(whirls(scheduler, 0.6), "lic", {.scale = 1.25, .scheduler = &scheduler});
}

Result<Image> draw_arrow_field(Scheduler& scheduler) {
    return draw_view(whirls(scheduler, 0.6), "speed + arrows",
                     {.scale = 1.75,
                      .bar = true,
                      .title = "speed, m/s",
                      .spacing = 7,
                      .lines = {{1, 1, 1, 0.9f}, 1.4f},
                      .scheduler = &scheduler});
}

Result<Image> draw_push(Scheduler& scheduler) {
    return draw_view(whirls(scheduler, 0.6), "pressure + streamlines",
                     {.scale = 2,
                      .bar = true,
                      .title = "pressure and streamlines",
                      .spacing = 5,
                      .lines = {{0, 0, 0, 0.6f}, 1},
                      .scheduler = &scheduler});
}

/// Four inks, stirred.
Result<Image> draw_inks_stirred(Scheduler& scheduler) {
    FluidConfig<2> config{.cells = {288, 288}, .size = {1, 1}, .scheduler = &scheduler};
    config.scalars = {{.name = "madder"}, {.name = "indigo"}, {.name = "saffron"}, {.name = "verdigris"}};
    auto fluid = Fluid2::make(config).value();
    const char* const names[] = {"madder", "indigo", "saffron", "verdigris"};
    for (int i = 0; i < 4; ++i) {
        const double cx = i % 2 ? 0.68 : 0.32, cy = i / 2 ? 0.68 : 0.32;
        set(fluid, names[i], [=](double x, double y) { return std::hypot(x - cx, y - cy) < 0.15 ? 1.1 : 0.0; });
    }
    for (int frame = 0; frame < 330; ++frame) {
        const float angle = 0.055f * static_cast<float>(frame),
                    r = 0.17f + 0.1f * std::sin(0.023f * static_cast<float>(frame));
        (void)fluid.push(Circle{{0.5f + r * std::cos(angle), 0.5f + r * std::sin(angle)}, 0.045f},
                         {-22 * std::sin(angle) + 5 * std::cos(3 * angle), 22 * std::cos(angle)});
        fluid.advance(0.01);
    }
    return draw_view(fluid, "dyes",
                     {.scale = 1,
                      .exposure = 1.2f,
                      .dyes = {{"madder", color_of_hex(0xd3233f)},
                               {"indigo", color_of_hex(0x1f4fa0)},
                               {"saffron", color_of_hex(0xf5b012)},
                               {"verdigris", color_of_hex(0x1f9e84)}},
                      .ground = color_of_hex(0xfbf6ea)});
}

}  // namespace

std::span<const Exhibit> flat_exhibits() {
    static constexpr Exhibit list[] = {
        {"shear", draw_shear},      {"plume2d", draw_plume},      {"heat", draw_heat},     {"wake", draw_wake},
        {"lic", draw_brush},        {"arrows", draw_arrow_field}, {"pressure", draw_push}, {"inks", draw_inks_stirred},
        {"height", draw_landscape}, {"wireframe", draw_wires},
    };
    return list;
}

}  // namespace whorl
