// Obstacles as pictures want them: how much of each cell is solid.
#pragma once

#include <span>

#include "render/cell_field.hpp"
#include "whorl/obstacles.hpp"

namespace whorl {

/// 0 to 1 for each cell of the fluid's grid, from the distance of its centre to the nearest surface: exact for walls
/// along the axes, within a few hundredths for others. A sheet shows as a wall one cell thick.
template <int Dim> CellField<Dim> solid_field(const FluidConfig<Dim>& config, std::span<const Obstacle<Dim>> obstacles);

}  // namespace whorl
