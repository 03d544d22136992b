#include "step/orders.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "core/nearest_name.hpp"

namespace whorl {
namespace {

using enum Verb;

// Second order in time with one projection: the trapezoidal rule along the path of a particle, which is traced with the
// velocity at the middle of the step.
constexpr Verb whorl_order[] = {
    add_sources,     extrapolate,       add_half_forces,  carry,   advect, diffuse_scalars, dissipate,
    add_half_forces, confine_vorticity, diffuse_velocity, project, check};

// stam2003: two projections, because advection wants a velocity that is free of divergence.
constexpr Verb stam2003_order[] = {add_forces, confine_vorticity, diffuse_velocity, project,        advect_velocity,
                                   project,    add_sources,       diffuse_scalars,  advect_scalars, dissipate,
                                   check};

// stam1999: force, advect, diffuse, project.
constexpr Verb stam1999_order[] = {add_sources, add_forces,     confine_vorticity, advect_velocity, diffuse_velocity,
                                   project,     advect_scalars, diffuse_scalars,   dissipate,       check};

// harris2004: advect, diffuse, force, project.
constexpr Verb harris2004_order[] = {advect_velocity, diffuse_velocity, add_forces,      confine_vorticity, project,
                                     add_sources,     advect_scalars,   diffuse_scalars, dissipate,         check};

// The slides of stam2003: as its code, without the first projection.
constexpr Verb slides_order[] = {add_forces,  confine_vorticity, diffuse_velocity, advect_velocity, project,
                                 add_sources, diffuse_scalars,   advect_scalars,   dissipate,       check};

// win2007: densities before velocities, in the order source, advect, diffuse, dissipate.
constexpr Verb thesis_order[] = {
    add_sources,      advect_scalars, diffuse_scalars, dissipate, add_forces, confine_vorticity,
    diffuse_velocity, project,        advect_velocity, project,   check};

// zehnder2018: half a step of advection, a projection, and its mirror image for the other half. What the projection
// took from the flow, and with it energy, is given back with the other sign. Scalars go with the velocity in the
// middle.
constexpr Verb reflection_order[] = {
    add_sources, advect_velocity_half, add_half_forces, project,           advect_scalars,   diffuse_scalars, dissipate,
    reflect,     advect_velocity_half, add_half_forces, confine_vorticity, diffuse_velocity, project,         check};

constexpr std::array<Order, 7> all{{{"whorl", whorl_order, true},
                                    {"stam2003", stam2003_order, false},
                                    {"stam1999", stam1999_order, false},
                                    {"harris2004", harris2004_order, false},
                                    {"slides", slides_order, false},
                                    {"thesis", thesis_order, false},
                                    {"reflection", reflection_order, false, true}}};

}  // namespace

std::string_view name_of(Verb verb) {
    switch (verb) {
        case add_sources:
            return "add_sources";
        case add_forces:
            return "add_forces";
        case add_half_forces:
            return "add_half_forces";
        case confine_vorticity:
            return "confine_vorticity";
        case extrapolate:
            return "extrapolate";
        case carry:
            return "carry";
        case diffuse_velocity:
            return "diffuse_velocity";
        case diffuse_scalars:
            return "diffuse_scalars";
        case advect:
            return "advect";
        case advect_velocity:
            return "advect_velocity";
        case advect_velocity_half:
            return "advect_velocity_half";
        case reflect:
            return "reflect";
        case advect_scalars:
            return "advect_scalars";
        case dissipate:
            return "dissipate";
        case project:
            return "project";
        case check:
            return "check";
    }
    return "";
}

bool leaves_velocity(Verb verb) {
    return verb == advect_scalars || verb == diffuse_scalars || verb == dissipate || verb == advect_velocity ||
           verb == advect;
}

std::span<const Order> orders() {
    return all;
}

Result<Order> find_order(std::string_view name) {
    for (const Order& order : all)
        if (order.name == name) return order;
    std::array<std::string_view, all.size()> names;
    std::transform(all.begin(), all.end(), names.begin(), [](const Order& order) { return order.name; });
    return Error{unknown_name("order", name, names)};
}

}  // namespace whorl
