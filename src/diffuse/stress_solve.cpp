// Conjugate gradients for the coupled components (see stress.hpp). The cycles that precondition it are not quite
// symmetric, so each direction is made conjugate to the one before explicitly (flexible conjugate gradients, Notay
// 2000):
//
//     z = M r                                   cycles for each component by itself
//     p = z - <z, q> / <p, q> p                 q = A p of the last direction
//     a = <p, r> / <p, A p>
//     x = x + a p,  r = r - a A p
#include <algorithm>
#include <cmath>
#include <limits>

#include "diffuse/stress.hpp"
#include "diffuse/stress_places-inl.hpp"
#include "parallel/reduce.hpp"
#include "simd/field_kernels.hpp"

namespace whorl {
using stress_detail::kernels;
namespace {

/// Of multigrid, each time it preconditions. One does where viscosity is smooth; across sharp steps of 1e4 it takes two
/// to five times the iterations of two, and three gain little more.
constexpr int cycles = 2;

/// Iterations whose gain counts.
constexpr int recent = 4;

}  // namespace

template <class T, int Dim> void Stress<T, Dim>::precondition(Scheduler& scheduler) {
    for (int axis = 0; axis < Dim; ++axis) {
        if (!solvers_[axis]) continue;
        const Diffusion<T, Dim>& box = boxes_[axis];
        const View<T, Dim> z = z_[axis].view(), r = r_[axis].view();
        fill(scheduler, box.region(), z, T(0));
        solvers_[axis]->solve({&z[box.first], box.problem.cells, z.stride},
                              {&r[box.first], box.problem.cells, r.stride}, {.relative = 0, .max_iterations = cycles},
                              scheduler);
    }
}

template <class T, int Dim>
double Stress<T, Dim>::sum(Scheduler& scheduler, typename StressKernels<T, Dim>::Descent kernel, double factor) {
    double total = 0;
    for (int axis = 0; axis < Dim; ++axis)
        total += reduce_sum(scheduler, boxes_[axis].region(), kernel,
                            {x_[axis].view(), r_[axis].view(), p_[axis].view(), q_[axis].view(), z_[axis].view(),
                             static_cast<T>(factor)});
    return total;
}

template <class T, int Dim>
double Stress<T, Dim>::dot(Scheduler& scheduler, const Velocity& a, const Velocity& b) const {
    double total = 0;
    for (int axis = 0; axis < Dim; ++axis)
        total += whorl::dot(scheduler, boxes_[axis].region(), a[axis].view(), b[axis].view());
    return total;
}

/// What of the force is rounding, since u itself is rounded: no residual says anything below it.
template <class T, int Dim> double Stress<T, Dim>::rounding_of(Scheduler& scheduler, const Faces<T, Dim>& u) const {
    double total = 0;
    for (int axis = 0; axis < Dim; ++axis) {
        const Diffusion<T, Dim>& box = boxes_[axis];
        TermArguments<T, Dim> in{{&u[axis][box.first], box.problem.cells, u[axis].stride}, {}};
        for (int other = 0; other < Dim; ++other) in.weight[other] = scalar_weights_[axis][other].view();
        if (solvers_[axis])
            total += reduce_sum(scheduler, Region<Dim>::box({}, box.problem.cells), kernels<T, Dim>().terms, in);
    }
    return static_cast<double>(std::numeric_limits<T>::epsilon()) * std::sqrt(total);
}

/// b - A x, in r.
template <class T, int Dim>
double Stress<T, Dim>::true_residual(const StressDomain<T, Dim>& domain, const Faces<T, Dim>& u) {
    set_force(domain, u);
    apply(domain.scheduler, views(q_), views(x_));
    for (int axis = 0; axis < Dim; ++axis)
        add_scaled(domain.scheduler, boxes_[axis].region(), r_[axis].view(), T(-1), q_[axis].view());
    return std::sqrt(dot(domain.scheduler, r_, r_));
}

// An iteration lowers the energy of the error, |e|^2 / dt + the work of its stress, by slope * step: what the last ones
// gained tells how much is left (Strakos and Tichy 2002), and with that how far the velocity may be off. The residual
// alone does not: beside a stiff lump, a residual that is small among the forces inside can still turn the lump as a
// whole.
template <class T, int Dim>
void Stress<T, Dim>::iterate(const StressDomain<T, Dim>& domain, double dt, const Faces<T, Dim>& u,
                             const SolveGoal& goal, SolveReport& report) {
    Scheduler& scheduler = domain.scheduler;
    const double target = std::max(goal.relative * report.rhs, rounding_of(scheduler, u));
    double speed = 0, curvature = 0, last_true = report.rhs, gains[recent]{};
    for (int axis = 0; axis < Dim; ++axis) speed += sum_of_squares(scheduler, boxes_[axis].region(), u[axis]);
    const auto is_near = [&] {
        double gained = 0;
        for (const double gain : gains) gained += gain;
        const double size = std::max(speed, dot(scheduler, x_, x_));
        return report.iterations >= recent && dt * gained <= goal.relative * goal.relative * size;
    };
    while (!report.stagnated && report.iterations < goal.max_iterations) {
        precondition(scheduler);
        const double turn = curvature > 0 ? -dot(scheduler, z_, q_) / curvature : 0;
        const double slope = sum(scheduler, kernels<T, Dim>().turn, turn);
        curvature = apply(scheduler, views(q_), views(p_));
        const double step = slope / curvature;
        if (!(curvature > 0) || !std::isfinite(step)) break;
        const double norm = std::sqrt(sum(scheduler, kernels<T, Dim>().descend, step));
        gains[report.iterations++ % recent] = step * slope;
        if (norm > target || !is_near()) continue;
        // r is updated, not computed: what counts is b - A x, from which it goes on otherwise.
        report.residual = true_residual(domain, u);
        report.reached = report.residual <= target;
        if (report.reached) return;
        report.stagnated = !(report.residual < 0.9 * last_true);
        last_true = report.residual;
        curvature = 0;
    }
    report.residual = true_residual(domain, u);
    report.stagnated = report.iterations < goal.max_iterations;
}

template <class T, int Dim>
SolveReport Stress<T, Dim>::diffuse(const StressDomain<T, Dim>& domain, double dt, const Faces<T, Dim>& u,
                                    const SolveGoal& goal) {
    Scheduler& scheduler = domain.scheduler;
    SolveReport report;
    report.stagnated = dt > 0 && !set_dt(scheduler, dt);
    if (!(dt > 0) || report.stagnated) return report;
    set_force(domain, u);
    report.rhs = report.residual = std::sqrt(dot(scheduler, r_, r_));
    report.reached = report.rhs == 0;
    if (report.reached || !std::isfinite(report.rhs)) return report;
    for (int axis = 0; axis < Dim; ++axis) fill(scheduler, boxes_[axis].region(), x_[axis].view(), T(0));
    iterate(domain, dt, u, goal, report);
    if (!std::isfinite(report.residual)) return report;
    for (int axis = 0; axis < Dim; ++axis) add_scaled(scheduler, boxes_[axis].region(), u[axis], T(1), x_[axis].view());
    return report;
}

#define WHORL_INSTANTIATE(T, Dim)                                                                                      \
    template void Stress<T, Dim>::precondition(Scheduler&);                                                            \
    template double Stress<T, Dim>::sum(Scheduler&, typename StressKernels<T, Dim>::Descent, double);                  \
    template double Stress<T, Dim>::dot(Scheduler&, const Velocity&, const Velocity&) const;                           \
    template double Stress<T, Dim>::rounding_of(Scheduler&, const Faces<T, Dim>&) const;                               \
    template double Stress<T, Dim>::true_residual(const StressDomain<T, Dim>&, const Faces<T, Dim>&);                  \
    template void Stress<T, Dim>::iterate(const StressDomain<T, Dim>&, double, const Faces<T, Dim>&, const SolveGoal&, \
                                          SolveReport&);                                                               \
    template SolveReport Stress<T, Dim>::diffuse(const StressDomain<T, Dim>&, double, const Faces<T, Dim>&,            \
                                                 const SolveGoal&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
