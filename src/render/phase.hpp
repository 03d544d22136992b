// Where scattered light goes: the phase function of `henyey1941`.
#pragma once

#include <cmath>
#include <numbers>

namespace whorl {

/// Share of the scattered light a unit of solid angle that leaves at the angle with this cosine from its way in.
inline float phase(float cosine, float forward) {
    const float square = forward * forward;
    const float apart = 1 + square - 2 * forward * cosine;
    return (1 - square) / (4 * std::numbers::pi_v<float> * apart * std::sqrt(apart));
}

}  // namespace whorl
