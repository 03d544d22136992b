// Gauss-Seidel in two colours: every cell of a colour sees only cells of the other, so a half-sweep runs in parallel
// and vectorised. It smooths well and converges badly: the number of sweeps grows with the square of the cells along an
// axis. For small grids, for comparison, and for systems with a large diagonal. No memory.
#pragma once

#include "pressure/prepared_solver.hpp"

namespace whorl {

template <class T, int Dim> class RedBlack final : public PreparedSolver<T, Dim> {
  public:
    const char* name() const override { return "red-black"; }
    std::size_t bytes() const override { return level_.bytes(); }

  protected:
    using Solve = typename PreparedSolver<T, Dim>::Solve;
    Result<void> take(Level<T, Dim> finest) override {
        level_ = std::move(finest);
        return {};
    }
    const Level<T, Dim>& finest() const override { return level_; }
    void change_diagonal(T diagonal) override { whorl::set_diagonal(level_, diagonal); }
    bool reweigh() override { return refresh_finest_level(level_); }
    void iterate(Solve& solve) override;

  private:
    Level<T, Dim> level_;
};

}  // namespace whorl
