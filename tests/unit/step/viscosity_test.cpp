// Viscosity that differs from place to place, as a user of the fluid gives it.
#include <gtest/gtest.h>

#include "tests/dims.hpp"
#include "tests/fluids.hpp"
#include "tests/sanitizer.hpp"
#include "tests/unit/parallel/allocations.hpp"
#include "tests/unit/parallel/schedulers.hpp"
#include "tests/unit/step/refusal.hpp"

namespace whorl {
namespace {

TEST(VaryingViscosity, RefusesWhatDoesNotFitTogether) {
    const auto with = [](VaryingViscosity varying, double viscosity = 0) {
        return FluidConfig<2>{.cells = {8, 8}, .viscosity = viscosity, .varying_viscosity = std::move(varying)};
    };
    EXPECT_EQ(refusal(with({.scalar = "temperature", .points = {{0, 1}, {1, 2}}})), "");
    EXPECT_EQ(refusal(with({}, 0.5)), "");
    EXPECT_NE(refusal(with({.scalar = "temprature"})).find("temperature"), std::string::npos);
    EXPECT_EQ(refusal(with({.scalar = "temperature", .points = {{0, 1}}})),
              "varying_viscosity has 1 points; give 2 to 16, or none");
    EXPECT_EQ(refusal(with({.scalar = "temperature", .points = {{0, 1}, {0, 2}}})),
              "varying_viscosity has the value 0 after 0; sort its points so that values rise");
    EXPECT_EQ(refusal(with({.scalar = "temperature", .points = {{0, 1}, {1, -2}}})),
              "a viscosity of varying_viscosity is -2; it must be from 0 to 1e+15");
    EXPECT_EQ(refusal(with({.scalar = "temperature", .points = {{0, NAN}, {1, 2}}})),
              "a viscosity of varying_viscosity is nan; it must be from 0 to 1e+15");
    EXPECT_EQ(refusal(with({.points = {{0, 1}, {1, 2}}})),
              "varying_viscosity has points but no scalar; name the one it follows");
    EXPECT_EQ(refusal(with({.scalar = "temperature"}, 0.5)),
              "viscosity is 0.5 and varying_viscosity follows temperature; leave one of them out");
    EXPECT_NE(refusal({.cells = {8, 8},
                       .varying_viscosity = VaryingViscosity{.scalar = "wax"},
                       .scalars = {{.name = "wax", .at_nodes = true}}})
                  .find("store it at centres"),
              std::string::npos);
}

TEST(VaryingViscosity, TheFieldStartsAsTheNumberAndRefusesBadValues) {
    auto fluid = Fluid2::make({.cells = {8, 6}, .viscosity = 0.25, .varying_viscosity = VaryingViscosity{}}).value();
    EXPECT_EQ(fluid.view("viscosity").shape, (Vec<int, 2>{8, 6}));
    EXPECT_EQ(fluid.view("viscosity")(7, 5), 0.25f);
    fluid.edit("viscosity")(3, 2) = -3;
    const auto refused = fluid.step(0.1);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "the field viscosity holds -3; its values must be from 0 to 1e+15 m^2/s");
    fluid.edit("viscosity")(3, 2) = NAN;
    EXPECT_FALSE(fluid.step(0.1));
    fluid.edit("viscosity")(3, 2) = 5;
    EXPECT_TRUE(fluid.step(0.1));
}

TEST(VaryingViscosity, FollowsAScalarAlongItsPoints) {
    auto fluid =
        Fluid<2, double>::make(
            {.cells = {8, 4},
             .varying_viscosity = VaryingViscosity{.scalar = "temperature", .points = {{10, 100}, {20, 1}, {40, 0}}}})
            .value();
    EXPECT_EQ(fluid.edit("viscosity").data, nullptr);
    const double values[] = {-5, 10, 12.5, 20, 25, 40, 1000, 39};
    const double expected[] = {100, 100, 75.25, 1, 0.75, 0, 0, 0.05};
    const auto temperature = fluid.edit("temperature");
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 4; ++j) temperature(i, j) = values[i];
    (void)fluid.step(0.01).value();
    for (int i = 0; i < 8; ++i) EXPECT_NEAR(fluid.view("viscosity")(i, 2), expected[i], 1e-12) << i;
}

TEST(VaryingViscosity, AScalarMayBeTheViscosity) {
    auto fluid = Fluid2::make({.cells = {8, 8},
                               .varying_viscosity = VaryingViscosity{.scalar = "viscosity"},
                               .scalars = {{.name = "viscosity"}}})
                     .value();
    set_scalar(fluid, "viscosity", [](const auto& x) { return x[0] < 0.5 ? -1.0 : 2.0; });  // below 0 counts as 0
    set_velocity(fluid, [](const Vec<double, 2>& x) { return Vec<double, 2>{x[1], x[0]}; });
    EXPECT_TRUE(fluid.step(0.1));
    EXPECT_FALSE(fluid.report().viscosity_missed);
}

