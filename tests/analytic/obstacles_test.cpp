// Flows round obstacles whose answers are known.
#include "tests/dims.hpp"
#include "tests/sealed.hpp"

namespace whorl {
namespace {

template <class D> class AroundObstacles : public testing::Test {};
TYPED_TEST_SUITE(AroundObstacles, Dims);

/// A uniform flow along a slanted solid goes on as it is: there is no staircase in it.
TYPED_TEST(AroundObstacles, SlantedWallLeavesAUniformFlowAlone) {
    constexpr int Dim = TypeParam::value;
    Vec<double, Dim> along{}, normal{}, point{};
    along[0] = std::cos(0.5), along[1] = std::sin(0.5);
    normal[0] = -along[1], normal[1] = along[0];
    point[0] = 0.5, point[1] = 0.3;
    if constexpr (Dim == 3) {
        along = {0.7 / std::sqrt(0.74), 0.5 / std::sqrt(0.74), 0};
        normal = {-0.5, 0.7, 0.4};
        point[2] = 0.4;
    }
    FluidConfig<Dim> config{.tolerance = 1e-9};
    const int n = Dim == 2 ? 48 : 20;
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = n, config.size[axis] = 1;
    const Segment<Dim> in{.kind = SideKind::inflow, .velocity = along};
    config.left = config.right = config.bottom = config.top = config.front = config.back = in;
    auto fluid = Fluid<Dim, double>::make(config).value();
    (void)fluid.set_obstacle({half_space<Dim>(point, normal).value()}).value();
    set_velocity(fluid, [&](const auto&) { return along; });
    for (int step = 0; step < 20; ++step) (void)fluid.step(0.7 / n).value();
    double most = 0;
    for (int axis = 0; axis < Dim; ++axis) {
        const auto u = fluid.view(component_names[axis]);
        each_of(u.shape, [&](const Vec<int, Dim>& at) {
            const Vec<double, Dim> x = position(fluid, axis, at);
            double height = 0;
            for (int k = 0; k < Dim; ++k) height += normal[k] * (x[k] - point[k]);
            if (height > 0) most = std::max(most, std::abs(u[at] - along[axis]));
        });
    }
    EXPECT_LT(most, 1e-3);
}

template <int Dim> Box<Dim> everywhere() {
    Box<Dim> box{};
    for (int axis = 0; axis < Dim; ++axis) box.low[axis] = -1, box.high[axis] = 3;
    return box;
}

/// Archimedes: a fluid at rest under an acceleration g pushes a body the other way by g times the displaced volume, and
/// does not turn a ball.
TYPED_TEST(AroundObstacles, ABodyIsLiftedByTheWeightOfWhatItDisplaces) {
    constexpr int Dim = TypeParam::value;
    const double radius = 0.22, pi = 3.14159265358979;
    const double volume = Dim == 2 ? pi * radius * radius : 4 * pi / 3 * radius * radius * radius;
    FluidConfig<Dim> config{.tolerance = 1e-8};
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = (Dim == 2 ? 40 : 24) + axis, config.size[axis] = 1;
    for (const char* order : {"whorl", "stam2003", "reflection"}) {
        config.order = order;
        auto fluid = Fluid<Dim, double>::make(config).value();
        Pose<Dim> pose{};
        for (int axis = 0; axis < Dim; ++axis) pose.position[axis] = 0.47 + 0.02 * axis;
        const int body = fluid.set_obstacle({ball<Dim>(radius), pose}).value();
        Vec<float, Dim> g{};
        g[0] = 2, g[1] = -5;
        for (int step = 0; step < 6; ++step) {
            (void)fluid.push(everywhere<Dim>(), g);
            (void)fluid.step(0.01).value();
        }
        const ObstacleForce<Dim> force = fluid.force_on(body);
        EXPECT_NEAR(force.pressure[0], -2 * volume, 0.015 * 5 * volume) << order;
        EXPECT_NEAR(force.pressure[1], 5 * volume, 0.015 * 5 * volume) << order;
        if constexpr (Dim == 3) {
            EXPECT_NEAR(force.pressure[2], 0, 0.001 * volume);
        }
        for (int i = 0; i < (Dim == 2 ? 1 : 3); ++i) EXPECT_NEAR(force.torque[i], 0, 0.01 * 5 * volume * radius);
        EXPECT_EQ(force.friction[0], 0);
    }
}

/// Between a cylinder of radius a that spins and a still one of radius b around it, both sticky, the steady flow is
/// tangential, u = w a^2 / (b^2 - a^2) (b^2 / r - r), and holds the cylinder back by 4 pi nu w a^2 b^2 / (b^2 - a^2).
TEST(AroundObstacles2, ASpinningCylinderDragsTheFlowAround) {
    const double a = 0.2, b = 0.45, spin = 1, viscosity = 0.1, pi = 3.14159265358979;
    auto fluid =
        Fluid<2, double>::make({.cells = {48, 48}, .size = {1, 1}, .viscosity = viscosity, .tolerance = 1e-6}).value();
    const Pose<2> centre{.position = {0.5, 0.5}};
    const auto outer = subtract(box<2>({-9, -9}, {9, 9}).value(), circle({}, b).value()).value();
    (void)fluid.set_obstacle({outer, centre, Slip::none}).value();
    const int cylinder = fluid.set_obstacle({circle({}, a).value(), centre, Slip::none}).value();
    const double dt = 0.02;
    double first = 0, earlier = 0;
    for (int step = 1; step <= 60; ++step) {
        (void)fluid.move_obstacle(cylinder, {.position = {0.5, 0.5}, .rotation = {spin * dt * step}});
        (void)fluid.step(dt).value();
        const double turning = fluid.sample("velocity.y", {0.5 + 0.32, 0.5});
        if (step == 1) first = turning;
        if (step > 1 && step < 10) {
            EXPECT_GT(turning, earlier) << "it grows";
        }
        earlier = turning;
    }
    EXPECT_LT(first, 0.5 * earlier);
    const auto couette = [&](double r) { return spin * a * a / (b * b - a * a) * (b * b / r - r); };
    double worst = 0;
    for (const double r : {0.25, 0.3, 0.35, 0.4})
        for (int k = 0; k < 12; ++k) {
            const double angle = 0.1 + k * pi / 6, c = std::cos(angle), s = std::sin(angle);
            const Vec<double, 2> at{0.5 + r * c, 0.5 + r * s};
            const double u = fluid.sample("velocity.x", at), v = fluid.sample("velocity.y", at);
            worst = std::max({worst, std::abs(v * c - u * s - couette(r)), std::abs(u * c + v * s)});
        }
    EXPECT_LT(worst, 0.01 * spin * a);
    const double torque = -4 * pi * viscosity * spin * a * a * b * b / (b * b - a * a);
    EXPECT_NEAR(fluid.force_on(cylinder).torque[0], torque, 0.03 * std::abs(torque));
    std::printf("Couette: off by at most %.4f of the surface's speed, torque %.4f of the exact one\n",
                worst / (spin * a), fluid.force_on(cylinder).torque[0] / torque);
}

/// Sticky: the flow slows down towards the surface, and pulls the body along. Slippery: it speeds up beside it.
/// The torque does not depend on how the grid happens to cut the cylinder.
TEST(AroundObstacles2, FrictionDoesNotWobbleWithTheGrid) {
    const double a = 0.2, b = 0.45, viscosity = 0.1, pi = 3.14159265358979;
    const double torque = -4 * pi * viscosity * a * a * b * b / (b * b - a * a);
    const auto outer = subtract(box<2>({-9, -9}, {9, 9}).value(), circle({}, b).value()).value();
    for (const int n : {32, 40, 56})
        for (const double aside : {0.0, 0.003}) {
            auto fluid = Fluid<2, double>::make({.cells = {n, n}, .size = {1, 1}, .viscosity = viscosity}).value();
            Pose<2> pose{.position = {0.5 + aside, 0.5 + 0.7 * aside}};
            (void)fluid.set_obstacle({outer, pose, Slip::none}).value();
            const int cylinder = fluid.set_obstacle({circle({}, a).value(), pose, Slip::none}).value();
            for (int step = 1; step <= 40; ++step) {
                pose.rotation[0] = 0.02 * step;
                (void)fluid.move_obstacle(cylinder, pose);
                (void)fluid.step(0.02).value();
            }
            EXPECT_NEAR(fluid.force_on(cylinder).torque[0] / torque, 1, 0.04) << n << ", " << aside;
        }
}

/// Air that is equally warm everywhere has nowhere to rise to, beside a ball too, whose own cells are cold.
TYPED_TEST(AroundObstacles, EvenHeatBesideABallMovesNothing) {
    constexpr int Dim = TypeParam::value;
    FluidConfig<Dim> config{.buoyancy = 3, .weight = 1, .tolerance = 1e-9};
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = (Dim == 2 ? 32 : 14) + axis, config.size[axis] = 1;
    auto fluid = Fluid<Dim, double>::make(config).value();
    Pose<Dim> pose{};
    for (int axis = 0; axis < Dim; ++axis) pose.position[axis] = 0.47 + 0.03 * axis;
    (void)fluid.set_obstacle({ball<Dim>(0.22), pose}).value();
    set_scalar(fluid, "temperature", [](const auto&) { return 2; });
    set_scalar(fluid, "density", [](const auto&) { return 1; });
    for (int step = 0; step < 5; ++step) (void)fluid.step(0.05).value();
    double fastest = 0;
    for (const char* name : {"velocity.x", "velocity.y"}) {
        const auto u = fluid.view(name);
        each_of(u.shape, [&](const auto& at) { fastest = std::max(fastest, std::abs(u[at])); });
    }
    EXPECT_LT(fastest, 1e-6);
}

TYPED_TEST(AroundObstacles, NoSlipSlowsTheFlowAtTheSurface) {
    constexpr int Dim = TypeParam::value;
    const auto beside = [](Slip slip, ObstacleForce<Dim>& force) {
        FluidConfig<Dim> config{.viscosity = 2e-2};
        const int n = Dim == 2 ? 40 : 16;
        for (int axis = 0; axis < Dim; ++axis)
            config.cells[axis] = axis == 0 ? 3 * n / 2 : n, config.size[axis] = axis == 0 ? 1.5 : 1;
        Segment<Dim> in{.kind = SideKind::inflow};
        in.velocity[0] = 1;
        config.left = in, config.right = SideKind::outflow;
        auto fluid = Fluid<Dim>::make(config).value();
        Pose<Dim> pose{};
        for (int axis = 0; axis < Dim; ++axis) pose.position[axis] = 0.5;
        const int body = fluid.set_obstacle({ball<Dim>(0.15), pose, slip}).value();
        set_velocity(fluid, [](const auto&) {
            Vec<double, Dim> u{};
            u[0] = 1;
            return u;
        });
        for (int step = 0; step < 25; ++step) (void)fluid.step(0.02).value();
        force = fluid.force_on(body);
        Vec<double, Dim> at = pose.position;
        at[1] += 0.15 + 0.6 / n;
        return fluid.sample("velocity.x", at);
    };
    ObstacleForce<Dim> sticky, slippery;
    const double slow = beside(Slip::none, sticky), fast = beside(Slip::free, slippery);
    EXPECT_LT(slow, 0.8);
    EXPECT_GT(fast, 1.1);
    EXPECT_GT(sticky.friction[0], 0);
    EXPECT_EQ(slippery.friction[0], 0);
    EXPECT_GT(sticky.pressure[0] + sticky.friction[0], slippery.pressure[0]);
}

}  // namespace
}  // namespace whorl
