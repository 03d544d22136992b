// The reference that traces paths, against the fast mode and against what must come out.
#include "render/path.hpp"

#include <gtest/gtest.h>

#include "tests/unit/render/clouds.hpp"

namespace whorl {
namespace {

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