template <class Dim> class VaryingViscosityOf : public testing::Test {};
TYPED_TEST_SUITE(VaryingViscosityOf, Dims);

template <int Dim> FluidConfig<Dim> box_of(int cells) {
    FluidConfig<Dim> config;
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = cells, config.size[axis] = 1;
    return config;
}

/// A vortex that a box of walls holds.
template <int Dim> Vec<double, Dim> vortex(const Vec<double, Dim>& x) {
    constexpr double pi = 3.14159265358979;
    Vec<double, Dim> u{};
    u[0] = std::sin(pi * x[0]) * std::cos(pi * x[1]);
    u[1] = -std::cos(pi * x[0]) * std::sin(pi * x[1]);
    return u;
}

// The same everywhere: the two ways to say so agree, in orders with and without halves.
TYPED_TEST(VaryingViscosityOf, AnEvenFieldIsTheConstant) {
    constexpr int dim = TypeParam::value;
    for (const char* order : {"whorl", "stam2003"})
        for (const double viscosity : {0.01, 3.0}) {
            if (under_sanitizer && (viscosity > 1) != (order[0] == 's')) continue;
            auto config = box_of<dim>(under_sanitizer && dim == 3 ? 10 : 16);
            config.viscosity = viscosity, config.order = order, config.tolerance = 1e-6;
            auto constant = Fluid<dim, double>::make(config).value();
            config.varying_viscosity.emplace();
            auto varying = Fluid<dim, double>::make(config).value();
            for (auto* fluid : {&constant, &varying}) {
                set_velocity(*fluid, vortex<dim>);
                for (int step = 0; step < 4; ++step) (void)fluid->step(0.05).value();
            }
            const double size = std::sqrt(mean_energy(constant));
            const double off = velocity_error(varying, [&](const Vec<double, dim>& x) {
                Vec<double, dim> u{};
                for (int axis = 0; axis < dim; ++axis) u[axis] = constant.sample(component_names[axis], x);
                return u;
            });
            EXPECT_GT(size, viscosity > 1 ? 1e-6 : 0.1);
            EXPECT_LT(off, 2e-3 * size) << order << ' ' << viscosity;
        }
}

/// The rms of the shear about z in a disc of radius 0.2, after the flow has had its way.
template <int Dim> double shear_inside(double temperature) {
    auto config = box_of<Dim>(Dim == 2 ? 32 : 16);
    config.left = config.right = SideKind::periodic;
    config.varying_viscosity = VaryingViscosity{.scalar = "temperature", .points = {{0.9, 100}, {1.1, 1e-4}}};
    auto fluid = Fluid<Dim, double>::make(config).value();
    const auto is_inside = [](const Vec<double, Dim>& x, double radius) {
        double sum = 0;
        for (int axis = 0; axis < Dim; ++axis) sum += (x[axis] - 0.5) * (x[axis] - 0.5);
        return sum < radius * radius;
    };
    set_scalar(fluid, "temperature", [&](const auto& x) { return is_inside(x, 0.25) ? temperature : 2.0; });
    set_velocity(fluid, [](const Vec<double, Dim>& x) {
        Vec<double, Dim> u{};
        u[0] = x[1] - 0.5;
        return u;
    });
    for (int step = 0; step < 5; ++step) EXPECT_FALSE(fluid.step(0.02).value().viscosity_missed);
    const auto u = fluid.view("velocity.x"), v = fluid.view("velocity.y");
    const double h = 1.0 / fluid.config().cells[0];
    double sum = 0, count = 0;
    each_of(fluid.config().cells, [&](const Vec<int, Dim>& at) {
        if (!is_inside(position(fluid, -1, at), 0.15)) return;
        auto below = at, before = at;
        --below[1], --before[0];
        const double shear = (u[at] - u[below] + v[at] - v[before]) / h;
        sum += shear * shear, count += 1;
    });
    return std::sqrt(sum / count);
}

TYPED_TEST(VaryingViscosityOf, WhatIsColdIsRigidAndWhatIsHotFlows) {
    constexpr int dim = TypeParam::value;
    EXPECT_GT(shear_inside<dim>(2.0), 0.9);
    EXPECT_LT(shear_inside<dim>(0.0), 0.02);
}

