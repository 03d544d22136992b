#include "advect/advect.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "advect/advect_table.hpp"
#include "advect/flux_vanleer1974.hpp"
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

/// The passes of a group of fields, each with the fields that go through it.
template <class T, int Dim> struct Passes {
    AdvectArguments<T, Dim> linear{}, upwind{}, cubic{};  // from the source
    AdvectArguments<T, Dim> correct{};                    // maccormack: from source and predictor
    AdvectArguments<T, Dim> compensate{}, finish{};       // bfecc: the same to the destination, and back from there

    void add(const AdvectedField<T, Dim>& field) {
        const auto add_to = [&](AdvectArguments<T, Dim>& pass, const View<T, Dim>& result,
                                const View<const T, Dim>& predictor = {}) {
            pass.source[pass.count] = field.source;
            pass.predictor[pass.count] = predictor;
            pass.destination[pass.count++] = result;
        };
        if (field.scheme == Scheme::linear) add_to(linear, field.destination);
        if (field.scheme == Scheme::upwind) add_to(upwind, field.destination);
        if (field.scheme == Scheme::cubic) add_to(cubic, field.destination);
        if (!has_predictor(field.scheme)) return;
        const View<T, Dim> predictor = part_of(field.predictor, field.source.shape);
        add_to(linear, predictor);
        if (field.scheme == Scheme::maccormack) return add_to(correct, field.destination, predictor);
        add_to(compensate, field.destination, predictor);
        add_to(finish, predictor, field.destination);
    }
    static bool has_predictor(Scheme scheme) { return scheme == Scheme::maccormack || scheme == Scheme::bfecc; }

    void set_traces(const TraceArguments<T, Dim>& back, const TraceArguments<T, Dim>& forward,
                    const Faces<T, Dim>& kept, const Vec<int, Dim>& shape) {
        linear.trace = upwind.trace = cubic.trace = finish.trace = back;
        correct.trace = compensate.trace = forward;
        linear.keep_trace = correct.count + compensate.count > 0;
        if (!linear.keep_trace) return;
        for (AdvectArguments<T, Dim>* pass : {&linear, &correct, &compensate, &finish})
            for (int axis = 0; axis < Dim; ++axis) pass->kept_trace[axis] = part_of(kept[axis], shape);
    }
};

/// Fields of one location, with one backtrace.
template <class T, int Dim> class Group {
  public:
    Group(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer, const Location<Dim>& location,
          std::span<const AdvectedField<T, Dim>> fields)
        : context_(context),
          location_(location),
          fields_(fields),
          region_(interior(fields[0].destination)),
          back_(trace_arguments(context, tracer, location, -1)),
          forward_(trace_arguments(context, tracer, location, +1)),
          reach_(context.walls ? reach_of(context, tracer) : 0) {
        for (const auto& field : fields) {
            assert(field.source.shape == fields[0].source.shape && field.destination.shape == field.source.shape);
            assert(has_short_offsets(field.source));
            passes_.add(field);
        }
    }

    /// `first` is the place of the first field, for the ghosts.
    void advect(const AdvectScratch<T, Dim>& scratch, int first) {
        passes_.set_traces(back_, forward_, scratch.trace, fields_[0].source.shape);
        trace(WHORL_CHOSEN_KERNELS(linear_table), passes_.linear, Scheme::linear, 0);
        trace(WHORL_CHOSEN_KERNELS(upwind_table), passes_.upwind, Scheme::upwind, 0);
        trace(WHORL_CHOSEN_KERNELS(cubic_table), passes_.cubic, Scheme::linear, 1);
        for (int which = first; const auto& field : fields_) {
            if (passes_.has_predictor(field.scheme)) scratch.fill(which, part_of(field.predictor, field.source.shape));
            ++which;
        }
        correct(WHORL_CHOSEN_KERNELS(maccormack_table), passes_.correct, Instead::predictor);
        if (passes_.finish.count > 0) finish(scratch, first);
    }

  private:
    void trace(const AdvectTable& table, const AdvectArguments<T, Dim>& pass, Scheme beside_walls, int further) {
        run(context_, region_, table, pass);
        if (context_.walls) advect_beside_walls(context_, location_, pass, beside_walls, reach_ + further);
    }
    void correct(const AdvectTable& table, const AdvectArguments<T, Dim>& pass, Instead beside_walls) {
        run(context_, region_, table, pass);
        if (context_.walls) replace_beside_walls(context_, location_, pass, beside_walls, reach_);
    }
    /// The last two passes of bfecc. What the destination holds in between has its ghosts filled as well.
    void finish(const AdvectScratch<T, Dim>& scratch, int first) {
        correct(WHORL_CHOSEN_KERNELS(compensate_table), passes_.compensate, Instead::source);
        for (int which = first; const auto& field : fields_) {
            if (field.scheme == Scheme::bfecc) scratch.fill(which, field.destination);
            ++which;
        }
        trace(WHORL_CHOSEN_KERNELS(finish_table), passes_.finish, Scheme::linear, 0);
        for (const auto& field : fields_)
            if (field.scheme == Scheme::bfecc)
                copy(context_.scheduler, region_, field.destination, part_of(field.predictor, field.source.shape));
    }

    const AdvectContext<T, Dim>& context_;
    const Location<Dim>& location_;
    std::span<const AdvectedField<T, Dim>> fields_;
    Region<Dim> region_;
    TraceArguments<T, Dim> back_, forward_;
    int reach_;
    Passes<T, Dim> passes_{};
};

