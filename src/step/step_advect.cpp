// The part of the step that carries: velocity and scalars along the flow (advect/advect.hpp).
#include <algorithm>
#include <optional>

#include "boundary/row_ends.hpp"
#include "core/ideas.hpp"
#include "simd/field_kernels.hpp"
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

/// A component on its way, as far as that is the same however it goes.
template <class T, int Dim>
AdvectedField<T, Dim> SmokeStep<T, Dim>::departing_component(int axis, std::optional<RowEnds<T>>& ends) {
    const Scheme scheme = parameters_.config.advection;
    if (ends_rows(scheme)) ends = component_row_ends(parameters_.sides, axis);
    return {.source = state_.u.faces()[axis], .scheme = scheme, .ends = to_pointer(ends)};
}

template <class T, int Dim> void SmokeStep<T, Dim>::fill_departing_velocity() {
    fill_velocity(state_.u.faces(), rows_are_ended_ ? 1 : 0);
    rows_are_ended_ = false;
}

template <class T, int Dim> void SmokeStep<T, Dim>::advect_velocity(double part) {
    fill_departing_velocity();
    const Faces<const T, Dim> tracer = tracing_velocity();
    Vec<AdvectedField<T, Dim>, Dim> components{};
    Vec<std::optional<RowEnds<T>>, Dim> ends{};
    for (int axis = 0; axis < Dim; ++axis) {
        components[axis] = departing_component(axis, ends[axis]);
        const Vec<int, Dim>& shape = components[axis].source.shape;
        components[axis].destination = work_.scratch_like(static_cast<std::size_t>(1 + axis), shape);
        components[axis].predictor = work_.scratch_like(0, shape);
    }
    AdvectScratch<T, Dim> scratch = traces(part);
    const auto fill_predictor = [&](int component, const View<T, Dim>& view) {
        fill_component_ghosts(parameters_.sides, tracer, component, view, scheduler_, ends[component] ? 1 : 0);
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

/// A scalar on its way, with its ghosts filled, as far as that is the same however it goes.
template <class T, int Dim>
AdvectedField<T, Dim> SmokeStep<T, Dim>::departing_scalar(int scalar, std::optional<RowEnds<T>>& ends) {
    const bool is_at_nodes = parameters_.config.scalars[scalar].at_nodes;
    const View<T, Dim> view = state_.scalars[scalar].view();
    fill_scalar(scalar, view);
    AdvectedField<T, Dim> field{.source = view, .scheme = parameters_.scheme_of(scalar)};
    if (ends_rows(field.scheme) && !is_at_nodes) ends = scalar_row_ends(parameters_.sides, ghosts_of(scalar));
    field.ends = to_pointer(ends);
    if (tracer_speed_ && without != Idea::empty_rows && !is_at_nodes) {
        work_.empty_rows[scalar].find(scheduler_, view, ghosts_of(scalar).ambient);
        field.empty = &work_.empty_rows[scalar];
    }
    return field;
}

/// Scalars of one location, behind one backtrace.
template <class T, int Dim>
void SmokeStep<T, Dim>::advect_some_scalars(const Faces<const T, Dim>& tracer, std::span<const int> scalars) {
    constexpr std::size_t most = Workspace<T, Dim>::scalars_at_once;
    const bool is_at_nodes = parameters_.config.scalars[scalars[0]].at_nodes;
    AdvectedField<T, Dim> fields[most];
    std::optional<RowEnds<T>> ends[most];
    for (std::size_t i = 0; i < scalars.size(); ++i) {
        fields[i] = departing_scalar(scalars[i], ends[i]);
        fields[i].destination = work_.scratch_like(most + i, fields[i].source.shape);
        fields[i].predictor = work_.scratch_like(i, fields[i].source.shape);
    }
    AdvectScratch<T, Dim> scratch = traces(1);
    const auto fill_predictor = [&](int which, const View<T, Dim>& view) {
        fill_scalar(scalars[static_cast<std::size_t>(which)], view, ends[which] ? 1 : 0);
    };
    scratch.fill = fill_predictor;
    const AdvectReport done =
        whorl::advect(advect_context(1), tracer, is_at_nodes ? at_nodes<Dim>() : at_centres<Dim>(),
                      std::span<const AdvectedField<T, Dim>>(fields, scalars.size()), scratch);
    for (std::size_t i = 0; i < scalars.size(); ++i) work_.become(state_.scalars[scalars[i]], most + i);
    if (done.flux_substeps == 0) return;
    traced_part_ = 0;  // flux keeps its own things there
    report_.flux_substeps = done.flux_substeps;
    report_.flux_slowed = report_.flux_slowed || done.flux_slowed;
}

/// Scalars and velocity, which the same velocity traces.
template <class T, int Dim> void SmokeStep<T, Dim>::advect() {
    if (!work_.in_slabs) {
        advect_scalars();
        return advect_velocity(1);
    }
    const bool is_apart = without == Idea::shared_traces || walls_meet_openings();
    if (!is_apart) fill_departing_velocity();
    int some[scalars_in_slabs];
    std::size_t count = 0;
    for (int scalar = 0; scalar < static_cast<int>(state_.scalars.size()); ++scalar) {
        const bool goes_along = count > 0 && count < scalars_in_slabs &&
                                parameters_.scheme_of(scalar) == parameters_.scheme_of(some[0]) &&
                                looks_ahead(scalar) == looks_ahead(some[0]);
        if (count > 0 && !goes_along) {
            advect_in_slabs({some, count}, false);
            count = 0;
        }
        some[count++] = scalar;
    }
    if (!is_apart) return advect_in_slabs({some, count}, true);
    if (count > 0) advect_in_slabs({some, count}, false);
    fill_departing_velocity();
    advect_in_slabs({}, true);
}

/// Between walls, if it is corrected, or the one that it is advected with where that does not go in slabs.
template <class T, int Dim> bool SmokeStep<T, Dim>::looks_ahead(int scalar) const {
    if (!work_.obstacles.walls()) return false;
    const int first = scalar - scalar % Workspace<T, Dim>::scalars_at_once;
    const int last =
        std::min(first + Workspace<T, Dim>::scalars_at_once, static_cast<int>(parameters_.config.scalars.size()));
    bool does = false;
    for (int i = first; i < last; ++i) does = does || has_predictor(parameters_.scheme_of(i));
    return does;
}

/// Whether the flow comes in where an open side is shut by a wall depends on whether the velocity there was filled:
/// scalars ask before.
template <class T, int Dim> bool SmokeStep<T, Dim>::walls_meet_openings() const {
    const Walls<T, Dim>* walls = work_.obstacles.walls();
    bool do_meet = false;
    for (int axis = 0; walls && axis < Dim; ++axis)
        for (const WallFaceBlock<T, Dim>& faces : walls->wall_faces(axis))
            for (int i = 0; i < faces.count; ++i) {
                const bool is_high = faces.at[axis][i] == parameters_.grid.cells[axis];
                if (is_high || faces.at[axis][i] == 0)
                    do_meet = do_meet || parameters_.sides.face(axis, is_high, faces.place(i)).kind == SideKind::open;
            }
    return do_meet;
}

/// Some scalars, and the velocity or not. Too fast a flow wants more memory for each of them: then they go in two
/// parts, or one by one.
template <class T, int Dim> void SmokeStep<T, Dim>::advect_in_slabs(std::span<const int> scalars, bool with_velocity) {
    const Faces<const T, Dim> tracer = read_only(work_.tracer.faces());
    AdvectedField<T, Dim> fields[scalars_in_slabs];
    Vec<AdvectedField<T, Dim>, Dim> components{};
    std::optional<RowEnds<T>> scalar_ends[scalars_in_slabs], component_ends[Dim];
    for (std::size_t i = 0; i < scalars.size(); ++i) {
        fields[i] = departing_scalar(scalars[i], scalar_ends[i]);
        fields[i].destination = state_.scalars[scalars[i]].view();
        fields[i].looks_ahead = looks_ahead(scalars[i]);
    }
    for (int axis = 0; axis < Dim && with_velocity; ++axis) {
        components[axis] = departing_component(axis, component_ends[axis]);
        components[axis].destination = work_.tracer.component[axis].view();
    }
    const auto fill_scalar_predictor = [&](int which, const View<T, Dim>& view, const Lines& lines) {
        fill_scalar(scalars[static_cast<std::size_t>(which)], view, scalar_ends[which] ? 1 : 0, lines);
    };
    const auto fill_component_predictor = [&](int axis, const View<T, Dim>& view, const Lines& lines) {
        fill_component_ghosts(parameters_.sides, tracer, axis, view, scheduler_, component_ends[axis] ? 1 : 0, lines);
    };
    const View<T, Dim> memory[] = {spare_carried(), work_.scratch[0].view()};
    const MovedTogether<T, Dim> moved{.scalars = {fields, scalars.size()},
                                      .velocity = {&components[0], with_velocity ? Dim : 0u},
                                      .memory = {memory[0], memory[1]},
                                      .reaches = {work_.reaches[0].view(), work_.reaches[1].view()},
                                      .met = work_.met.view(),
                                      .notes = work_.notes.view(),
                                      .counts_forward = parameters_.has_predictors(),
                                      .fill_scalar = fill_scalar_predictor,
                                      .fill_component = fill_component_predictor};
    const AdvectContext<T, Dim> context = advect_context(1);
    if (whorl::advect_in_slabs(context, tracer, moved)) {
        if (with_velocity) std::swap(state_.u, work_.tracer);
        return;
    }
    if (with_velocity && !scalars.empty()) {
        advect_in_slabs(scalars, false);
        return advect_in_slabs({}, true);
    }
    const auto advect_alone = [&](AdvectedField<T, Dim> field, const Location<Dim>& location, const View<T, Dim>& view,
                                  const GhostFill<T, Dim>& fill) {
        field.destination = {memory[0].data, view.shape, memory[0].stride};
        field.predictor = {memory[1].data, view.shape, memory[1].stride};
        using Scratch = AdvectScratch<T, Dim>;
        const auto counted = parameters_.has_predictors() ? Scratch::Counted::both : Scratch::Counted::back;
        (void)whorl::advect(context, tracer, location, {&field, 1}, Scratch{.fill = fill, .counted = counted});
        copy(scheduler_, interior(view), view, field.destination);
    };
    for (std::size_t i = 0; i < scalars.size(); ++i)
        advect_alone(fields[i], at_centres<Dim>(), state_.scalars[scalars[i]].view(),
                     [&](int, const View<T, Dim>& view) { fill_scalar_predictor(static_cast<int>(i), view, {}); });
    for (int axis = 0; axis < Dim && with_velocity; ++axis)
        advect_alone(components[axis], at_faces<Dim>(axis), state_.u.component[axis].view(),
                     [&](int, const View<T, Dim>& view) { fill_component_predictor(axis, view, {}); });
}

/// What is carried is made anew by the projection; until then there is room for other things.
template <class T, int Dim> View<T, Dim> SmokeStep<T, Dim>::spare_carried() {
    const View<T, Dim> carried = state_.carried.view();
    return {carried.data, with_room(parameters_.grid), carried.stride};
}

/// The ghosts of a predictor across x are written with its rows, unless (bfecc) others are filled by the same rule.
template <class T, int Dim> bool SmokeStep<T, Dim>::ends_rows(Scheme scheme) {
    return scheme == Scheme::maccormack;
}

template <class T, int Dim> ScalarGhosts<T, Dim> SmokeStep<T, Dim>::ghosts_of(int scalar) {
    return {scalar, static_cast<T>(parameters_.config.scalars[scalar].ambient), read_only(state_.u.faces())};
}

template <class T, int Dim>
void SmokeStep<T, Dim>::fill_scalar(int scalar, const View<T, Dim>& view, int first_axis, const Lines& lines) {
    if (parameters_.config.scalars[scalar].at_nodes)
        fill_node_ghosts(parameters_.sides, ghosts_of(scalar), view, scheduler_);
    else
        fill_scalar_ghosts(parameters_.sides, ghosts_of(scalar), view, scheduler_, first_axis, lines);
}

#define WHORL_INSTANTIATE(T, Dim)                                                   \
    template AdvectContext<T, Dim> SmokeStep<T, Dim>::advect_context(double) const; \
    template Faces<const T, Dim> SmokeStep<T, Dim>::tracing_velocity();             \
    template AdvectScratch<T, Dim> SmokeStep<T, Dim>::traces(double);               \
    template void SmokeStep<T, Dim>::advect_velocity(double);                       \
    template void SmokeStep<T, Dim>::advect_scalars();                              \
    template void SmokeStep<T, Dim>::advect();                                      \
    template void SmokeStep<T, Dim>::fill_scalar(int, const View<T, Dim>&, int, const Lines&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
