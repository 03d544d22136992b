// Pictures against small references, with a tolerance that an eye would grant: the pictures use the C library's exp and
// sin, which differ in their last bits from one machine to the next. WHORL_REGENERATE=1 writes the references anew.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "io/png.hpp"
#include "render/compare.hpp"
#include "render/view.hpp"

namespace whorl {
namespace {

constexpr double mean_allowed = 0.004, worst_allowed = 0.08;

/// A fluid whose fields are formulas: nothing that the solver does can change these pictures.
Fluid2 flat_fluid() {
    auto fluid = Fluid2::make({.cells = {40, 30}, .size = {4, 3}}).value();
    const auto u = fluid.edit("velocity.x"), v = fluid.edit("velocity.y"), smoke = fluid.edit("density"),
               heat = fluid.edit("temperature"), p = fluid.edit("pressure");
    for (int y = 0; y < u.shape[1]; ++y)
        for (int x = 0; x < u.shape[0]; ++x) u(x, y) = std::sin(0.2f * static_cast<float>(y)) + 0.2f;
    for (int y = 0; y < v.shape[1]; ++y)
        for (int x = 0; x < v.shape[0]; ++x) v(x, y) = std::cos(0.23f * static_cast<float>(x));
    for (int y = 0; y < 30; ++y)
        for (int x = 0; x < 40; ++x) {
            const float a = static_cast<float>(x - 16) / 12, b = static_cast<float>(y - 14) / 9;
            smoke(x, y) = std::exp(-(a * a + b * b));
            heat(x, y) = 2 * std::exp(-4 * (a * a + b * b));
            p(x, y) = a * b;
        }
    return fluid;
}

Fluid3 deep_fluid() {
    auto fluid = Fluid3::make({.cells = {20, 20, 24}, .size = {1, 1, 1.2}}).value();
    const auto smoke = fluid.edit("density"), heat = fluid.edit("temperature");
    for (int z = 0; z < 24; ++z)
        for (int y = 0; y < 20; ++y)
            for (int x = 0; x < 20; ++x) {
                const float a = static_cast<float>(x - 10) / 6, b = static_cast<float>(y - 9) / 6,
                            c = static_cast<float>(z - 12) / 8;
                const float r = a * a + b * b + c * c + 0.2f * std::sin(2.1f * static_cast<float>(x + z));
                smoke(x, y, z) = r < 1 ? 1 - r : 0;
                heat(x, y, z) = r < 0.6f ? 1.2f : 0;
            }
    return fluid;
}

bool regenerates() {
    const char* wanted = std::getenv("WHORL_REGENERATE");
    return wanted && std::string_view(wanted) == "1";
}

std::string path_of(const std::string& name) {
    return std::string(WHORL_SOURCE_DIR) + "/tests/golden/" + name + ".png";
}

void expect_as_before(const std::string& name, const Result<Image>& drawn) {
    ASSERT_TRUE(drawn) << name << ": " << drawn.error().message;
    if (regenerates()) {
        ASSERT_TRUE(write_png(path_of(name), drawn.value()));
        return;
    }
    const auto reference = read_png(path_of(name));
    ASSERT_TRUE(reference) << reference.error().message;
    const Difference difference = difference_of(drawn.value(), image_of(reference.value()));
    EXPECT_LT(difference.mean, mean_allowed) << name;
    EXPECT_LT(difference.worst, worst_allowed) << name;
}

TEST(GoldenPictures, FlatViews) {
    const Fluid2 fluid = flat_fluid();
    expect_as_before("density", draw_view(fluid, "density", {.scale = 2}));
    expect_as_before("temperature", draw_view(fluid, "temperature", {.scale = 2, .bar = true, .title = "heat"}));
    expect_as_before("vorticity", draw_view(fluid, "vorticity + arrows", {.scale = 3, .spacing = 5}));
    expect_as_before("pressure", draw_view(fluid, "pressure + streamlines", {.scale = 3, .spacing = 3}));
    expect_as_before("height", draw_view(fluid, "height", {.width = 120, .height = 80}));
    expect_as_before("wireframe", draw_view(fluid, "wireframe", {.width = 120, .height = 80}));
}

TEST(GoldenPictures, ViewsInSpace) {
    const Fluid3 fluid = deep_fluid();
    const ViewStyle<3> style{.width = 96, .height = 80};
    expect_as_before("volume", draw_view(fluid, "volume", style));
    expect_as_before("fire", draw_view(fluid, "fire", style));
    expect_as_before("surface", draw_view(fluid, "surface", {.width = 96, .height = 80, .level = 0.4f}));
}

// The tolerance is tight enough to see a tenth of an exposure, a pixel's shift, and another palette.
TEST(GoldenPictures, ChangesAreSeen) {
    const Fluid2 fluid = flat_fluid();
    const Image before = draw_view(fluid, "density", {.scale = 2}).value();
    EXPECT_EQ(difference_of(before, before).worst, 0);
    EXPECT_GT(difference_of(before, draw_view(fluid, "density", {.scale = 2, .exposure = 1.1f}).value()).mean,
              mean_allowed);
    EXPECT_GT(difference_of(before, draw_view(fluid, "density", {.scale = 2, .palette = "magma"}).value()).mean,
              mean_allowed);
    Image moved = Image::make(before.width(), before.height()).value();
    paste(moved, before, 1, 0);
    EXPECT_GT(difference_of(before, moved).worst, worst_allowed);
    EXPECT_EQ(difference_of(before, Image::make(3, 3).value()).mean, 1);
}

}  // namespace
}  // namespace whorl
