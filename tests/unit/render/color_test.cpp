#include "render/color.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace whorl {
namespace {

// The curve as IEC 61966-2-1 writes it, evaluated without tables.
int encoded(double light) {
    const double code = light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
    return static_cast<int>(std::floor(code * 255 + 0.5));
}

TEST(Srgb, KnownValues) {
    EXPECT_EQ(srgb8_of_light(0), 0);
    EXPECT_EQ(srgb8_of_light(1), 255);
    EXPECT_EQ(srgb8_of_light(0.5f), 188);
    EXPECT_EQ(srgb8_of_light(0.2140411f), 127);
    EXPECT_EQ(srgb8_of_light(0.001f), 3);
    EXPECT_FLOAT_EQ(light_of_srgb8(188), 0.50288647f);
    EXPECT_FLOAT_EQ(light_of_srgb8(10), 10 / 255.0f / 12.92f);
}

TEST(Srgb, EveryCodeComesBack) {
    for (int code = 0; code < 256; ++code)
        EXPECT_EQ(srgb8_of_light(light_of_srgb8(static_cast<std::uint8_t>(code))), code);
}

TEST(Srgb, IsTheNearestCodeEverywhere) {
    int wrong = 0;
    for (int i = 0; i <= 100000; ++i) {
        const float light = static_cast<float>(i) / 100000;
        if (srgb8_of_light(light) != encoded(static_cast<double>(light))) ++wrong;
    }
    EXPECT_EQ(wrong, 0);
}

TEST(Srgb, StaysInRangeForAnyNumber) {
    EXPECT_EQ(srgb8_of_light(-1), 0);
    EXPECT_EQ(srgb8_of_light(2), 255);
    EXPECT_EQ(srgb8_of_light(std::numeric_limits<float>::quiet_NaN()), 0);
    EXPECT_EQ(srgb8_of_light(std::numeric_limits<float>::infinity()), 255);
    EXPECT_EQ(srgb8_of_light(-std::numeric_limits<float>::infinity()), 0);
    EXPECT_EQ(srgb8_of_light(std::nextafter(1.0f, 0.0f)), 255);
}

// Ottosson's published pairs: white, and the red primary.
TEST(Oklab, KnownValues) {
    const Oklab white = oklab_of({1, 1, 1});
    EXPECT_NEAR(white.lightness, 1, 1e-4);
    EXPECT_NEAR(white.green_red, 0, 1e-4);
    EXPECT_NEAR(white.blue_yellow, 0, 1e-4);
    const Oklab red = oklab_of({1, 0, 0});
    EXPECT_NEAR(red.lightness, 0.6280, 1e-3);
    EXPECT_NEAR(red.green_red, 0.2249, 1e-3);
    EXPECT_NEAR(red.blue_yellow, 0.1258, 1e-3);
}

TEST(Oklab, ComesBack) {
    const Color color{0.2f, 0.7f, 0.05f}, back = color_of(oklab_of(color));
    EXPECT_NEAR(back.r, color.r, 1e-5);
    EXPECT_NEAR(back.g, color.g, 1e-5);
    EXPECT_NEAR(back.b, color.b, 1e-5);
}

TEST(Color, OverMixesByAlpha) {
    EXPECT_EQ(over({0.25f, 0, 0, 0.5f}, {0, 1, 0, 1}), (Color{0.25f, 0.5f, 0, 1}));
    EXPECT_EQ(over({0.25f, 0, 0, 0.5f}, {0, 0, 0, 0}), (Color{0.25f, 0, 0, 0.5f}));
}

}  // namespace
}  // namespace whorl
