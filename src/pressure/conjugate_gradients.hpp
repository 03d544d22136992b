// Conjugate gradients (Hestenes and Stiefel 1952) around any symmetric positive preconditioner: what cg and pcg share.
//
// Of all x that so many applications of the operator can make, the one with the smallest error in the energy norm. The
// iterations grow with the cells along an axis. The residual may rise on its way down: only the energy of the error
// falls in every step.
#pragma once

#include "pressure/one_level_solver.hpp"

namespace whorl {

template <class T, int Dim> class ConjugateGradients : public OneLevelSolver<T, Dim> {
  public:
    std::size_t bytes() const override { return OneLevelSolver<T, Dim>::bytes() + r_.bytes() + p_.bytes(); }

  protected:
    using Solve = typename PreparedSolver<T, Dim>::Solve;
    Result<void> take(Level<T, Dim> finest) override;
    void iterate(Solve& solve) final;

    /// Nearly A^-1 r, in a field of its own or in r itself.
    virtual View<const T, Dim> precondition(const View<const T, Dim>& r) = 0;

  private:
    double begin(Solve& solve);
    double sum(Scheduler& scheduler, typename OperatorKernels<T, Dim>::Descend kernel, const View<T, Dim>& x,
               const View<const T, Dim>& z, double factor);

    Field<T, Dim> r_, p_;
    double slope_ = 0;  ///< <r, z>
};

}  // namespace whorl
