#include "render/stages.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "grids.hpp"
#include "render/spectrum.hpp"

namespace whorl {
namespace {

using std::numbers::pi;

// A cosine is real: it shows on the right half only; a sine is imaginary: the left half.
TEST(Spectrum, ACosineIsRealAndASineImaginary) {
    for (const bool is_sine : {false, true}) {
        // Phases count from the first cell centre, half a cell in.
        const auto wave = field2({32, 24}, [=](double x, double y) {
            const double angle = 2 * pi * (3 * (x - 0.5) / 32 + 2 * (y - 0.5) / 24);
            return is_sine ? std::sin(angle) : std::cos(angle);
        });
        const auto still = field2({32, 24}, [](double, double) { return 0; });
        const Spectrum spectrum(wave.view(), 5);
        EXPECT_NEAR(spectrum(3, 2).real(), is_sine ? 0 : 0.5, 1e-6);
        EXPECT_NEAR(spectrum(3, 2).imag(), is_sine ? -0.5 : 0, 1e-6);
        EXPECT_NEAR(std::abs(spectrum(2, 2)), 0, 1e-6);
        EXPECT_EQ(spectrum(-3, -2), std::conj(spectrum(3, 2)));
        const Image image = draw_spectrum(Flow<2>{{wave, still}}, grays, 5, 3).value();
        ASSERT_EQ(image.width(), 36);
        const int y = (5 - 2) * 3 + 1;
        EXPECT_EQ(image(18 + 3 * 3 + 1, y) == grays(1), !is_sine);
        EXPECT_EQ(image(18 - 3 * 3 - 2, y) == grays(1), is_sine);
        int bright = 0;
        for (int row = 0; row < image.height(); ++row)
            for (const Color& pixel : image.row(row)) bright += pixel.r > 0.5f;
        EXPECT_EQ(bright, 9);  // one square
    }
    EXPECT_FALSE(draw_spectrum({}, grays));
    EXPECT_FALSE(draw_spectrum(
        Flow<2>{{field2({4, 4}, [](double, double) { return 0; }), field2({4, 4}, [](double, double) { return 0; })}},
        grays, 0));
}

Fluid2 stirred(double confinement) {
    auto fluid = Fluid2::make({.cells = {32, 32},
                               .size = {1, 1},
                               .left = SideKind::periodic,
                               .right = SideKind::periodic,
                               .bottom = SideKind::periodic,
                               .top = SideKind::periodic,
                               .vorticity_confinement = confinement})
                     .value();
    (void)fluid.push(Circle{{0.5f, 0.4f}, 0.2f}, {30, 12});
    return fluid;
}

// What the projection takes away is a gradient: each wave of it points along its own wave vector.
TEST(Stages, TheDifferenceOfAProjectionIsParallelToTheWave) {
    auto fluid = stirred(0);
    StageRecorder<float> recorder(fluid);
    ASSERT_TRUE(fluid.step(0.02));
    const ProjectionStages& stages = recorder.projection();
    const Spectrum u(stages.difference[0].view(), 6), v(stages.difference[1].view(), 6);
    double along = 0, across = 0;
    for (int x = 0; x <= 6; ++x)
        for (int y = -6; y <= 6; ++y) {
            // The gradient on the faces, averaged to the centres, is a central difference: it sees a wave k as sin(k
            // h).
            const double kx = std::sin(2 * pi * x / 32), ky = std::sin(2 * pi * y / 32), size = std::hypot(kx, ky);
            if (size == 0) continue;
            along += std::norm((kx * u(x, y) + ky * v(x, y)) / size);
            across += std::norm((ky * u(x, y) - kx * v(x, y)) / size);
        }
    EXPECT_GT(along, 1e-8);
    EXPECT_LT(across, 1e-4 * along);
}

TEST(Stages, CachedFieldsAreThoseOfTheStep) {
    auto fluid = stirred(0), again = stirred(0);
    StageRecorder<float> recorder(fluid);
    ASSERT_TRUE(fluid.step(0.02));
    ASSERT_TRUE(again.step(0.02));
    // Watching changes nothing, and nothing changes the velocity after the projection.
    EXPECT_EQ(fluid.hash(), again.hash());
    EXPECT_EQ(recorder.projection().after[0].values, velocity_of(again)[0].values);
    EXPECT_NE(recorder.projection().before[0].values, recorder.projection().after[0].values);
}

TEST(Stages, TheForceIsAtRightAnglesToN) {
    auto fluid = stirred(4);
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(fluid.step(0.02));
    StageRecorder<float> recorder(fluid);
    ASSERT_TRUE(fluid.step(0.02));
    const ConfinementStages stages = recorder.confinement();
    double along = 0, size = 0;
    for (std::size_t i = 0; i < stages.force[0].values.size(); ++i) {
        const double fx = stages.force[0].values[i], fy = stages.force[1].values[i];
        const double nx = stages.normal[0].values[i], ny = stages.normal[1].values[i];
        const double n = std::hypot(nx, ny);
        EXPECT_TRUE(n < 1e-6 || std::abs(n - 1) < 1e-4);
        along += std::abs(fx * nx + fy * ny), size += std::hypot(fx, fy);
    }
    EXPECT_GT(size, 1);
    EXPECT_LT(along, 0.35 * size);  // the force comes from faces, averaged; without direction it would be 0.64
}

TEST(Stages, SheetsAreDrawn) {
    auto fluid = stirred(4);
    StageRecorder<float> recorder(fluid);
    EXPECT_TRUE(says(draw_decomposition(recorder.projection()).error(), "no stages"));
    EXPECT_TRUE(says(draw_confinement(recorder.confinement()).error(), "no stages"));
    ASSERT_TRUE(fluid.step(0.02));
    const Image six = draw_decomposition(recorder.projection(), {.panel = 64}).value();
    const Image three = draw_confinement(recorder.confinement(), {.panel = 64}).value();
    EXPECT_EQ(six.width(), 3 * 64 + 4 * 12);
    EXPECT_EQ(three.width(), six.width());
    EXPECT_GT(six.height(), 2 * 64);
    EXPECT_TRUE(says(draw_decomposition(recorder.projection(), {.panel = 3}).error(), "3 pixels"));
    for (const std::string_view name : stage_names()) EXPECT_TRUE(draw_stage(recorder, name, {.panel = 40})) << name;
    EXPECT_TRUE(says(draw_stage(recorder, "projecton").error(), "did you mean \"projection\"?"));
}

TEST(Stages, VorticityIsYellowAndForcesRunFromRedToBlue) {
    const auto whirl = field2({8, 8}, [](double x, double) { return x < 4 ? -2 : 0; });
    const Image yellow = draw_yellow(whirl.view(), 1).value();
    EXPECT_GT(yellow(0, 0).r, 0.9f);
    EXPECT_GT(yellow(0, 0).g, 0.7f);
    EXPECT_LT(yellow(0, 0).b, 0.1f);
    EXPECT_LT(yellow(7, 0).r, 0.01f);
    const Flow<2> right{{field2({12, 4}, [](double x, double) { return x > 4 && x < 8 ? 1 : 0; }),
                         field2({12, 4}, [](double, double) { return 0; })}};
    Image image = Image::make(96, 32, {0, 0, 0, 1}).value();
    ASSERT_TRUE(overlay_force(image, right, 4));
    EXPECT_GT(image(24, 16).r, 4 * image(24, 16).b);
    EXPECT_GT(image(72, 16).b, 3 * image(72, 16).r);
    EXPECT_EQ(image(4, 16).r + image(4, 16).b, 0);  // where there is no force there is no dot
}

}  // namespace
}  // namespace whorl