template <int Dim> Fluid<Dim> stirred_syrup(int steps, Scheduler* scheduler = nullptr) {
    auto config = box_of<Dim>(Dim == 2 ? 48 : under_sanitizer ? 10 : 14);
    config.right = SideKind::open, config.bottom = SideKind::noslip;
    config.viscosity = 1e-3, config.varying_viscosity.emplace(), config.scheduler = scheduler;
    auto fluid = Fluid<Dim>::make(config).value();
    set_scalar(fluid, "viscosity", [](const auto& x) { return x[0] + x[1] < 0.8 ? 0.5 : 1e-3; });
    set_velocity(fluid, vortex<Dim>);
    Vec<double, Dim> low{}, high{};
    for (int axis = 0; axis < Dim; ++axis) low[axis] = 0.3, high[axis] = 0.45;
    (void)fluid.set_obstacle({.shape = box<Dim>(low, high).value(), .slip = Slip::none}).value();
    for (int step = 0; step < steps; ++step) (void)fluid.step(0.01).value();
    return fluid;
}

TYPED_TEST(VaryingViscosityOf, ASavedStateReplaysToTheSameBits) {
    constexpr int dim = TypeParam::value;
    auto live = stirred_syrup<dim>(4);
    const auto saved = live.save();
    for (int step = 0; step < 3; ++step) (void)live.step(0.01).value();
    auto replayed = stirred_syrup<dim>(0);
    ASSERT_TRUE(replayed.load(saved));
    for (int step = 0; step < 3; ++step) (void)replayed.step(0.01).value();
    EXPECT_EQ(replayed.hash(), live.hash());
    auto other = stirred_syrup<dim>(0);
    other.edit("viscosity")[Vec<int, dim>{}] = 7;
    EXPECT_NE(other.hash(), stirred_syrup<dim>(0).hash());
}

TYPED_TEST(VaryingViscosityOf, AllThreadsGiveTheSameBits) {
    constexpr int dim = TypeParam::value;
    const std::uint64_t expected = stirred_syrup<dim>(3).hash();
    for (const auto& scheduler : schedulers_for_long_work())
        EXPECT_EQ(stirred_syrup<dim>(3, scheduler.get()).hash(), expected);
}

TEST(VaryingViscosity, AStepAllocatesNothing) {
    auto fluid = stirred_syrup<2>(3);
    const auto before = allocations();
    (void)fluid.step(0.01);
    (void)fluid.step(0.03);  // another dt
    EXPECT_EQ(allocations() - before, 0);
}

// A plate that fills the lower half, and a lid: in the end the stress is the same at any height.
TEST(VaryingViscosity, FrictionOnAPlateIsTheStress) {
    Segment<2> lid{.kind = SideKind::noslip, .velocity = {2, 0}};
    auto fluid = Fluid<2, double>::make({.cells = {16, 16},
                                         .size = {1, 1},
                                         .left = SideKind::periodic,
                                         .right = SideKind::periodic,
                                         .top = lid,
                                         .varying_viscosity = VaryingViscosity{}})
                     .value();
    set_scalar(fluid, "viscosity", [](const auto& x) { return x[1] < 0.75 ? 4.0 : 1.0; });
    const int plate =
        fluid.set_obstacle({.shape = half_space<2>({0, 0.5}, {0, 1}).value(), .slip = Slip::none}).value();
    for (int step = 0; step < 3; ++step) (void)fluid.step(1000).value();
    const double stress = 2 / (0.25 / 4.0 + 0.25 / 1.0);
    EXPECT_NEAR(fluid.force_on(plate).friction[0], stress, 1e-3 * stress);
    EXPECT_NEAR(fluid.force_on(plate).friction[1], 0, 1e-6);
}

TYPED_TEST(VaryingViscosityOf, AnyContrastAndAnyStepStaysBounded) {
    constexpr int dim = TypeParam::value;
    for (const double thick : {1.0, 1e6, 1e15}) {
        auto config = box_of<dim>(12);
        config.varying_viscosity.emplace();
        config.top = SideKind::open;
        auto fluid = Fluid<dim>::make(config).value();
        set_scalar(fluid, "viscosity", [&](const auto& x) { return x[0] < 0.5 ? thick : 0.0; });
        set_noise(fluid, 5, 3);
        for (const double dt : {1e-6, 0.1, 1e6, 0.0}) {
            const auto report = fluid.step(dt);
            ASSERT_TRUE(report);
            EXPECT_TRUE(std::isfinite(report.value().viscosity_residual));
        }
        EXPECT_LE(mean_energy(fluid), 0.5 * dim * 100 * 100) << thick;  // max_speed
    }
}

}  // namespace
}  // namespace whorl
