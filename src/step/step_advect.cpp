// The part of the step that carries: velocity and scalars along the flow (advect/advect.hpp).
#include <algorithm>
#include <optional>

#include "boundary/row_ends.hpp"
#include "core/ideas.hpp"
#include "step/smoke_step.hpp"

namespace whorl {
namespace {

template <class T> const T* to_pointer(const std::optional<T>& maybe) {
    return maybe ? &*maybe : nullptr;
}

}  // namespace

template <class T, int Dim> AdvectContext<T, Dim> SmokeStep<T, Dim>::advect_context(double part) const {
    return {.scheduler = scheduler_,
            .domain = parameters_.traces,
            .trace = parameters_.config.trace,
            .dt = part * dt_,
            .walls = work_.obstacles.walls(),
            .walls_move = work_.obstacles.is_moving(),
            .turn = static_cast<int>(state_.steps % 2),
            .speed = tracer_speed_};
}

template <class T, int Dim> Faces<const T, Dim> SmokeStep<T, Dim>::tracing_velocity() {
    if (has_tracer_) return read_only(work_.tracer.faces());
    fill_velocity(state_.u.faces());
    return read_only(state_.u.faces());
}

/// Traces of the tracing velocity are made once for everything that moves by the same part of the step. A flow that
/// traces itself changes in between.
template <class T, int Dim> AdvectScratch<T, Dim> SmokeStep<T, Dim>::traces(double part) {
    AdvectScratch<T, Dim> scratch = work_.traces();
    if (!has_tracer_ || without == Idea::shared_traces) return scratch;
    if (traced_part_ != part) trace_centres(advect_context(part), read_only(work_.tracer.faces()), scratch);
    traced_part_ = part;
    scratch.is_traced = true;
    return scratch;
}

template <class T, int Dim> void SmokeStep<T, Dim>::advect_velocity(double part) {
    const Faces<T, Dim> u = state_.u.faces();
    fill_velocity(u, rows_are_ended_ ? 1 : 0);
    rows_are_ended_ = false;
    const Faces<const T, Dim> tracer = tracing_velocity();
    Vec<AdvectedField<T, Dim>, Dim> components{};
    Vec<std::optional<RowEnds<T>>, Dim> ends{};
    for (int axis = 0; axis < Dim; ++axis) {
        if (ends_rows(parameters_.config.advection)) ends[axis] = component_row_ends(parameters_.sides, axis);
        components[axis] = {u[axis], work_.scratch_like(static_cast<std::size_t>(1 + axis), u[axis].shape),
                            parameters_.config.advection, work_.scratch_like(0, u[axis].shape), to_pointer(ends[axis])};
    }
    AdvectScratch<T, Dim> scratch = traces(part);
    const auto fill_predictor = [&](int component, const View<T, Dim>& view, const Lines& lines) {
        fill_component_ghosts(parameters_.sides, tracer, component, view, scheduler_, ends[component] ? 1 : 0, lines);
    };
    scratch.fill = fill_predictor;
    whorl::advect_velocity(advect_context(part), tracer, components, scratch);
    for (std::size_t axis = 0; axis < Dim; ++axis) work_.become(state_.u.component[axis], 1 + axis);
}

template <class T, int Dim> void SmokeStep<T, Dim>::advect_scalars() {
    constexpr std::size_t most = Workspace<T, Dim>::scalars_at_once;
    const Faces<const T, Dim> tracer = tracing_velocity();
    for (const bool is_at_nodes : {false, true}) {
        int some[most];
        std::size_t count = 0;
        for (int scalar = 0; scalar < static_cast<int>(state_.scalars.size()); ++scalar) {
            if (parameters_.config.scalars[scalar].at_nodes != is_at_nodes) continue;
            some[count++] = scalar;
            if (count < most) continue;
            advect_some_scalars(tracer, {some, count});
            count = 0;
        }
        if (count > 0) advect_some_scalars(tracer, {some, count});
    }
}

/// Scalars of one location, behind one backtrace.
template <class T, int Dim>
void SmokeStep<T, Dim>::advect_some_scalars(const Faces<const T, Dim>& tracer, std::span<const int> scalars) {
    constexpr std::size_t most = Workspace<T, Dim>::scalars_at_once;
    const bool is_at_nodes = parameters_.config.scalars[scalars[0]].at_nodes;
    AdvectedField<T, Dim> fields[most];
    std::optional<RowEnds<T>> ends[most];
    for (std::size_t i = 0; i < scalars.size(); ++i) {
        const int scalar = scalars[i];
        const View<T, Dim> view = state_.scalars[scalar].view();
        fill_scalar(scalar, view);
        const Scheme scheme = parameters_.scheme_of(scalar);
        if (ends_rows(scheme) && !is_at_nodes) ends[i] = scalar_row_ends(parameters_.sides, ghosts_of(scalar));
        fields[i] = {view, work_.scratch_like(most + i, view.shape), scheme, work_.scratch_like(i, view.shape),
                     to_pointer(ends[i])};
        if (tracer_speed_ && without != Idea::empty_rows && !is_at_nodes && !work_.obstacles.walls()) {
            work_.empty_rows[scalar].find(scheduler_, view, ghosts_of(scalar).ambient);
            fields[i].empty = &work_.empty_rows[scalar];
        }
    }
    AdvectScratch<T, Dim> scratch = traces(1);
    const auto fill_predictor = [&](int which, const View<T, Dim>& view) {
        fill_scalar(scalars[static_cast<std::size_t>(which)], view, ends[which] ? 1 : 0);
    };
    scratch.fill = fill_predictor;
    const AdvectReport done = advect(advect_context(1), tracer, is_at_nodes ? at_nodes<Dim>() : at_centres<Dim>(),
                                     std::span<const AdvectedField<T, Dim>>(fields, scalars.size()), scratch);
    for (std::size_t i = 0; i < scalars.size(); ++i) work_.become(state_.scalars[scalars[i]], most + i);
    if (done.flux_substeps == 0) return;
    traced_part_ = 0;  // flux keeps its own things there
    report_.flux_substeps = done.flux_substeps;
    report_.flux_slowed = report_.flux_slowed || done.flux_slowed;
}

/// The ghosts of a predictor across x are written with its rows, unless walls change some of it afterwards, or (bfecc)
/// others are filled by the same rule.
template <class T, int Dim> bool SmokeStep<T, Dim>::ends_rows(Scheme scheme) const {
    return scheme == Scheme::maccormack && !work_.obstacles.walls();
}

template <class T, int Dim> ScalarGhosts<T, Dim> SmokeStep<T, Dim>::ghosts_of(int scalar) {
    return {scalar, static_cast<T>(parameters_.config.scalars[scalar].ambient), read_only(state_.u.faces())};
}

template <class T, int Dim> void SmokeStep<T, Dim>::fill_scalar(int scalar, const View<T, Dim>& view, int first_axis) {
    if (parameters_.config.scalars[scalar].at_nodes)
        fill_node_ghosts(parameters_.sides, ghosts_of(scalar), view, scheduler_);
    else
        fill_scalar_ghosts(parameters_.sides, ghosts_of(scalar), view, scheduler_, first_axis);
}

#define WHORL_INSTANTIATE(T, Dim)                                                   \
    template AdvectContext<T, Dim> SmokeStep<T, Dim>::advect_context(double) const; \
    template Faces<const T, Dim> SmokeStep<T, Dim>::tracing_velocity();             \
    template AdvectScratch<T, Dim> SmokeStep<T, Dim>::traces(double);               \
    template void SmokeStep<T, Dim>::advect_velocity(double);                       \
    template void SmokeStep<T, Dim>::advect_scalars();                              \
    template void SmokeStep<T, Dim>::fill_scalar(int, const View<T, Dim>&, int);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
