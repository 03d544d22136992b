#include "advect/walled.hpp"

#include "advect/walk-inl.hpp"
#include "boundary/ghosts.hpp"
#include "parallel/rows.hpp"

namespace whorl {
namespace {

/// The corners of a stencil lie in cells beside that of its point, and a wall may run between any two of them.
constexpr int stencil_margin = 2;

/// The bit of Walls::notes that says which points of a kind walked, or lie in walls.
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
void keep_closed(const WalkArguments<T, Dim>& in, const Vec<int, Dim>& first, PointRun& run,
                 const std::uint8_t* __restrict closed) {
    const int count = run.count;
    for (int field = 0; field < in.fields->count; ++field) {
        T* __restrict destination = &in.fields->destination[field][first];
        const T* kept = Sits<Dim, Axis>::are_faces ? &in.velocity[first] : &in.fields->source[field][first];
        for (int i = 0; i < count; ++i) {
            const T value = Sits<Dim, Axis>::are_faces ? kept[i] : without_dust(kept[i]);
            destination[i] = closed[i] != 0 ? value : destination[i];
        }
    }
    for (int i = 0; i < count; ++i) run.walks[i] = static_cast<std::uint8_t>(run.walks[i] & (closed[i] ^ 1));
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

template <int Axis, class T, int Dim> void beside_walls(const WalkArguments<T, Dim>& in, const Row& row) {
    for_runs<Dim>(row, [&](const Vec<int, Dim>& first, PointRun& run) {
        std::uint8_t closed[PointRun::most];
        in.near.template look_around<Axis>(first, run);
        if (find_closed<Axis>(in, first, run, closed)) keep_closed<Axis>(in, first, run, closed);
        run.each([&](int i) {
            Vec<int, Dim> at = first;
            at[0] += i;
            run.walks[i] = !in.near.template is_clear<Axis>(at, run.least[i]);
            if (run.walks[i] == 0) return;
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
    const auto& values = instead == Instead::predictor ? in.fields->predictor : in.fields->source;
    for_runs<Dim>(row, [&](const Vec<int, Dim>& first, const PointRun& run) {
        const std::uint8_t* notes = &in.notes[first];
        const int count = run.count;
        std::uint8_t any = 0;
        for (int i = 0; i < count; ++i) any |= notes[i];
        if ((any & note<Axis>) == 0) return;
        for (int field = 0; field < in.fields->count; ++field) {
            T* __restrict destination = &in.fields->destination[field][first];
            const T* other = &values[field][first];
            for (int i = 0; i < count; ++i) destination[i] = (notes[i] & note<Axis>) != 0 ? other[i] : destination[i];
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
                               .near = {&arguments, bits, grid.cells, grid.periodic, 0, 0}};
    if (axis >= 0) walk.velocity = context.walls->velocity()[axis];
    for (int each = 0; each < Dim; ++each) walk.open[each] = context.walls->open(each);
    return walk;
}

template <class T, int Dim> int furthest_met(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer) {
    return cells_met(max_cfl(context.scheduler, context.domain.grid, tracer, context.dt));
}

}  // namespace

template <class T, int Dim>
void count_cells_met(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
                     const AdvectScratch<T, Dim>& scratch) {
    CellsMetArguments<T, Dim> arguments{scratch.met, tracer, read_only(scratch.back), read_only(scratch.forward), {}};
    const TraceArguments<T, Dim> trace = trace_arguments(context, tracer, at_centres<Dim>(), -1);
    for (int axis = 0; axis < Dim; ++axis) arguments.half_steps[axis] = T(0.5) * trace.steps[axis];
    parallel_rows(context.scheduler, context.domain.grid.cell_region(),
                  kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(cells_met_table)), arguments);
    continue_ghosts(context.domain.grid, scratch.met, context.scheduler);
}

template <class T, int Dim>
void advect_beside_walls(const AdvectContext<T, Dim>& context, const Location<Dim>& location,
                         const AdvectArguments<T, Dim>& arguments, Scheme scheme, int further) {
    if (arguments.count == 0) return;
    with_axis(location, [&](auto axis) {
        WalkArguments<T, Dim> walk = walk_arguments(context, arguments, Sits<Dim, axis>::of_faces);
        walk.scheme = scheme;
        walk.near.stencil = stencil_margin + further;
        walk.near.reach = arguments.met.data ? 0 : walk.near.stencil + furthest_met(context, arguments.trace.u);
        if (further == 0) walk.notes = context.walls->notes();
        parallel_rows(context.scheduler, interior(arguments.destination[0]), &beside_walls<axis, T, Dim>, walk);
    });
}

template <class T, int Dim>
void replace_beside_walls(const AdvectContext<T, Dim>& context, const Location<Dim>& location,
                          const AdvectArguments<T, Dim>& arguments, Instead instead) {
    if (arguments.count == 0) return;
    with_axis(location, [&](auto axis) {
        WalkArguments<T, Dim> walk = walk_arguments(context, arguments, Sits<Dim, axis>::of_faces);
        walk.notes = context.walls->notes();
        parallel_rows(context.scheduler, interior(arguments.destination[0]),
                      instead == Instead::predictor ? &replace<axis, Instead::predictor, T, Dim>
                                                    : &replace<axis, Instead::source, T, Dim>,
                      walk);
    });
}

#define WHORL_INSTANTIATE(T, Dim)                                                           \
    template void count_cells_met(const AdvectContext<T, Dim>&, const Faces<const T, Dim>&, \
                                  const AdvectScratch<T, Dim>&);                            \
    template void advect_beside_walls(const AdvectContext<T, Dim>&, const Location<Dim>&,   \
                                      const AdvectArguments<T, Dim>&, Scheme, int);         \
    template void replace_beside_walls(const AdvectContext<T, Dim>&, const Location<Dim>&,  \
                                       const AdvectArguments<T, Dim>&, Instead);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
