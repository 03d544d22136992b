#include "render/volume.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/random.hpp"
#include "grids.hpp"
#include "render/path.hpp"
#include "render/shadow.hpp"

namespace whorl {
namespace {

CellField<3> constant(const Vec<int, 3>& cells, double value) {
    return field3(cells, [=](double, double, double) { return value; });
}

CellField<3> ball(int cells, double radius = 0.35) {
    return field3({cells, cells, cells}, [=](double x, double y, double z) {
        const double r = std::sqrt((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5) + (z - 0.5) * (z - 0.5));
        return std::clamp((radius - r) * 12, 0.0, 1.0);
    });
}

// A narrow view straight along y through the middle.
constexpr Camera straight{
    .target = {0.5f, 0.5f, 0.5f}, .distance = 4, .azimuth = -90, .elevation = 0, .field_of_view = 2};

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

Color mean_of(const Image& image) {
    Color sum{0, 0, 0, 0};
    for (int y = 0; y < image.height(); ++y)
        for (const Color& pixel : image.row(y))
            sum = {sum.r + pixel.r, sum.g + pixel.g, sum.b + pixel.b, sum.a + pixel.a};
    const float count = static_cast<float>(image.width() * image.height());
    return {sum.r / count, sum.g / count, sum.b / count, sum.a / count};
}

// Row 117: on three scenes (thin, thick, and thick with forward scattering and two lights) the fast mode shows what the
// reference's first scattering does, within 2%.
TEST(Path, FirstScatteringIsWhatTheFastModeShows) {
    const auto field = ball(24);
    const VolumeFields fields{.density = field.view()};
    const Camera camera{.distance = 2.2f, .field_of_view = 30};
    const auto two = smoke_lights();
    const std::vector<Light> one{{{-0.5f, -0.6f, 0.6f}, {2, 2, 2, 1}}};
    const struct {
        Volume volume;
        const std::vector<Light>& lights;
    } scenes[] = {{{.extinction = 2}, one}, {{.extinction = 25}, one}, {{.extinction = 12, .forward = 0.5f}, two}};
    for (const auto& scene : scenes) {
        const Color fast =
            mean_of(draw_volume(fields, scene.volume, camera, scene.lights, {.width = 32, .height = 32}).value());
        const Color reference = mean_of(trace_volume(fields, scene.volume, camera, scene.lights,
                                                     {.width = 32, .height = 32, .samples = 128, .scatterings = 1})
                                            .value());
        EXPECT_NEAR(fast.g, reference.g, 0.02f * reference.g);
        EXPECT_NEAR(fast.a, reference.a, 0.02f * reference.a);
    }
}

// Nothing absorbs and light comes from everywhere: any number of scatterings gives back what came in (the white
// furnace), so that a cloud of albedo 1 in ambient light 1 is as bright as 1 wherever a path meets it.
TEST(Path, MoreScatteringsAreBrighterAndNoneInvented) {
    const auto field = ball(16);
    const VolumeFields fields{.density = field.view()};
    const Volume white{.extinction = 10, .albedo = {1, 1, 1, 1}};
    const auto lights = smoke_lights();
    const auto mean = [&](int scatterings) {
        return mean_of(trace_volume(fields, white, {}, lights,
                                    {.width = 16, .height = 12, .samples = 64, .scatterings = scatterings})
                           .value());
    };
    EXPECT_EQ(mean(0).g, 0);
    EXPECT_GT(mean(2).g, 1.1f * mean(1).g);
    EXPECT_GT(mean(64).g, 1.05f * mean(2).g);
}

TEST(Path, SolidsAreLitAsInTheFastMode) {
    const auto smoke = constant({24, 24, 24}, 0), solid = ball(24, 0.3);
    const VolumeFields fields{.density = smoke.view(), .solid = solid.view()};
    const Light light{{0.3f, -1, 0.4f}, {1, 1, 1, 1}};
    const Image fast = draw_volume(fields, {}, straight, {&light, 1}, {.width = 3, .height = 3}).value();
    const Image traced =
        trace_volume(fields, {}, straight, {&light, 1}, {.width = 3, .height = 3, .samples = 64}).value();
    EXPECT_GT(traced(1, 1).g, 0.05f);
    EXPECT_NEAR(traced(1, 1).g, fast(1, 1).g, 0.15f * fast(1, 1).g);  // which adds what comes from around
    EXPECT_EQ(traced(1, 1).a, 1);
}

// A box of kilometres, where a float knows no hundredth of a millimetre.
TEST(Path, EndsInLargeBoxesToo) {
    const auto field = ball(16, 0.1);
    const VolumeFields fields{.density = field.view(), .box = {{0, 0, 0}, {4000, 4000, 4000}}};
    const Camera camera{.target = {2000, 2000, 2000}, .distance = 9000};
    const Image image =
        trace_volume(fields, {.extinction = 0.01f}, camera, smoke_lights(), {.width = 12, .height = 9, .samples = 8})
            .value();
    EXPECT_GT(mean_of(image).a, 0.001f);
}

TEST(Path, TransmittanceIsUnbiased) {
    const auto field = constant({6, 6, 6}, 1);
    const Image image = trace_volume({.density = field.view()}, {.extinction = 1}, straight, {},
                                     {.width = 8, .height = 8, .samples = 400})
                            .value();
    EXPECT_NEAR(mean_of(image).a, 1 - std::exp(-1.0), 0.01);  // four standard deviations of 25600 paths
}

TEST(Path, HasTheSameBitsForAnyNumberOfThreads) {
    const auto field = ball(10);
    const auto pool = make_thread_pool(3).value();
    const auto lights = smoke_lights();
    const PathStyle style{.width = 12, .height = 9, .samples = 4};
    PathStyle threaded = style;
    threaded.scheduler = pool.get();
    const Image one = trace_volume({.density = field.view()}, {}, {}, lights, style).value();
    const Image three = trace_volume({.density = field.view()}, {}, {}, lights, threaded).value();
    for (int y = 0; y < 9; ++y)
        for (int x = 0; x < 12; ++x) ASSERT_EQ(one(x, y), three(x, y));
    EXPECT_FALSE(trace_volume({.density = field.view()}, {}, {}, lights, {.samples = 0}));
}

}  // namespace
}  // namespace whorl
