// Vorticity confinement where the velocity lies at the centres of cells, as in the sources (fedkiw2001, eq. 11; nealen;
// marek2007, eq. 30): f = epsilon h (N x omega), with N the direction in which the vorticity grows.
#pragma once

#include "whorl/types.hpp"

namespace whorl {

/// u += dt f. The spacing is in the velocity's unit of length, and epsilon in 1/s, as the engine's. Beyond a side that
/// is not periodic the flow is taken to go on as it is.
template <class T, int Dim>
void confine_centred(const Vec<View<T, Dim>, Dim>& u, const Vec<double, Dim>& spacing, const Vec<bool, Dim>& periodic,
                     double epsilon, double dt);

}  // namespace whorl
