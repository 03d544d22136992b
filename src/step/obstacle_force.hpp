// What the flow does to an obstacle: the momentum that pressure and friction exchanged with it in the last step.
#pragma once

#include "step/parts.hpp"

namespace whorl {

/// For a fluid of density 1; all 0 if there is no such obstacle, or no step yet.
template <class T, int Dim>
ObstacleForce<Dim> force_on(const Parameters<T, Dim>& parameters, Changing<T, Dim>& state, Workspace<T, Dim>& work,
                            int number);

}  // namespace whorl
