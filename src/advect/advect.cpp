#include "advect/advect.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "advect/advect_table.hpp"
#include "advect/walled.hpp"
#include "parallel/rows.hpp"
#include "simd/field_kernels.hpp"

namespace whorl {
namespace {

template <class T, int Dim>
void run(const AdvectContext<T, Dim>& context, const Region<Dim>& region, const AdvectTable& table,
         const AdvectArguments<T, Dim>& arguments) {
    if (arguments.count > 0) parallel_rows(context.scheduler, region, kernels_for<T, Dim>(table), arguments);
}

/// The part of a scratch view that stands in for a field of this shape.
template <class T, int Dim> View<T, Dim> part_of(const View<T, Dim>& scratch, const Vec<int, Dim>& shape) {
    for ([[maybe_unused]] int axis = 0; axis < Dim; ++axis) assert(scratch.data && scratch.shape[axis] >= shape[axis]);
    return {scratch.data, shape, scratch.stride};
}

/// Gathers take 32-bit offsets.
template <class T, int Dim> [[maybe_unused]] bool has_short_offsets(const View<T, Dim>& view) {
    return view.stride[Dim - 1] * (view.shape[Dim - 1] + 2) <= std::numeric_limits<int>::max();
}

}  // namespace

template <class T, int Dim>
TraceArguments<T, Dim> trace_arguments(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& u,
                                       const Location<Dim>& location, int direction) {
    const TraceDomain<Dim>& domain = context.domain;
    TraceArguments<T, Dim> trace{.u = u, .trace = context.trace};
    for (int axis = 0; axis < Dim; ++axis) {
        const bool centred = location.centred[axis];
        const double place = centred ? 0.5 : 0;
        const int cells = domain.grid.cells[axis];
        for (int c = 0; c < Dim; ++c) {
            if (centred == at_faces<Dim>(c).centred[axis]) continue;
            trace.lattice[c][axis] = Lattice<T>::shifted(centred ? 0 : -1, centred ? 1 : 0);
            trace.first_face[c] += trace.lattice[c][axis].left * u[c].stride[axis];
            trace.next_face[c][axis] = u[c].stride[axis];
        }

        // Infinite steps would turn a velocity of 0 into something that is not a number.
        const double steps = direction * context.dt / domain.grid.spacing(axis);
        trace.steps[axis] = static_cast<T>(std::clamp(steps, -1e30, 1e30));

        if (domain.grid.periodic[axis]) {
            trace.low[axis] = trace.side_low[axis] = -largest_displacement<T>;
            trace.high[axis] = trace.side_high[axis] = largest_displacement<T>;
            trace.period[axis] = {static_cast<T>(cells), T(1) / static_cast<T>(cells), cells};
            continue;
        }
        trace.bounded[axis] = 1;
        trace.side_low[axis] = static_cast<T>(-place);
        trace.side_high[axis] = static_cast<T>(cells - place);
        trace.low[axis] = trace.side_low[axis] - (domain.passable[axis][0] ? T(0.5) : T(0));
        trace.high[axis] = trace.side_high[axis] + (domain.passable[axis][1] ? T(0.5) : T(0));
    }
    return trace;
}

namespace {

template <class T, int Dim>
void advect_group(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
                  const Location<Dim>& location, std::span<const AdvectedField<T, Dim>> fields,
                  const AdvectScratch<T, Dim>& scratch, int first) {
    AdvectArguments<T, Dim> predict{.trace = trace_arguments(context, tracer, location, -1)};
    AdvectArguments<T, Dim> correct{.trace = trace_arguments(context, tracer, location, +1)};
    AdvectArguments<T, Dim> upwind{.trace = predict.trace};
    const Region<Dim> region = interior(fields[0].destination);
    const auto add = [](AdvectArguments<T, Dim>& to, const AdvectedField<T, Dim>& field, const View<T, Dim>& result) {
        to.source[to.count] = field.source;
        to.predictor[to.count] = field.predictor;
        to.destination[to.count++] = result;
    };
    for (const auto& field : fields) {
        assert(field.source.shape == fields[0].source.shape && field.destination.shape == field.source.shape);
        assert(has_short_offsets(field.source));
        if (field.scheme == Scheme::linear) add(predict, field, field.destination);
        if (field.scheme == Scheme::upwind) add(upwind, field, field.destination);
        if (field.scheme != Scheme::maccormack) continue;
        add(predict, field, part_of(field.predictor, field.source.shape));
        add(correct, field, field.destination);
    }
    if (correct.count > 0) {
        for (int axis = 0; axis < Dim; ++axis)
            predict.kept_trace[axis] = part_of(scratch.trace[axis], fields[0].source.shape);
        correct.kept_trace = predict.kept_trace;
        predict.keep_trace = true;
    }

    run(context, region, WHORL_CHOSEN_KERNELS(linear_table), predict);
    run(context, region, WHORL_CHOSEN_KERNELS(upwind_table), upwind);
    const bool has_walls = context.walls != nullptr;
    const int reach = has_walls ? reach_of(context, tracer) : 0;
    if (has_walls) {
        advect_beside_walls(context, location, predict, Scheme::linear, reach);
        advect_beside_walls(context, location, upwind, Scheme::upwind, reach);
    }
    for (int which = first; const auto& field : fields) {
        if (field.scheme == Scheme::maccormack) scratch.fill(which, part_of(field.predictor, field.source.shape));
        ++which;
    }
    run(context, region, WHORL_CHOSEN_KERNELS(maccormack_table), correct);
    if (has_walls && correct.count > 0) keep_predicted_beside_walls(context, location, correct, reach);
}

}  // namespace

template <class T, int Dim>
void advect(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer, const Location<Dim>& location,
            std::span<const AdvectedField<T, Dim>> fields, const AdvectScratch<T, Dim>& scratch) {
    constexpr std::size_t group = AdvectArguments<T, Dim>::max_fields;
    for (std::size_t first = 0; first < fields.size(); first += group)
        advect_group(context, tracer, location, fields.subspan(first, std::min(group, fields.size() - first)), scratch,
                     static_cast<int>(first));
}

template <class T, int Dim>
void advect_scalars(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
                    std::span<const AdvectedField<T, Dim>> fields, const AdvectScratch<T, Dim>& scratch) {
    advect(context, tracer, at_centres<Dim>(), fields, scratch);
}

template <class T, int Dim>
void advect_velocity(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
                     const Vec<AdvectedField<T, Dim>, Dim>& components, const AdvectScratch<T, Dim>& scratch) {
    for (int axis = 0; axis < Dim; ++axis) {
        advect_group(context, tracer, at_faces<Dim>(axis), std::span(&components[axis], 1), scratch, axis);
    }
}

template <class T, int Dim>
double max_cfl(Scheduler& scheduler, const Grid<Dim>& grid, const Faces<const T, Dim>& u, double dt) {
    double largest = 0;
    for (int axis = 0; axis < Dim; ++axis) {
        const double speed = max_abs(scheduler, interior(u[axis]), u[axis]);
        largest = std::max(largest, speed * std::abs(dt) / grid.spacing(axis));
    }
    return largest;
}

#define WHORL_INSTANTIATE(T, Dim)                                                                             \
    template TraceArguments<T, Dim> trace_arguments(const AdvectContext<T, Dim>&, const Faces<const T, Dim>&, \
                                                    const Location<Dim>&, int);                               \
    template void advect(const AdvectContext<T, Dim>&, const Faces<const T, Dim>&, const Location<Dim>&,      \
                         std::span<const AdvectedField<T, Dim>>, const AdvectScratch<T, Dim>&);               \
    template void advect_scalars(const AdvectContext<T, Dim>&, const Faces<const T, Dim>&,                    \
                                 std::span<const AdvectedField<T, Dim>>, const AdvectScratch<T, Dim>&);       \
    template void advect_velocity(const AdvectContext<T, Dim>&, const Faces<const T, Dim>&,                   \
                                  const Vec<AdvectedField<T, Dim>, Dim>&, const AdvectScratch<T, Dim>&);      \
    template double max_cfl(Scheduler&, const Grid<Dim>&, const Faces<const T, Dim>&, double);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
