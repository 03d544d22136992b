#include "render/view.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "grids.hpp"
#include "render/flat_view.hpp"

namespace whorl {
namespace {

template <int Dim, class T = float> Fluid<Dim, T> puff() {
    FluidConfig<Dim> config{.buoyancy = 1};
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = 12 + 2 * axis;
    auto fluid = Fluid<Dim, T>::make(config).value();
    Vec<float, Dim> middle{};
    for (int axis = 0; axis < Dim; ++axis) middle[axis] = 0.4f;
    Vec<float, Dim> blow{};
    blow[0] = 1;
    (void)fluid.add(Capsule<Dim>{middle, middle, 0.2f}, {.density = 20, .temperature = 10, .velocity = blow});
    for (int i = 0; i < 3; ++i) fluid.advance(0.02);
    return fluid;
}

template <int Dim> ViewStyle<Dim> small() {
    return {.width = 40, .height = 30, .dyes = {{"density", {0.2f, 0.4f, 0.9f, 1}}}};
}

template <int Dim, class T> void expect_every_view() {
    const auto fluid = puff<Dim, T>();
    for (const std::string& name : view_names(fluid)) {
        const auto image = draw_view(fluid, name, small<Dim>());
        ASSERT_TRUE(image) << name << ": " << image.error().message;
        for (int y = 0; y < image.value().height(); ++y)
            for (const Color& pixel : image.value().row(y)) {
                ASSERT_TRUE(std::isfinite(pixel.r + pixel.g + pixel.b)) << name;
                ASSERT_TRUE(pixel.a >= 0 && pixel.a <= 1.00001f) << name;
            }
    }
}

TEST(View, EveryNameDraws) {
    expect_every_view<2, float>();
    expect_every_view<2, double>();
    expect_every_view<3, float>();
    expect_every_view<3, double>();
}

TEST(View, DifferentNamesAreDifferentPictures) {
    const auto fluid = puff<2>();
    const Image smoke = draw_view(fluid, "density").value(), curl = draw_view(fluid, "vorticity").value();
    int differ = 0;
    for (int y = 0; y < smoke.height(); ++y)
        for (int x = 0; x < smoke.width(); ++x) differ += smoke(x, y) != curl(x, y);
    EXPECT_GT(differ, smoke.width() * smoke.height() / 2);
}

TEST(View, LayersAreLaidOverEachOther) {
    EXPECT_EQ(layers_of("a + b+ c d "), (std::vector<std::string>{"a", "b", "c d"}));
    const auto fluid = puff<2>();
    const Image plain = draw_view(fluid, "speed", {.scale = 8}).value();
    const Image laid = draw_view(fluid, "speed + arrows", {.scale = 8}).value();
    int differ = 0;
    for (int y = 0; y < plain.height(); ++y)
        for (int x = 0; x < plain.width(); ++x) differ += plain(x, y) != laid(x, y);
    EXPECT_GT(differ, 30);
    EXPECT_LT(differ, plain.width() * plain.height() / 2);
}

TEST(View, OverlaysAloneLieOnTheGround) {
    const Color ground{0.25f, 0.5f, 0.75f, 1};
    const Image image = draw_view(puff<2>(), "arrows", {.ground = ground}).value();
    EXPECT_EQ(image(0, 0), ground);
}

TEST(View, SolidsAreDrawnFromTheMask) {
    const auto fluid = puff<2>();
    const auto mask = field2({12, 14}, [](double x, double) { return x < 4 ? 1 : 0; });
    const Image image = draw_view(fluid, "density + obstacles", {.scale = 4, .solid = mask.view()}).value();
    EXPECT_NEAR(image(4, 30).r, 0.12f, 1e-4);
    const auto wrong = field2({3, 3}, [](double, double) { return 0; });
    EXPECT_TRUE(says(draw_view(fluid, "density", {.solid = wrong.view()}).error(), "another shape"));
}

TEST(View, WrongNamesGetTheNearestRightOne) {
    const auto fluid = puff<2>();
    EXPECT_TRUE(says(draw_view(fluid, "vorticty").error(), "did you mean \"vorticity\"?"));
    EXPECT_TRUE(says(draw_view(fluid, "speed + arows").error(), "did you mean \"arrows\"?"));
    EXPECT_TRUE(says(draw_view(fluid, "").error(), "view"));
    EXPECT_TRUE(says(draw_view(fluid, "density + speed").error(), "picture of its own"));
    EXPECT_TRUE(says(draw_view(fluid, "height + arrows").error(), "perspective"));
    EXPECT_TRUE(says(draw_view(fluid, "density", {.palette = "virids"}).error(), "did you mean \"viridis\"?"));
    EXPECT_TRUE(says(draw_view(fluid, "dyes").error(), "no dyes"));
    EXPECT_FALSE(check_view(fluid, "volume"));  // that needs space
    EXPECT_TRUE(check_view(puff<3>(), "volume"));
    EXPECT_FALSE(check_view(puff<3>(), "volume + arrows"));
}

TEST(View, SlicesMustLieInTheBox) {
    const auto fluid = puff<3>();
    ASSERT_TRUE(draw_view(fluid, "slice", {.slice = {.axis = 2, .at = 0.3}}));
    EXPECT_EQ(draw_view(fluid, "slice", {.slice = {.axis = 2}}).value().height(), 14);
    EXPECT_EQ(draw_view(fluid, "vorticity + streamlines").value().height(), 16);
    EXPECT_TRUE(says(draw_view(fluid, "slice", {.slice = {.axis = 3}}).error(), "axis 3"));
    EXPECT_TRUE(says(draw_view(fluid, "slice", {.slice = {.at = 1.5}}).error(), "1.5"));
}

TEST(View, AlphaIsDensityForTextures) {
    auto fluid = Fluid2::make({.cells = {4, 4}}).value();
    fluid.edit("density")(1, 1) = 0.5f;
    const Image image = draw_view(fluid, "density", {.alpha = true}).value();
    EXPECT_EQ(image(0, 0).a, 0);
    EXPECT_FLOAT_EQ(image(1, 2).a, 0.5f);
    EXPECT_LE(image(1, 2).r, 0.5f);  // premultiplied
}

}  // namespace
}  // namespace whorl
