// The part of the step that viscosity has where it differs from place to place (diffuse/stress.hpp).
#include "parallel/reduce.hpp"
#include "simd/field_kernels.hpp"
#include "step/smoke_step.hpp"

namespace whorl {
namespace {

/// max_cycles is meant for the pressure; here a rigid lump costs some iterations of its own.
constexpr int iterations_per_cycle = 4;

}  // namespace

template <class T, int Dim> StressDomain<T, Dim> SmokeStep<T, Dim>::stress_domain() const {
    return {scheduler_, parameters_.sides, work_.obstacles.walls()};
}

/// The viscosity of all cells as it is now; the largest, m^2/s.
template <class T, int Dim> double SmokeStep<T, Dim>::take_viscosity() {
    const Region<Dim> cells = parameters_.grid.cell_region();
    const View<T, Dim> nu = work_.stress->viscosity();
    const bool is_field = parameters_.has_viscosity_field();
    const View<T, Dim> from = is_field ? state_.viscosity.view() : state_.scalars[parameters_.thickness].view();
    const double largest = reduce_max(scheduler_, cells, kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(stress_table)).curve,
                                      {nu, from, parameters_.curve});
    work_.stress->take_viscosity(stress_domain());
    return largest;
}

/// Half of the stress as it was at the step's start, unless the step is too long for halves.
template <class T, int Dim> void SmokeStep<T, Dim>::carry_stress() {
    const double largest = take_viscosity();
    is_stress_halved_ = !is_stiff(largest);
    if (!is_stress_halved_ || largest == 0) return;
    fill_velocity(state_.u_before.faces());
    work_.stress->add(stress_domain(), 0.5 * dt_, state_.u.faces(), state_.u_before.faces());
}

template <class T, int Dim> void SmokeStep<T, Dim>::diffuse_by_stress() {
    if (take_viscosity() == 0) return;
    const SolveGoal goal{.relative = 0.1 * parameters_.config.tolerance,
                         .max_iterations = iterations_per_cycle * parameters_.config.max_cycles};
    fill_velocity(state_.u.faces());
    const SolveReport done =
        work_.stress->diffuse(stress_domain(), (is_stress_halved_ ? 0.5 : 1) * dt_, state_.u.faces(), goal);
    report_.viscosity_iterations = done.iterations;
    report_.viscosity_residual = done.rhs > 0 ? done.residual / done.rhs : 0;
    report_.viscosity_missed = dt_ > 0 && !done.reached;
}

#define WHORL_INSTANTIATE(T, Dim)                                           \
    template StressDomain<T, Dim> SmokeStep<T, Dim>::stress_domain() const; \
    template double SmokeStep<T, Dim>::take_viscosity();                    \
    template void SmokeStep<T, Dim>::carry_stress();                        \
    template void SmokeStep<T, Dim>::diffuse_by_stress();

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
