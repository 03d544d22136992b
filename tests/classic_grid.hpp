// Arrays for tests of the published solver: named fields of one size, and shorthand to fill them.
#pragma once

#include <cstdint>
#include <vector>

#include "classic/stam2003.hpp"
#include "core/random.hpp"

namespace whorl::classic {

template <class Solver> struct Fluid {
    using Number = std::remove_pointer_t<typename Solver::Velocity::value_type>;
    static constexpr int dim = static_cast<int>(std::tuple_size_v<typename Solver::Velocity>);

    explicit Fluid(int n) : solver(n) {
        const auto size = static_cast<std::size_t>(solver.size());
        arrays.assign(2 * dim + 2, std::vector<Number>(size, Number(0)));
        for (int axis = 0; axis < dim; ++axis) u[axis] = arrays[axis].data(), u0[axis] = arrays[dim + axis].data();
        x = arrays[2 * dim].data(), x0 = arrays[2 * dim + 1].data();
    }

    /// Every value of an array, ghosts included, uniform in [low, high).
    void randomize(Number* array, double low, double high, std::uint64_t seed) const {
        for (Index c = 0; c < solver.size(); ++c)
            array[c] = static_cast<Number>(random_between(low, high, seed, static_cast<std::uint64_t>(c)));
    }

    double total(const Number* array) const {
        double sum = 0;
        solver.each_cell([&](Index c) { sum += static_cast<double>(array[c]); });
        return sum;
    }

    void step(Number viscosity, Number diffusion, Number dt) {
        solver.vel_step(u, u0, viscosity, dt);
        solver.dens_step(x, x0, u, diffusion, dt);
    }

    Solver solver;
    std::vector<std::vector<Number>> arrays;
    typename Solver::Velocity u, u0;
    Number *x, *x0;
};

}  // namespace whorl::classic
