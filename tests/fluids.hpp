// For tests of the engine: set up a fluid, fill its fields from functions of position, and measure them.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/random.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

/// f(at) for all of a shape.
template <int Dim, class F> void each_of(const Vec<int, Dim>& shape, F f) {
    for (Vec<int, Dim> at{};;) {
        f(at);
        int axis = 0;
        while (axis < Dim && ++at[axis] == shape[axis]) at[axis++] = 0;
        if (axis == Dim) return;
    }
}

constexpr const char* component_names[] = {"velocity.x", "velocity.y", "velocity.z"};

/// Where value `at` of a field lies: `staggered` is the axis of a velocity component, or -1.
template <int Dim, class T>
Vec<double, Dim> position(const Fluid<Dim, T>& fluid, int staggered, const Vec<int, Dim>& at) {
    Vec<double, Dim> x{};
    for (int axis = 0; axis < Dim; ++axis)
        x[axis] = (at[axis] + (axis == staggered ? 0 : 0.5)) * fluid.config().size[axis] / fluid.config().cells[axis];
    return x;
}

/// u(x) gives all components; each is taken where its faces are.
template <int Dim, class T, class F> void set_velocity(Fluid<Dim, T>& fluid, F u) {
    for (int axis = 0; axis < Dim; ++axis) {
        const auto view = fluid.edit(component_names[axis]);
        each_of(view.shape, [&](const auto& at) { view[at] = static_cast<T>(u(position(fluid, axis, at))[axis]); });
    }
}

template <int Dim, class T, class F> void set_scalar(Fluid<Dim, T>& fluid, const char* name, F f) {
    const auto view = fluid.edit(name);
    each_of(view.shape, [&](const auto& at) { view[at] = static_cast<T>(f(position(fluid, -1, at))); });
}

/// The rms over all components of u - exact(x).
template <int Dim, class T, class F> double velocity_error(const Fluid<Dim, T>& fluid, F exact) {
    double sum = 0, count = 0;
    for (int axis = 0; axis < Dim; ++axis) {
        const auto view = fluid.view(component_names[axis]);
        each_of(view.shape, [&](const auto& at) {
            const double off = static_cast<double>(view[at]) - exact(position(fluid, axis, at))[axis];
            sum += off * off, count += 1;
        });
    }
    return std::sqrt(sum / count);
}

/// Half the mean of u^2 over its faces, less a uniform flow.
template <int Dim, class T> double mean_energy(const Fluid<Dim, T>& fluid, const Vec<double, Dim>& less = {}) {
    double sum = 0;
    for (int axis = 0; axis < Dim; ++axis) {
        const auto view = fluid.view(component_names[axis]);
        double squares = 0;
        each_of(view.shape,
                [&](const auto& at) { squares += std::pow(static_cast<double>(view[at]) - less[axis], 2); });
        sum += 0.5 * squares / static_cast<double>(view.cells());
    }
    return sum;
}

template <int Dim, class T> double total(const Fluid<Dim, T>& fluid, const char* name) {
    const auto view = fluid.view(name);
    double sum = 0;
    each_of(view.shape, [&](const auto& at) { sum += static_cast<double>(view[at]); });
    return sum;
}

template <int Dim> void make_periodic(FluidConfig<Dim>& config) {
    config.left = config.right = config.bottom = config.top = config.front = config.back = SideKind::periodic;
}

/// White noise in every component, as if a bomb had gone off.
template <int Dim, class T> void set_noise(Fluid<Dim, T>& fluid, double strength, std::uint64_t seed) {
    std::uint64_t draw = 0;
    for (int axis = 0; axis < Dim; ++axis) {
        const auto view = fluid.edit(component_names[axis]);
        each_of(view.shape,
                [&](const auto& at) { view[at] = static_cast<T>(random_between(-strength, strength, seed, draw++)); });
    }
}

}  // namespace whorl
