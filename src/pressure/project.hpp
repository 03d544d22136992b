// The projection: takes from u the gradient that makes it divergent (chorin1968; Helmholtz-Hodge, u = w + grad q).
//
// With q in m^2/s the equation is laplacian q = div u; the pressure of a step dt is q / dt times the density. It is
// solved in correction form: the solver is asked for what a first guess leaves of the divergence, guess and change are
// taken from the velocity, and where that is not enough the next residual is the divergence of the velocity as it then
// stands. That keeps float's rounding of a large pressure out of the answer.
#pragma once

#include "boundary/ghosts.hpp"
#include "boundary/walls.hpp"
#include "core/row_ends.hpp"
#include "pressure/pockets.hpp"
#include "whorl/pressure.hpp"

namespace whorl {

struct ProjectGoal {
    double tolerance = 1e-4;      // of the rms divergence, relative to that before
    int max_iterations = 50;      // of the solver, in all
    double max_milliseconds = 0;  // 0: no limit
};

struct ProjectReport {
    int iterations = 0;
    double before = 0;      // rms divergence, 1/s
    double after = 0;       // as measured on the velocity that is left
    double unmatched = 0;   // mean divergence that no pressure can remove, 1/s: flow is forced into a closed box
    int pocket = 0;         // the one it was found in
    bool reached = false;   // the tolerance
    bool at_floor = false;  // rounding of the velocity is all that is left
};

/// The fields that a projection works on, ghosts included.
template <class T, int Dim> struct ProjectFields {
    Faces<T, Dim> u{};
    View<T, Dim> q{};                      // in: a first guess; out: what was taken
    View<T, Dim> divergence{};             // scratch
    View<T, Dim> change{};                 // scratch
    View<T, Dim> mean{};                   // optional: the mean of the guess and of what was taken
    bool* took_guess = nullptr;            // optional: last time, which the same is expected of; changes no result
    const Walls<T, Dim>* walls = nullptr;  // where there are obstacles
    Pockets<T, Dim>* pockets = nullptr;    // and what they divide the flow into

    bool has_pockets() const { return walls && pockets && pockets->count() > 1; }
};

template <class T, int Dim>
ProjectReport project(Scheduler& scheduler, const Sides<T, Dim>& sides, PressureSolver<T, Dim>& solver,
                      const ProjectFields<T, Dim>& fields, const ProjectGoal& goal);

/// u -= factor * grad q on every face that the projection may change. Fills q's ghosts, from an axis on, and writes the
/// ends of u's rows, where they are given.
template <class T, int Dim>
void subtract_gradient(Scheduler& scheduler, const Sides<T, Dim>& sides, const Walls<T, Dim>* walls,
                       const Faces<T, Dim>& u, const View<T, Dim>& q, double factor = 1, int first_axis = 0,
                       const Vec<const RowEnds<T>*, Dim>& ends = {});

}  // namespace whorl
