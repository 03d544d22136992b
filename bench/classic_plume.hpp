// The scene of the yardsticks `published` and `tuned`: a plume in a closed box.
//
// The box already turns slowly, so that no number is so small that the CPU handles it in microcode.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>

#include "classic/measure.hpp"
#include "classic/saved_state.hpp"
#include "classic/stam2003.hpp"

namespace whorl {

template <int Dim> struct ClassicPlume {
    using Index = classic::Index;
    using Variant = classic::Variant;

    static constexpr int inks = Dim == 2 ? 1 : 2;  // in 3D density and temperature
    static constexpr float dt = 0.02f;
    static constexpr double pi = 3.14159265358979;

    explicit ClassicPlume(int n) : grid(n), buffers(classic::Buffers<float, Dim>::make(n, inks).value()) {
        grid.each_cell_at([&](Index c, const Vec<int, Dim>& at) {
            const double x = (at[0] - 0.5) / n, y = (at[1] - 0.5) / n, z = Dim == 3 ? (at[Dim - 1] - 0.5) / n : 0.5;
            buffers.u[0][c] = static_cast<float>(0.2 * std::sin(pi * x) * std::cos(pi * y) * (1 + 0.1 * z));
            buffers.u[1][c] = static_cast<float>(-0.2 * std::cos(pi * x) * std::sin(pi * y) * (1 + 0.1 * z));
            if constexpr (Dim == 3) buffers.u[2][c] = static_cast<float>(0.02 * std::sin(pi * z) * x);
            for (float* ink : buffers.ink)
                ink[c] = static_cast<float>(0.1 + 0.05 * std::cos(pi * x) * std::cos(pi * y));
        });
    }

    /// What the paper's user interface does before each step: fills the second buffers.
    void feed() {
        for (float* array : buffers.u0) std::fill(array, array + buffers.size, 0.0f);
        for (float* array : buffers.ink0) std::fill(array, array + buffers.size, 0.0f);
        grid.each_cell_at([&](Index c, const Vec<int, Dim>& at) {
            double r2 = 0;
            for (int axis = 0; axis < Dim; ++axis) {
                const double centre = axis == 1 ? 0.2 : 0.5, x = (at[axis] - 0.5) / grid.N - centre;
                r2 += x * x;
            }
            if (r2 > 0.01) return;
            buffers.u0[1][c] = 2;
            for (float* source : buffers.ink0) source[c] = 1;
        });
    }

    /// One step; the milliseconds that the solver took.
    template <Variant V> double step(classic::Stam2003<float, Dim, V>& solver) {
        using Clock = std::chrono::steady_clock;
        feed();
        const auto start = Clock::now();
        solver.vel_step(buffers.u, buffers.u0, 0.0f, dt);
        const auto pause = Clock::now();
        projection = classic::measure_last_projection(solver, buffers.u, buffers.u0);
        const auto resume = Clock::now();
        for (int which = 0; which < inks; ++which)
            solver.dens_step(buffers.ink[which], buffers.ink0[which], buffers.u, 0.0f, dt);
        return std::chrono::duration<double, std::milli>((pause - start) + (Clock::now() - resume)).count();
    }

    classic::Cells<Dim, Variant::rows> grid;
    classic::Buffers<float, Dim> buffers;
    classic::Projection projection;
};

struct ClassicTiming {
    double ms = 1e300;
    classic::Projection projection;
};

/// A step from a saved state, so many times; the fastest counts.
template <int Dim, classic::Variant V>
ClassicTiming time_step(ClassicPlume<Dim>& plume, const std::vector<std::byte>& start, int times = 1);

/// The plume of n cells a side after so many steps of the tuned variant. Several benchmarks begin there and it takes
/// long, so it is made once a process.
template <int Dim> const std::vector<std::byte>& spun_up(int n, int steps);

}  // namespace whorl
