// Elimination of a banded matrix, A = L D L^T (Cholesky's method without square roots), in double: the reference that
// the others are held against.
//
// The cells are numbered plane by plane along one axis, so that no two coupled ones are further apart than a plane, or
// than two round a periodic axis, whose planes are taken from both ends: 0, n-1, 1, n-2, ... The axis that makes the
// band narrowest is chosen. No pivoting is needed, since the matrix is weakly diagonally dominant. A pivot that
// vanishes belongs to a pocket in which x is free up to a constant, or to a cell outside of the problem; that unknown
// is 0.
//
// Trade-off: exact, whatever the weights, but with a band of b numbers it takes b numbers of memory per cell and b^2 of
// work once, b for each solve. On n^2 cells b = n: fine up to a few hundred along an axis; on n^3 cells b = n^2. What
// takes more than a GiB is refused.
#pragma once

#include <vector>

#include "pressure/refined_solver.hpp"

namespace whorl {

template <class T, int Dim> class Direct final : public RefinedSolver<T, Dim> {
  public:
    static constexpr double max_bytes = 1 << 30;

    const char* name() const override { return "direct"; }
    std::size_t bytes() const override {
        return RefinedSolver<T, Dim>::bytes() + (factors_.capacity() + values_.capacity()) * sizeof(double);
    }

  protected:
    Result<void> take(Level<T, Dim> finest) override;
    void change_diagonal(T diagonal) override;
    bool reweigh() override;
    void correct(const View<T, Dim>& x, const View<const T, Dim>& r) override;

  private:
    void choose_order(const Operator<T, Dim>& op);
    std::ptrdiff_t number_of(const Vec<int, Dim>& at) const;
    void assemble();
    void factorise();

    Vec<int, Dim> cells_{};
    int outer_ = 0;                ///< the axis along which planes are numbered
    bool is_folded_ = false;       ///< and they are taken from both ends
    std::ptrdiff_t count_ = 0;     ///< of unknowns
    std::ptrdiff_t band_ = 0;      ///< how far apart coupled ones may be
    std::vector<double> factors_;  ///< row i: 1 / D_i or 0, then L_ji of the `band_` unknowns j after it
    std::vector<double> values_;
};

}  // namespace whorl
