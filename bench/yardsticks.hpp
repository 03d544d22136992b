// The yardsticks of bandwidth: a Jacobi sweep of the 5- or 7-point stencil, a triad and a copy, each over one grid of
// floats with the threads of the rows that are measured against them.
#pragma once

#include "bench/yardsticks_table.hpp"
#include "core/field.hpp"
#include "whorl/parallel.hpp"

namespace whorl {

enum class Yardstick { sweep, triad, copy };

template <int Dim> class Yardsticks {
  public:
    Yardsticks(int n, Scheduler& scheduler);

    void pass(Yardstick which);
    /// Milliseconds of one pass, the mean of enough passes for the clock.
    double measure(Yardstick which);

  private:
    Scheduler& scheduler_;
    Field<float, Dim> x_, b_, out_;
    int passes_;
};

}  // namespace whorl
