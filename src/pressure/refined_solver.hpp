// What the direct methods share: one solve for the residual is the answer, up to rounding; the next takes rounding out
// (iterative refinement), which is how a double factorisation serves float fields and a nearly singular system.
#pragma once

#include "pressure/one_level_solver.hpp"

namespace whorl {

template <class T, int Dim> class RefinedSolver : public OneLevelSolver<T, Dim> {
  public:
    std::size_t bytes() const override { return OneLevelSolver<T, Dim>::bytes() + r_.bytes(); }

  protected:
    using Solve = typename PreparedSolver<T, Dim>::Solve;
    Result<void> take(Level<T, Dim> finest) override;
    void iterate(Solve& solve) final;

    /// x = x + A^-1 r. Where the system is singular, r has no mean and any solution will do.
    virtual void correct(const View<T, Dim>& x, const View<const T, Dim>& r) = 0;

  private:
    Field<T, Dim> r_;
};

}  // namespace whorl
