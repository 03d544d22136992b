// The yardsticks of bandwidth: a Jacobi sweep of the 5- or 7-point stencil, a triad and a copy, each over one grid of
// floats with the threads of the rows that are measured against them.
#pragma once

#include "bench/yardsticks_table.hpp"
#include "core/field.hpp"
#include "whorl/parallel.hpp"

namespace whorl {

template <int Dim> class Yardsticks {
  public:
    Yardsticks(int n, Scheduler& scheduler);

    // Milliseconds of one pass, the mean of enough passes for the clock.
    double sweep();
    double triad();
    double copy();

  private:
    double measure(typename YardstickKernels<float, Dim>::Kernel kernel);

    Scheduler& scheduler_;
    Field<float, Dim> x_, b_, out_;
    int passes_;
};

}  // namespace whorl
