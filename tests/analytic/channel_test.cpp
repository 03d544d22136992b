// Flows along walls: Poiseuille's parabola and Couette's line, and the streams that sides let in and out.
#include "tests/dims.hpp"
#include "tests/fluids.hpp"

namespace whorl {
namespace {

template <class Dim> class Channel : public testing::Test {};
TYPED_TEST_SUITE(Channel, Dims);

/// A channel along x whose noslip walls are at the ends of the last axis; what other axes there are is periodic.
template <int Dim> FluidConfig<Dim> channel(int n) {
    FluidConfig<Dim> config{.scalars = {}, .tolerance = 1e-9};
    for (int axis = 0; axis < Dim; ++axis)
        config.cells[axis] = axis == Dim - 1 ? n : 4, config.size[axis] = axis == Dim - 1 ? 1 : 0.5;
    make_periodic(config);
    config.bottom = config.top = SideKind::noslip;
    return config;
}

// A uniform push against friction: u = g / (2 nu) y (1 - y). Second differences are exact for it, so on the grid it is
// exact as well, but for the walls being half a cell from the first value: an error of g h^2 / (8 nu).
TYPED_TEST(Channel, PoiseuillesParabola) {
    constexpr int dim = TypeParam::value, n = 16;
    auto config = channel<dim>(n);
    config.viscosity = 0.1;
    auto fluid = Fluid<dim, double>::make(config).value();
    Box<dim> everywhere{};
    for (int axis = 0; axis < dim; ++axis) everywhere.low[axis] = -1, everywhere.high[axis] = 2;
    for (int step = 0; step < 400; ++step) {
        Vec<float, dim> push{};
        push[0] = 1;
        (void)fluid.push(everywhere, push);
        (void)fluid.step(0.05).value();
    }
    const auto u = fluid.view("velocity.x");
    each_of(u.shape, [&](const auto& at) {
        const double y = position(fluid, 0, at)[dim - 1];
        EXPECT_NEAR(u[at], y * (1 - y) / (2 * 0.1) + 1.0 / (8 * 0.1 * n * n), 1e-4);
    });
}

// A lid that slides at speed 1 over still ground: in the end the flow grows linearly from wall to wall, exactly.
TYPED_TEST(Channel, CouettesLine) {
    constexpr int dim = TypeParam::value;
    auto config = channel<dim>(12);
    config.viscosity = 0.2;
    Segment<dim> lid{.kind = SideKind::noslip};
    lid.velocity[0] = 1;
    config.top = lid;
    auto fluid = Fluid<dim, double>::make(config).value();
    for (int step = 0; step < 300; ++step) (void)fluid.step(0.1).value();
    const auto u = fluid.view("velocity.x");
    each_of(u.shape, [&](const auto& at) { EXPECT_NEAR(u[at], position(fluid, 0, at)[dim - 1], 1e-6); });
}

template <int Dim> FluidConfig<Dim> tunnel(SideKind kind_of_walls) {
    FluidConfig<Dim> config{.scalars = {{.name = "density"}}};
    for (int axis = 0; axis < Dim; ++axis)
        config.cells[axis] = axis == 0 ? 24 : 12, config.size[axis] = axis == 0 ? 2 : 1;
    Segment<Dim> stream{.kind = SideKind::inflow};
    stream.velocity[0] = 1;
    config.left = stream;
    config.right = SideKind::outflow;
    config.bottom = config.top = config.front = config.back = kind_of_walls;
    return config;
}

TYPED_TEST(Channel, AUniformStreamStaysUniform) {
    constexpr int dim = TypeParam::value;
    auto fluid = Fluid<dim, float>::make(tunnel<dim>(SideKind::wall)).value();
    for (int step = 0; step < 60; ++step) (void)fluid.step(0.1).value();
    const auto u = fluid.view("velocity.x");
    each_of(u.shape, [&](const auto& at) { EXPECT_NEAR(static_cast<double>(u[at]), 1, 2e-4); });
}

/// What flows through the faces x = 0 and x = 1 of the grid, a second.
template <int Dim, class T> Vec<double, 2> flux(const Fluid<Dim, T>& fluid) {
    const auto u = fluid.view("velocity.x");
    Vec<double, 2> sum{};
    double area = 1;
    for (int axis = 1; axis < Dim; ++axis) area *= fluid.config().size[axis] / fluid.config().cells[axis];
    each_of(u.shape, [&](const auto& at) {
        if (at[0] == 0) sum[0] += area * static_cast<double>(u[at]);
        if (at[0] == u.shape[0] - 1) sum[1] += area * static_cast<double>(u[at]);
    });
    return sum;
}

// Four kinds of sides in one run: an inflow with a profile in a part of the left side, noslip, wall, open and outflow.
TYPED_TEST(Channel, WhatFlowsInFlowsOut) {
    constexpr int dim = TypeParam::value;
    auto config = tunnel<dim>(SideKind::noslip);
    config.viscosity = 0.01;
    config.tolerance = 1e-7;
    config.top = SideKind::wall;
    Segment<dim> jet{.kind = SideKind::inflow};
    jet.profile = [](const Vec<double, dim>& x) {
        Vec<double, dim> u{};
        u[0] = 4 * x[1] * (1 - x[1]);
        return u;
    };
    for (int axis = 0; axis < dim - 1; ++axis) jet.from[axis] = 0.25, jet.to[axis] = 0.75;
    config.left = std::vector<Segment<dim>>{jet, Segment<dim>{.kind = SideKind::noslip}};
    auto fluid = Fluid<dim, double>::make(config).value();
    for (int step = 0; step < 40; ++step) (void)fluid.step(0.05).value();
    const auto through = flux(fluid);
    EXPECT_GT(through[0], 0.1);
    EXPECT_NEAR(through[1], through[0], 1e-5);
}

TEST(Sides, AClosedBoxWithAnInflowSaysSoAndStaysFinite) {
    auto config = tunnel<2>(SideKind::wall);
    config.right = SideKind::wall;
    auto fluid = Fluid2::make(config).value();
    for (int step = 0; step < 100; ++step) {
        const auto report = fluid.step(0.05).value();
        ASSERT_TRUE(report.flow_unbalanced);
        ASSERT_NEAR(report.unbalanced, 0.5, 0.01);  // 1 m/s through one of two square metres
    }
    EXPECT_TRUE(std::isfinite(mean_energy(fluid)));
    EXPECT_LT(mean_energy(fluid), 10);
}

// A vortex in a stream, carried out of the box: of the energy that it has beside the stream's at most 0.5% is left one
// crossing later.
TEST(Sides, AVortexLeavesThroughAnOutflow) {
    FluidConfig<2> config{.cells = {96, 64}, .size = {1.5, 1}};
    config.left = Segment<2>{.kind = SideKind::inflow, .velocity = {1, 0}};
    config.right = SideKind::outflow;
    auto fluid = Fluid2::make(config).value();
    set_velocity(fluid, [](const Vec<double, 2>& x) {
        const double dx = x[0] - 0.75, dy = x[1] - 0.5, swirl = 4 * std::exp(-(dx * dx + dy * dy) / 0.01);
        return Vec<double, 2>{1 - swirl * dy, swirl * dx};
    });
    (void)fluid.step(0.001).value();
    const double before = mean_energy(fluid, {1, 0});
    for (int step = 0; step < 150; ++step) (void)fluid.step(0.01).value();
    const double after = mean_energy(fluid, {1, 0});
    RecordProperty("left", std::to_string(after / before));
    EXPECT_LT(after, 0.005 * before);
}

// Two vortices that push each other out of a still box: the energy never exceeds what it was.
TEST(Sides, ADipoleLeavesThroughAnOpenSide) {
    FluidConfig<2> config{.cells = {64, 64}, .size = {1, 1}};
    config.left = config.right = config.bottom = config.top = SideKind::open;
    auto fluid = Fluid2::make(config).value();
    set_velocity(fluid, [](const Vec<double, 2>& x) {
        Vec<double, 2> u{};
        for (const double side : {-1.0, 1.0}) {
            const double dx = x[0] - 0.6, dy = x[1] - 0.5 - 0.08 * side,
                         swirl = 30 * side * std::exp(-(dx * dx + dy * dy) / 0.004);
            u[0] -= -swirl * dy, u[1] -= swirl * dx;
        }
        return u;
    });
    (void)fluid.step(0.001).value();
    const double before = mean_energy(fluid);
    double highest = 0;
    for (int step = 0; step < 300; ++step) {
        (void)fluid.step(0.01).value();
        highest = std::max(highest, mean_energy(fluid));
    }
    EXPECT_LE(highest, 1.001 * before);
    RecordProperty("left", std::to_string(mean_energy(fluid) / before));
    EXPECT_LT(mean_energy(fluid), 0.3 * before);
}

TEST(Sides, ClosedKeepsWhatOpenLetsGo) {
    const auto kept = [](SideKind kind) {
        FluidConfig<2> config{.cells = {32, 32}, .size = {1, 1}, .scalars = {{.name = "density"}}};
        config.top = kind;
        auto fluid = Fluid2::make(config).value();
        for (int step = 0; step < 200; ++step) {
            (void)fluid.add(Circle{{0.5f, 0.7f}, 0.1f}, {.density = 1, .velocity = {0, 1}});
            (void)fluid.step(0.02).value();
        }
        return total(fluid, "density");
    };
    EXPECT_LT(kept(SideKind::open), 0.5 * kept(SideKind::wall));
}

}  // namespace
}  // namespace whorl
