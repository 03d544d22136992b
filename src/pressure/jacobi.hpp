// Jacobi's method, damped: all cells at once from the values before. The slowest of all, and the easiest to understand;
// its sweep is the yardstick for the cost of the others. Undamped it would never remove a checkerboard; 0.8 is the best
// smoother in two dimensions (Trottenberg 2001) and near it in three. One number per cell.
#pragma once

#include "pressure/one_level_solver.hpp"

namespace whorl {

template <class T, int Dim> class Jacobi final : public OneLevelSolver<T, Dim> {
  public:
    static constexpr T damping = T(0.8);

    const char* name() const override { return "jacobi"; }
    std::size_t bytes() const override { return level_.bytes() + other_.bytes(); }

  protected:
    using Solve = typename PreparedSolver<T, Dim>::Solve;
    using OneLevelSolver<T, Dim>::level_;
    Result<void> take(Level<T, Dim> finest) override;
    void iterate(Solve& solve) override;

  private:
    Field<T, Dim> other_;
};

}  // namespace whorl
