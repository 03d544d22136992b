// A small whirl with smoke in it, for tests of obstacles.
#pragma once

#include "tests/dims.hpp"
#include "tests/sealed.hpp"

namespace whorl {

template <class D> class FluidObstacles : public testing::Test {};
TYPED_TEST_SUITE(FluidObstacles, Dims);

template <int Dim> Vec<double, Dim> all(double value) {
    Vec<double, Dim> v{};
    for (int axis = 0; axis < Dim; ++axis) v[axis] = value;
    return v;
}

template <int Dim> Fluid<Dim> small_fluid(FluidConfig<Dim> config = {}) {
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = 12 + axis, config.size[axis] = 1;
    auto fluid = Fluid<Dim>::make(config).value();
    set_velocity(fluid, [](const auto& x) {
        Vec<double, Dim> u{};
        u[0] = x[1] - 0.5, u[1] = 0.5 - x[0];
        return u;
    });
    set_scalar(fluid, "density", [](const auto& x) { return x[0]; });
    return fluid;
}

}  // namespace whorl
