// The pressure of a box that is periodic along every axis: in Fourier space the operator is a number per wave, and
// solving is dividing by it. One transform there and one back, in place, in double whatever the field's type is.
//
// Exact up to rounding, N log N, and about as fast as multigrid is to 1e-4; but FFTW chooses its code by the processor,
// so that results differ in their last bits from one to another, where our own solvers' do not. Hence only on request.
// One double per cell beside the residual.
#pragma once

#include <vector>

#include "pressure/refined_solver.hpp"
#include "spectral/plan.hpp"

namespace whorl {

template <class T, int Dim> class FftSolver final : public RefinedSolver<T, Dim> {
  public:
    const char* name() const override { return "fft"; }
    std::size_t bytes() const override { return RefinedSolver<T, Dim>::bytes() + buffer_.bytes(); }

  protected:
    Result<void> take(Level<T, Dim> finest) override;
    void correct(const View<T, Dim>& x, const View<const T, Dim>& r) override;

  private:
    Buffer buffer_;
    Plan forward_, backward_;
    Vec<std::vector<double>, Dim> eigenvalues_;
};

}  // namespace whorl
