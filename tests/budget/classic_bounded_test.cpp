// "Never blows up": any time step, any rate, random forcing, ten thousand steps.
#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"
#include "tests/dims.hpp"
#include "whorl/classic.hpp"

namespace whorl {
namespace {

template <class Dim> class ClassicBounded : public testing::Test {};
TYPED_TEST_SUITE(ClassicBounded, Dims);

TYPED_TEST(ClassicBounded, FiniteForAnyStepAndForcing) {
    constexpr int dim = TypeParam::value, n = dim == 2 ? 12 : 5;
    std::uint64_t draw = 0;
    const auto random = [&](double low, double high) { return random_between(low, high, 71, draw++); };
    auto fluid = Classic<float, dim>::make({.cells = n, .viscosity = 1e-3, .diffusion = 1e-3}).value();
    double fed = 0;  // all ink that was ever added: no cell may hold more
    for (int step = 0; step < 10'000; ++step) {
        const double dt = std::pow(10, random(-3, 4));
        Vec<int, dim> at;
        for (int axis = 0; axis < dim; ++axis) at[axis] = static_cast<int>(random(0, n));
        for (int axis = 0; axis < dim; ++axis) fluid.force(axis)[at] = static_cast<float>(random(-100, 100));
        fluid.source(0)[at] = static_cast<float>(random(0, 1));
        fed += dt * static_cast<double>(fluid.source(0)[at]);
        const auto report = fluid.step(dt).value();
        ASSERT_TRUE(std::isfinite(report.max_speed)) << step;
        ASSERT_LE(report.max_speed, 100) << step;
        Vec<int, dim> cell{};
        for (int count = 0; count < std::pow(n, dim); ++count) {
            const double ink = static_cast<double>(fluid.ink(0)[cell]);
            ASSERT_TRUE(ink >= 0 && ink <= 1.001 * fed) << step << " " << ink;
            for (int axis = 0; axis < dim && ++cell[axis] == n; ++axis) cell[axis] = 0;
        }
    }
}

// Without a limit on speed: the flow itself, forced once and left alone, never gains energy.
TYPED_TEST(ClassicBounded, UnforcedFlowOnlyLosesSpeed) {
    constexpr int dim = TypeParam::value, n = 12;
    for (const double dt : {1e-3, 0.1, 10.0, 1e4}) {
        auto fluid = Classic<float, dim>::make({.cells = n, .max_speed = 1e15}).value();
        Vec<int, dim> at;
        for (int axis = 0; axis < dim; ++axis) at[axis] = n / 2 + axis;
        fluid.force(0)[at] = static_cast<float>(50 / dt);
        double first = fluid.step(dt).value().max_speed;
        for (int step = 0; step < 1000; ++step) ASSERT_LE(fluid.step(dt).value().max_speed, 1.01 * first) << dt;
    }
}

}  // namespace
}  // namespace whorl
