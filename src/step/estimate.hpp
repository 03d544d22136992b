// How much memory a fluid would take, without taking it.
#pragma once

#include "whorl/whorl.hpp"

namespace whorl {

/// Bytes, a little too many; `has_obstacles`: that may move.
template <int Dim, class T> Result<double> estimate_bytes(const FluidConfig<Dim>& config, bool has_obstacles);

}  // namespace whorl
