// Conjugate gradients as they are (Hestenes and Stiefel 1952): no preconditioner, nothing to prepare, every pass in
// parallel. Two numbers per cell. For comparison, and where a preconditioner would cost more than it gains.
#pragma once

#include "pressure/conjugate_gradients.hpp"

namespace whorl {

template <class T, int Dim> class Cg final : public ConjugateGradients<T, Dim> {
  public:
    const char* name() const override { return "cg"; }

  protected:
    View<const T, Dim> precondition(const View<const T, Dim>& r) override { return r; }
};

}  // namespace whorl
