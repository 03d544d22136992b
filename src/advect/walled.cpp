#include "advect/walled.hpp"

#include <cassert>

#include "advect/followed_run.hpp"
#include "advect/walk-inl.hpp"
#include "boundary/ghosts.hpp"
#include "parallel/rows.hpp"

namespace whorl {
namespace {

/// The corners of a stencil lie in cells beside that of its point, and a wall may run between any two of them.
constexpr int stencil_margin = 2;

/// The bit of a note that says which points of a kind walked, or lie in walls.
template <int Axis> constexpr auto note = static_cast<std::uint8_t>(1 << (Axis + 1));

template <int Axis, class T, int Dim> T upwind_of(const WalkArguments<T, Dim>& in, int field, const Vec<int, Dim>& at) {
    const TraceArguments<T, Dim>& trace = in.fields->trace;
    const View<const T, Dim>& phi = in.fields->source[field];
    const Vec<T, Dim> u = velocity_at_start(trace, at);
    T sum = phi[at];
    for (int axis = 0; axis < Dim; ++axis) {
        const int step = u[axis] > 0 ? -1 : 1;
        if (Sits<Dim, Axis>::is_centred(axis) && in.walls.is_closed(at, axis, step)) continue;
        Vec<int, Dim> beside = at;
        beside[axis] += step;
        sum += trace.steps[axis] * u[axis] * static_cast<T>(step) * (phi[beside] - phi[at]);
    }
    return sum;
}

/// Finds the points that nothing comes to: faces that no flow passes, and cells that nothing enters or leaves. False if
/// there are none.
template <int Axis, class T, int Dim>
bool find_closed(const WalkArguments<T, Dim>& in, const Vec<int, Dim>& first, const PointRun& run,
                 std::uint8_t* __restrict closed) {
    const int count = run.count;
    std::uint8_t nearest = 255, any = 0;
    for (int i = 0; i < count; ++i) nearest = std::min(nearest, run.least[i]);
    std::fill_n(closed, count, std::uint8_t(nearest == 0));
    if (nearest > 0) return false;
    if constexpr (Sits<Dim, Axis>::are_faces) {
        const std::uint16_t* open = &in.open[Sits<Dim, Axis>::of_faces][first];
        for (int i = 0; i < count; ++i) closed[i] = open[i] == 0;
    } else {
        for (int axis = 0; axis < Dim; ++axis) {
            const std::uint8_t* low = &in.walls.flags[first];
            const std::uint8_t* high = low + in.walls.flags.stride[axis];
            for (int i = 0; i < count; ++i)
                closed[i] = static_cast<std::uint8_t>(closed[i] & ((low[i] & high[i]) >> axis));
        }
    }
    for (int i = 0; i < count; ++i) any |= closed[i];
    return any != 0;
}

/// A velocity on a face that no flow passes is the wall's; a cell that nothing enters keeps what it has.
template <int Axis, class T, int Dim>
void keep_closed(const WalkArguments<T, Dim>& in, const Vec<int, Dim>& first, const PointRun& run,
                 const std::uint8_t* __restrict closed) {
    const int count = run.count;
    std::uint8_t any = 0;
    for (int i = 0; i < count; ++i) any |= closed[i];
    if (any == 0) return;
    for (int field = 0; field < in.fields->count; ++field) {
        T* __restrict destination = &in.fields->destination[field][first];
        const T* kept = Sits<Dim, Axis>::are_faces ? &in.velocity[first] : &in.fields->source[field][first];
        for (int i = 0; i < count; ++i) {
            const T value = Sits<Dim, Axis>::are_faces ? kept[i] : without_dust(kept[i]);
            destination[i] = closed[i] != 0 ? value : destination[i];
        }
    }
}

template <int Axis, class T, int Dim>
void take_note(const WalkArguments<T, Dim>& in, const Vec<int, Dim>& first, const PointRun& run,
               const std::uint8_t* __restrict closed) {
    std::uint8_t* __restrict notes = &in.notes[first];
    const int count = run.count;
    for (int i = 0; i < count; ++i) {
        const auto noted = static_cast<std::uint8_t>((run.walks[i] | closed[i]) << (Axis + 1));
        notes[i] = static_cast<std::uint8_t>((notes[i] & ~note<Axis>) | noted);
    }
}

/// f(first, run) for pieces of a row.
template <int Dim, class F> void for_runs(const Row& row, F f) {
    PointRun run;
    for (int start = row.x0; start < row.x1; start += PointRun::most) {
        run.count = std::min(row.x1 - start, PointRun::most);
        f(cell_of<Dim>(row, start), run);
    }
}

/// Finds the points that nothing comes to, and of all others those that walk.
template <int Axis, class T, int Dim>
void find_walking(const WalkArguments<T, Dim>& in, const NearWalls<T, Dim>& near, const Vec<int, Dim>& first,
                  PointRun& run, std::uint8_t* closed) {
    near.template look_around<Axis>(first, run);
    if (find_closed<Axis>(in, first, run, closed))
        for (int i = 0; i < run.count; ++i) run.walks[i] = static_cast<std::uint8_t>(run.walks[i] & (closed[i] ^ 1));
    run.each([&](int i) {
        Vec<int, Dim> at = first;
        at[0] += i;
        run.walks[i] = !near.template is_clear<Axis>(at, run.least[i]);
    });
}
/// The same, by traces that are followed once more where they are not kept.
template <int Axis, class T, int Dim>
void find_walking(const WalkArguments<T, Dim>& in, const Vec<int, Dim>& first, PointRun& run, std::uint8_t* closed) {
    if constexpr (Axis < Dim)
        if (in.fields->follows.back) {
            const FollowedRun<Axis, T, Dim> followed(*in.fields, in.cells, first, run.count);
            NearWalls<T, Dim> near = in.near;
            near.traces = followed.traces();
            return find_walking<Axis>(in, near, first, run, closed);
        }
    find_walking<Axis>(in, in.near, first, run, closed);
}

template <int Axis, class T, int Dim> void beside_walls(const WalkArguments<T, Dim>& in, const Row& row) {
    if (stays_empty(*in.fields, row)) return;
    for_runs<Dim>(row, [&](const Vec<int, Dim>& first, PointRun& run) {
        std::uint8_t closed[PointRun::most];
        find_walking<Axis>(in, first, run, closed);
        keep_closed<Axis>(in, first, run, closed);
        run.each([&](int i) {
            Vec<int, Dim> at = first;
            at[0] += i;
            const auto for_fields = [&](auto value_of) {
                for (int field = 0; field < in.fields->count; ++field)
                    in.fields->destination[field][at] = without_dust(value_of(field));
            };
            if (in.scheme == Scheme::upwind)
                return for_fields([&](int field) { return upwind_of<Axis>(in, field, at); });
            const Corners<Dim> corners = corners_of<Axis>(in, depart<Axis>(in, at));
            for_fields([&](int field) { return mean_of(corners, in.fields->source[field]); });
        });
        if (in.notes.data) take_note<Axis>(in, first, run, closed);
    });
}

template <int Axis, Instead instead, class T, int Dim> void replace(const WalkArguments<T, Dim>& in, const Row& row) {
    if (stays_empty(*in.fields, row)) return;
    const auto& values = instead == Instead::predictor ? in.fields->predictor : in.fields->source;
    for_runs<Dim>(row, [&](const Vec<int, Dim>& first, PointRun& run) {
        const int count = run.count;
        std::uint8_t taken[PointRun::most], any = 0;
        if (in.notes.data) {
            const std::uint8_t* notes = &in.notes[first];
            for (int i = 0; i < count; ++i) taken[i] = notes[i] & note<Axis>;
        } else {
            find_walking<Axis>(in, first, run, taken);
            for (int i = 0; i < count; ++i) taken[i] |= run.walks[i];
        }
        for (int i = 0; i < count; ++i) any |= taken[i];
        if (any == 0) return;
        for (int field = 0; field < in.fields->count; ++field) {
            T* __restrict destination = &in.fields->destination[field][first];
            const T* other = &values[field][first];
            for (int i = 0; i < count; ++i) destination[i] = taken[i] != 0 ? other[i] : destination[i];
        }
    });
}

/// Calls f with where the fields sit as a constant.
template <int Dim, class F> void with_axis(const Location<Dim>& location, F f) {
    int axis = -1, staggered = 0;
    for (int each = 0; each < Dim; ++each)
        if (!location.centred[each]) axis = each, ++staggered;
    if (staggered == 0) return f(std::integral_constant<int, -1>{});
    if (staggered > 1) return f(std::integral_constant<int, Dim>{});
    if (axis == 0) return f(std::integral_constant<int, 0>{});
    if (axis == 1) return f(std::integral_constant<int, 1>{});
    if constexpr (Dim == 3) f(std::integral_constant<int, 2>{});
}

template <class T, int Dim>
WalkArguments<T, Dim> walk_arguments(const AdvectContext<T, Dim>& context, const AdvectArguments<T, Dim>& arguments,
                                     int axis) {
    const Grid<Dim>& grid = context.domain.grid;
    const WallBits<Dim> bits = context.walls->bits();
    WalkArguments<T, Dim> walk{.fields = &arguments,
                               .walls = bits,
                               .cells = grid.cells,
                               .periodic = grid.periodic,
                               .wraps = arguments.trace.wraps(),
                               .scheme = Scheme::linear,
                               .near = {&arguments.trace,
                                        {arguments.back.displacement, arguments.forward.displacement, arguments.met},
                                        bits,
                                        grid.cells,
                                        grid.periodic,
                                        0,
                                        0}};
    if (axis >= 0) walk.velocity = context.walls->velocity()[axis];
    for (int each = 0; each < Dim; ++each) walk.open[each] = context.walls->open(each);
    return walk;
}

template <class T, int Dim> Region<Dim> points_of(const View<T, Dim>& field, const Lines& lines) {
    Vec<int, Dim> first{}, last = field.shape;
    first[Dim - 1] = lines.first, last[Dim - 1] = std::min(lines.last, last[Dim - 1]);
    return Region<Dim>::box(first, last);
}

template <class T, int Dim> int furthest_met(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer) {
    return cells_met(max_cfl(context.scheduler, context.domain.grid, tracer, context.dt));
}

}  // namespace

template <class T, int Dim>
void count_cells_met(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
                     const AdvectScratch<T, Dim>& scratch, const Lines& lines) {
    CellsMetArguments<T, Dim> arguments{scratch.met, tracer, read_only(scratch.back), read_only(scratch.forward), {}};
    const TraceArguments<T, Dim> trace = trace_arguments(context, tracer, at_centres<Dim>(), -1);
    for (int axis = 0; axis < Dim; ++axis) arguments.half_steps[axis] = T(0.5) * trace.steps[axis];
    parallel_rows(context.scheduler, points_of(scratch.met, lines),
                  kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(cells_met_table)), arguments);
    continue_ghosts(context.domain.grid, scratch.met, context.scheduler, 0, lines);
}

