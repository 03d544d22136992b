// How much of a grid an obstacle takes, wherever it is and however it is turned: boxes of some sizes that its surface
// passes through, counted in its own frame. What lies beside walls is listed, and lists get their room from this before
// a step, in which nothing is allocated.
#pragma once

#include "boundary/grid.hpp"
#include "boundary/motion.hpp"
#include "whorl/obstacles.hpp"

namespace whorl {

/// `place` matters for shapes that are larger than the domain alone: they are counted where it lies in them now.
template <int Dim>
WallExtent extent_of(const Geometry<Dim>& geometry, const Grid<Dim>& grid, const Placement<Dim>& place);

/// Metres that no point of a shape goes beyond as it moves from one pose to another, straight and evenly.
template <int Dim> double way_between(const Geometry<Dim>& geometry, const Pose<Dim>& from, const Pose<Dim>& to);

}  // namespace whorl
