#include "render/palette.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "grids.hpp"

namespace whorl {
namespace {

std::uint32_t hex(const Color& color) {
    return static_cast<std::uint32_t>(srgb8_of_light(color.r)) << 16 |
           static_cast<std::uint32_t>(srgb8_of_light(color.g)) << 8 | srgb8_of_light(color.b);
}

TEST(Palette, EndsAreTheControlColours) {
    const Palette viridis = find_palette("viridis").value();
    EXPECT_EQ(hex(viridis(0)), 0x440154u);
    EXPECT_EQ(hex(viridis(1)), 0xfde725u);
    EXPECT_EQ(hex(viridis(0.5f)), 0x21918cu);
    EXPECT_EQ(hex(grays(0)), 0x000000u);
    EXPECT_EQ(hex(grays(1)), 0xffffffu);
}

TEST(Palette, AnyNumberGetsAColour) {
    const Palette magma = find_palette("magma").value();
    EXPECT_EQ(magma(-3), magma(0));
    EXPECT_EQ(magma(7), magma(1));
    EXPECT_EQ(magma(std::numeric_limits<float>::infinity()), magma(1));
    EXPECT_EQ(magma(std::numeric_limits<float>::quiet_NaN()), magma(0));
}

// Equal steps of the value are about equal steps of lightness: what makes a colour map perceptual.
TEST(Palette, LightnessRisesEvenly) {
    for (const char* name : {"gray", "viridis", "magma", "inferno"}) {
        const Palette palette = find_palette(name).value();
        const float range = oklab_of(palette(1)).lightness - oklab_of(palette(0)).lightness;
        for (int i = 0; i < 8; ++i) {
            const float step = oklab_of(palette(static_cast<float>(i + 1) / 8)).lightness -
                               oklab_of(palette(static_cast<float>(i) / 8)).lightness;
            EXPECT_GT(step, 0.5f * range / 8) << name << " " << i;
            EXPECT_LT(step, 2.0f * range / 8) << name << " " << i;
        }
    }
}

// Turbo is Mikhailov's: known codes near its ends and middle, and no lightness to speak of at either end.
TEST(Palette, TurboRunsFromBlueOverGreenToRed) {
    const Palette turbo = find_palette("turbo").value();
    EXPECT_GT(turbo(0.2f).b, turbo(0.2f).r);
    EXPECT_GT(turbo(0.5f).g, turbo(0.5f).b);
    EXPECT_GT(turbo(0.5f).g, turbo(0.5f).r);
    EXPECT_GT(turbo(0.9f).r, turbo(0.9f).g);
    EXPECT_NEAR(srgb8_of_light(turbo(0).r), 35, 3);
    EXPECT_NEAR(srgb8_of_light(turbo(1).r), 144, 8);
}

// The two signs are told apart by hue alone: equally far from zero, equally light.
TEST(Palette, DivergingOnesAreEvenAboutZero) {
    for (const char* name : {"diverging", "diverging-dark"}) {
        const Palette palette = find_palette(name).value();
        const Oklab zero = oklab_of(palette(0.5f));
        EXPECT_NEAR(std::hypot(zero.green_red, zero.blue_yellow), 0, 0.01) << name;
        float last = 0;
        for (int i = 1; i <= 4; ++i) {
            const Oklab below = oklab_of(palette(0.5f - 0.125f * static_cast<float>(i)));
            const Oklab above = oklab_of(palette(0.5f + 0.125f * static_cast<float>(i)));
            EXPECT_NEAR(below.lightness, above.lightness, 0.03) << name << i;
            EXPECT_LT(below.blue_yellow, 0);
            EXPECT_GT(above.green_red, 0);
            const float far = std::abs(above.lightness - zero.lightness);
            EXPECT_GT(far, last) << name << i;
            last = far;
        }
    }
}

TEST(Palette, BlackbodyGetsLighterAllTheWay) {
    const Palette glow = find_palette("blackbody").value();
    float last = -1;
    for (int i = 0; i <= 20; ++i) {
        const float lightness = oklab_of(glow(static_cast<float>(i) / 20)).lightness;
        EXPECT_GT(lightness, last) << i;
        last = lightness;
    }
    EXPECT_NEAR(last, 1, 0.03);
}

TEST(Palette, HalfwayGrayIsHalfwayToTheEye) {
    EXPECT_NEAR(oklab_of(find_palette("gray").value()(0.5f)).lightness, 0.5f, 1e-3f);
}

TEST(Palette, EveryNameIsFound) {
    EXPECT_GE(palette_names().size(), 4u);
    for (const std::string_view name : palette_names()) EXPECT_TRUE(find_palette(name)) << name;
}

TEST(Palette, UnknownNameGetsTheNearestAndTheList) {
    const auto near = find_palette("virids");
    ASSERT_FALSE(near);
    EXPECT_NE(near.error().message.find("did you mean \"viridis\"?"), std::string::npos) << near.error().message;
    EXPECT_NE(near.error().message.find("magma"), std::string::npos);
    const auto far = find_palette("zzzzzz");
    ASSERT_FALSE(far);
    EXPECT_EQ(far.error().message.find("did you mean"), std::string::npos) << far.error().message;
    EXPECT_FALSE(find_palette(""));
}

}  // namespace
}  // namespace whorl
