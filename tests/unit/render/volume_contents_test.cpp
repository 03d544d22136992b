// What else is seen in a volume: walls, flames, dyes and inks.
#include <gtest/gtest.h>

#include "render/volume.hpp"
#include "tests/unit/render/clouds.hpp"

namespace whorl {
namespace {

// Solid cells hold no smoke, and yet the smoke is as thick beside a wall as away from it; the ray's last step ends at
// the wall, wherever the steps fall.
TEST(Volume, SmokeReachesTheWall) {
    const double wall = 0.53;
    const auto smoke = field3({40, 40, 40}, [=](double, double y, double) { return y < wall ? 1 : 0; });
    const auto solid =
        field3({40, 40, 40}, [=](double, double y, double) { return std::clamp(0.5 + 10 * (y - wall), 0.0, 1.0); });
    const VolumeFields fields{.density = smoke.view(), .solid = solid.view()};
    for (const double step : {0.4, 0.75, 1.3}) {
        const Volume volume{.extinction = 2, .albedo = {1, 1, 1, 1}, .ambient = {1, 1, 1, 1}, .step = step};
        const Image image =
            draw_volume(fields, volume, straight, {}, {.width = 3, .height = 3, .stone = {0, 0, 0, 1}}).value();
        EXPECT_NEAR(image(1, 1).g, 1 - std::exp(-2 * wall), 1e-3) << step;
        EXPECT_EQ(image(1, 1).a, 1);
    }
}

TEST(Volume, FlamesGlowInTheirColour) {
    const auto nothing = constant({8, 8, 8}, 0), hot = constant({8, 8, 8}, 1);
    const VolumeFields fields{.density = nothing.view(), .temperature = hot.view()};
    const Volume volume{.glow = 0.5f, .kelvin = 1500, .room = 300};  // 1800 K, one metre deep
    const Image image = draw_volume(fields, volume, straight, {}, {.width = 3, .height = 3}).value();
    EXPECT_NEAR(luminance(image(1, 1)), 0.5, 0.01);
    EXPECT_GT(image(1, 1).r, 3 * image(1, 1).g);
    EXPECT_EQ(image(1, 1).a, 0);  // light without smoke hides nothing
}

// Before a white wall a dye has its colour where it is as deep as its extinction says; two together take from the light
// what each takes alone. As lights they add up.
TEST(Volume, DyesFilterAndShineInTheirColours) {
    const Color red{0.6f, 0.05f, 0.1f, 1}, blue{0.1f, 0.2f, 0.7f, 1};
    const auto some = constant({6, 9, 6}, 0.5);
    const auto seen = [&](std::vector<Color> colors, bool shine) {
        VolumeFields fields{.box = {{0, 0, 0}, {1, 0.5f, 1}}, .dyes_shine = shine};
        for (const Color& color : colors) fields.dyes.push_back({some.view(), color});
        const Color ground = shine ? Color{0, 0, 0, 1} : Color{1, 1, 1, 1};
        return draw_volume(fields, {.extinction = 4}, straight, {}, {.width = 3, .height = 3, .ground = ground})
            .value()(1, 1);
    };
    for (const bool shine : {false, true}) {
        const Color one = seen({red}, shine), other = seen({blue}, shine), both = seen({red, blue}, shine);
        EXPECT_NEAR(one.r, red.r, 1e-4);
        EXPECT_NEAR(one.g, red.g, 1e-4);
        EXPECT_NEAR(other.b, blue.b, 1e-4);
        EXPECT_NEAR(both.r, shine ? one.r + other.r : one.r * other.r, 1e-4);
        EXPECT_NEAR(both.b, shine ? one.b + other.b : one.b * other.b, 1e-4);
    }
}

// A red ink scatters red light and casts a red shadow.
TEST(Volume, InksAreLitAndCastColouredShadows) {
    const auto ink = ball(24, 0.3);
    VolumeFields fields{.box = {{0, 0, 0}, {1, 1, 1}}, .dyes = {{ink.view(), {0.7f, 0.02f, 0.05f, 1}}}};
    const Light above{{0, 0, 1}, {2, 2, 2, 1}};
    const Camera camera{.target = {0.5f, 0.5f, 0.2f}, .distance = 3, .azimuth = -90, .elevation = 40};
    const Image image = draw_volume(fields, {.extinction = 6}, camera, {&above, 1},
                                    {.width = 60, .height = 60, .floor = true, .plane = {0.5f, 0.5f, 0.5f, 1}})
                            .value();
    const Eye eye(camera, 60, 60);
    const auto at = [&](const Vec3& place) {
        const Point2 point = eye.see(place).at;
        return image(static_cast<int>(point[0]), static_cast<int>(point[1]));
    };
    const Color body = at({0.5f, 0.5f, 0.5f}), shadow = at({0.5f, 0.35f, 0.0f}), lit = at({0.1f, 0.0f, 0.0f});
    EXPECT_GT(body.r, 3 * body.g);
    EXPECT_NEAR(lit.r, lit.g, 1e-3);
    EXPECT_GT(shadow.r, 1.5f * shadow.g);
    EXPECT_LT(shadow.r, 0.9f * lit.r);
}

TEST(Volume, SolidsHideAndAreLit) {
    const auto smoke = constant({24, 24, 24}, 0), solid = ball(24, 0.3);
    const VolumeFields fields{.density = smoke.view(), .solid = solid.view()};
    const Light light{{0, -1, 0}, {1, 1, 1, 1}};
    const Image image = draw_volume(fields, {}, straight, {&light, 1}, {.width = 3, .height = 3}).value();
    EXPECT_EQ(image(1, 1).a, 1);
    EXPECT_NEAR(image(1, 1).r, VolumeStyle{}.stone.r, 0.02f);  // it faces the light
}

}  // namespace
}  // namespace whorl
