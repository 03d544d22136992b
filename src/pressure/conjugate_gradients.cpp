#include "pressure/conjugate_gradients.hpp"

#include <cmath>

#include "parallel/reduce.hpp"
#include "simd/field_kernels.hpp"

namespace whorl {

template <class T, int Dim> Result<void> ConjugateGradients<T, Dim>::take(Level<T, Dim> finest) {
    for (Field<T, Dim>* field : {&r_, &p_})
        if (auto made = this->make_field(*field, finest.op.cells); !made) return made.error();
    return OneLevelSolver<T, Dim>::take(std::move(finest));
}

template <class T, int Dim>
double ConjugateGradients<T, Dim>::sum(Scheduler& scheduler, typename OperatorKernels<T, Dim>::Descend kernel,
                                       const View<T, Dim>& x, const View<const T, Dim>& z, double factor) {
    return reduce_sum(scheduler, this->level_.region(), kernel,
                      {this->level_.op, x, r_.view(), p_.view(), z, static_cast<T>(factor)});
}

/// r = b - A x, p = z; the norm of r.
template <class T, int Dim> double ConjugateGradients<T, Dim>::begin(Solve& solve) {
    const double norm = residual<T, Dim>(solve.scheduler, this->level_, solve.x, solve.rhs, r_.view());
    const auto z = precondition(r_.view());
    copy(solve.scheduler, this->level_.region(), p_.view(), z);
    slope_ = dot(solve.scheduler, this->level_.region(), r_.view(), z);
    return norm;
}

//     a = <r, z> / <p, A p>
//     x = x + a p,  r = r - a A p
//     z = M r
//     p = z + <r, z> / <r, z before> p
//
// r is updated, not computed, and drifts from b - A x by rounding: the goal counts as met only when b - A x itself,
// from which it starts again otherwise, meets it.
//
// <r, z>^2 / <p, A p> is what a step takes off the energy of the error. Where no x is right (a pocket into which more
// flows than out of it) there is no end to it, and x would run away: a late step that gains a fourth of all before it
// is not taken.
template <class T, int Dim> void ConjugateGradients<T, Dim>::iterate(Solve& solve) {
    const auto& kernels = kernels_of(this->level_.op);
    int around = 0;
    for (int a = 0; a < Dim; ++a) around += this->level_.op.cells[a];
    Progress progress(solve.report, solve.goal, {.iterations = 20 + around, .factor = 1});
    double norm = begin(solve), last_true = norm, gained = 0;
    for (int iteration = 1;; ++iteration) {
        const double curvature = sum(solve.scheduler, kernels.curvature, {}, p_.view(), 0), step = slope_ / curvature;
        const double gain = step * slope_;
        const bool runs_away = iteration > 8 && gain > gained / 4;
        gained += gain;
        if (!(curvature > 0) || !std::isfinite(step) || runs_away) {
            solve.report.residual = begin(solve);
            return progress.give_up();
        }
        norm = std::sqrt(sum(solve.scheduler, kernels.descend, solve.x, {}, step));
        const bool might_end = !(norm > progress.target()) || iteration >= solve.goal.max_iterations;
        if (might_end) norm = begin(solve);
        if (!progress.goes_on(norm, iteration)) break;
        if (might_end) {
            if (!(norm < 0.9 * last_true)) return progress.give_up();  // the update went on, b - A x did not
            last_true = norm;
            continue;
        }
        const auto z = precondition(r_.view());
        const double before = slope_;
        slope_ = dot(solve.scheduler, this->level_.region(), r_.view(), z);
        sum(solve.scheduler, kernels.turn, {}, z, slope_ / before);
    }
    if (solve.report.stagnated) solve.report.residual = begin(solve);
}

template class ConjugateGradients<float, 2>;
template class ConjugateGradients<float, 3>;
template class ConjugateGradients<double, 2>;
template class ConjugateGradients<double, 3>;

}  // namespace whorl
