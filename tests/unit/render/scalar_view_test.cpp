#include "render/scalar_view.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "grids.hpp"
#include "render/blackbody.hpp"

namespace whorl {
namespace {

TEST(Scalar, TheRangeSpreadsOverThePalette) {
    const auto field = field2({3, 1}, [](double x, double) { return 2 * (x - 1.5); });  // -2, 0, 2
    const Image image = draw_scalar(field.view(), grays, {.range = {-2, 2}}).value();
    EXPECT_EQ(image(0, 0), grays(0));
    EXPECT_EQ(image(1, 0), grays(0.5f));
    EXPECT_EQ(image(2, 0), grays(1));
}

TEST(Scalar, RefusesWhatCannotBeDrawn) {
    const auto field = field2({3, 1}, [](double, double) { return 0; });
    EXPECT_TRUE(says(draw_scalar({}, grays, {.range = {0, 1}}).error(), "0 x 0 cells"));
    EXPECT_TRUE(says(draw_scalar(field.view(), grays, {.range = {1, 1}}).error(), "range from 1 to 1"));
    EXPECT_TRUE(says(draw_scalar(field.view(), grays, {.range = {0, 1}, .scale = 0.5}).error(), "scale of 0.5"));
}

TEST(Scalar, NumbersThatAreNoneStayInTheirCell) {
    auto field = field2({4, 1}, [](double, double) { return 1; });
    field.values[0] = std::numeric_limits<float>::quiet_NaN();
    field.values[1] = std::numeric_limits<float>::infinity();
    const Image image = draw_scalar(field.view(), grays, {.range = {0, 2}}).value();
    EXPECT_EQ(image(0, 0), grays(0));
    EXPECT_EQ(image(1, 0), grays(1));
    EXPECT_EQ(image(3, 0), grays(0.5f));
}

TEST(Scalar, AFittingRangeIsEvenAboutZeroAndForgetsOutliers) {
    auto field = field2({1000, 1}, [](double x, double) { return x < 500 ? -1 : 0.5; });
    field.values[7] = 1e9f;
    const ValueRange with_sign = fitting_range(field.view(), true), without = fitting_range(field.view(), false);
    EXPECT_FLOAT_EQ(with_sign.low, -1);
    EXPECT_FLOAT_EQ(with_sign.high, 1);
    EXPECT_FLOAT_EQ(without.low, 0);
    EXPECT_FLOAT_EQ(without.high, 0.5f);
    const auto nothing = field2({3, 3}, [](double, double) { return 0; });
    EXPECT_LT(fitting_range(nothing.view(), true).low, fitting_range(nothing.view(), true).high);
}

TEST(Scalar, LegendsStandBesideAndAbove) {
    const Image picture = Image::make(40, 30, {1, 0, 0, 1}).value();
    const Image plain = with_legend(picture, grays, {0, 1}, {.title = "", .bar = false}).value();
    const Image titled = with_legend(picture, grays, {0, 1}, {.title = "up", .bar = false}).value();
    const Image barred = with_legend(picture, grays, {0, 1}, {.title = "", .bar = true}).value();
    EXPECT_GT(titled.height(), plain.height());
    EXPECT_EQ(titled.width(), plain.width());
    EXPECT_GT(barred.width(), plain.width());
    EXPECT_EQ(plain(10, 10), (Color{1, 0, 0, 1}));
    EXPECT_GT(barred(10 + 40 + 10 + 2, 10).r, 0.9f);            // white at the top of the bar
    EXPECT_LT(barred(10 + 40 + 10 + 2, 10 + 30 - 2).r, 0.05f);  // black at its foot
}

TEST(Scalar, SolidsCoverWhatIsBelow) {
    const auto mask = field2({8, 8}, [](double x, double) { return x < 4 ? 1 : 0; });
    Image image = Image::make(32, 32, {0, 1, 0, 1}).value();
    ASSERT_TRUE(overlay_solid(image, mask.view(), {0.5f, 0.5f, 0.5f, 1}));
    EXPECT_EQ(image(4, 16), (Color{0.5f, 0.5f, 0.5f, 1}));
    EXPECT_EQ(image(28, 16), (Color{0, 1, 0, 1}));
    EXPECT_LT(luminance(image(15, 16)), 0.5f);  // the rim is darker
    EXPECT_FALSE(overlay_solid(image, {}));
}

// The published white points of black bodies, as ratios of linear sRGB, and Planck's monotony.
TEST(Blackbody, IsRedThenWhiteThenBlue) {
    const Color warm = blackbody_hue(1500), white = blackbody_hue(6600), blue = blackbody_hue(15000);
    EXPECT_EQ(warm.r, 1);
    EXPECT_LT(warm.g, 0.25f);
    EXPECT_LT(warm.b, 0.01f);
    EXPECT_GT(std::min({white.r, white.g, white.b}), 0.93f);
    EXPECT_EQ(blue.b, 1);
    EXPECT_LT(blue.r, 0.6f);
    EXPECT_DOUBLE_EQ(blackbody_brightness(1800, 1800), 1);
    EXPECT_GT(blackbody_brightness(2000, 1800), 2);
    EXPECT_EQ(blackbody_brightness(0, 1800), 0);
}

}  // namespace
}  // namespace whorl
