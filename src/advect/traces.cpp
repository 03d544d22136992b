// Traces from the centres of cells, which all fields share, and what is the same for all traces of a field.
#include <algorithm>

#include "advect/advect_table.hpp"
#include "advect/walled.hpp"
#include "boundary/ghosts.hpp"
#include "parallel/rows.hpp"

namespace whorl {

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

/// How far the flow through cells gets, by traces that are kept.
template <class T, int Dim>
static CellsMetArguments<T, Dim> cells_met_arguments(const AdvectContext<T, Dim>& context,
                                                     const Faces<const T, Dim>& tracer,
                                                     const AdvectScratch<T, Dim>& scratch) {
    CellsMetArguments<T, Dim> met{scratch.met, tracer, read_only(scratch.back), read_only(scratch.forward), {}};
    const TraceArguments<T, Dim> trace = trace_arguments(context, tracer, at_centres<Dim>(), -1);
    for (int axis = 0; axis < Dim; ++axis) met.half_steps[axis] = T(0.5) * trace.steps[axis];
    return met;
}

template <class T, int Dim>
void trace_centres(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
                   const AdvectScratch<T, Dim>& scratch, const Lines& lines) {
    const Grid<Dim>& grid = context.domain.grid;
    const auto arguments = [&](const Faces<T, Dim>& displacement, const View<std::int8_t, Dim>& reach, int direction) {
        return TraceCentresArguments<T, Dim>{trace_arguments(context, tracer, at_centres<Dim>(), direction),
                                             {at_cells(grid, displacement), reach}};
    };
    TraceCentresArguments<T, Dim> traces[2];
    int count = 0;
    if (scratch.back[0].data) traces[count++] = arguments(scratch.back, scratch.back_reach, -1);
    if (scratch.forward[0].data) traces[count++] = arguments(scratch.forward, scratch.forward_reach, +1);
    if (count == 0) return;
    // Row by row both, so that the velocities are in the cache for the second.
    const auto kernel = kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(trace_table));
    Vec<int, Dim> first{}, last = grid.cells;
    first[Dim - 1] = lines.first, last[Dim - 1] = std::min(lines.last, last[Dim - 1]);
    const bool counts = context.walls && scratch.met.data;
    const auto met = cells_met_arguments(context, tracer, scratch);
    const FarRows<T, Dim> far = counts ? FarRows<T, Dim>(context, most_further) : FarRows<T, Dim>();
    const auto is_asked_for = [&](const Row& row) {  // for points on faces, by those before and behind a row, too
        Vec<int, Dim> one{};
        for (int axis = 1; axis < Dim; ++axis) one[axis] = 1;
        return !far.holds(row, one, one);
    };
    const auto count_cells_met = kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(cells_met_table));
    for_rows(context.scheduler, Region<Dim>::box(first, last), [&](const Row& row) {
        for (int i = 0; i < count; ++i) {
            for (int axis = 0; axis < Dim; ++axis) expect_writing(traces[i].kept.displacement[axis], row);
            kernel(traces[i], row);
        }
        if (counts && is_asked_for(row)) count_cells_met(met, row);
    });
    for (int i = 0; i < count; ++i)
        for (int axis = 0; axis < Dim; ++axis)
            continue_ghosts(grid, traces[i].kept.displacement[axis], context.scheduler, 1, lines);
    if (counts) continue_ghosts(grid, scratch.met, context.scheduler, 0, lines);
}

#define WHORL_INSTANTIATE(T, Dim)                                                                             \
    template TraceArguments<T, Dim> trace_arguments(const AdvectContext<T, Dim>&, const Faces<const T, Dim>&, \
                                                    const Location<Dim>&, int);                               \
    template void trace_centres(const AdvectContext<T, Dim>&, const Faces<const T, Dim>&,                     \
                                const AdvectScratch<T, Dim>&, const Lines&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
