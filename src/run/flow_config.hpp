// The engine's configuration, from a scene at one moment.
#pragma once

#include "scene/scene.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

template <int Dim> FluidConfig<Dim> config_of(const Scene& scene, double t);

/// Whether anything in it moves with time.
bool config_moves(const Scene& scene);

/// All numbers of it that can move: two moments with the same numbers have the same configuration.
std::vector<double> config_numbers(const Scene& scene, double t);

}  // namespace whorl
