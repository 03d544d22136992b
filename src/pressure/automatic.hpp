// "auto": picks among our own solvers by the problem. Multigrid where weights are uniform; mgpcg where they differ,
// since the end of an open segment or a wall inside a coarse cell leaves single modes that a plain cycle gains little
// on (0.2 to 0.65, where mgpcg has 0.1 to 0.2). A short solve, as a projection asks for, begins
// with plain cycles all the same, which are cheaper, and goes on to conjugate gradients when they gain too little.
#pragma once

#include "pressure/mgpcg_mcadams2010.hpp"
#include "pressure/multigrid.hpp"

namespace whorl {

template <class T, int Dim> class Automatic final : public PressureSolver<T, Dim> {
  public:
    const char* name() const override { return solver_ ? solver_->name() : "auto"; }  ///< once prepared, the one picked

    bool reads_open_faces() const override { return true; }
    Result<void> prepare(const PoissonProblem<T, Dim>& problem) override {
        if (!solver_ || problem.is_uniform() != is_uniform_) {
            is_uniform_ = problem.is_uniform();
            if (is_uniform_)
                solver_ = std::make_unique<Multigrid<T, Dim>>();
            else
                solver_ = std::make_unique<Mgpcg<T, Dim>>(Start::cycles);
        }
        return solver_->prepare(problem);
    }
    SolveReport solve(View<T, Dim> x, View<const T, Dim> b, const SolveGoal& goal, Scheduler& scheduler) override {
        return solver_->solve(x, b, goal, scheduler);
    }
    bool set_diagonal(T diagonal) override { return solver_ && solver_->set_diagonal(diagonal); }
    bool refresh() override { return solver_ && solver_->refresh(); }
    bool begins_anew() const override { return solver_ && solver_->begins_anew(); }
    void expect_walls(const WallExtent& walls) override {
        if (solver_) solver_->expect_walls(walls);
    }
    void borrow(std::span<const std::span<std::byte>> pieces) override {
        if (solver_) solver_->borrow(pieces);
    }
    std::size_t bytes() const override { return solver_ ? solver_->bytes() : 0; }

  private:
    std::unique_ptr<PressureSolver<T, Dim>> solver_;
    bool is_uniform_ = true;
};

}  // namespace whorl
