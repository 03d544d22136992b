// What our solvers have in common: the finest level, the mean of a singular system, and everything about beginning and
// ending a solve.
#pragma once

#include "pressure/level.hpp"
#include "pressure/progress.hpp"

namespace whorl {

template <class T, int Dim> class PreparedSolver : public PressureSolver<T, Dim> {
  public:
    Result<void> prepare(const PoissonProblem<T, Dim>& problem) final;
    bool reads_open_faces() const final { return true; }

    /// Of a problem that has one diagonal for all cells.
    bool set_diagonal(T diagonal) final {
        if (finest().op.extra.data && finest().extra.bytes() == 0) return false;
        if (!(finest().op.diagonal > 0 && diagonal > 0)) return false;
        change_diagonal(diagonal);
        return true;
    }
    bool refresh() final { return finest().op.is_uniform() || reweigh(); }

    /// b = 0 returns at once with x = 0, the solution. If b holds what is not a number, x stays as it is; if x does,
    /// it starts from 0, and it is 0 if the iteration should ever leave the finite numbers. Where the system is
    /// singular, the mean of x is 0 in the end.
    SolveReport solve(View<T, Dim> x, View<const T, Dim> b, const SolveGoal& goal, Scheduler& scheduler) final;

  protected:
    struct Solve {
        View<T, Dim> x;
        RightSide<T, Dim> rhs;
        SolveGoal goal;
        Scheduler& scheduler;
        SolveReport report;  ///< `residual` is that of the x that comes in
    };

    /// Whether open faces stay what they are on the finest level; else they are spread into weights.
    virtual OpenAs keeps_open_faces() const { return OpenAs::weights; }
    /// Takes over the finest level and makes what else it needs.
    virtual Result<void> take(Level<T, Dim> finest) = 0;
    virtual const Level<T, Dim>& finest() const = 0;
    virtual void change_diagonal(T diagonal) = 0;
    /// Follows the weights of a general problem; false if it cannot.
    virtual bool reweigh() { return false; }

    /// Improves x until the goal is met or cannot be, and says so in the report.
    virtual void iterate(Solve& solve) = 0;

  private:
    void run(Solve& solve);
    void take_mean(Solve& solve) const;
    void take_off(Scheduler& scheduler, const View<T, Dim>& x, double mean) const;
};

}  // namespace whorl
