// Conjugate gradients preconditioned by a modified incomplete Cholesky factorisation without fill, MIC(0), as
// Bridson's book on fluids has it (bridson2008): what most smoke and water in films was solved with.
//
// With L D L^T nearly A, where L has entries only where A has:
//
//     d_i = A_ii - sum over the cells j before i of  w_ij^2 / d_j  +  0.97 w_ij (other weights of j to later cells) /
//     d_j
//
// The second part puts what the factorisation drops back onto the diagonal, which makes constants come out right; where
// it leaves less than a quarter of A_ii, the diagonal is taken as it is. Couplings round a periodic axis are left out
// of the factors.
//
// Trade-off: a third of the iterations of cg, but the two triangular solves go from cell to cell on one thread. Four
// numbers per cell.
#pragma once

#include "pressure/conjugate_gradients.hpp"

namespace whorl {

template <class T, int Dim> class Pcg final : public ConjugateGradients<T, Dim> {
  public:
    const char* name() const override { return "pcg"; }
    std::size_t bytes() const override { return ConjugateGradients<T, Dim>::bytes() + inverse_.bytes() + z_.bytes(); }

  protected:
    Result<void> take(Level<T, Dim> finest) override;
    void change_diagonal(T diagonal) override;
    bool reweigh() override;
    View<const T, Dim> precondition(const View<const T, Dim>& r) override;

  private:
    void factorise();

    Field<T, Dim> inverse_;  ///< 1 / d
    Field<T, Dim> z_;
};

}  // namespace whorl
