// Gauss-Seidel in the order of the cells, x fastest: the relaxation of Stam's listing (stam2003), here until a goal is
// met. Each cell sees the new values of those before it.
//
// Trade-off: that order cannot be shared among threads, so it runs on one; red-black converges as fast and can. The
// sweeps grow with the square of the cells along an axis. For teaching and for comparison. No memory.
#pragma once

#include "pressure/one_level_solver.hpp"

namespace whorl {

template <class T, int Dim> class GaussSeidel final : public OneLevelSolver<T, Dim> {
  public:
    const char* name() const override { return "gauss-seidel"; }

  protected:
    using Solve = typename PreparedSolver<T, Dim>::Solve;
    void iterate(Solve& solve) override;
};

}  // namespace whorl
