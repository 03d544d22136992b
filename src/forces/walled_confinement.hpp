// Confinement beside walls so thin that the flow on their other side is in reach of a stencil: the two sides are
// strangers, and that one slips past the other is no vorticity.
//
// A stencil that would cross such a wall sees this side mirrored in it instead, as at a slippery side of the domain.
// Faces inside of thicker solids are filled from the flow and the wall (step/obstacles.hpp), and are read as they are.
#pragma once

#include "boundary/walls.hpp"
#include "forces/forces_table.hpp"

namespace whorl {

/// Write what the kernels of the same arguments wrote for this row once more, in the cells of the grid that have a
/// shut face.
template <class T, int Dim>
void vorticity_beside_walls(const Walls<T, Dim>& walls, const VorticityArguments<T, Dim>& in, const Row& row);
template <class T, int Dim>
void confinement_beside_walls(const Walls<T, Dim>& walls, const ConfinementArguments<T, Dim>& in, const Row& row);

}  // namespace whorl
