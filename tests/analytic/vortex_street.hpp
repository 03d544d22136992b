// A vortex street behind a sticky cylinder: how often it sheds, and how hard the flow pulls.
#pragma once

#include <vector>

#include "tests/fluids.hpp"

namespace whorl {

struct VortexStreet {
    double strouhal = 0;  ///< frequency * diameter / speed
    double drag = 0;      ///< mean of the force along the flow / (1/2 speed^2 diameter)
    double lift = 0;      ///< half of the range of that across it
    int periods = 0;      ///< over which these were taken
    double change = 0;    ///< of the period, from the first half of them to the second, relative
};

/// Diameter and speed are 1; `cells` a diameter. The domain reaches `upstream` and `downstream` diameters from the
/// axis, and is `width` wide between slippery sides.
struct StreetSetUp {
    double reynolds = 100;
    int cells = 32;
    double width = 20, upstream = 8, downstream = 16;
    double cfl = 1.2, seconds = 80, settled = 55;
};

inline VortexStreet run_street(const StreetSetUp& set_up, Scheduler* scheduler) {
    const int nx = static_cast<int>((set_up.upstream + set_up.downstream) * set_up.cells);
    const int ny = static_cast<int>(set_up.width * set_up.cells);
    const Segment<2> in{.kind = SideKind::inflow, .velocity = {1, 0}};
    auto fluid = Fluid<2>::make({.cells = {nx, ny},
                                 .size = {set_up.upstream + set_up.downstream, set_up.width},
                                 .left = in,
                                 .right = SideKind::outflow,
                                 .viscosity = 1 / set_up.reynolds,
                                 .scalars = {},
                                 .scheduler = scheduler})
                     .value();
    const Vec<double, 2> axis{set_up.upstream, 0.5 * set_up.width};
    const int cylinder = fluid.set_obstacle({circle({}, 0.5).value(), {.position = axis}, Slip::none}).value();
    set_velocity(fluid, [](const auto&) { return Vec<double, 2>{1, 0}; });
    const double dt = set_up.cfl / set_up.cells / 1.5;  // beside the cylinder the flow is faster

    std::vector<double> crossings, lifts;
    double drag = 0, before = 0, highest = -1e9, lowest = 1e9;
    for (double t = 0; t < set_up.seconds; t = fluid.time()) {
        // A short turn to and fro breaks the symmetry, which would last long by itself.
        const double angle = t < 2 ? 0.5 * t : t < 4 ? 0.5 * (4 - t) : 0;
        if (t < 4.1) (void)fluid.move_obstacle(cylinder, {.position = axis, .rotation = {angle}});
        (void)fluid.step(dt).value();
        if (t < set_up.settled) continue;
        const ObstacleForce<2> force = fluid.force_on(cylinder);
        const double lift = 2 * (force.pressure[1] + force.friction[1]);
        highest = std::max(highest, lift), lowest = std::min(lowest, lift);
        drag += 2 * (force.pressure[0] + force.friction[0]);
        lifts.push_back(lift);
        if (lifts.size() > 1 && before < 0 && lift >= 0)
            crossings.push_back(fluid.time() - dt * lift / (lift - before));
        before = lift;
    }
    VortexStreet street{.drag = drag / static_cast<double>(lifts.size()), .lift = 0.5 * (highest - lowest)};
    const int n = static_cast<int>(crossings.size()) - 1, half = n / 2;
    if (half < 1) return street;
    const double period = (crossings[n] - crossings[0]) / n;
    const double first = (crossings[half] - crossings[0]) / half,
                 second = (crossings[n] - crossings[half]) / (n - half);
    street.strouhal = 1 / period, street.periods = n, street.change = second / first - 1;
    return street;
}

}  // namespace whorl
