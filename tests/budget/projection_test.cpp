// What the projection owes: no divergence, no energy gained, nothing done twice, gradients taken whole.
#include "tests/dims.hpp"
#include "tests/fluids.hpp"

namespace whorl {
namespace {

template <class Dim> class Projection : public testing::Test {};
TYPED_TEST_SUITE(Projection, Dims);

/// A box with walls, or with periodic sides, or with one open side, whose step is nothing but a projection: dt is 0.
template <int Dim> FluidConfig<Dim> box(int sides) {
    const int cells[] = {18, 13, 10};
    FluidConfig<Dim> config{.scalars = {}, .order = "stam1999", .tolerance = 1e-13, .max_cycles = 100};
    for (int axis = 0; axis < Dim; ++axis)
        config.cells[axis] = cells[axis], config.size[axis] = 0.1 * (axis + 1) * cells[axis];
    if (sides == 1) make_periodic(config);
    if (sides == 2) config.right = SideKind::open;
    return config;
}

template <int Dim> std::vector<double> velocities(const Fluid<Dim, double>& fluid) {
    std::vector<double> all;
    for (int axis = 0; axis < Dim; ++axis) {
        const auto view = fluid.view(component_names[axis]);
        each_of(view.shape, [&](const auto& at) { all.push_back(view[at]); });
    }
    return all;
}

TYPED_TEST(Projection, LeavesNoDivergenceAndTakesEnergy) {
    constexpr int dim = TypeParam::value;
    for (int sides = 0; sides < 3; ++sides) {
        auto fluid = Fluid<dim, double>::make(box<dim>(sides)).value();
        set_noise(fluid, 1, 5);
        const double before = mean_energy(fluid);
        const auto report = fluid.step(0).value();
        EXPECT_LT(report.divergence, 1e-10) << sides;
        EXPECT_LE(mean_energy(fluid), before) << sides;
    }
}

TYPED_TEST(Projection, IsIdempotent) {
    constexpr int dim = TypeParam::value;
    for (int sides = 0; sides < 3; ++sides) {
        auto fluid = Fluid<dim, double>::make(box<dim>(sides)).value();
        set_noise(fluid, 1, 7);
        (void)fluid.step(0).value();
        const auto once = velocities(fluid);
        (void)fluid.step(0).value();
        const auto twice = velocities(fluid);
        for (std::size_t i = 0; i < once.size(); ++i) ASSERT_NEAR(once[i], twice[i], 1e-10) << sides;
    }
}

// u = grad q for a q that respects the walls: nothing is left of it.
TYPED_TEST(Projection, TakesAGradientWhole) {
    constexpr int dim = TypeParam::value;
    auto fluid = Fluid<dim, double>::make(box<dim>(0)).value();
    const auto& size = fluid.config().size;
    const auto q = [&](const Vec<double, dim>& x) {
        double product = 1;
        for (int axis = 0; axis < dim; ++axis) product *= std::cos(3.14159265358979 * x[axis] / size[axis]);
        return product;
    };
    for (int axis = 0; axis < dim; ++axis) {
        const auto u = fluid.edit(component_names[axis]);
        const double h = size[axis] / fluid.config().cells[axis];
        each_of(u.shape, [&](const auto& at) {
            auto before = position(fluid, axis, at), after = before;
            before[axis] -= h / 2, after[axis] += h / 2;
            if (at[axis] > 0 && at[axis] < u.shape[axis] - 1) u[at] = (q(after) - q(before)) / h;
        });
    }
    EXPECT_GT(mean_energy(fluid), 0.01);
    (void)fluid.step(0).value();
    EXPECT_LT(std::sqrt(mean_energy(fluid)), 1e-10);
}

// In float the divergence ends at the rounding of the velocity, and the report says so.
TEST(ProjectionFloat, StopsAtTheFloorOfFloat) {
    FluidConfig<2> config{.cells = {128, 128}, .scalars = {}, .order = "stam1999", .tolerance = 0};
    auto fluid = Fluid2::make(config).value();
    set_noise(fluid, 1, 9);
    const auto report = fluid.step(0).value();
    EXPECT_TRUE(report.at_float_floor || report.divergence < 1e-6 * report.divergence_before);
    EXPECT_FALSE(report.tolerance_missed);
    EXPECT_LT(report.divergence, 1e-5 * report.divergence_before);
}

}  // namespace
}  // namespace whorl
