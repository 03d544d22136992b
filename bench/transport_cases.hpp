// Two flows that bring a shape back to where it was, after which every difference is the scheme's.
//
//     zalesak   one turn of a disc (a ball in 3D) with a slot, as a rigid body (zalesak1979)
//     leveque   a disc (a ball) drawn out by a vortex and, time reversed, back again (leveque1996)
//
// Velocities are the means over the faces, so that no cell has a divergence but for rounding.
#pragma once

#include <string_view>

#include "core/field.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

enum class TransportCase { zalesak, leveque };

constexpr TransportCase transport_cases[] = {TransportCase::zalesak, TransportCase::leveque};
constexpr Scheme transport_schemes[] = {Scheme::linear, Scheme::cubic, Scheme::bfecc, Scheme::maccormack, Scheme::flux};

std::string_view name_of(TransportCase flow);
std::string_view name_of(Scheme scheme);

template <class T, int Dim> struct Transported {
    Field<T, Dim> before{}, after{};
    int steps = 0;
    double ms_per_step = 0;
};

struct TransportErrors {
    double l1 = 0;     ///< the sum of |after - before| over the sum of before
    double peak = 0;   ///< the largest value; it was 1
    double least = 0;  ///< it was 0
    double total = 0;  ///< of after over that of before, less 1
};

/// In a box of edge 1 with so many cells a side, steps of about one cell.
template <class T, int Dim>
Transported<T, Dim> transport(TransportCase flow, Scheme scheme, int cells, Scheduler& scheduler);

template <class T, int Dim> TransportErrors errors_of(const Transported<T, Dim>& run);

}  // namespace whorl