template <class T, int Dim>
void advect_beside_walls(const AdvectContext<T, Dim>& context, const Location<Dim>& location,
                         const AdvectArguments<T, Dim>& arguments, Scheme scheme, int further, const Lines& lines) {
    if (arguments.count == 0) return;
    with_axis(location, [&](auto axis) {
        WalkArguments<T, Dim> walk = walk_arguments(context, arguments, Sits<Dim, axis>::of_faces);
        walk.scheme = scheme;
        walk.near.stencil = stencil_margin + further;
        const bool has_traces = arguments.met.data || arguments.follows.back;
        walk.near.reach = has_traces ? 0 : walk.near.stencil + furthest_met(context, arguments.trace.u);
        if (further == 0) walk.notes = arguments.notes;
        parallel_rows(context.scheduler, points_of(arguments.destination[0], lines), &beside_walls<axis, T, Dim>, walk);
    });
}

template <class T, int Dim>
void replace_beside_walls(const AdvectContext<T, Dim>& context, const Location<Dim>& location,
                          const AdvectArguments<T, Dim>& arguments, Instead instead, const Lines& lines) {
    if (arguments.count == 0) return;
    with_axis(location, [&](auto axis) {
        WalkArguments<T, Dim> walk = walk_arguments(context, arguments, Sits<Dim, axis>::of_faces);
        walk.notes = arguments.notes;
        walk.near.stencil = stencil_margin;
        assert(walk.notes.data || arguments.follows.back);
        parallel_rows(context.scheduler, points_of(arguments.destination[0], lines),
                      instead == Instead::predictor ? &replace<axis, Instead::predictor, T, Dim>
                                                    : &replace<axis, Instead::source, T, Dim>,
                      walk);
    });
}

#define WHORL_INSTANTIATE(T, Dim)                                                                 \
    template void count_cells_met(const AdvectContext<T, Dim>&, const Faces<const T, Dim>&,       \
                                  const AdvectScratch<T, Dim>&, const Lines&);                    \
    template void advect_beside_walls(const AdvectContext<T, Dim>&, const Location<Dim>&,         \
                                      const AdvectArguments<T, Dim>&, Scheme, int, const Lines&); \
    template void replace_beside_walls(const AdvectContext<T, Dim>&, const Location<Dim>&,        \
                                       const AdvectArguments<T, Dim>&, Instead, const Lines&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
