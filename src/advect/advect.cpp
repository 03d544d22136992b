#include "advect/advect.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "advect/advect_table.hpp"
#include "advect/flux_vanleer1974.hpp"
#include "advect/walled.hpp"
#include "core/ideas.hpp"
#include "parallel/rows.hpp"
#include "simd/field_kernels.hpp"
#include "simd/passing_lines.hpp"

namespace whorl {
namespace {

/// How many rows away, across y and z, the values lie that a trace may lead to: those on both sides of where it ends. A
/// little more, for traces are worked out in floats.
template <class T, int Dim> Vec<int, 2> rows_reached(const AdvectContext<T, Dim>& context) {
    Vec<int, 2> rows{};
    for (int axis = 1; axis < Dim; ++axis) {
        const double crossed = (*context.speed)[axis] * std::abs(context.dt) / context.domain.grid.spacing(axis);
        rows[axis - 1] = 1 + static_cast<int>(std::min(1.0001 * crossed + 1e-6, 1e6));
    }
    return rows;
}

/// Slab after slab, components are advected and then corrected as far behind as traces reach, so that the second pass
/// finds what the first one read in the cache, and no more of a predictor is kept than that. Rows in two dimensions,
/// planes in three.
struct Slabs {
    int lines = 0, reach = 0;
    explicit operator bool() const { return lines > 0; }
};

/// For components that share a predictor; none if the flow is too fast for so little memory, or the field too small.
template <class T, int Dim>
Slabs plan_slabs(const AdvectContext<T, Dim>& context, const View<T, Dim>& predictor,
                 const AdvectScratch<T, Dim>& scratch) {
    if (without == Idea::slabs || !context.speed || context.walls || context.domain.grid.periodic[Dim - 1]) return {};
    if (!scratch.fill.goes_by_lines()) return {};
    const Slabs slabs{lines_of_slab(predictor.shape), 1 + rows_reached(context)[Dim - 2]};
    const int room = PassingLines<T, Dim>::room_of(predictor, Dim), ghosts = PassingLines<T, Dim>::ghosts;
    const bool fits = 4.0 * slabs.reach + slabs.lines + 2 * ghosts <= room;
    return fits && 2 * slabs.lines < predictor.shape[Dim - 1] ? slabs : Slabs{};
}

/// Gathers take 32-bit offsets.
template <class T, int Dim> [[maybe_unused]] bool has_short_offsets(const View<T, Dim>& view) {
    return view.stride[Dim - 1] * (view.shape[Dim - 1] + 2) <= std::numeric_limits<int>::max();
}

/// The passes of a group of fields, each with the fields that go through it.
template <class T, int Dim> struct Passes {
    AdvectArguments<T, Dim> linear{}, upwind{}, cubic{};  // from the source
    AdvectArguments<T, Dim> correct{};                    // maccormack: from source and predictor
    AdvectArguments<T, Dim> compensate{}, finish{};       // bfecc: the same to the destination, and back from there

    void add(const AdvectedField<T, Dim>& field) {
        const auto add_to = [&](AdvectArguments<T, Dim>& pass, const View<T, Dim>& result,
                                const View<const T, Dim>& predictor = {}, const RowEnds<T>* ends = nullptr) {
            pass.source[pass.count] = field.source;
            pass.predictor[pass.count] = predictor;
            pass.ends[pass.count] = ends;
            pass.empty[pass.count] =
                field.scheme == Scheme::linear || field.scheme == Scheme::maccormack ? field.empty : nullptr;
            pass.destination[pass.count++] = result;
        };
        if (field.scheme == Scheme::linear) add_to(linear, field.destination);
        if (field.scheme == Scheme::upwind) add_to(upwind, field.destination);
        if (field.scheme == Scheme::cubic) add_to(cubic, field.destination);
        if (!has_predictor(field.scheme)) return;
        const View<T, Dim> predictor = part_of(field.predictor, field.source.shape);
        linear.is_passing[linear.count] = field.scheme == Scheme::maccormack;
        add_to(linear, predictor, {}, field.ends);
        if (field.scheme == Scheme::maccormack) return add_to(correct, field.destination, predictor);
        add_to(compensate, field.destination, predictor);
        add_to(finish, predictor, field.destination);
    }
    /// Of the only field, which is maccormack's.
    void set_predictor(const View<T, Dim>& view) { linear.destination[0] = view, correct.predictor[0] = view; }
    static bool has_predictor(Scheme scheme) { return scheme == Scheme::maccormack || scheme == Scheme::bfecc; }

    void set_traces(const TraceArguments<T, Dim>& trace, const Location<Dim>& location,
                    const AdvectScratch<T, Dim>& scratch) {
        for (AdvectArguments<T, Dim>* pass : {&linear, &upwind, &cubic, &correct, &compensate, &finish}) {
            pass->trace = trace;
            pass->centred = location.centred;
            pass->back = {read_only(scratch.back), scratch.back_reach};
            pass->forward = {read_only(scratch.forward), scratch.forward_reach};
            pass->met = scratch.met;
        }
    }
};

/// Fields of one location.
template <class T, int Dim> class Group {
  public:
    Group(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer, const Location<Dim>& location,
          std::span<const AdvectedField<T, Dim>> fields)
        : context_(context),
          location_(location),
          fields_(fields),
          trace_(trace_arguments(context, tracer, location, -1)),
          rows_reached_(context.speed ? rows_reached(context) : Vec<int, 2>{}) {
        for (const auto& field : fields) {
            assert(field.source.shape == fields[0].source.shape && field.destination.shape == field.source.shape);
            assert(has_short_offsets(field.source));
            passes_.add(field);
        }
    }

    /// `first` is the place of the first field, for the ghosts.
    static void advect(std::span<Group> groups, const AdvectScratch<T, Dim>& scratch, int first) {
        for (Group& group : groups) group.passes_.set_traces(group.trace_, group.location_, scratch);
        trace(groups, WHORL_CHOSEN_KERNELS(linear_table), &Passes<T, Dim>::linear, Scheme::linear, 0);
        trace(groups, WHORL_CHOSEN_KERNELS(upwind_table), &Passes<T, Dim>::upwind, Scheme::upwind, 0);
        trace(groups, WHORL_CHOSEN_KERNELS(cubic_table), &Passes<T, Dim>::cubic, Scheme::linear, 1);
        each_field(groups, first, [&](int which, const AdvectedField<T, Dim>& field) {
            if (Passes<T, Dim>::has_predictor(field.scheme))
                scratch.fill(which, part_of(field.predictor, field.source.shape));
        });
        correct(groups, WHORL_CHOSEN_KERNELS(maccormack_table), &Passes<T, Dim>::correct, Instead::predictor);
        finish(groups, scratch, first);
    }

    /// The components of a velocity by maccormack, which share a predictor.
    static void advect_in_slabs(std::span<Group> groups, const AdvectScratch<T, Dim>& scratch, const Slabs& slabs) {
        constexpr int ghosts = PassingLines<T, Dim>::ghosts;
        Scheduler& scheduler = groups[0].context_.scheduler;
        PassingLines<T, Dim> predictors[Dim];
        int end = 0;
        for (int axis = 0; axis < Dim; ++axis) {
            Group& group = groups[static_cast<std::size_t>(axis)];
            group.passes_.set_traces(group.trace_, group.location_, scratch);
            const View<T, Dim>& memory = groups[0].fields_[0].predictor;
            predictors[axis] = {memory, group.shape(), axis, PassingLines<T, Dim>::room_of(memory, Dim)};
            end = std::max(end, group.shape()[Dim - 1]);
        }
        for (int made = 0, corrected = 0; corrected < end;) {
            const Lines lines{made, std::min(made + slabs.lines, end)};
            const int needed = std::max(corrected - slabs.reach, -ghosts);
            // With the ghosts behind a side, which the slab before may have filled: its last line may have been that of
            // all components but one.
            for (int axis = 0; axis < Dim; ++axis) {
                predictors[axis].make_room(scheduler, needed, made + ghosts, lines.last + ghosts);
                groups[static_cast<std::size_t>(axis)].passes_.set_predictor(predictors[axis].view());
            }
            run(groups, WHORL_CHOSEN_KERNELS(linear_table), &Passes<T, Dim>::linear, lines);
            for (int axis = 0; axis < Dim; ++axis) scratch.fill(axis, predictors[axis].view(), lines);
            made = lines.last;
            const Lines behind{corrected, made == end ? end : made - slabs.reach};
            if (behind.last <= behind.first) continue;
            run(groups, WHORL_CHOSEN_KERNELS(maccormack_table), &Passes<T, Dim>::correct, behind);
            corrected = behind.last;
        }
    }

  private:
    using Pass = AdvectArguments<T, Dim> Passes<T, Dim>::*;

    /// f(place, field) for the fields of all groups.
    template <class F> static void each_field(std::span<Group> groups, int first, F f) {
        for (const Group& group : groups)
            for (const auto& field : group.fields_) f(first++, field);
    }

    /// Row by row all groups, so that the traces that they share are in the cache for all but the first.
    static void run(std::span<Group> groups, const AdvectTable& table, Pass pass, const Lines& lines = {}) {
        Vec<int, Dim> begin{}, end{};
        bool is_empty = true;
        for (const Group& group : groups) {
            is_empty = is_empty && (group.passes_.*pass).count == 0;
            for (int axis = 0; axis < Dim; ++axis) end[axis] = std::max(end[axis], group.shape()[axis]);
        }
        if (is_empty) return;
        begin[Dim - 1] = lines.first, end[Dim - 1] = std::min(lines.last, end[Dim - 1]);
        const auto kernel = kernels_for<T, Dim>(table);
        for_rows_in_tiles(groups[0].context_.scheduler, begin, end, [&](const Row& row) {
            for (const Group& group : groups) {
                const Vec<int, Dim>& shape = group.shape();
                const AdvectArguments<T, Dim>& arguments = group.passes_.*pass;
                const bool is_inside = row.y < shape[1] && (Dim == 2 || row.z < shape[Dim - 1]);
                if (arguments.count == 0 || !is_inside) continue;
                const Row here{row.x0, std::min(row.x1, shape[0]), row.y, row.z};
                if (group.is_empty(arguments, here)) {
                    group.stay(arguments, here);
                    continue;
                }
                for (int field = 0; field < arguments.count; ++field)
                    expect_writing(arguments.destination[field], here);
                kernel(arguments, here);
                for (int field = 0; field < arguments.count; ++field) end_row(arguments, field, here);
            }
        });
    }
    /// In all fields, as far as a trace reaches, or several times as far. A corrected value is limited to the source's
    /// along one trace, too.
    bool is_empty(const AdvectArguments<T, Dim>& arguments, const Row& row, int times = 1) const {
        bool is_empty = context_.speed && !context_.walls;
        const Vec<int, 2> reach{times * rows_reached_[0], times * rows_reached_[1]};
        for (int i = 0; i < arguments.count && is_empty; ++i)
            is_empty = arguments.empty[i] && arguments.empty[i]->holds(row, reach);
        return is_empty;
    }
    /// What nobody is going to read need not be written: a row that is not empty has smoke in its traces' reach, and
    /// reads no row further away than that.
    void stay(const AdvectArguments<T, Dim>& arguments, const Row& row) const {
        const bool is_far = is_empty(arguments, row, 2);
        for (int field = 0; field < arguments.count; ++field) {
            if (is_far && arguments.is_passing[field]) continue;
            expect_writing(arguments.destination[field], row);
            T* to = row_of(arguments.destination[field], row);
            std::fill(to + row.x0, to + row.x1, arguments.empty[field]->background());
            end_row(arguments, field, row);
        }
    }
    static void end_row(const AdvectArguments<T, Dim>& arguments, int field, const Row& row) {
        if (arguments.ends[field]) arguments.ends[field]->write(row_of(arguments.destination[field], row));
    }
    static void trace(std::span<Group> groups, const AdvectTable& table, Pass pass, Scheme beside_walls, int further) {
        run(groups, table, pass);
        for (const Group& group : groups)
            if (group.context_.walls)
                advect_beside_walls(group.context_, group.location_, group.passes_.*pass, beside_walls, further);
    }
    static void correct(std::span<Group> groups, const AdvectTable& table, Pass pass, Instead beside_walls) {
        run(groups, table, pass);
        for (const Group& group : groups)
            if (group.context_.walls)
                replace_beside_walls(group.context_, group.location_, group.passes_.*pass, beside_walls);
    }
    /// The last two passes of bfecc. What the destination holds in between has its ghosts filled as well.
    static void finish(std::span<Group> groups, const AdvectScratch<T, Dim>& scratch, int first) {
        correct(groups, WHORL_CHOSEN_KERNELS(compensate_table), &Passes<T, Dim>::compensate, Instead::source);
        each_field(groups, first, [&](int which, const AdvectedField<T, Dim>& field) {
            if (field.scheme == Scheme::bfecc) scratch.fill(which, field.destination);
        });
        trace(groups, WHORL_CHOSEN_KERNELS(finish_table), &Passes<T, Dim>::finish, Scheme::linear, 0);
        each_field(groups, first, [&](int, const AdvectedField<T, Dim>& field) {
            if (field.scheme == Scheme::bfecc)
                copy(groups[0].context_.scheduler, interior(field.destination), field.destination,
                     part_of(field.predictor, field.source.shape));
        });
    }
    const Vec<int, Dim>& shape() const { return fields_[0].destination.shape; }

    const AdvectContext<T, Dim>& context_;
    Location<Dim> location_;
    std::span<const AdvectedField<T, Dim>> fields_;
    TraceArguments<T, Dim> trace_;
    Vec<int, 2> rows_reached_;
    Passes<T, Dim> passes_{};
};

/// What the fields need of traces from centres: nothing if all are `flux` or `upwind`, or at centres and done in one
/// pass, which follows the traces itself. Where they have been made already, they are taken as they are.
template <class T, int Dim>
AdvectScratch<T, Dim> with_traces(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
                                  bool is_at_centres, std::span<const AdvectedField<T, Dim>> fields,
                                  const AdvectScratch<T, Dim>& scratch) {
    bool needs_back = false, needs_forward = false;
    for (const auto& field : fields) {
        const bool is_local = field.scheme == Scheme::flux || field.scheme == Scheme::upwind;
        needs_forward = needs_forward || Passes<T, Dim>::has_predictor(field.scheme);
        needs_back = needs_back || needs_forward || (!is_local && !is_at_centres);
    }
    AdvectScratch<T, Dim> result{.back_reach = scratch.back_reach,
                                 .forward_reach = scratch.forward_reach,
                                 .fill = scratch.fill,
                                 .is_traced = scratch.is_traced};
    if (needs_back || scratch.is_traced) result.back = at_cells(context.domain.grid, scratch.back);
    if (needs_forward) result.forward = at_cells(context.domain.grid, scratch.forward);
    if (context.walls && result.back[0].data) result.met = scratch.met;
    if (!scratch.is_traced) trace_centres(context, tracer, result);
    return result;
}

}  // namespace

template <class T, int Dim>
AdvectReport advect(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
                    const Location<Dim>& location, std::span<const AdvectedField<T, Dim>> fields,
                    const AdvectScratch<T, Dim>& scratch) {
    constexpr std::size_t group = AdvectArguments<T, Dim>::max_fields;
    const bool is_at_centres = location.centred == at_centres<Dim>().centred;
    const AdvectScratch<T, Dim> traced = with_traces(context, tracer, is_at_centres, fields, scratch);
    const auto is_traced = [](const AdvectedField<T, Dim>& field) { return field.scheme != Scheme::flux; };
    for (std::size_t first = 0; first < fields.size(); first += group) {
        const auto some = fields.subspan(first, std::min(group, fields.size() - first));
        if (std::none_of(some.begin(), some.end(), is_traced)) continue;
        Group<T, Dim> one(context, tracer, location, some);
        Group<T, Dim>::advect({&one, 1}, traced, static_cast<int>(first));
    }
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
    const std::span<const AdvectedField<T, Dim>> all(&components[0], Dim);
    const AdvectScratch<T, Dim> traced = with_traces(context, tracer, false, all, scratch);
    const auto of = [&](int axis) {
        return Group<T, Dim>(context, tracer, at_faces<Dim>(axis), all.subspan(static_cast<std::size_t>(axis), 1));
    };
    Group<T, Dim> groups[] = {of(0), of(1), of(Dim - 1)};
    const bool share_predictor = Passes<T, Dim>::has_predictor(components[0].scheme) &&
                                 components[0].predictor.data == components[1].predictor.data;
    if (!share_predictor) return Group<T, Dim>::advect(std::span(groups, Dim), traced, 0);
    const auto is_corrected = [](const AdvectedField<T, Dim>& field) { return field.scheme == Scheme::maccormack; };
    const Slabs slabs = plan_slabs(context, components[0].predictor, traced);
    if (slabs && std::all_of(all.begin(), all.end(), is_corrected))
        return Group<T, Dim>::advect_in_slabs(std::span(groups, Dim), traced, slabs);
    for (int axis = 0; axis < Dim; ++axis) Group<T, Dim>::advect(std::span(groups + axis, 1), traced, axis);
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
