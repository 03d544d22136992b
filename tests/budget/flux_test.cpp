// What the flow carries by `flux` is all still there: in a closed box, with and without obstacles, whatever the steps.
#include "tests/dims.hpp"
#include "tests/sealed.hpp"

namespace whorl {
namespace {

template <class D> class FluxBudget : public testing::Test {};
TYPED_TEST_SUITE(FluxBudget, Dims);

template <int Dim> FluidConfig<Dim> box_with_flux(int cells) {
    FluidConfig<Dim> config{.buoyancy = 4};
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = cells + axis, config.size[axis] = 1;
    config.scalars[0].advection = Scheme::flux;
    return config;
}

/// Hot smoke rises into the lid and rolls around in the box.
template <int Dim, class T> void set_smoke(Fluid<Dim, T>& fluid) {
    const auto cloud = [](const auto& x) {
        double far = 0;
        for (int axis = 0; axis < Dim; ++axis) {
            const double middle = axis == Dim - 1 ? 0.2 : 0.4;
            far = std::max(far, std::abs(x[axis] - middle));
        }
        return far < 0.15 ? 1.0 : 0.0;
    };
    set_scalar(fluid, "density", cloud);
    set_scalar(fluid, "temperature", cloud);
}

template <int Dim, class T> struct Kept { double off = 0, most = 0, least = 0, residual = 0; };

/// After 500 steps: how far the total is off, the extrema, and the sum of dt times the largest divergence there was.
template <int Dim, class T> Kept<Dim, T> run_for_500_steps(bool has_obstacles, double dt) {
    auto fluid = Fluid<Dim, T>::make(box_with_flux<Dim>(Dim == 2 ? 32 : 10)).value();
    set_smoke(fluid);
    if (has_obstacles) {
        Pose<Dim> pose = pose_at<Dim>(Movement::rotating, 0.3);
        (void)fluid.set_obstacle({ball<Dim>(0.13), pose}).value();
        pose.position[0] = 0.8;
        Vec<double, Dim> low{}, high{};
        for (int axis = 0; axis < Dim; ++axis) low[axis] = -0.02, high[axis] = axis == 1 ? 0.2 : 0.02;
        (void)fluid.set_obstacle({box<Dim>(low, high).value(), pose}).value();
    }
    (void)fluid.step(1e-9).value();  // what lay inside of obstacles is gone now
    const double begin = total(fluid, "density");
    Kept<Dim, T> kept;
    for (int step = 0; step < 500; ++step) {
        const Report report = fluid.step(dt).value();
        kept.residual += dt * report.divergence;
    }
    kept.off = std::abs(total(fluid, "density") / begin - 1);
    const auto density = fluid.view("density");
    each_of(density.shape, [&](const auto& at) {
        kept.most = std::max(kept.most, static_cast<double>(density[at]));
        kept.least = std::min(kept.least, static_cast<double>(density[at]));
    });
    return kept;
}

TYPED_TEST(FluxBudget, KeepsTheTotalFor500Steps) {
    constexpr int Dim = TypeParam::value;
    for (const bool has_obstacles : {false, true})
        for (const double dt : Dim == 2 ? std::vector{0.01, 0.08} : std::vector{0.04}) {
            const auto kept = run_for_500_steps<Dim, float>(has_obstacles, dt);
            std::printf("%dD, dt %g, %s: off by %.2g, from %.3g to %.6f, divergence adds up to %.2g\n", Dim, dt,
                        has_obstacles ? "with obstacles" : "without", kept.off, kept.least, kept.most, kept.residual);
            EXPECT_LT(kept.off, 1e-6);
            EXPECT_GE(kept.least, 0);
            EXPECT_LT(kept.most, 1 + 10 * kept.residual);
        }
}

/// Smoke everywhere stays smoke everywhere: beside still walls to the solver's residual, beside moving ones too.
TYPED_TEST(FluxBudget, AConstantStaysConstantAroundObstacles) {
    constexpr int Dim = TypeParam::value;
    for (const Movement movement : {Movement::still, Movement::translating, Movement::rotating}) {
        auto config = box_with_flux<Dim>(Dim == 2 ? 40 : 14);
        config.tolerance = 1e-8;
        auto fluid = Fluid<Dim, double>::make(config).value();
        set_smoke(fluid);
        set_scalar(fluid, "density", [](const auto&) { return 1; });
        const auto shape = unite(ball<Dim>(0.15), hollow_box<Dim>(1.5, 0.03)).value();
        const int number = fluid.set_obstacle({shape, pose_at<Dim>(movement, 0)}).value();
        double worst = 0;
        for (int step = 1; step <= (Dim == 2 ? 40 : 10); ++step) {
            (void)fluid.move_obstacle(number, pose_at<Dim>(movement, 0.03 * step));
            (void)fluid.step(0.03).value();
            const auto density = fluid.view("density");
            each_of(density.shape, [&](const auto& at) {
                if (density[at] != 0) worst = std::max(worst, std::abs(density[at] - 1));
            });
        }
        std::printf("%dD, movement %d: off by %.2g\n", Dim, static_cast<int>(movement), worst);
        EXPECT_LT(worst, 1e-4) << static_cast<int>(movement);
    }
}

TEST(FluxRefusals, VelocityAndNodesAreSaidNoTo) {
    const auto velocity = Fluid2::make({.cells = {8, 8}, .advection = Scheme::flux});
    ASSERT_FALSE(velocity);
    EXPECT_NE(velocity.error().message.find("flux carries scalars alone"), std::string::npos);
    const auto nodes =
        Fluid2::make({.cells = {8, 8}, .scalars = {{.name = "dye", .advection = Scheme::flux, .at_nodes = true}}});
    ASSERT_FALSE(nodes);
    EXPECT_NE(nodes.error().message.find("dye is stored at nodes"), std::string::npos);
}

// A save in the middle of a run with cells that walls cut goes on to the same bits.
TYPED_TEST(FluxBudget, ASavedRunGoesOnToTheSameBits) {
    constexpr int Dim = TypeParam::value;
    const auto make = [] {
        auto fluid = Fluid<Dim>::make(box_with_flux<Dim>(14)).value();
        set_smoke(fluid);
        (void)fluid.set_obstacle({ball<Dim>(0.17), pose_at<Dim>(Movement::still, 0)}).value();
        return fluid;
    };
    auto whole = make(), second = make();
    for (int step = 0; step < 10; ++step) (void)whole.step(0.03).value();
    const auto saved = whole.save();
    ASSERT_TRUE(second.load(saved));
    for (int step = 0; step < 10; ++step) (void)whole.step(0.03).value(), (void)second.step(0.03).value();
    EXPECT_EQ(whole.hash(), second.hash());
}

}  // namespace
}  // namespace whorl
