// A mirrored set-up with obstacles, solid and thin, gives the mirrored flow, to tolerance: open fractions have 16 bits.
#include "tests/dims.hpp"
#include "tests/sealed.hpp"

namespace whorl {
namespace {

template <class D> class MirroredObstacles : public testing::Test {};
TYPED_TEST_SUITE(MirroredObstacles, Dims);

/// A ball off the centre that moves, sticky, and a turning thin box beside it; `flipped` is the axis that is mirrored.
template <int Dim> Fluid<Dim, double> flow(int flipped) {
    const int cells[] = {26, 20, 16};
    const double h = 0.05;
    FluidConfig<Dim> config{.viscosity = 1e-3, .buoyancy = 2, .tolerance = 1e-9};
    config.scalars[0].diffusion = 1e-3;
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = cells[axis], config.size[axis] = h * cells[axis];
    config.gravity[1] = flipped == 1 ? 1 : -1;
    auto fluid = Fluid<Dim, double>::make(config).value();
    const auto mirrored = [&](Vec<double, Dim> x) {
        if (flipped >= 0) x[flipped] = config.size[flipped] - x[flipped];
        return x;
    };
    const auto cloud = [&](const Vec<double, Dim>& x) {
        const Vec<double, Dim> y = mirrored(x);
        double r2 = 0;
        for (int axis = 0; axis < Dim; ++axis) r2 += std::pow(y[axis] - (0.5 - 0.13 * (axis == 1)), 2);
        return std::exp(-r2 / 0.03);
    };
    set_scalar(fluid, "temperature", cloud);
    set_scalar(fluid, "density", cloud);
    // A turn in the plane of axes 0 and 1 goes the other way when one of them is mirrored.
    const double turn = flipped == 0 || flipped == 1 ? -1 : 1;
    const auto place = [&](double x, double y, double angle) {
        Pose<Dim> pose{};
        for (int axis = 0; axis < Dim; ++axis) pose.position[axis] = 0.41;
        pose.position[0] = x, pose.position[1] = y;
        pose.position = mirrored(pose.position);
        pose.rotation[Dim == 2 ? 0 : 2] = turn * angle;
        return pose;
    };
    const auto at = [&](int step) { return place(0.313 + 0.0071 * step, 0.637, 0); };
    const auto turned = [&](int step) { return place(0.857, 0.533, 0.2 + 0.013 * step); };
    const int body = fluid.set_obstacle({ball<Dim>(0.153), at(0), Slip::none}).value();
    const int sheet = fluid.set_obstacle({hollow_box<Dim>(0, h), turned(0)}).value();
    for (int step = 1; step <= (Dim == 2 ? 12 : 3); ++step) {
        (void)fluid.move_obstacle(body, at(step));
        (void)fluid.move_obstacle(sheet, turned(step));
        (void)fluid.step(0.04).value();
    }
    return fluid;
}

TYPED_TEST(MirroredObstacles, GiveTheMirroredFlow) {
    constexpr int Dim = TypeParam::value;
    const auto plain = flow<Dim>(-1);
    EXPECT_GT(std::sqrt(mean_energy(plain)), 0.01);
    for (int flipped = 0; flipped < Dim; ++flipped) {
        const auto mirror = flow<Dim>(flipped);
        const auto a = plain.view("density"), b = mirror.view("density");
        double difference = 0, size = 0;
        each_of(a.shape, [&](const Vec<int, Dim>& at) {
            Vec<int, Dim> there = at;
            there[flipped] = a.shape[flipped] - 1 - at[flipped];
            difference = std::max(difference, std::abs(a[at] - b[there]));
            size = std::max(size, std::abs(a[at]));
        });
        EXPECT_LT(difference, 1e-4 * size) << "along axis " << flipped;
    }
}

}  // namespace
}  // namespace whorl