template <class T, int Dim>
void advect_group(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
                  const Location<Dim>& location, std::span<const AdvectedField<T, Dim>> fields,
                  const AdvectScratch<T, Dim>& scratch, int first) {
    const auto is_traced = [](const AdvectedField<T, Dim>& field) { return field.scheme != Scheme::flux; };
    if (std::any_of(fields.begin(), fields.end(), is_traced))
        Group<T, Dim>(context, tracer, location, fields).advect(scratch, first);
}

}  // namespace

template <class T, int Dim>
AdvectReport advect(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
                    const Location<Dim>& location, std::span<const AdvectedField<T, Dim>> fields,
                    const AdvectScratch<T, Dim>& scratch) {
    constexpr std::size_t group = AdvectArguments<T, Dim>::max_fields;
    for (std::size_t first = 0; first < fields.size(); first += group)
        advect_group(context, tracer, location, fields.subspan(first, std::min(group, fields.size() - first)), scratch,
                     static_cast<int>(first));
    return advect_by_flux(context, tracer, fields, scratch);
}

template <class T, int Dim>
AdvectReport advect_scalars(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
                            std::span<const AdvectedField<T, Dim>> fields, const AdvectScratch<T, Dim>& scratch) {
    return advect(context, tracer, at_centres<Dim>(), fields, scratch);
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

#define WHORL_INSTANTIATE(T, Dim)                                                                                \
    template TraceArguments<T, Dim> trace_arguments(const AdvectContext<T, Dim>&, const Faces<const T, Dim>&,    \
                                                    const Location<Dim>&, int);                                  \
    template AdvectReport advect(const AdvectContext<T, Dim>&, const Faces<const T, Dim>&, const Location<Dim>&, \
                                 std::span<const AdvectedField<T, Dim>>, const AdvectScratch<T, Dim>&);          \
    template AdvectReport advect_scalars(const AdvectContext<T, Dim>&, const Faces<const T, Dim>&,               \
                                         std::span<const AdvectedField<T, Dim>>, const AdvectScratch<T, Dim>&);  \
    template void advect_velocity(const AdvectContext<T, Dim>&, const Faces<const T, Dim>&,                      \
                                  const Vec<AdvectedField<T, Dim>, Dim>&, const AdvectScratch<T, Dim>&);         \
    template double max_cfl(Scheduler&, const Grid<Dim>&, const Faces<const T, Dim>&, double);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
