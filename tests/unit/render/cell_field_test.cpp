#include "render/cell_field.hpp"
#include "render/solid_field.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "grids.hpp"
#include "tests/dims.hpp"

namespace whorl {
namespace {

// u = (2x + 3y, x - 2y): no divergence, vorticity 1 - 3 = -2, on faces and on cells of unequal sides.
template <class T> Fluid<2, T> linear_flow(bool with_divergence) {
    auto fluid = Fluid<2, T>::make({.cells = {6, 5}, .size = {3, 1}}).value();
    const double hx = 0.5, hy = 0.2;
    const auto u = fluid.edit("velocity.x"), v = fluid.edit("velocity.y");
    for (int y = 0; y < u.shape[1]; ++y)
        for (int x = 0; x < u.shape[0]; ++x) u(x, y) = static_cast<T>(2 * x * hx + 3 * (y + 0.5) * hy);
    for (int y = 0; y < v.shape[1]; ++y)
        for (int x = 0; x < v.shape[0]; ++x)
            v(x, y) = static_cast<T>((x + 0.5) * hx + (with_divergence ? 5 : -2) * y * hy);
    return fluid;
}

template <int Dim> void expect_all(const CellField<Dim>& field, double wanted) {
    for (const float value : field.values) EXPECT_NEAR(value, wanted, 1e-4);
}

TEST(CellField, VelocityIsThatAtTheCentres) {
    const auto fluid = linear_flow<float>(false);
    const Flow<2> flow = velocity_of(fluid);
    EXPECT_NEAR(flow[0].view()(2, 3), 2 * 1.25 + 3 * 0.7, 1e-5);
    EXPECT_NEAR(flow[1].view()(2, 3), 1.25 - 2 * 0.7, 1e-5);
    EXPECT_EQ(field_of(fluid, "velocity.y").value().values, flow[1].values);
    EXPECT_NEAR(field_of(fluid, "speed").value().view()(2, 3), std::hypot(4.6, -0.15), 1e-5);
}

TEST(CellField, LinearFlowHasOneVorticityAndDivergenceEverywhere) {
    const auto single = linear_flow<float>(true);
    const auto twice = linear_flow<double>(true);
    expect_all(field_of(single, "divergence").value(), 7);
    expect_all(field_of(twice, "divergence").value(), 7);
    expect_all(field_of(single, "vorticity").value(), -2);
    expect_all(field_of(twice, "vorticity").value(), -2);
}

// A wave along a periodic axis: the derivative at the seam is the central one, as everywhere.
TEST(CellField, PeriodicSidesWrapAround) {
    auto fluid =
        Fluid2::make({.cells = {16, 4}, .size = {1, 0.25}, .left = SideKind::periodic, .right = SideKind::periodic})
            .value();
    const auto v = fluid.edit("velocity.y");
    const double k = 2 * 3.14159265358979;
    for (int y = 0; y < v.shape[1]; ++y)
        for (int x = 0; x < 16; ++x) v(x, y) = static_cast<float>(std::sin(k * (x + 0.5) / 16));
    const auto curl = field_of(fluid, "vorticity").value();
    const double shrunk = std::sin(k / 16) * 16;  // the central difference of sin(kx) is cos(kx) times this
    for (int x = 0; x < 16; ++x) EXPECT_NEAR(curl.view()(x, 2), shrunk * std::cos(k * (x + 0.5) / 16), 1e-4) << x;
}

// Rigid rotation about z and about x.
TEST(CellField, CurlInSpaceHasThreeParts) {
    auto fluid = Fluid3::make({.cells = {6, 5, 4}, .size = {6, 5, 4}}).value();
    const auto u = fluid.edit("velocity.x"), v = fluid.edit("velocity.y"), w = fluid.edit("velocity.z");
    for (int z = 0; z < 4; ++z)
        for (int y = 0; y < 5; ++y)
            for (int x = 0; x < 7; ++x) u(x, y, z) = -(static_cast<float>(y) + 0.5f);
    for (int z = 0; z < 4; ++z)
        for (int y = 0; y < 6; ++y)
            for (int x = 0; x < 6; ++x) v(x, y, z) = static_cast<float>(x) - 2 * static_cast<float>(z);
    for (int z = 0; z < 5; ++z)
        for (int y = 0; y < 5; ++y)
            for (int x = 0; x < 6; ++x) w(x, y, z) = 2 * static_cast<float>(y);
    expect_all(field_of(fluid, "vorticity.z").value(), 2);
    expect_all(field_of(fluid, "vorticity.x").value(), 4);
    expect_all(field_of(fluid, "vorticity.y").value(), 0);
    expect_all(field_of(fluid, "vorticity").value(), std::sqrt(20));
}

TEST(CellField, ScalarsAtNodesAreBroughtToTheCentres) {
    FluidConfig<2> config{.cells = {6, 4}, .size = {6, 4}, .left = SideKind::periodic, .right = SideKind::periodic};
    config.scalars = {{.name = "ink", .at_nodes = true}};
    auto fluid = Fluid2::make(config).value();
    const auto ink = fluid.edit("ink");
    ASSERT_EQ(ink.shape, (Vec<int, 2>{6, 5}));
    for (int y = 0; y < 5; ++y)
        for (int x = 0; x < 6; ++x) ink(x, y) = static_cast<float>(10 * y + x);
    const auto field = field_of(fluid, "ink").value();
    ASSERT_EQ(field.shape, (Vec<int, 2>{6, 4}));
    EXPECT_FLOAT_EQ(field.view()(2, 1), 17.5f);
    EXPECT_FLOAT_EQ(field.view()(5, 0), 7.5f);  // between the last node and, around the corner, the first
}

TEST(CellField, UnknownNamesGetTheNearest) {
    const auto fluid = Fluid2::make({.cells = {4, 4}}).value();
    const auto missing = field_of(fluid, "vortisity");
    ASSERT_FALSE(missing);
    EXPECT_TRUE(says(missing.error(), "did you mean \"vorticity\"?")) << missing.error().message;
}

TEST(CellField, SlicesKeepTheOrderOfTheAxes) {
    const auto field = field3({4, 3, 2}, [](double x, double y, double z) { return x * 4 + 10 * y * 4 + 100 * z * 4; });
    const auto slice = slice_of(field.view(), 1, 2).value();
    ASSERT_EQ(slice.shape, (Vec<int, 2>{4, 2}));
    EXPECT_FLOAT_EQ(slice.view()(3, 1), 3.5f + 25 + 150);
    EXPECT_FALSE(slice_of(field.view(), 3, 0));
    EXPECT_FALSE(slice_of(field.view(), 1, 3));
}

TEST(SolidField, CoversAsMuchAsTheObstacles) {
    const FluidConfig<3> config{.cells = {40, 40, 40}, .size = {1, 1, 1}};
    const Obstacle<3> ball{.shape = sphere({0.1, 0, 0}, 0.2).value(), .pose = {.position = {0.4, 0.5, 0.5}}};
    const auto field = solid_field(config, std::span<const Obstacle<3>>(&ball, 1));
    double sum = 0;
    for (const float value : field.values) sum += value;
    EXPECT_NEAR(sum / 64000, 4.0 / 3 * 3.14159265 * 0.008, 0.01 * 0.0335);
    EXPECT_EQ(field.view()(20, 20, 20), 1);
    EXPECT_EQ(field.view()(2, 2, 2), 0);
}

TEST(SolidField, SheetsAreAsThickAsACell) {
    const FluidConfig<2> config{.cells = {20, 10}, .size = {2, 1}};
    const Obstacle<2> sheet{.shape = segment({0, -0.3}, {0, 0.3}).value(), .pose = {.position = {1.05, 0.5}}};
    const auto field = solid_field(config, std::span<const Obstacle<2>>(&sheet, 1));
    EXPECT_NEAR(field.view()(10, 5), 1, 1e-5);
    EXPECT_NEAR(field.view()(9, 5), 0, 1e-5);
    EXPECT_EQ(field.view()(10, 0), 0);
}

TEST(CellField, RangeLooksPastWhatIsNotFinite) {
    auto field = field2({3, 1}, [](double x, double) { return x; });
    field.values[1] = std::numeric_limits<float>::quiet_NaN();
    const ValueRange range = range_of(field.view());
    EXPECT_FLOAT_EQ(range.low, 0.5f);
    EXPECT_FLOAT_EQ(range.high, 2.5f);
}

}  // namespace
}  // namespace whorl
