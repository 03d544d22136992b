// Parts of a step alone, as their solvers run them: a V(1,1) cycle, and linear advection of one scalar at cell centres.
#pragma once

#include "advect/advect.hpp"
#include "core/field.hpp"
#include "pressure/hierarchy.hpp"

namespace whorl {

/// Of the pressure in a closed box.
template <int Dim> class CycleStage {
  public:
    CycleStage(int n, Scheduler& scheduler);
    double run();  ///< milliseconds of one cycle

  private:
    Scheduler& scheduler_;
    Hierarchy<float, Dim> hierarchy_;
    Field<float, Dim> x_, b_;
};

/// In a vortex that fills the box and moves up to two cells a step.
template <int Dim> class AdvectStage {
  public:
    AdvectStage(int n, Scheduler& scheduler);
    double run();  ///< milliseconds of one pass

  private:
    AdvectContext<float, Dim> context_;
    Vec<Field<float, Dim>, Dim> u_;
    Field<float, Dim> from_, to_;
};

}  // namespace whorl
