#include "step/smoke_step.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "boundary/row_ends.hpp"
#include "boundary/wall_fill.hpp"
#include "forces/confinement.hpp"
#include "forces/limit.hpp"
#include "pressure/project.hpp"
#include "simd/field_kernels.hpp"
#include "step/sources.hpp"

namespace whorl {
namespace {

/// Beyond this many cells of diffusion in a step the trapezoidal rule would ring; backward Euler damps.
constexpr double stiff_rate = 10;

}  // namespace

template <class T, int Dim>
SmokeStep<T, Dim>::SmokeStep(const Parts& parts, double dt, Report& report)
    : parameters_(parts.parameters),
      state_(parts.state),
      work_(parts.work),
      emitters_(parts.emitters),
      scheduler_(parts.scheduler),
      observer_(parts.observer),
      dt_(dt),
      report_(report) {}

template <class T, int Dim> void SmokeStep<T, Dim>::run() {
    using Clock = std::chrono::steady_clock;
    report_.stage_count = 0;
    report_.dt = dt_;
    for (const Verb verb : parameters_.order.verbs) {
        const auto start = Clock::now();
        say(verb);
        const std::chrono::duration<double, std::milli> spent = Clock::now() - start;
        report_.stages[report_.stage_count++] = {name_of(verb).data(), spent.count()};
        if (observer_) observer_->after(name_of(verb));
    }
    ++report_.steps;
    state_.last_dt = dt_;
    state_.time += dt_;
    ++state_.steps;
}

template <class T, int Dim> void SmokeStep<T, Dim>::say(Verb verb) {
    rows_are_ended_ = rows_are_ended_ && leaves_velocity(verb);
    switch (verb) {
        case Verb::add_sources:
            return add_sources();
        case Verb::add_forces:
            return add_forces(1);
        case Verb::add_half_forces:
            return add_forces(0.5);
        case Verb::confine_vorticity:
            return confine_vorticity();
        case Verb::extrapolate:
            return extrapolate();
        case Verb::carry:
            return carry();
        case Verb::diffuse_velocity:
            return diffuse_velocity();
        case Verb::diffuse_scalars:
            return diffuse_scalars();
        case Verb::advect:
            return advect();
        case Verb::advect_velocity:
            return advect_velocity(1);
        case Verb::advect_velocity_half:
            return advect_velocity(0.5);
        case Verb::reflect:
            return reflect();
        case Verb::advect_scalars:
            return advect_scalars();
        case Verb::dissipate:
            return dissipate();
        case Verb::project:
            return project();
        case Verb::check:
            return check();
    }
}

template <class T, int Dim> void SmokeStep<T, Dim>::fill_velocity(const Faces<T, Dim>& u, int first_axis) {
    for (int component = 0; component < Dim; ++component)
        fill_component_ghosts(parameters_.sides, read_only(u), component, u[component], scheduler_, first_axis);
    if (work_.obstacles.walls()) fill_wall_faces(scheduler_, *work_.obstacles.walls(), u);
}

template <class T, int Dim> void SmokeStep<T, Dim>::add_sources() {
    for (const Emitter<T, Dim>& emitter : emitters_) emit(scheduler_, parameters_, emitter, dt_, state_);
}

template <class T, int Dim> void SmokeStep<T, Dim>::add_forces(double part) {
    for (const Emitter<T, Dim>& emitter : emitters_)
        accelerate(scheduler_, parameters_.grid, emitter, part * dt_, state_.u.faces());
    const Buoyancy<Dim>& law = parameters_.buoyancy;
    const int heat = parameters_.temperature, smoke = parameters_.density;
    const bool is_hot = heat >= 0 && law.per_degree != 0, is_heavy = smoke >= 0 && law.per_density != 0;
    if (!is_hot && !is_heavy) return;
    Buoyancy<Dim> felt = law;
    if (!is_hot) felt.per_degree = 0;
    if (!is_heavy) felt.per_density = 0;
    const View<T, Dim> temperature = state_.scalars[is_hot ? heat : smoke].view();
    const View<T, Dim> density = state_.scalars[is_heavy ? smoke : heat].view();
    const Walls<T, Dim>* walls = work_.obstacles.walls();
    if (walls || feels_ghosts(parameters_.sides, felt)) {
        fill_scalar(is_hot ? heat : smoke, temperature);
        fill_scalar(is_heavy ? smoke : heat, density);
    }
    // Beside a solid a face feels the flow's heat and smoke, not half of what is ambient inside.
    const bool are_two = is_hot && is_heavy;
    if (walls) continue_into_walls(*walls, temperature, work_.kept_in_walls[0]);
    if (walls && are_two) continue_into_walls(*walls, density, work_.kept_in_walls[1]);
    add_buoyancy(scheduler_, parameters_.sides, felt, part * dt_,
                 BuoyantFields<T, Dim>{state_.u.faces(), temperature, density});
    if (walls) restore_in_walls(*walls, temperature, work_.kept_in_walls[0]);
    if (walls && are_two) restore_in_walls(*walls, density, work_.kept_in_walls[1]);
}

template <class T, int Dim> void SmokeStep<T, Dim>::confine_vorticity() {
    const double epsilon = parameters_.config.vorticity_confinement;
    if (epsilon == 0) return;
    traced_part_ = 0;  // it works where traces are kept
    const Vec<int, Dim>& cells = parameters_.grid.cells;
    ConfinementFields<T, Dim> fields{.u = state_.u.faces(), .walls = work_.obstacles.walls()};
    fill_velocity(fields.u);
    std::size_t next = 0;
    for (int axis = 0; axis < Dim; ++axis) fields.force[axis] = work_.confinement_scratch(next++, cells);
    for (int part = Dim == 3 ? 0 : 2; part < 3; ++part)
        fields.vorticity[part] = work_.confinement_scratch(next++, cells);
    if (Dim == 3) fields.size = work_.confinement_scratch(next++, cells);
    whorl::confine_vorticity(scheduler_, parameters_.grid, epsilon, dt_, fields);
}

/// u at the middle of the step, from now and one step ago; now becomes "one step ago".
template <class T, int Dim> void SmokeStep<T, Dim>::extrapolate() {
    const double ahead = state_.last_dt > 0 ? std::min(0.5 * dt_ / state_.last_dt, 1.0) : 0;
    const Faces<T, Dim> u = state_.u.faces(), before = state_.u_before.faces(), tracer = work_.tracer.faces();
    const auto ends = velocity_row_ends(parameters_.sides);
    Vec<double, Dim> speed{};
    for (int axis = 0; axis < Dim; ++axis) {
        const double largest =
            whorl::extrapolate<T, Dim>(scheduler_, parameters_.grid.all_faces(axis), tracer[axis], before[axis],
                                       u[axis], static_cast<T>(ahead), ends ? &(*ends)[axis] : nullptr);
        speed[axis] = largest + 2 * parameters_.sides.speed(axis);  // so fast is a ghost beyond a side that moves
    }
    fill_velocity(tracer, ends ? 1 : 0);
    for (int axis = 0; work_.obstacles.walls() && axis < Dim; ++axis)
        speed[axis] =
            std::max(speed[axis], largest_at_wall_faces<T, Dim>(*work_.obstacles.walls(), axis, tracer[axis]));
    tracer_speed_ = speed;
    has_tracer_ = true;
    traced_part_ = 0;
}

/// The flow in the middle of the step, which the projection left, traces the second half; what is carried is its mirror
/// image, 2 u - (u before the projection): less the gradient that the projection took, once more.
template <class T, int Dim> void SmokeStep<T, Dim>::reflect() {
    const Faces<T, Dim> u = state_.u.faces(), tracer = work_.tracer.faces();
    for (int axis = 0; axis < Dim; ++axis) copy(scheduler_, parameters_.grid.all_faces(axis), tracer[axis], u[axis]);
    fill_velocity(tracer);
    tracer_speed_.reset();
    has_tracer_ = true;
    traced_part_ = 0;
    subtract_gradient(scheduler_, parameters_.sides, work_.obstacles.walls(), u, state_.q[projections_ - 1].view());
}

template <class T, int Dim> void SmokeStep<T, Dim>::carry() {
    const Faces<T, Dim> u = state_.u.faces(), before = state_.u_before.faces();
    const double viscosity = parameters_.config.viscosity;
    if (work_.stress) {
        carry_stress();
    } else if (viscosity > 0 && !is_stiff(viscosity)) {
        fill_velocity(before);
        for (int axis = 0; axis < Dim; ++axis)
            work_.velocity_diffusers[axis].add(scheduler_, 0.5 * viscosity * dt_, u[axis], before[axis]);
    }
    const auto ends = velocity_row_ends(parameters_.sides);
    Vec<const RowEnds<T>*, Dim> each{};
    for (int axis = 0; axis < Dim && ends; ++axis) each[axis] = &(*ends)[axis];
    subtract_gradient(scheduler_, parameters_.sides, work_.obstacles.walls(), u, state_.carried.view(),
                      state_.last_dt > 0 ? dt_ / state_.last_dt : 1, 0, each);
    rows_are_ended_ = ends.has_value();
}

template <class T, int Dim> bool SmokeStep<T, Dim>::is_stiff(double coefficient) const {
    const double h = parameters_.grid.smallest_spacing();
    return coefficient * dt_ / (h * h) > stiff_rate;
}

template <class T, int Dim>
void SmokeStep<T, Dim>::diffuse(Diffuser<T, Dim>& diffuser, double rate, const View<T, Dim>& x) {
    const SolveGoal goal{.relative = 0.1 * parameters_.config.tolerance,
                         .max_iterations = parameters_.config.max_cycles,
                         .max_milliseconds = parameters_.config.max_milliseconds};
    diffuser.diffuse(scheduler_, rate, {x, work_.scratch_like(0, x.shape), work_.scratch_like(1, x.shape)}, goal);
}

template <class T, int Dim> void SmokeStep<T, Dim>::diffuse_velocity() {
    if (work_.stress) return diffuse_by_stress();
    const double viscosity = parameters_.config.viscosity;
    if (viscosity == 0) return;
    const bool is_half = parameters_.order.is_second_order && !is_stiff(viscosity);
    const Faces<T, Dim> u = state_.u.faces();
    fill_velocity(u);
    for (int axis = 0; axis < Dim; ++axis)
        diffuse(work_.velocity_diffusers[axis], (is_half ? 0.5 : 1) * viscosity * dt_, u[axis]);
}

template <class T, int Dim> void SmokeStep<T, Dim>::diffuse_scalars() {
    for (int scalar = 0; scalar < static_cast<int>(state_.scalars.size()); ++scalar) {
        const double diffusion = parameters_.config.scalars[scalar].diffusion;
        if (diffusion == 0) continue;
        const View<T, Dim> view = state_.scalars[scalar].view();
        fill_scalar(scalar, view);
        diffuse(work_.scalar_diffusers[scalar], diffusion * dt_, view);
    }
}

/// Towards ambient, by the rate and by the factor.
template <class T, int Dim> void SmokeStep<T, Dim>::dissipate() {
    for (int scalar = 0; scalar < static_cast<int>(state_.scalars.size()); ++scalar) {
        const ScalarConfig& config = parameters_.config.scalars[scalar];
        const double factor = config.kept / (1 + dt_ * config.dissipation);
        if (factor == 1) continue;
        const View<T, Dim> view = state_.scalars[scalar].view();
        const Region<Dim> cells = interior(view);
        scale(scheduler_, cells, view, static_cast<T>(factor));
        if (config.ambient == 0) continue;
        const View<T, Dim> ambient = work_.scratch_like(0, view.shape);
        fill(scheduler_, cells, ambient, static_cast<T>(config.ambient));
        add_scaled(scheduler_, cells, view, static_cast<T>(1 - factor), ambient);
    }
}

template <class T, int Dim> void SmokeStep<T, Dim>::project() {
    traced_part_ = 0;                          // the solver may work where traces are kept
    if (work_.in_slabs) work_.lend_scratch();  // velocities took turns
    const Faces<T, Dim> u = state_.u.faces();
    const View<T, Dim> q = state_.q[projections_++].view();
    const Region<Dim> cells = parameters_.grid.cell_region();
    fill_through_sides(parameters_.sides, u, scheduler_);  // no flow passes the faces that walls close
    if (state_.last_dt > 0 && dt_ != state_.last_dt) scale(scheduler_, cells, q, static_cast<T>(dt_ / state_.last_dt));
    // In the first step, what is carried is made before and after.
    const bool carries = parameters_.order.is_second_order;
    const bool is_made_inside = carries && state_.last_dt != 0;
    if (carries && !is_made_inside) copy(scheduler_, cells, state_.carried.view(), q);
    const ProjectReport done = whorl::project(
        scheduler_, parameters_.sides, *work_.pressure,
        ProjectFields<T, Dim>{.u = u,
                              .q = q,
                              .divergence = work_.scratch_like(1, q.shape),  // the first may be lent to the solver
                              .change = work_.scratch_like(2, q.shape),
                              .mean = is_made_inside ? state_.carried.view() : View<T, Dim>{},
                              .took_guess = &work_.took_guess,
                              .walls = work_.obstacles.walls(),
                              .pockets = &work_.obstacles.pockets()},
        {parameters_.config.tolerance, parameters_.config.max_cycles, parameters_.config.max_milliseconds});
    if (carries && !is_made_inside) carry_on(q);
    report_.iterations = done.iterations;
    report_.divergence_before = done.before;
    report_.divergence = done.after;
    report_.unbalanced = done.unmatched;
    if (work_.obstacles.walls() && done.unmatched > 0) {
        const Vec<double, Dim> at = parameters_.grid.cell_centre(work_.obstacles.pockets().cell_of(done.pocket));
        for (int axis = 0; axis < Dim; ++axis) report_.unbalanced_at[axis] = at[axis];
    }
    report_.tolerance_missed = !done.reached && !done.at_floor;
    report_.at_float_floor = done.at_floor;
    report_.flow_unbalanced = done.unmatched > std::max(parameters_.config.tolerance, 1e-6) * done.before;
}

/// What the next step carries. A step's two halves together take what the flow needs, so an error in what is carried
/// comes back with the other sign, step after step; the mean of the last two steps makes it fade, and is late by half a
/// step only, which costs no order. The first step had nothing to carry and took both halves at once.
template <class T, int Dim> void SmokeStep<T, Dim>::carry_on(const View<T, Dim>& q) {
    const Region<Dim> cells = parameters_.grid.cell_region();
    const View<T, Dim> carried = state_.carried.view();
    if (state_.last_dt == 0) {
        scale(scheduler_, cells, q, T(0.5));
        copy(scheduler_, cells, carried, q);
        return;
    }
    combine<T, Dim>(scheduler_, cells, T(0.5), carried, T(0.5), q);
}

template <class T, int Dim> void SmokeStep<T, Dim>::check() {
    double longest = 0;
    for (int axis = 0; axis < Dim; ++axis) longest = std::max(longest, parameters_.grid.size[axis]);
    const Faces<T, Dim> u = state_.u.faces();
    report_.cfl = 0;
    const auto ends = velocity_row_ends(parameters_.sides);
    for (int axis = 0; axis < Dim; ++axis) {
        const Limited speed = limit(scheduler_, parameters_.grid.all_faces(axis), u[axis],
                                    parameters_.config.max_speed * longest, 1e-30, ends ? &(*ends)[axis] : nullptr);
        if (speed.cut > 0) report_.speed_capped = true;
        report_.cfl = std::max(report_.cfl, speed.largest * std::abs(dt_) / parameters_.grid.spacing(axis));
    }
    for (auto& scalar : state_.scalars) limit(scheduler_, interior(scalar.view()), scalar.view(), 1e15);
    fill_velocity(u, ends ? 1 : 0);
}

template class SmokeStep<float, 2>;
template class SmokeStep<float, 3>;
template class SmokeStep<double, 2>;
template class SmokeStep<double, 3>;

}  // namespace whorl
