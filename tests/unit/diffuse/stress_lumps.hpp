// Thick lumps in thin fluid, in float: what the solver of the full stress is measured with.
#pragma once

#include <cmath>

#include "tests/unit/diffuse/stress_rig.hpp"

namespace whorl {

enum class Lumps { one, sixteen, smooth };

inline double viscosity_at(Lumps lumps, double thin, double contrast, const Vec<double, 2>& x) {
    const double a = std::fmod(4 * x[0], 1.0) - 0.5, b = std::fmod(4 * x[1], 1.0) - 0.5;
    switch (lumps) {
        case Lumps::one:
            return std::hypot(x[0] - 0.5, x[1] - 0.45) < 0.25 ? contrast * thin : thin;
        case Lumps::sixteen:
            return std::hypot(a, b) < 0.3 ? contrast * thin : thin;
        default:
            return thin * std::pow(contrast, 0.5 + 0.5 * std::sin(7 * x[0] + 5 * x[1] * x[1]));
    }
}

/// A vortex with ripples in a box whose walls are sticky, for 1/60 s.
template <class T> struct Stirred {
    StressRig<T, 2> rig;
    Flow<T, 2> u;

    explicit Stirred(int n)
        : rig({.cells = {n, n}, .size = {1, 1}, .periodic = {}},
              {{SideKind::noslip, SideKind::noslip, SideKind::noslip, SideKind::noslip}}),
          u(rig.grid()) {
        u.set(rig.grid(), [](const Vec<double, 2>& x) {
            constexpr double pi = 3.14159265358979;
            const double s = std::sin(pi * x[0]), t = std::sin(pi * x[1]);
            return Vec<double, 2>{s * s * std::sin(2 * pi * x[1]) + 0.1 * std::sin(23 * x[0] + 17 * x[1]),
                                  -t * t * std::sin(2 * pi * x[0]) + 0.1 * std::cos(19 * x[0] - 13 * x[1])};
        });
    }
    SolveReport diffuse(double relative = 1e-5, int most = 200) {
        fill_velocity_ghosts(rig.sides, u.faces());
        return rig.stress.diffuse(rig.domain(), 1.0 / 60, u.faces(), {.relative = relative, .max_iterations = most});
    }
};

inline SolveReport solve_lumps(int n, Lumps lumps, double thin, double contrast) {
    Stirred<float> stirred(n);
    stirred.rig.set_viscosity([&](const Vec<double, 2>& x) { return viscosity_at(lumps, thin, contrast, x); });
    return stirred.diffuse();
}

}  // namespace whorl
