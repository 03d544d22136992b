// Moving walls move the volume that they sweep, and what they cannot move they report.
#include "tests/dims.hpp"
#include "tests/sealed.hpp"

namespace whorl {
namespace {

template <class D> class Piston : public testing::Test {};
TYPED_TEST_SUITE(Piston, Dims);

/// A channel along x, 2 x 1 metres, closed at the left end.
template <int Dim> Fluid<Dim, double> channel(SideKind right) {
    FluidConfig<Dim> config{.tolerance = 1e-8};
    const int n = Dim == 2 ? 24 : 10;
    for (int axis = 0; axis < Dim; ++axis)
        config.cells[axis] = axis == 0 ? 2 * n : n + axis, config.size[axis] = axis == 0 ? 2 : 1;
    config.right = right;
    return Fluid<Dim, double>::make(config).value();
}

template <int Dim> double flux_at_right_end(const Fluid<Dim, double>& fluid) {
    const auto u = fluid.view("velocity.x");
    double sum = 0;
    each_of(u.shape, [&](const Vec<int, Dim>& at) {
        if (at[0] == u.shape[0] - 1) sum += u[at];
    });
    for (int axis = 1; axis < Dim; ++axis) sum *= fluid.config().size[axis] / fluid.config().cells[axis];
    return sum;
}

/// Across the whole channel; thickness 0: a sheet.
template <int Dim> ObstacleShape<Dim> plate(double thickness) {
    if (thickness > 0) {
        Vec<double, Dim> low{}, high{};
        for (int axis = 0; axis < Dim; ++axis) low[axis] = -9, high[axis] = 9;
        low[0] = -0.5 * thickness, high[0] = 0.5 * thickness;
        return box<Dim>(low, high).value();
    }
    if constexpr (Dim == 2)
        return segment({0, -9}, {0, 9}).value();
    else
        return rectangle({0, 0, 0}, {0, 9, 0}, {0, 0, 9}).value();
}

/// Pushes at `speed` for some steps: what comes out in front is what was swept, in every step.
template <int Dim> void expect_piston(double thickness, double slant, SideKind right) {
    auto fluid = channel<Dim>(right);
    Pose<Dim> pose{};
    for (int axis = 0; axis < Dim; ++axis) pose.position[axis] = 0.5;
    pose.rotation[Dim == 2 ? 0 : 2] = slant;
    const int piston = fluid.set_obstacle({plate<Dim>(thickness), pose}).value();
    const double speed = 0.6, dt = 0.05;
    for (int step = 0; step < 8; ++step) {
        pose.position[0] += speed * dt;
        (void)fluid.move_obstacle(piston, pose);
        const Report report = fluid.step(dt).value();
        EXPECT_NEAR(flux_at_right_end(fluid), speed, 1e-4 * speed) << "step " << step;
        // Behind it nothing can follow.
        EXPECT_TRUE(report.flow_unbalanced);
        EXPECT_GT(std::abs(report.unbalanced), 0.1);
        EXPECT_LT(report.unbalanced_at[0], pose.position[0]);
    }
}

TYPED_TEST(Piston, MovesTheVolumeThatItSweeps) {
    for (const SideKind right : {SideKind::open, SideKind::outflow}) expect_piston<TypeParam::value>(0.25, 0, right);
}
TYPED_TEST(Piston, ASheetDoesToo) {
    expect_piston<TypeParam::value>(0, 0, SideKind::open);
}
TYPED_TEST(Piston, ASlantedOneDoesToo) {
    expect_piston<TypeParam::value>(0.25, 0.35, SideKind::open);
}

/// With a way round it nothing is unbalanced, and the flow goes back through the gap.
TYPED_TEST(Piston, AGapLetsTheFlowRound) {
    constexpr int Dim = TypeParam::value;
    auto fluid = channel<Dim>(SideKind::wall);
    Vec<double, Dim> low{}, high{};
    for (int axis = 0; axis < Dim; ++axis) low[axis] = -9, high[axis] = 9;
    low[0] = -0.15, high[0] = 0.15, high[1] = 0.3;  // of 1 metre, from the pose's middle
    Pose<Dim> pose{};
    for (int axis = 0; axis < Dim; ++axis) pose.position[axis] = 0.5;
    const int piston = fluid.set_obstacle({box<Dim>(low, high).value(), pose}).value();
    Report report;
    for (int step = 0; step < 6; ++step) {
        pose.position[0] += 0.02;
        (void)fluid.move_obstacle(piston, pose);
        report = fluid.step(0.05).value();
        EXPECT_FALSE(report.flow_unbalanced) << report.unbalanced;
    }
    Vec<double, Dim> gap = pose.position;
    gap[1] = 0.92;
    EXPECT_LT(fluid.sample("velocity.x", gap), -0.8);  // 0.8 of the height at 0.4 m/s, back through 0.2 of it
}

/// To and fro for a while: speeds stay near that of the ball.
TYPED_TEST(Piston, AMovingBallInAClosedBoxStaysBounded) {
    constexpr int Dim = TypeParam::value;
    FluidConfig<Dim> config{};
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = (Dim == 2 ? 32 : 12) + axis, config.size[axis] = 1;
    auto fluid = Fluid<Dim>::make(config).value();
    const int number = fluid.set_obstacle({ball<Dim>(0.13), pose_at<Dim>(Movement::translating, 0)}).value();
    double most = 0;
    for (int step = 1; step <= (Dim == 2 ? 200 : 40); ++step) {
        (void)fluid.move_obstacle(number, pose_at<Dim>(Movement::translating, 0.05 * step));
        const Report report = fluid.step(0.05).value();
        EXPECT_FALSE(report.flow_unbalanced) << "step " << step << " " << report.unbalanced;
        const double energy = mean_energy(fluid);
        ASSERT_TRUE(std::isfinite(energy));
        most = std::max(most, energy);
    }
    const double speed = 0.2 * std::sqrt(Dim == 2 ? 1.25 : 14.0 / 9);
    EXPECT_LT(most, 0.5 * speed * speed);  // as if everything moved with the ball
    EXPECT_GT(most, 0.001 * speed * speed);
}

}  // namespace
}  // namespace whorl
