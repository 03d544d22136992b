// How much smoke there is, with walls in it: what they take or add is in the report, and nothing else is lost.
#include "tests/dims.hpp"
#include "tests/sealed.hpp"

namespace whorl {
namespace {

template <class D> class SmokeAndWalls : public testing::Test {};
TYPED_TEST_SUITE(SmokeAndWalls, Dims);

template <int Dim> Fluid<Dim, double> smoke(FluidConfig<Dim> config) {
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = (Dim == 2 ? 40 : 14) + axis, config.size[axis] = 1;
    return Fluid<Dim, double>::make(config).value();
}
template <int Dim> double cell_volume(const Fluid<Dim, double>& fluid) {
    double volume = 1;
    for (int axis = 0; axis < Dim; ++axis) volume *= fluid.config().size[axis] / fluid.config().cells[axis];
    return volume;
}

/// Smoke of density 1 everywhere, a shape pulled through: every cell that is not solid keeps 1, so there is no hole in
/// its wake, and what the total changed by is what the report says.
TYPED_TEST(SmokeAndWalls, SweptIsWhatMovingWallsTook) {
    constexpr int Dim = TypeParam::value;
    for (const Scheme scheme : {Scheme::linear, Scheme::maccormack})
        for (const Movement movement : {Movement::translating, Movement::rotating}) {
            auto fluid = smoke<Dim>({.advection = scheme});
            set_scalar(fluid, "density", [](const auto&) { return 1; });
            const double begin = total(fluid, "density") * cell_volume(fluid);
            const auto shape = unite(ball<Dim>(0.15), hollow_box<Dim>(1.5, 0.03)).value();
            const int number = fluid.set_obstacle({shape, pose_at<Dim>(movement, 0)}).value();
            double swept = 0, most = 0;
            for (int step = 1; step <= (Dim == 2 ? 30 : 8); ++step) {
                (void)fluid.move_obstacle(number, pose_at<Dim>(movement, 0.03 * step));
                const double taken = fluid.step(0.03).value().swept;
                swept += taken, most = std::max(most, std::abs(taken));
                const auto density = fluid.view("density");
                int holes = 0;
                const Placement<Dim> place = placement_of(pose_at<Dim>(movement, 0.03 * step));
                each_of(density.shape, [&](const auto& at) {
                    // What is nearer to the surface than a ten-thousandth of a cell may count as on it.
                    const double away = shape.geometry().distance(place.to_body(position(fluid, -1, at)));
                    const bool is_air = away * fluid.config().cells[0] > 1e-4;
                    holes += is_air ? std::abs(density[at] - 1) > 1e-9 : away <= 0 && density[at] != 0;
                });
                EXPECT_EQ(holes, 0) << "step " << step;
            }
            EXPECT_NEAR(total(fluid, "density") * cell_volume(fluid) - begin, swept, 1e-9);
            EXPECT_GT(most, 0.05);  // the first step cleared the solid's own cells
        }
}

/// A body is pulled out of a cloud into clear air: air follows it, and takes smoke along. Beside its way the air goes
/// the other way, and stays clear.
TYPED_TEST(SmokeAndWalls, ABodyLeavesAWake) {
    constexpr int Dim = TypeParam::value;
    auto fluid = smoke<Dim>({});
    set_scalar(fluid, "density", [](const auto& x) { return x[0] < 0.4 ? 1 : 0; });
    Pose<Dim> pose = pose_at<Dim>(Movement::still, 0);
    pose.position[0] = 0.25;
    const double speed = 0.8, dt = 0.025, radius = 0.12;
    const int body = fluid.set_obstacle({ball<Dim>(radius), pose}).value();
    for (int step = 0; step < 20; ++step) {
        pose.position[0] += speed * dt;
        (void)fluid.move_obstacle(body, pose);
        (void)fluid.step(dt).value();
    }
    Vec<double, Dim> behind = pose.position, aside = behind;
    behind[0] -= radius + 0.04, aside[1] += 0.4;
    ASSERT_GT(behind[0], 0.45);  // clear at the start
    EXPECT_GT(fluid.sample("velocity.x", behind), 0.3 * speed);
    EXPECT_LT(fluid.sample("velocity.x", aside), 0);
    EXPECT_GT(fluid.sample("density", behind), 0.3);
    EXPECT_LT(fluid.sample("density", aside), 0.02);
}

/// Where nothing flows, nothing changes, to the last bit; diffusion keeps the total.
TYPED_TEST(SmokeAndWalls, StillAirKeepsItAll) {
    constexpr int Dim = TypeParam::value;
    for (const double diffusion : {0.0, 2e-2}) {
        FluidConfig<Dim> config{.tolerance = 1e-8};
        config.scalars[0].diffusion = diffusion;
        auto fluid = smoke<Dim>(config);
        (void)fluid.set_obstacle({hollow_box<Dim>(1, 0.03), pose_at<Dim>(Movement::rotating, 0.5)}).value();
        (void)fluid.set_obstacle({ball<Dim>(0.1), pose_at<Dim>(Movement::still, 0)}).value();
        set_scalar(fluid, "density", [](const auto& x) { return 1 + x[0] * x[0] + (x[1] > 0.4 ? x[1] : 0); });
        (void)fluid.step(0.05).value();  // the solids' own cells are cleared
        const double begin = total(fluid, "density");
        double swept = 0;
        for (int step = 0; step < 10; ++step) swept += fluid.step(0.05).value().swept;
        EXPECT_NEAR(total(fluid, "density") / begin, 1, diffusion > 0 ? 1e-6 : 1e-15) << diffusion;
        EXPECT_EQ(swept, 0);
    }
}

/// Hot smoke rises past a still ball in a closed box. No scheme here keeps totals, least of all on so few cells; walls
/// must not make that much worse.
TYPED_TEST(SmokeAndWalls, AStillObstacleAddsLittleDrift) {
    constexpr int Dim = TypeParam::value;
    const auto drift = [](bool has_ball) {
        auto fluid = smoke<Dim>({.buoyancy = 1});
        Pose<Dim> pose = pose_at<Dim>(Movement::still, 0);
        pose.position[0] = 0.45;
        if (has_ball) (void)fluid.set_obstacle({ball<Dim>(0.15), pose}).value();
        const auto cloud = [](const auto& x) {
            double r2 = 0;
            for (int axis = 0; axis < Dim; ++axis) {
                const double centre = axis == (Dim == 2 ? 1 : 2) ? 0.2 : 0.5;
                r2 += (x[axis] - centre) * (x[axis] - centre);
            }
            return std::exp(-r2 / 0.01);
        };
        set_scalar(fluid, "density", cloud);
        set_scalar(fluid, "temperature", cloud);
        (void)fluid.step(1e-6).value();
        const double begin = total(fluid, "density");
        for (int step = 0; step < 30; ++step) (void)fluid.step(0.05).value();
        return std::abs(total(fluid, "density") / begin - 1);
    };
    const double with = drift(true), without = drift(false);
    std::printf("%dD: total density drifts by %.3g with a ball, %.3g without\n", Dim, with, without);
    EXPECT_LT(with, 3 * without + 0.02);
}

}  // namespace
}  // namespace whorl
