// Fields of one location on their way: the passes that their schemes take, row by row.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "advect/advect_table.hpp"
#include "advect/walled.hpp"
#include "parallel/rows.hpp"
#include "simd/field_kernels.hpp"

namespace whorl {

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

/// Gathers take 32-bit offsets.
template <class T, int Dim> [[maybe_unused]] bool has_short_offsets(const View<T, Dim>& view) {
    return view.stride[Dim - 1] * (view.shape[Dim - 1] + 2) <= std::numeric_limits<int>::max();
}

/// The passes of a group of fields, each with the fields that go through it.
template <class T, int Dim> struct Passes {
    AdvectArguments<T, Dim> linear{}, upwind{}, cubic{};  // from the source
    AdvectArguments<T, Dim> correct{};                    // maccormack: from source and predictor
    AdvectArguments<T, Dim> compensate{}, finish{};       // bfecc: the same to the destination, and back from there
    bool looks_ahead = false;                             // AdvectedField

    void add(const AdvectedField<T, Dim>& field) {
        const auto add_to = [&](AdvectArguments<T, Dim>& pass, const View<T, Dim>& result,
                                const View<const T, Dim>& predictor = {}, const RowEnds<T>* ends = nullptr) {
            pass.source[pass.count] = field.source;
            pass.predictor[pass.count] = predictor;
            pass.ends[pass.count] = ends;
            pass.empty[pass.count] =
                field.scheme == Scheme::linear || field.scheme == Scheme::maccormack ? field.empty : nullptr;
            pass.is_in_place[pass.count] = result.data == field.source.data;
            pass.destination[pass.count++] = result;
        };
        looks_ahead = looks_ahead || field.looks_ahead || has_predictor(field.scheme);
        if (field.scheme == Scheme::linear) add_to(linear, field.destination);
        if (field.scheme == Scheme::upwind) add_to(upwind, field.destination);
        if (field.scheme == Scheme::cubic) add_to(cubic, field.destination);
        if (!has_predictor(field.scheme)) return;
        const View<T, Dim> predictor =
            field.predictor.data ? part_of(field.predictor, field.source.shape) : View<T, Dim>{};
        linear.is_passing[linear.count] = field.scheme == Scheme::maccormack;
        add_to(linear, predictor, {}, field.ends);
        if (field.scheme == Scheme::maccormack) return add_to(correct, field.destination, predictor);
        add_to(compensate, field.destination, predictor);
        add_to(finish, predictor, field.destination);
    }
    /// Of fields that are all maccormack's.
    void set_predictor(int field, const View<T, Dim>& view) {
        linear.destination[field] = view, correct.predictor[field] = view;
    }

    /// `followed` are those from centres, back and forth, where they are not kept.
    void set_traces(const TraceArguments<T, Dim>& trace, const TraceArguments<T, Dim> (&followed)[2],
                    const Location<Dim>& location, const AdvectScratch<T, Dim>& scratch) {
        for (AdvectArguments<T, Dim>* pass : {&linear, &upwind, &cubic, &correct, &compensate, &finish}) {
            pass->trace = trace;
            pass->centred = location.centred;
            pass->back = {read_only(scratch.back), scratch.back_reach, &followed[0]};
            pass->forward = {read_only(scratch.forward), scratch.forward_reach, &followed[1]};
            pass->met = scratch.met;
            pass->notes = scratch.notes;
            using Counted = typename AdvectScratch<T, Dim>::Counted;
            pass->follows = {.back = scratch.counted != Counted::unknown,
                             .forward = looks_ahead,
                             .met_forward = scratch.counted == Counted::both};
        }
    }
};

/// Fields of one location.
template <class T, int Dim> class Group {
  public:
    using Groups = std::span<Group* const>;
    using Pass = AdvectArguments<T, Dim> Passes<T, Dim>::*;

    Group(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer, const Location<Dim>& location,
          std::span<const AdvectedField<T, Dim>> fields)
        : context_(context),
          location_(location),
          fields_(fields),
          trace_(trace_arguments(context, tracer, location, -1)),
          followed_{trace_arguments(context, tracer, at_centres<Dim>(), -1),
                    trace_arguments(context, tracer, at_centres<Dim>(), +1)} {
        for (const auto& field : fields) {
            assert(field.source.shape == fields[0].source.shape && field.destination.shape == field.source.shape);
            assert(has_short_offsets(field.source));
            passes_.add(field);
        }
        if (context.speed)
            for (Pass pass : {&Passes<T, Dim>::linear, &Passes<T, Dim>::correct})
                (passes_.*pass).rows_reached = rows_reached(context);
    }

    /// `first` is the place of the first field, for the ghosts.
    static void advect(Groups groups, const AdvectScratch<T, Dim>& scratch, int first) {
        for (Group* group : groups) group->follow(scratch);
        run(groups, WHORL_CHOSEN_KERNELS(linear_table), &Passes<T, Dim>::linear, {});
        run(groups, WHORL_CHOSEN_KERNELS(upwind_table), &Passes<T, Dim>::upwind, {.scheme = Scheme::upwind});
        run(groups, WHORL_CHOSEN_KERNELS(cubic_table), &Passes<T, Dim>::cubic, {.further = 1});
        each_field(groups, first, [&](int which, const AdvectedField<T, Dim>& field) {
            if (has_predictor(field.scheme)) scratch.fill(which, part_of(field.predictor, field.source.shape));
        });
        run(groups, WHORL_CHOSEN_KERNELS(maccormack_table), &Passes<T, Dim>::correct, {BesideWalls::Kind::predictor});
        finish(groups, scratch, first);
    }

    const Vec<int, Dim>& shape() const { return fields_[0].destination.shape; }
    std::span<const AdvectedField<T, Dim>> fields() const { return fields_; }
    Passes<T, Dim>& passes() { return passes_; }
    void follow(const AdvectScratch<T, Dim>& traces) { passes_.set_traces(trace_, followed_, location_, traces); }

    /// Row by row all groups, so that the traces that they share are in the cache for all but the first; and beside
    /// walls, a few rows later, once more.
    static void run(Groups groups, const AdvectTable& table, Pass pass, const BesideWalls& beside_walls,
                    const Lines& lines = {}) {
        if (groups.empty()) return;
        Vec<int, Dim> begin{}, end{};
        bool is_empty = true;
        RowsBesideWalls<T, Dim> beside[Dim + 1];
        assert(groups.size() <= Dim + 1);
        for (std::size_t i = 0; i < groups.size(); ++i) {
            const Group* group = groups[i];
            is_empty = is_empty && (group->passes_.*pass).count == 0;
            beside[i] = rows_beside_walls(group->context_, group->location_, group->passes_.*pass, beside_walls);
            for (int axis = 0; axis < Dim; ++axis) end[axis] = std::max(end[axis], group->shape()[axis]);
        }
        if (is_empty) return;
        begin[Dim - 1] = lines.first, end[Dim - 1] = std::min(lines.last, end[Dim - 1]);
        const auto kernel = kernels_for<T, Dim>(table);
        const auto each = [&](const Row& row, const auto& f) {
            for (std::size_t i = 0; i < groups.size(); ++i) {
                const Group& group = *groups[i];
                const Vec<int, Dim>& shape = group.shape();
                const bool is_inside = row.y < shape[1] && (Dim == 2 || row.z < shape[Dim - 1]);
                if ((group.passes_.*pass).count == 0 || !is_inside) continue;
                f(i, group, group.passes_.*pass, Row{row.x0, std::min(row.x1, shape[0]), row.y, row.z});
            }
        };
        using Arguments = AdvectArguments<T, Dim>;
        const auto make = [&](const Row& row) {
            each(row, [&](std::size_t, const Group& group, const Arguments& arguments, const Row& here) {
                if (stays_empty(arguments, here)) return group.stay(arguments, here);
                for (int field = 0; field < arguments.count; ++field)
                    expect_writing(arguments.destination[field], here);
                kernel(arguments, here);
            });
        };
        const auto complete = [&](const Row& row) {
            each(row, [&](std::size_t i, const Group&, const Arguments& arguments, const Row& here) {
                if (stays_empty(arguments, here)) return;
                beside[i](here);
                for (int field = 0; field < arguments.count; ++field) end_row(arguments, field, here);
            });
        };
        const AdvectContext<T, Dim>& context = groups[0]->context_;
        for_bands_in_tiles(context.scheduler, begin, end, [&](const Band& band) {
            if (!context.walls) return band.for_rows([&](const Row& row) { make(row), complete(row); });
            band.for_rows(make);  // in turns, each would push what the other reads out of the nearest cache
            band.for_rows(complete);
        });
    }

    /// Copies rows of what a pass made, but for those that stay as they are.
    void copy_rows(Pass pass, int field, const View<T, Dim>& to, const Lines& lines) const {
        const AdvectArguments<T, Dim>& arguments = passes_.*pass;
        Vec<int, Dim> begin{}, end = shape();
        begin[Dim - 1] = lines.first, end[Dim - 1] = std::min(lines.last, end[Dim - 1]);
        for_rows_in_tiles(context_.scheduler, begin, end, [&](const Row& row) {
            const T* from = row_of(arguments.destination[field], row);
            if (!stays_empty(arguments, row)) std::copy(from + row.x0, from + row.x1, row_of(to, row) + row.x0);
        });
    }

  private:
    /// f(place, field) for the fields of all groups.
    template <class F> static void each_field(Groups groups, int first, F f) {
        for (const Group* group : groups)
            for (const auto& field : group->fields_) f(first++, field);
    }

    /// What nobody is going to read need not be written: a row that is not empty has smoke in its traces' reach, and
    /// reads no row further away than that.
    void stay(const AdvectArguments<T, Dim>& arguments, const Row& row) const {
        const bool is_far = stays_empty(arguments, row, 2);
        for (int field = 0; field < arguments.count; ++field) {
            if (arguments.is_in_place[field] || (is_far && arguments.is_passing[field])) continue;
            expect_writing(arguments.destination[field], row);
            T* to = row_of(arguments.destination[field], row);
            std::fill(to + row.x0, to + row.x1, arguments.empty[field]->background());
            end_row(arguments, field, row);
        }
    }
    static void end_row(const AdvectArguments<T, Dim>& arguments, int field, const Row& row) {
        if (arguments.ends[field]) arguments.ends[field]->write(row_of(arguments.destination[field], row));
    }
    /// The last two passes of bfecc. What the destination holds in between has its ghosts filled as well.
    static void finish(Groups groups, const AdvectScratch<T, Dim>& scratch, int first) {
        run(groups, WHORL_CHOSEN_KERNELS(compensate_table), &Passes<T, Dim>::compensate, {BesideWalls::Kind::source});
        each_field(groups, first, [&](int which, const AdvectedField<T, Dim>& field) {
            if (field.scheme == Scheme::bfecc) scratch.fill(which, field.destination);
        });
        run(groups, WHORL_CHOSEN_KERNELS(finish_table), &Passes<T, Dim>::finish, {});
        each_field(groups, first, [&](int, const AdvectedField<T, Dim>& field) {
            if (field.scheme == Scheme::bfecc)
                copy(groups[0]->context_.scheduler, interior(field.destination), field.destination,
                     part_of(field.predictor, field.source.shape));
        });
    }
    const AdvectContext<T, Dim>& context_;
    Location<Dim> location_;
    std::span<const AdvectedField<T, Dim>> fields_;
    TraceArguments<T, Dim> trace_, followed_[2];
    Passes<T, Dim> passes_{};
};

}  // namespace whorl
