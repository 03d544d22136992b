// Implicit diffusion, of any magnitude: (1 - rate laplacian) x = x0, solved for the change of x.
//
// Dividing by the rate gives the system that the pressure solvers know, with 1 / rate as its diagonal. The right-hand
// side is the laplacian of the field as it stands, ghosts included: that is how moving walls and held values enter, and
// the change itself is zero there.
#pragma once

#include "boundary/sides.hpp"
#include "whorl/pressure.hpp"

namespace whorl {

/// The unknowns of one field: a box of its array that starts at `first`.
template <class T, int Dim> struct Diffusion {
    PoissonProblem<T, Dim> problem{};
    Vec<int, Dim> first{};

    Region<Dim> region() const {
        Vec<int, Dim> end = first;
        for (int axis = 0; axis < Dim; ++axis) end[axis] += problem.cells[axis];
        return Region<Dim>::box(first, end);
    }
};

/// Of velocity component `component`: all its faces but those on sides that are not free all along.
template <class T, int Dim>
Diffusion<T, Dim> velocity_diffusion(const Sides<T, Dim>& sides, int component, const Faces<T, Dim>& weights);

/// Of scalar number `scalar`.
template <class T, int Dim>
Diffusion<T, Dim> scalar_diffusion(const Sides<T, Dim>& sides, int scalar, const Faces<T, Dim>& weights);

/// y = keep * y + rate * laplacian x on the unknowns. x has its ghosts filled.
template <class T, int Dim>
void add_laplacian(Scheduler& scheduler, const Diffusion<T, Dim>& diffusion, const View<T, Dim>& y,
                   const View<const T, Dim>& x, double rate, double keep = 1);

/// rate = coefficient * dt, m^2. x has its ghosts filled, and does not keep them up to date. `rhs` and `change` are
/// scratch of x's shape. The solver must have been prepared for this diffusion's problem with diagonal 1 / rate.
template <class T, int Dim>
SolveReport diffuse(Scheduler& scheduler, PressureSolver<T, Dim>& solver, const Diffusion<T, Dim>& diffusion,
                    const Vec<View<T, Dim>, 3>& x_rhs_change, const SolveGoal& goal);

}  // namespace whorl
