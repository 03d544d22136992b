// `whorl bench classic`: the published solver and its two faster variants, the yardsticks of every later ratio.
//
// The scene is a plume in a closed box that already turns slowly, so that no number is so small that the CPU handles
// it in microcode. It runs 47 steps with the tuned variant; from that state each variant takes steps 48, 49 and 50, and
// the fastest of its steps counts.
#include <algorithm>
#include <chrono>
#include <cmath>

#include "classic/measure.hpp"
#include "classic/saved_state.hpp"
#include "classic/stam2003.hpp"
#include "registry.hpp"

namespace whorl {
namespace {

using classic::Index;
using classic::Variant;

template <int Dim> struct Plume {
    static constexpr int inks = Dim == 2 ? 1 : 2;  // in 3D density and temperature
    static constexpr float dt = 0.02f;
    static constexpr double pi = 3.14159265358979;

    explicit Plume(int n) : grid(n), buffers(classic::Buffers<float, Dim>::make(n, inks).value()) {
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

struct Timing {
    double ms = 1e300;
    classic::Projection projection;
};

/// `steps` steps from the saved state; the fastest counts.
template <int Dim, Variant V> Timing time_steps(Plume<Dim>& plume, const std::vector<std::byte>& start, int steps) {
    classic::Stam2003<float, Dim, V> solver(plume.grid.N);
    (void)classic::load(plume.buffers, start).value();
    Timing timing;
    for (int step = 0; step < steps; ++step) timing.ms = std::min(timing.ms, plume.step(solver));
    timing.projection = plume.projection;
    return timing;
}

template <int Dim> void bench_size(const BenchOptions& options, int n, std::vector<BenchRow>& rows) {
    Plume<Dim> plume(n);
    classic::Stam2003<float, Dim, Variant::tuned> spin_up(n);
    for (int step = 0; step < (options.quick ? 2 : 47); ++step) plume.step(spin_up);

    const std::vector<std::byte> start = classic::save(plume.buffers, 0, 0);
    const int steps = options.quick ? 1 : 3;
    const Timing timings[] = {time_steps<Dim, Variant::published>(plume, start, steps),
                              time_steps<Dim, Variant::rows>(plume, start, steps),
                              time_steps<Dim, Variant::tuned>(plume, start, steps)};

    const char* const names[] = {"published", "rows", "tuned"};
    const double cells = std::pow(n, Dim);
    const std::string size = "/" + size_name(Dim, n);
    for (int variant = 0; variant < 3; ++variant) {
        const Timing& timing = timings[variant];
        rows.push_back({.name = std::string("classic/") + names[variant] + size,
                        .cells = static_cast<std::int64_t>(cells),
                        .threads = 1,
                        .ms_per_step = timing.ms,
                        .ns_per_cell = timing.ms * 1e6 / cells,
                        .bytes_per_cell = 4.0 * 2 * (Dim + plume.inks) * std::pow((n + 2.0) / n, Dim),
                        .residual = timing.projection.residual,
                        .divergence = timing.projection.divergence_left,
                        .ratio = timings[0].ms / timing.ms,
                        .ratio_to = "classic/published" + size});
    }
}

}  // namespace

std::string size_name(int dim, int n) {
    std::string name = std::to_string(n);
    for (int axis = 1; axis < dim; ++axis) name += "x" + std::to_string(n);
    return name;
}

template <int Dim> double published_ms(int n) {
    Plume<Dim> plume(n);
    classic::Stam2003<float, Dim, Variant::tuned> spin_up(n);
    for (int step = 0; step < 3; ++step) plume.step(spin_up);
    return time_steps<Dim, Variant::published>(plume, classic::save(plume.buffers, 0, 0), 1).ms;
}
template double published_ms<2>(int);
template double published_ms<3>(int);

std::vector<BenchRow> bench_classic(const BenchOptions& options) {
    std::vector<BenchRow> rows;
    for (const int n : options.quick ? std::vector<int>{32} : std::vector<int>{128, 256, 512, 1024}) {
        options.tell("classic " + size_name(2, n));
        bench_size<2>(options, n, rows);
    }
    for (const int n : options.quick ? std::vector<int>{12} : std::vector<int>{64, 128}) {
        options.tell("classic " + size_name(3, n));
        bench_size<3>(options, n, rows);
    }
    return rows;
}

}  // namespace whorl
