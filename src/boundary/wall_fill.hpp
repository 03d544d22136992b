// Velocities on faces that no flow passes, but that others interpolate from.
#pragma once

#include "boundary/walls.hpp"
#include "whorl/parallel.hpp"

namespace whorl {

/// They are continued from the flow without its part through the wall; the wall's own where the flow sticks to it.
template <class T, int Dim>
void fill_wall_faces(Scheduler& scheduler, const Walls<T, Dim>& walls, const Faces<T, Dim>& u);

/// |u| on the faces of an axis that were filled; 0 where there is none.
template <class T, int Dim>
double largest_at_wall_faces(const Walls<T, Dim>& walls, int axis, const View<const T, Dim>& u);

}  // namespace whorl
