#include "pressure/jacobi.hpp"

#include <cmath>
#include <utility>

#include "parallel/reduce.hpp"
#include "simd/field_kernels.hpp"

namespace whorl {

template <class T, int Dim> Result<void> Jacobi<T, Dim>::take(Level<T, Dim> finest) {
    if (auto made = this->make_field(other_, finest.op.cells); !made) return made;
    return OneLevelSolver<T, Dim>::take(std::move(finest));
}

/// A sweep computes the residual of what it starts from, so that its norm is free: it is known one sweep late.
template <class T, int Dim> void Jacobi<T, Dim>::iterate(Solve& solve) {
    Progress progress(solve.report, solve.goal, {.iterations = 50, .factor = 1});
    View<T, Dim> from = solve.x, to = other_.view();
    for (int sweeps = 0;; ++sweeps) {
        const double norm = std::sqrt(reduce_sum(solve.scheduler, level_.region(), kernels_of(level_.op).jacobi,
                                                 {level_.op, from, solve.rhs.b, solve.rhs.mean, damping, 0, to}));
        if (!progress.goes_on(norm, sweeps)) break;  // `from` is the answer; the sweep just made is dropped
        std::swap(from, to);
    }
    if (from.data != solve.x.data) copy(solve.scheduler, level_.region(), solve.x, from);
}

template class Jacobi<float, 2>;
template class Jacobi<float, 3>;
template class Jacobi<double, 2>;
template class Jacobi<double, 3>;

}  // namespace whorl
