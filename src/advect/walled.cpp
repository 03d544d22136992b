#include "advect/walled.hpp"

#include <algorithm>
#include <cassert>

#include "advect/followed_run.hpp"
#include "advect/point_trace-inl.hpp"
#include "boundary/ghosts.hpp"
#include "parallel/rows.hpp"

namespace whorl {
namespace {

template <class T, int Dim> T upwind_of(const WalkArguments<T, Dim>& in, int field, const Vec<int, Dim>& at) {
    const TraceArguments<T, Dim>& trace = in.fields->trace;
    const View<const T, Dim>& phi = in.fields->source[field];
    const Vec<T, Dim> u = velocity_at_start(trace, at);
    T sum = phi[at];
    for (int axis = 0; axis < Dim; ++axis) {
        const int step = u[axis] > 0 ? -1 : 1;
        if (in.near.centred[axis] && in.walls.is_closed(at, axis, step)) continue;
        Vec<int, Dim> beside = at;
        beside[axis] += step;
        sum += trace.steps[axis] * u[axis] * static_cast<T>(step) * (phi[beside] - phi[at]);
    }
    return sum;
}
template <class T, int Dim>
void look_upwind(const WalkArguments<T, Dim>& in, const Vec<int, Dim>& first, const PointRun& run) {
    for (int i = 0; i < run.count; ++i) {
        if (run.walks[i] == 0) continue;
        Vec<int, Dim> at = first;
        at[0] += i;
        for (int field = 0; field < in.fields->count; ++field)
            in.fields->destination[field][at] = without_dust(upwind_of(in, field, at));
    }
}

/// f(first, run) for pieces of a row.
template <class T, int Dim, class F> void for_runs(const WalkArguments<T, Dim>& in, const Row& row, F f) {
    const int many = in.fields->follows.back ? FollowedRun<0, T, Dim>::many : PointRun::many;
    PointRun run;
    for (int start = row.x0; start < row.x1; start += run.count) {
        const int left = row.x1 - start;
        run.count = left <= many + PointRun::few ? left : many;
        f(cell_of<Dim>(row, start), run);
    }
}

/// By traces that are followed once more where they are not kept.
template <int Axis, class T, int Dim>
void find_walking(const WalkArguments<T, Dim>& in, const Vec<int, Dim>& first, PointRun& run) {
    if constexpr (Axis < Dim)
        if (in.fields->follows.back) {
            const FollowedRun<Axis, T, Dim> followed(*in.fields, in.cells, first, run.count);
            NearWalls<T, Dim> near = in.near;
            near.traces = followed.traces();
            return in.find(near, first, run);
        }
    in.find(in.near, first, run);
}

template <int Axis, class T, int Dim> void beside_walls(const WalkArguments<T, Dim>& in, const Row& row) {
    if (stays_empty(*in.fields, row)) return;
    for_runs(in, row, [&](const Vec<int, Dim>& first, PointRun& run) {
        find_walking<Axis>(in, first, run);
        in.kernels.keep_closed(in, first, run);
        if (in.scheme == Scheme::upwind)
            look_upwind(in, first, run);
        else
            in.go(in, first, run);
        if (in.notes.data) in.kernels.take_note(in, first, run);
    });
}

template <int Axis, BesideWalls::Kind kind, class T, int Dim>
void replace(const WalkArguments<T, Dim>& in, const Row& row) {
    if (stays_empty(*in.fields, row)) return;
    const auto& values = kind == BesideWalls::Kind::predictor ? in.fields->predictor : in.fields->source;
    for_runs(in, row, [&](const Vec<int, Dim>& first, PointRun& run) {
        if (in.notes.data)
            in.kernels.recall(in, first, run);
        else
            find_walking<Axis>(in, first, run);
        in.kernels.replace(in, values, first, run);
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
    const auto open = [&](int each) { return context.walls->open(each); };
    const bool are_faces = arguments.centred != at_centres<Dim>().centred;
    const Grid<Dim>& grid = context.domain.grid;
    const WallBits<Dim> bits = context.walls->bits();
    WalkArguments<T, Dim> walk{.fields = &arguments,
                               .walls = bits,
                               .faces = are_faces ? axis : -1,
                               .cells = grid.cells,
                               .periodic = grid.periodic,
                               .scheme = Scheme::linear,
                               .near = {&arguments.trace,
                                        {arguments.back.displacement, arguments.forward.displacement, arguments.met},
                                        bits,
                                        are_faces ? open(axis) : View<const std::uint16_t, Dim>{},
                                        grid.cells,
                                        grid.periodic,
                                        arguments.centred,
                                        0,
                                        0},
                               .find = kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(near_walls_table)),
                               .go = kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(walk_table)),
                               .kernels = kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(beside_walls_table))};
    if (are_faces) walk.velocity = context.walls->velocity()[axis];
    for (int each = 0; each < Dim; ++each) walk.open[each] = open(each);
    return walk;
}

template <class T, int Dim> int furthest_met(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer) {
    return cells_met(max_cfl(context.scheduler, context.domain.grid, tracer, context.dt));
}

}  // namespace

template <class T, int Dim>
RowsBesideWalls<T, Dim> rows_beside_walls(const AdvectContext<T, Dim>& context, const Location<Dim>& location,
                                          const AdvectArguments<T, Dim>& arguments, const BesideWalls& beside) {
    if (arguments.count == 0 || !context.walls) return {};
    RowsBesideWalls<T, Dim> rows;
    const bool has_traces = arguments.met.data || arguments.follows.back;
    with_axis(location, [&](auto axis) {
        using Kind = BesideWalls::Kind;
        rows.walk = walk_arguments(context, arguments, axis == Dim ? 0 : axis);
        rows.walk.scheme = beside.scheme;
        rows.walk.note = axis + 1;
        assert(beside.further <= most_further);
        rows.walk.near.stencil = stencil_margin + beside.further;
        rows.walk.far = {context, beside.further};
        if (beside.further == 0) rows.walk.notes = arguments.notes;
        rows.write = beside.kind == Kind::walked      ? &beside_walls<axis, T, Dim>
                     : beside.kind == Kind::predictor ? &replace<axis, Kind::predictor, T, Dim>
                                                      : &replace<axis, Kind::source, T, Dim>;
    });
    assert(beside.kind == BesideWalls::Kind::walked || rows.walk.notes.data || arguments.follows.back);
    if (!has_traces && beside.kind == BesideWalls::Kind::walked)
        rows.walk.near.reach = rows.walk.near.stencil + furthest_met(context, arguments.trace.u);
    return rows;
}

#define WHORL_INSTANTIATE(T, Dim)                                                                          \
    template RowsBesideWalls<T, Dim> rows_beside_walls(const AdvectContext<T, Dim>&, const Location<Dim>&, \
                                                       const AdvectArguments<T, Dim>&, const BesideWalls&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
