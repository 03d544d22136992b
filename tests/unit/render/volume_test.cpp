// Smoke in a volume: what it lets through, scatters and shadows, against the integrals.
#include "render/volume.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "core/random.hpp"
#include "render/shadow.hpp"
#include "tests/unit/render/clouds.hpp"

namespace whorl {
namespace {

// Row 93: alpha = 1 - exp(-sigma L) for a slab of any thickness and density, on grids that are not cubes.
TEST(Volume, ASlabLetsThroughWhatBeerAndLambertSay) {
    for (const double density : {0.1, 0.7, 3.0})
        for (const int cells : {5, 16}) {
            const auto field = constant({16, cells, 9}, density);
            const VolumeFields fields{.density = field.view(), .box = {{0, 0, 0}, {1, 0.6f, 1}}};
            const Image image = draw_volume(fields, {.extinction = 2}, straight, {}, {.width = 3, .height = 3}).value();
            EXPECT_NEAR(image(1, 1).a, 1 - std::exp(-2 * density * 0.6), 1e-4) << density << " " << cells;
            EXPECT_EQ(image(1, 1).r, 0);  // no light, no glow
        }
}

// Half of the box is cut away, and half of the depth with it.
TEST(Volume, ACutTakesAwayItsPart) {
    const auto field = constant({8, 8, 8}, 1);
    const VolumeFields fields{.density = field.view()};
    const Volume volume{.extinction = 2, .cut = CutPlane{{0, -1, 0}, -0.5f}};
    const Image image = draw_volume(fields, volume, straight, {}, {.width = 3, .height = 3}).value();
    EXPECT_NEAR(image(1, 1).a, 1 - std::exp(-1.0), 1e-4);
}

// Light from behind the eye along y, isotropic scattering: the integral of sigma albedo / 4 exp(-2 sigma y) over the
// depth, times the light.
TEST(Volume, SingleScatteringInASlabIsTheIntegral) {
    const auto field = constant({32, 32, 32}, 1);
    const VolumeFields fields{.density = field.view()};
    const Volume volume{.extinction = 3, .albedo = {0.8f, 0.8f, 0.8f, 1}, .step = 0.25};
    const Light light{{0, -1, 0}, {2, 1, 0, 1}};
    const Image image = draw_volume(fields, volume, straight, {&light, 1}, {.width = 3, .height = 3}).value();
    const double wanted = 0.8 * 0.25 * 0.5 * (1 - std::exp(-6.0));
    EXPECT_NEAR(image(1, 1).r, 2 * wanted, 0.01 * 2 * wanted);
    EXPECT_NEAR(image(1, 1).g, wanted, 0.01 * wanted);
    EXPECT_EQ(image(1, 1).b, 0);
}

// Two lights add up; a light behind a wall of smoke adds nothing.
TEST(Volume, LightsAddUpAndShadowsFall) {
    const auto field = ball(32);
    const VolumeFields fields{.density = field.view()};
    const Volume volume{.extinction = 60};
    const Light left{{-1, 0, 0}, {1, 1, 1, 1}}, right{{1, 0, 0}, {1, 1, 1, 1}};
    const Camera camera{.distance = 3, .azimuth = -90, .elevation = 0, .field_of_view = 20};
    const VolumeStyle style{.width = 41, .height = 31};
    const Image one = draw_volume(fields, volume, camera, std::vector<Light>{left}, style).value();
    const Image other = draw_volume(fields, volume, camera, std::vector<Light>{right}, style).value();
    const Image both = draw_volume(fields, volume, camera, std::vector<Light>{left, right}, style).value();
    for (const int x : {14, 20, 26}) EXPECT_NEAR(both(x, 15).r, one(x, 15).r + other(x, 15).r, 1e-5);
    EXPECT_GT(one(14, 15).r, 4 * one(26, 15).r);
}

// A cloud above another, with bricks of nothing between: its shadow falls across the gap.
TEST(Volume, ShadowsCrossEmptyBricks) {
    const auto slab = [](double z) { return z > 0.08 && z < 0.14; };
    const auto low = field3({48, 48, 48}, [&](double, double, double z) { return slab(z) ? 1 : 0; });
    const auto both = field3({48, 48, 48}, [&](double, double, double z) { return slab(z) || z > 0.9 ? 1 : 0; });
    const Light above{{0, 0, 1}, {1, 1, 1, 1}};
    const Camera camera{
        .target = {0.5f, 0.5f, 0.11f}, .distance = 3, .azimuth = -90, .elevation = 0, .field_of_view = 1};
    const auto light = [&](const CellField<3>& field) {
        return draw_volume({.density = field.view()}, {.extinction = 20}, camera, {&above, 1},
                           {.width = 3, .height = 3})
            .value()(1, 1)
            .r;
    };
    EXPECT_NEAR(light(both) / light(low), std::exp(-20 * 0.1), 0.03);
}

// The grid of shadows says what a ray to the light does, from every side, past a cut and beside a solid.
TEST(Volume, ShadowsAreWhatRaysToTheLightFind) {
    const auto field = field3({20, 28, 24}, [](double x, double y, double z) {
        return 0.5 + 0.5 * std::sin(9 * x + 4 * y) * std::cos(7 * z - 3 * y);
    });
    const auto solid = field3({20, 28, 24}, [](double x, double y, double z) {
        return std::clamp(0.5 - 6 * (std::hypot(x - 0.6, y - 0.5, z - 0.4) - 0.2), 0.0, 1.0);
    });
    const VolumeFields fields{.density = field.view(), .solid = solid.view(), .box = {{0, 0, 0}, {0.8f, 1.1f, 1}}};
    const Volume cut{.extinction = 3, .cut = CutPlane{{0.6f, -0.8f, 0}, 0.1f}}, whole{.extinction = 3};
    std::uint64_t draw = 0;
    const auto random = [&](double low, double high) {
        return static_cast<float>(random_between(low, high, 5, draw++));
    };
    for (const Volume& volume : {whole, cut}) {
        const Medium medium = Medium::make(fields, volume).value();
        double depths = 0, lights = 0;
        for (int side = 0; side < 8; ++side) {
            const Light far{{random(-1, 1), random(-1, 1), random(-1, 1)}},
                near{{random(-2, 3), random(-2, 3), 3}, {1, 1, 1, 1}, true};
            for (const Light& light : {far, near}) {
                const Shadow<float> shadow(medium, light, nullptr);
                for (int i = 0; i < 50; ++i) {
                    const Vec3 at{random(0, 0.8), random(0, 1.1), random(0, 1)};
                    if (medium.solid(at) > 0.3f || (volume.cut && dot(volume.cut->normal, at) > 0.05f)) continue;
                    const Arriving from = arriving(light, at);
                    const auto exact = medium.shade(at, from.toward, from.distance), found = shadow.at(at);
                    lights += std::abs(static_cast<double>(found.lit - exact.lit)) / 800;
                    if (exact.lit == 1) depths += std::abs(static_cast<double>(found.depth - exact.depth)) / 800;
                }
            }
        }
        EXPECT_LT(depths, 0.01);
        EXPECT_LT(lights, 0.01);
    }
}

TEST(Volume, EmptyBricksChangeNothing) {
    const auto blob = ball(40, 0.12);
    const auto dust = field3({40, 40, 40}, [](double, double, double) { return 2e-5; });  // just enough to visit all
    auto dusty = blob;
    for (std::size_t i = 0; i < dusty.values.size(); ++i) dusty.values[i] += dust.values[i];
    const Camera camera{.distance = 2.5f};
    const VolumeStyle style{.width = 32, .height = 24};
    const auto lights = smoke_lights();
    const Image skipping = draw_volume({.density = blob.view()}, {}, camera, lights, style).value();
    const Image visiting = draw_volume({.density = dusty.view()}, {}, camera, lights, style).value();
    for (int y = 0; y < 24; ++y)
        for (int x = 0; x < 32; ++x) EXPECT_NEAR(skipping(x, y).g, visiting(x, y).g, 2e-3);
}

TEST(Volume, HasTheSameBitsForAnyNumberOfThreads) {
    const auto field = ball(20);
    const auto lights = smoke_lights();
    const Image one = draw_volume({.density = field.view()}, {}, {}, lights, {.width = 48, .height = 30}).value();
    for (const int threads : {2, 3, 7}) {
        const auto pool = make_thread_pool(threads).value();
        const VolumeStyle style{.width = 48, .height = 30, .scheduler = pool.get()};
        const Image many = draw_volume({.density = field.view()}, {}, {}, lights, style).value();
        for (int y = 0; y < 30; ++y)
            for (int x = 0; x < 48; ++x) ASSERT_EQ(one(x, y), many(x, y));
    }
}

TEST(Volume, NonsenseIsRefused) {
    const auto field = ball(8), other = ball(9), wall = constant({8, 8, 8}, 1);
    const VolumeFields good{.density = field.view()};
    const auto error = [](const VolumeFields& fields, const Volume& volume, const Camera& camera) {
        return draw_volume(fields, volume, camera, {}, {.width = 4, .height = 4}).error();
    };
    EXPECT_TRUE(says(error({}, {}, {}), "0 x 0 x 0 cells"));
    EXPECT_TRUE(says(error({.density = field.view(), .solid = other.view()}, {}, {}), "shape"));
    EXPECT_TRUE(says(error(good, {.extinction = -1}, {}), "extinction is -1"));
    EXPECT_TRUE(says(error(good, {.step = 0}, {}), "step is 0"));
    EXPECT_TRUE(says(error(good, {.forward = 1}, {}), "forward is 1"));
    EXPECT_TRUE(says(error(good, {}, {.elevation = 91}), "elevation is 91"));
    EXPECT_TRUE(says(error({.density = field.view(), .solid = wall.view()}, {}, {.distance = 0.1f}), "inside a solid"));
    EXPECT_TRUE(says(error({.density = field.view(), .box = {{0, 0, 0}, {1, 0, 1}}}, {}, {}), "length above 0"));
    EXPECT_FALSE(draw_volume(good, {}, {}, {}, {.width = 0}));
    EXPECT_FALSE(draw_volume(good, {}, {}, std::vector<Light>(17), {.width = 4, .height = 4}));
    auto broken = field;
    broken.values[100] = std::numeric_limits<float>::quiet_NaN();
    broken.values[101] = std::numeric_limits<float>::infinity();
    const Image image =
        draw_volume({.density = broken.view()}, {}, {}, smoke_lights(), {.width = 9, .height = 9}).value();
    for (int y = 0; y < 9; ++y)
        for (const Color& pixel : image.row(y)) EXPECT_TRUE(std::isfinite(pixel.r + pixel.a));
}

}  // namespace
}  // namespace whorl
