// How much memory a verb of the step has to move at the least, from the fields that it reads and writes.
#pragma once

#include <string_view>

#include "whorl/whorl.hpp"

namespace whorl {

/// Numbers a cell. Each field passes once between memory and cores: one that is read and written counts twice in
/// `moved`, once in `held`; what a verb makes and uses up itself counts in neither. A cycle of the pressure solver is a
/// pass of its own over its fields on all levels, since each depends on the whole of the one before.
struct Traffic {
    double moved = 0, held = 0;
};

/// Of a box without obstacles and viscosity. Nothing for verbs that touch a part of the grid only, or nothing at all.
template <int Dim> Traffic traffic_of(std::string_view verb, const FluidConfig<Dim>& config, int cycles) {
    const double scalars = static_cast<double>(config.scalars.size());
    if (verb == "extrapolate") return {4 * Dim, 3 * Dim};  // velocity now; before, which becomes now; and ahead
    if (verb == "add_forces" || verb == "add_half_forces") {
        const double felt = (config.buoyancy != 0) + (config.weight != 0);
        return felt > 0 ? Traffic{felt + 2, felt + 1} : Traffic{};  // and the velocity along `up`
    }
    if (verb == "carry") return {2 * Dim + 1, Dim + 1};
    if (verb == "advect") return {3 * Dim + 2 * scalars, 3 * Dim + 2 * scalars};  // what traces, the flow, and scalars
    if (verb == "advect_scalars") return {Dim + 2 * scalars, Dim + 2 * scalars};
    if (verb == "advect_velocity") return {3 * Dim, 3 * Dim};
    if (verb == "confine_vorticity") return config.vorticity_confinement != 0 ? Traffic{2 * Dim, Dim} : Traffic{};
    if (verb == "project") {
        const double levels = Dim == 2 ? 4.0 / 3 : 8.0 / 7;                // cells of all, in those of the finest
        return {2 * Dim + 4 + 3 * levels * cycles, Dim + 2 + 2 * levels};  // velocity, q, what is carried; x and b
    }
    if (verb == "check") return {Dim + scalars, Dim + scalars};  // writes next to nothing
    return {};
}

/// Numbers a cell that all verbs of a step move together.
template <int Dim> double step_traffic(const FluidConfig<Dim>& config, const Report& report) {
    double moved = 0;
    for (int stage = 0; stage < report.stage_count; ++stage)
        moved += traffic_of(report.stages[stage].verb, config, report.iterations).moved;
    return moved;
}

}  // namespace whorl
