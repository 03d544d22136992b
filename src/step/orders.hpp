// The verbs of a step, and the orders in which the sources and we say them. docs/step.md gives the reasons.
#pragma once

#include <span>
#include <string_view>

#include "whorl/types.hpp"

namespace whorl {

enum class Verb {
    add_sources,      // emitters give off scalars and set velocities
    add_forces,       // buoyancy and pushes, for the whole step
    add_half_forces,  // for half of it
    confine_vorticity,
    extrapolate,  // the velocity that traces: the flow at the middle of the step
    carry,        // half of the pressure gradient and of the viscosity, from the step's start
    diffuse_velocity,
    diffuse_scalars,
    advect,  // scalars and velocity together, behind one set of traces
    advect_velocity,
    advect_velocity_half,  // for half of the step
    reflect,               // takes the last projection's gradient once more
    advect_scalars,
    dissipate,
    project,
    check,
};

std::string_view name_of(Verb verb);

/// Whether the velocity is as it was until a verb, or, for one that moves it, begins with it.
bool leaves_velocity(Verb verb);

struct Order {
    std::string_view name;
    std::span<const Verb> verbs;
    bool is_second_order;   // has extrapolate and carry
    bool reflects = false;  // has reflect: the first projection's q is the pressure of half a step
};

/// All of them; the first is the default.
std::span<const Order> orders();

Result<Order> find_order(std::string_view name);

}  // namespace whorl
