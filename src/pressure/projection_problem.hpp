// The problems that the solver of a projection is prepared for.
#pragma once

#include "boundary/sides.hpp"
#include "boundary/walls.hpp"
#include "pressure/side_faces.hpp"
#include "whorl/pressure.hpp"

namespace whorl {

/// The problem that the projection's solver is prepared for. Where a side is free in parts, `weights`, one field per
/// axis of one cell more than the grid along it, are filled and referred to.
template <class T, int Dim>
PoissonProblem<T, Dim> projection_problem(const Sides<T, Dim>& sides, const Faces<T, Dim>& weights);

/// The same between obstacles, where faces weigh as much as is open of them: it refers to the walls, and to those on
/// sides, which are filled.
template <class T, int Dim>
PoissonProblem<T, Dim> walled_projection_problem(const Sides<T, Dim>& sides, const Walls<T, Dim>& walls,
                                                 SideFaces<Dim>& side_faces);
/// The same with weights, which are filled and referred to, in place of open faces: for solvers that know no others.
template <class T, int Dim>
PoissonProblem<T, Dim> spread_over_faces(const PoissonProblem<T, Dim>& problem, const Faces<T, Dim>& weights);

}  // namespace whorl
