// Cyclic reduction of uniform boxes (separable.hpp says how), exact up to rounding, in double.
//
// It applies where the operator is a sum of one-dimensional ones: weights that differ per axis only, walls, zeros on or
// beyond the sides in any mix, any size, a diagonal. One axis may be periodic. Anything else is refused.
//
// Trade-off: N log N, and no iterations at all; but one thread, and no obstacles. Between the modes of short blocks and
// the work on the right-hand side it holds about one double per cell.
#pragma once

#include "pressure/refined_solver.hpp"
#include "pressure/separable.hpp"

namespace whorl {

template <class T, int Dim> class CyclicReduction final : public RefinedSolver<T, Dim> {
  public:
    const char* name() const override { return "cyclic-reduction"; }
    std::size_t bytes() const override {
        return RefinedSolver<T, Dim>::bytes() + separable_.bytes() + values_.capacity() * sizeof(double);
    }

  protected:
    Result<void> take(Level<T, Dim> finest) override;
    void correct(const View<T, Dim>& x, const View<const T, Dim>& r) override;

  private:
    Result<void> choose_order(const Operator<T, Dim>& op);
    template <class F> void each_cell(F f) const;

    Vec<int, Dim> order_{};  ///< of the axes, the innermost first
    Separable separable_;
    std::vector<double> values_;
};

}  // namespace whorl
