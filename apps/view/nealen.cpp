#include "nealen.hpp"

#include <algorithm>
#include <cmath>

namespace whorl::view {
namespace {

constexpr double two_pi = 6.283185307179586;
constexpr double steps_a_second = 60;  // on the wall
/// Force for each cell that the hand crosses, for each unit of its speed in the solver's time: with what the fading
/// force adds up to (6.7 steps) the fluid follows the hand without running ahead of it.
constexpr double grip = 1.0;
constexpr double spread = 1.2;  // cells around the path that feel it
constexpr double cover = 2.8;   // of a path's ink, so that its middle has `matter` in spite of the spread

int wrapped(int i, int n) {
    return (i % n + n) % n;
}

/// Adds `amount` to the cells around a place, by a bump that sums to 1.
struct Bump {
    int x[5], y[5];
    double weight[5][5];

    Bump(const Vec<double, 2>& at, const Vec<int, 2>& cells) {
        const double cx = at[0] * cells[0] - 0.5, cy = at[1] * cells[1] - 0.5;
        const int x0 = static_cast<int>(std::floor(cx + 0.5)) - 2, y0 = static_cast<int>(std::floor(cy + 0.5)) - 2;
        double sum = 0;
        for (int j = 0; j < 5; ++j)
            for (int i = 0; i < 5; ++i) {
                const double dx = x0 + i - cx, dy = y0 + j - cy;
                x[i] = wrapped(x0 + i, cells[0]), y[j] = wrapped(y0 + j, cells[1]);
                weight[j][i] = std::max(0.0, 1 - (dx * dx + dy * dy) / (4 * spread * spread));
                sum += weight[j][i];
            }
        for (auto& row : weight)
            for (double& each : row) each /= sum;
    }
    void add(const View<double, 2>& field, double amount) const {
        for (int j = 0; j < 5; ++j)
            for (int i = 0; i < 5; ++i) field(x[i], y[j]) += amount * weight[j][i];
    }
};

}  // namespace

double NealenSettings::step_seconds() const {
    return time_step;
}

SpectralConfig<2> NealenSettings::config(int cells, Scheduler* scheduler) const {
    return {.cells = {cells, cells},
            .size = {1, 1},
            .viscosity = viscosity / (two_pi * two_pi),
            .inks = 1,
            .ink_kept = dissipation,
            .scheduler = scheduler};
}

void nealen_stir(SpectralFluid<2>& fluid, const NealenSettings& settings, const Stroke& stroke) {
    const Vec<int, 2> cells = fluid.config().cells;
    if (stroke.is_dab) return Bump(stroke.to, cells).add(fluid.ink(), settings.matter);
    const double dx = stroke.to[0] - stroke.from[0], dy = stroke.to[1] - stroke.from[1];
    const double crossed = std::hypot(dx * cells[0], dy * cells[1]);
    if (!(crossed > 0)) return;
    const int parts = static_cast<int>(std::clamp(std::ceil(2 * crossed), 1.0, 4096.0));
    // Box lengths a second, brought to the solver's time.
    const double slow = 1 / (std::max(stroke.seconds, 1e-6) * steps_a_second * settings.time_step);
    const double each = crossed / parts;
    for (int part = 0; part < parts; ++part) {
        const double along = (part + 0.5) / parts;
        const Bump bump({stroke.from[0] + along * dx, stroke.from[1] + along * dy}, cells);
        bump.add(fluid.ink(), cover * settings.matter * each);
        bump.add(fluid.force(0), grip * each * dx * slow);
        bump.add(fluid.force(1), grip * each * dy * slow);
    }
}

NealenConfinement nealen_confinement(SpectralFluid<2>& fluid, double epsilon) {
    const Vec<int, 2> n = fluid.config().cells;
    const View<double, 2> u = fluid.velocity(0), v = fluid.velocity(1);
    NealenConfinement out;
    const std::size_t count = static_cast<std::size_t>(n[0]) * static_cast<std::size_t>(n[1]);
    for (auto* list : {&out.vorticity, &out.normal[0], &out.normal[1], &out.force[0], &out.force[1]})
        list->resize(count);
    const auto index = [&](int x, int y) {
        return static_cast<std::size_t>(wrapped(y, n[1])) * static_cast<std::size_t>(n[0]) +
               static_cast<std::size_t>(wrapped(x, n[0]));
    };
    for (int y = 0; y < n[1]; ++y)
        for (int x = 0; x < n[0]; ++x)
            out.vorticity[index(x, y)] = 0.5 * (v(wrapped(x + 1, n[0]), y) - v(wrapped(x - 1, n[0]), y)) -
                                         0.5 * (u(x, wrapped(y + 1, n[1])) - u(x, wrapped(y - 1, n[1])));
    const auto strength = [&](int x, int y) { return std::abs(out.vorticity[index(x, y)]); };
    for (int y = 0; y < n[1]; ++y)
        for (int x = 0; x < n[0]; ++x) {
            const double gx = 0.5 * (strength(x + 1, y) - strength(x - 1, y)),
                         gy = 0.5 * (strength(x, y + 1) - strength(x, y - 1)), length = std::sqrt(gx * gx + gy * gy);
            if (!(length > 1e-12)) continue;  // still fluid has no direction: no force
            const std::size_t i = index(x, y);
            out.normal[0][i] = gx / length, out.normal[1][i] = gy / length;
            out.force[0][i] = epsilon * out.normal[1][i] * out.vorticity[i];
            out.force[1][i] = -epsilon * out.normal[0][i] * out.vorticity[i];
        }
    return out;
}

void nealen_confine(SpectralFluid<2>& fluid, const NealenSettings& settings) {
    if (!settings.is_confined || settings.confinement == 0) return;
    const NealenConfinement found = nealen_confinement(fluid, settings.confinement);
    const Vec<int, 2> n = fluid.config().cells;
    for (int axis = 0; axis < 2; ++axis) {
        const View<double, 2> u = fluid.velocity(axis);
        std::size_t i = 0;
        for (int y = 0; y < n[1]; ++y)
            for (int x = 0; x < n[0]; ++x) u(x, y) += settings.step_seconds() * found.force[axis][i++];
    }
}

}  // namespace whorl::view
