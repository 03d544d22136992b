// Successive over-relaxation (Young 1954), red-black: each cell goes beyond what its neighbours ask for by a factor
// omega, which turns the square of the cells along an axis into their number.
//
// The best factor is 2 / (1 + sqrt(1 - rho^2)) where rho is the factor of a Jacobi sweep. In a uniform box rho follows
// from the longest wave that fits between the sides. Faces that differ only lengthen the ways, so that the box gives a
// factor that is too small; it is then raised while solving, from the rate that is observed (Hageman and Young 1981,
// chapter 9). Too small costs much, too large little. Each solve begins with the factor of the box: it does not depend
// on what was solved before.
//
// Trade-off: no memory and nothing to set up, and as many sweeps as conjugate gradients have iterations, give or take;
// but the residual first grows, so that a few sweeps are worth nothing.
#pragma once

#include "pressure/one_level_solver.hpp"

namespace whorl {

/// The factor for the box around a level, 1 to 2.
template <class T, int Dim> double best_omega(const Level<T, Dim>& level);

template <class T, int Dim> class Sor final : public OneLevelSolver<T, Dim> {
  public:
    const char* name() const override { return "sor"; }

  protected:
    using Solve = typename PreparedSolver<T, Dim>::Solve;
    void iterate(Solve& solve) override;
};

}  // namespace whorl
