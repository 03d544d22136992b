// Gaussian elimination of the whole matrix, zeros and all: the N^3 with which the slides' table of solvers begins. Only
// for `whorl bench solvers`; "direct" is the same with the zeros left out.
#pragma once

#include <vector>

#include "pressure/refined_solver.hpp"

namespace whorl {

template <int Dim> class Elimination final : public RefinedSolver<double, Dim> {
  public:
    const char* name() const override { return "elimination"; }
    std::size_t bytes() const override {
        return RefinedSolver<double, Dim>::bytes() + (matrix_.capacity() + values_.capacity()) * sizeof(double);
    }

  protected:
    Result<void> take(Level<double, Dim> finest) override;
    void change_diagonal(double diagonal) override;
    void correct(const View<double, Dim>& x, const View<const double, Dim>& r) override;

  private:
    void eliminate();

    std::size_t count_ = 0;
    std::vector<double> matrix_, values_;
};

}  // namespace whorl
