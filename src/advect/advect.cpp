#include "advect/advect.hpp"

#include <algorithm>

#include "advect/flux_vanleer1974.hpp"
#include "advect/group.hpp"

namespace whorl {
namespace {

/// What the fields need of traces from centres: nothing if all are `flux` or `upwind`, or at centres and done in one
/// pass, which follows the traces itself. Where they have been made already, they are taken as they are.
template <class T, int Dim>
AdvectScratch<T, Dim> with_traces(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
                                  bool is_at_centres, std::span<const AdvectedField<T, Dim>> fields,
                                  const AdvectScratch<T, Dim>& scratch) {
    bool needs_back = false, needs_forward = false;
    for (const auto& field : fields) {
        const bool is_local = field.scheme == Scheme::flux || field.scheme == Scheme::upwind;
        needs_forward = needs_forward || has_predictor(field.scheme);
        needs_back = needs_back || needs_forward || (!is_local && !is_at_centres);
    }
    AdvectScratch<T, Dim> result{.back_reach = scratch.back_reach,
                                 .forward_reach = scratch.forward_reach,
                                 .fill = scratch.fill,
                                 .is_traced = scratch.is_traced};
    const bool is_kept = scratch.back[0].data;  // else traces are followed once more whenever they are needed
    if (is_kept && (needs_back || scratch.is_traced)) result.back = at_cells(context.domain.grid, scratch.back);
    if (is_kept && needs_forward) result.forward = at_cells(context.domain.grid, scratch.forward);
    if (context.walls && result.back[0].data) result.met = scratch.met;
    if (context.walls) result.notes = scratch.notes;
    if (context.walls && !is_kept) result.counted = scratch.counted;
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
        Group<T, Dim>* const alone[] = {&one};
        Group<T, Dim>::advect(alone, traced, static_cast<int>(first));
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
    Group<T, Dim>* const each[] = {&groups[0], &groups[1], &groups[2]};
    const bool share_predictor =
        has_predictor(components[0].scheme) && components[0].predictor.data == components[1].predictor.data;
    if (!share_predictor) return Group<T, Dim>::advect(std::span(each, Dim), traced, 0);
    for (int axis = 0; axis < Dim; ++axis) Group<T, Dim>::advect(std::span(each + axis, 1), traced, axis);
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
