#include "render/density_view.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "grids.hpp"

namespace whorl {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();

View<const float, 2> grid(const std::vector<float>& values, int width) {
    return {values.data(), {width, static_cast<int>(values.size()) / width}, {1, width}};
}

TEST(Density, TwoByTwoIsTurnedOver) {
    const std::vector<float> field{0, 1, 0.5f, 0.25f};  // the lower row first
    const Image image = draw_density(grid(field, 2), grays).value();
    ASSERT_EQ(image.width(), 2);
    ASSERT_EQ(image.height(), 2);
    EXPECT_EQ(image(0, 1), grays(0));
    EXPECT_EQ(image(1, 1), grays(1));
    EXPECT_EQ(image(0, 0), grays(0.5f));
    EXPECT_EQ(image(1, 0), grays(0.25f));
}

TEST(Density, GhostsAndPaddingAreNotDrawn) {
    const std::vector<float> field{1, 9, 9, 1, 9, 9};
    const View<const float, 2> padded{field.data(), {1, 2}, {1, 3}};
    const Image image = draw_density(padded, grays, {.exposure = 0.5f}).value();
    EXPECT_EQ(image.width(), 1);
    EXPECT_EQ(image(0, 0), grays(0.5f));
    EXPECT_EQ(image(0, 1), grays(0.5f));
}

// Pixel centres at 1/8, 3/8, 5/8, 7/8 of the width; cell centres at 1/4 and 3/4.
TEST(Density, UpscalingIsLinearBetweenCellCentres) {
    const std::vector<float> field{0, 1};
    const Image image = draw_density(grid(field, 2), grays, {.scale = 2}).value();
    ASSERT_EQ(image.width(), 4);
    ASSERT_EQ(image.height(), 2);
    for (int y = 0; y < 2; ++y) {
        EXPECT_EQ(image(0, y), grays(0));
        EXPECT_EQ(image(1, y), grays(0.25f));
        EXPECT_EQ(image(2, y), grays(0.75f));
        EXPECT_EQ(image(3, y), grays(1));
    }
}

TEST(Density, ExposureAndAlpha) {
    const std::vector<float> field{0.25f};
    const Image image = draw_density(grid(field, 1), grays, {.exposure = 2, .alpha = true}).value();
    EXPECT_FLOAT_EQ(image(0, 0).a, 0.5f);
    EXPECT_FLOAT_EQ(image(0, 0).r, grays(0.5f).r * 0.5f);
}

TEST(Density, BadNumbersDrawAsTheNearestGoodOnes) {
    const std::vector<float> field{nan, inf, -inf, -1, 1e30f};
    const Image image = draw_density(grid(field, 5), grays).value();
    EXPECT_EQ(image(0, 0), grays(0));
    EXPECT_EQ(image(1, 0), grays(1));
    EXPECT_EQ(image(2, 0), grays(0));
    EXPECT_EQ(image(3, 0), grays(0));
    EXPECT_EQ(image(4, 0), grays(1));
}

TEST(Density, RefusesWhatCannotBeDrawn) {
    const std::vector<float> field{1};
    const auto refused = [](const Result<Image>& image, const char* words) {
        return !image && image.error().message.find(words) != std::string::npos;
    };
    EXPECT_TRUE(refused(draw_density({}, grays), "0 x 0 cells"));
    EXPECT_TRUE(refused(draw_density(grid(field, 1), grays, {.scale = 0}), "scale of 0"));
    EXPECT_TRUE(refused(draw_density(grid(field, 1), grays, {.scale = 1e9}), "1 to 64"));
    EXPECT_TRUE(refused(draw_density(grid(field, 1), grays, {.exposure = nan}), "exposure"));
    EXPECT_TRUE(refused(draw_inks({}), "no inks"));
}

const Color crimson{0.9f, 0.1f, 0.05f}, teal{0.05f, 0.2f, 0.4f}, paper{0.9f, 0.8f, 0.7f};

// Left to right: no ink, crimson alone, teal alone, both.
struct Overlap {
    std::vector<float> reds{0, 1, 0, 1}, teals{0, 0, 1, 1};
    std::vector<Ink> inks{{grid(reds, 4), crimson}, {grid(teals, 4), teal}};
};

TEST(Inks, NoInkIsPaper) {
    const Image image = draw_inks(Overlap().inks, {.ground = paper}).value();
    EXPECT_EQ(image(0, 0), paper);
}

TEST(Inks, UnitAmountIsTheInksColourTimesThePapers) {
    const Image image = draw_inks(Overlap().inks, {.ground = paper}).value();
    EXPECT_NEAR(image(1, 0).r, 0.9f * 0.9f, 1e-6f);
    EXPECT_NEAR(image(1, 0).g, 0.1f * 0.8f, 1e-6f);
    EXPECT_NEAR(image(2, 0).b, 0.4f * 0.7f, 1e-6f);
}

TEST(Inks, PigmentsOverlapDarkerThanEither) {
    const Image image = draw_inks(Overlap().inks, {.ground = paper}).value();
    EXPECT_LT(luminance(image(3, 0)), luminance(image(1, 0)));
    EXPECT_LT(luminance(image(3, 0)), luminance(image(2, 0)));
    EXPECT_NEAR(image(3, 0).r, 0.9f * 0.9f * 0.05f, 1e-6f);
}

// Beer-Lambert: twice the ink passes the square of the light.
TEST(Inks, DoubleAmountSquaresTheTransmittance) {
    const std::vector<float> amounts{2};
    const std::vector<Ink> inks{{grid(amounts, 1), crimson}};
    EXPECT_NEAR(draw_inks(inks).value()(0, 0).r, 0.81f, 1e-6f);
}

TEST(Inks, LightsAddUp) {
    const Image image = draw_inks(Overlap().inks, {.mixing = InkMixing::light, .ground = {}}).value();
    const float strength = 1 - std::exp(-1.0f);
    EXPECT_EQ(image(0, 0), Color{});
    EXPECT_NEAR(image(3, 0).r, (0.9f + 0.05f) * strength, 1e-6f);
    EXPECT_GT(luminance(image(3, 0)), luminance(image(1, 0)));
}

TEST(Inks, BadNumbersStayFinite) {
    const std::vector<float> amounts{nan, inf, -inf, 1e38f};
    const std::vector<Ink> inks{{grid(amounts, 4), {0, 1, 2, 1}}};
    for (const InkMixing mixing : {InkMixing::pigment, InkMixing::light}) {
        const Image image = draw_inks(inks, {.mixing = mixing, .ground = paper, .scale = 3}).value();
        for (int x = 0; x < image.width(); ++x)
            EXPECT_TRUE(std::isfinite(image(x, 0).r) && std::isfinite(image(x, 0).g) && std::isfinite(image(x, 0).b));
    }
    EXPECT_EQ(draw_inks(inks, {.ground = paper}).value()(0, 0), paper);
}

TEST(Inks, RefusesInksOfDifferentShapes) {
    const std::vector<float> two{0, 0}, three{0, 0, 0};
    const auto image = draw_inks(std::vector<Ink>{{grid(two, 2), crimson}, {grid(three, 3), teal}});
    ASSERT_FALSE(image);
    EXPECT_NE(image.error().message.find("2 x 1 and 3 x 1"), std::string::npos);
}

}  // namespace
}  // namespace whorl
