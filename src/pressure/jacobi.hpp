// Jacobi's method, damped: all cells at once from the values before. The slowest of all, and the easiest to understand;
// its sweep is the yardstick for the cost of the others. Undamped it would never remove a checkerboard; 0.8 is the best
// smoother in two dimensions (Trottenberg 2001) and near it in three. One number per cell.
#pragma once

#include "pressure/prepared_solver.hpp"

namespace whorl {

template <class T, int Dim> class Jacobi final : public PreparedSolver<T, Dim> {
  public:
    static constexpr T damping = T(0.8);

    const char* name() const override { return "jacobi"; }
    std::size_t bytes() const override { return level_.bytes() + other_.bytes(); }

  protected:
    using Solve = typename PreparedSolver<T, Dim>::Solve;
    Result<void> take(Level<T, Dim> finest) override;
    const Level<T, Dim>& finest() const override { return level_; }
    void change_diagonal(T diagonal) override { whorl::set_diagonal(level_, diagonal); }
    bool reweigh() override { return refresh_finest_level(level_); }
    void iterate(Solve& solve) override;

  private:
    Level<T, Dim> level_;
    Field<T, Dim> other_;
};

}  // namespace whorl
