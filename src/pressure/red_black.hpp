// Gauss-Seidel in two colours: every cell of a colour sees only cells of the other, so a half-sweep runs in parallel
// and vectorised. It smooths well and converges badly: the number of sweeps grows with the square of the cells along an
// axis. For small grids, for comparison, and for systems with a large diagonal. No memory.
#pragma once

#include "pressure/one_level_solver.hpp"

namespace whorl {

template <class T, int Dim> class RedBlack final : public OneLevelSolver<T, Dim> {
  public:
    const char* name() const override { return "red-black"; }

  protected:
    using Solve = typename PreparedSolver<T, Dim>::Solve;
    using OneLevelSolver<T, Dim>::level_;
    void iterate(Solve& solve) override;
};

}  // namespace whorl
