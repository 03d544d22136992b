// Fluid that has no reason to move, and heat that does.
#include "tests/dims.hpp"
#include "tests/fluids.hpp"

namespace whorl {
namespace {

template <class Dim> class Rest : public testing::Test {};
TYPED_TEST_SUITE(Rest, Dims);

template <int Dim> FluidConfig<Dim> box() {
    FluidConfig<Dim> config{};
    const int cells[] = {12, 10, 14};
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = cells[axis], config.size[axis] = 0.1 * cells[axis];
    return config;
}

// Uniform buoyancy in a closed box is all pressure.
TYPED_TEST(Rest, UniformBuoyancyMovesNothing) {
    constexpr int dim = TypeParam::value;
    auto config = box<dim>();
    config.buoyancy = 10, config.weight = 3, config.tolerance = 1e-10;
    auto fluid = Fluid<dim, double>::make(config).value();
    set_scalar(fluid, "temperature", [](const auto&) { return 2.0; });
    set_scalar(fluid, "density", [](const auto&) { return 1.0; });
    for (int step = 0; step < 20; ++step) (void)fluid.step(0.1).value();
    EXPECT_LT(std::sqrt(mean_energy(fluid)), 1e-8);
}

// Where buoyancy and weight balance there is no force at all, whatever the shape of the cloud.
TYPED_TEST(Rest, ANeutralCloudFeelsNoForce) {
    constexpr int dim = TypeParam::value;
    auto config = box<dim>();
    config.buoyancy = 2, config.weight = 0.5, config.ambient_temperature = 20;
    auto fluid = Fluid<dim, double>::make(config).value();
    set_scalar(fluid, "density", [](const auto& x) { return x[0] < 0.5 ? 4.0 : 0.0; });
    set_scalar(fluid, "temperature", [](const auto& x) { return x[0] < 0.5 ? 21.0 : 20.0; });
    for (int step = 0; step < 10; ++step) (void)fluid.step(0.1).value();
    EXPECT_EQ(mean_energy(fluid), 0);
}

TYPED_TEST(Rest, HotRisesAndColdSinks) {
    constexpr int dim = TypeParam::value;
    const auto height_after = [](double temperature) {
        auto config = box<dim>();
        config.buoyancy = 1, config.ambient_temperature = 5;
        auto fluid = Fluid<dim, double>::make(config).value();
        const auto blob = [&](const Vec<double, dim>& x) {
            double r2 = 0;
            for (int axis = 0; axis < dim; ++axis) r2 += std::pow(x[axis] - 0.05 * config.cells[axis], 2);
            return r2 < 0.04;
        };
        set_scalar(fluid, "temperature", [&](const auto& x) { return blob(x) ? temperature : 5.0; });
        set_scalar(fluid, "density", [&](const auto& x) { return blob(x) ? 1.0 : 0.0; });
        for (int step = 0; step < 15; ++step) (void)fluid.step(0.05).value();
        const auto view = fluid.view("density");
        double moment = 0;
        each_of(view.shape, [&](const auto& at) { moment += view[at] * position(fluid, -1, at)[dim - 1]; });
        return moment / total(fluid, "density") - 0.05 * config.cells[dim - 1];
    };
    EXPECT_GT(height_after(8), 0.01);
    EXPECT_LT(height_after(2), -0.01);
    EXPECT_NEAR(height_after(5), 0, 1e-12);
}

// Gravity tells where up is.
TEST(RestUp, IsAgainstGravity) {
    FluidConfig<2> config{.cells = {16, 16}, .gravity = {9.81, 0}, .buoyancy = 1};
    auto fluid = Fluid2::make(config).value();
    (void)fluid.add(Circle{{0.5f, 0.5f}, 0.2f}, {.temperature = 10});
    for (int step = 0; step < 5; ++step) (void)fluid.step(0.05).value();
    EXPECT_LT(fluid.sample("velocity.x", {0.5, 0.5}), -1e-3);
    EXPECT_NEAR(fluid.sample("velocity.y", {0.5, 0.5}), 0, 1e-3);
}

TEST(RestDissipation, IsARateOrAFactor) {
    FluidConfig<2> config{.cells = {8, 8},
                          .scalars = {{.name = "density", .dissipation = 2},
                                      {.name = "soot", .kept = 0.99},
                                      {.name = "temperature", .dissipation = 1}}};
    config.ambient_temperature = 10;
    auto fluid = Fluid<2, double>::make(config).value();
    set_scalar(fluid, "density", [](const auto&) { return 1.0; });
    set_scalar(fluid, "soot", [](const auto&) { return 1.0; });
    set_scalar(fluid, "temperature", [](const auto&) { return 20.0; });
    for (int step = 0; step < 100; ++step) (void)fluid.step(0.01).value();
    EXPECT_NEAR(fluid.view("density")(3, 3), std::pow(1 / 1.02, 100), 1e-12);
    EXPECT_NEAR(fluid.view("soot")(3, 3), 0.366, 5e-4);
    EXPECT_NEAR(fluid.view("temperature")(3, 3), 10 + 10 * std::pow(1 / 1.01, 100), 1e-9);
}

// A plate that is held at 1 and one at 0: the temperature between them becomes a line.
TYPED_TEST(Rest, HeatConductsLinearlyBetweenPlates) {
    constexpr int dim = TypeParam::value;
    auto config = box<dim>();
    config.scalars = {{.name = "temperature", .diffusion = 1}};
    config.bottom = Segment<dim>{.kind = SideKind::wall, .scalars = {{"temperature", 1}}};
    config.top = Segment<dim>{.kind = SideKind::noslip, .scalars = {{"temperature", 0}}};
    config.tolerance = 1e-7;
    auto fluid = Fluid<dim, double>::make(config).value();
    for (int step = 0; step < 60; ++step) (void)fluid.step(0.2).value();
    const auto view = fluid.view("temperature");
    each_of(view.shape, [&](const auto& at) {
        EXPECT_NEAR(view[at], 1 - position(fluid, -1, at)[dim - 1] / config.size[dim - 1], 1e-6);
    });
}

}  // namespace
}  // namespace whorl
