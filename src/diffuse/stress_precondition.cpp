// What the solvers of the single components are given: the diagonal for a time step, and weights from the samples of
// the stress (see stress.hpp).
#include "diffuse/stress.hpp"
#include "diffuse/stress_places-inl.hpp"
#include "parallel/rows.hpp"

namespace whorl {
using namespace stress_detail;
namespace {

template <class T, int Dim> struct ClosedLinkArguments {
    View<T, Dim> scalar_diagonal;
    View<const T, Dim> diagonal;  // 0: no flow
    Faces<T, Dim> weight;
    Vec<int, Dim> cells;
    Vec<bool, Dim> periodic;
    int axis = 0;

    /// Unknown `at`, moved into the box where it is periodic, has no flow. Beyond a side there is a given value.
    bool is_closed(Vec<int, Dim> at) const {
        for (int a = 0; a < Dim; ++a) {
            if (periodic[a]) at[a] = (at[a] + cells[a]) % cells[a];
            if (at[a] < 0 || at[a] >= cells[a]) return false;
        }
        return !(diagonal[at] > T(0));
    }
};

template <class T, int Dim> void hold_closed_links(const ClosedLinkArguments<T, Dim>& in, const Row& row) {
    for (int x = row.x0; x < row.x1; ++x) {
        const Vec<int, Dim> at = place_in<Dim>(row, x);
        T sum = in.diagonal[at];
        if (sum > T(0))
            for (int axis = 0; axis < Dim; ++axis)
                for (const int high : {0, 1})
                    if (in.is_closed(moved(at, axis, high ? 1 : -1))) sum += in.weight[axis][moved(at, axis, high)];
        in.scalar_diagonal[at] = sum;
    }
}

template <class T, int Dim> void cut_closed_links(const ClosedLinkArguments<T, Dim>& in, const Row& row) {
    for (int x = row.x0; x < row.x1; ++x) {
        const Vec<int, Dim> at = place_in<Dim>(row, x);
        if (in.is_closed(at) || in.is_closed(moved(at, in.axis, -1))) in.weight[in.axis][at] = 0;
    }
}

}  // namespace

/// The diagonal for dt, and the weights of the components' own problems, which have a little viscosity everywhere:
/// cells that are coupled to none would be walls to them.
template <class T, int Dim> void Stress<T, Dim>::weigh(Scheduler& scheduler, double dt) {
    const double h = grid_.smallest_spacing(), least = 1e-3 * h * h / dt;
    const bool is_walled = weights_.is_walled;
    for (int axis = 0; axis < Dim; ++axis) {
        const Diffusion<T, Dim>& box = boxes_[axis];
        const View<const T, Dim> held = is_walled ? weights_.held[axis].view() : View<const T, Dim>{};
        parallel_rows(scheduler, box.region(), kernels<T, Dim>().diagonal,
                      {diagonal_[axis].view(), weights_.mass[axis].view(), held, viscosity_.view(), axis,
                       static_cast<T>(1 / dt)});
        // Between unknowns k - 1 and k: along the axis itself the cell between them, else the edge.
        for (int other = 0; other < Dim; ++other) {
            Vec<int, Dim> end = box.problem.cells;
            ++end[other];
            const auto pair = static_cast<std::size_t>(pair_of<Dim>(axis, other));
            View<const T, Dim> sample{}, weight{};
            if (other == axis) {
                const Vec<int, Dim> first = moved(box.first, axis, -1);
                sample = from<const T, Dim>(stretch_[is_walled ? axis : 0].view(), first);
                if (is_walled) weight = from<const T, Dim>(weights_.stretch[axis].view(), first);
            } else {
                sample = from<const T, Dim>(shear_[pair].view(), box.first);
                weight = from<const T, Dim>(weights_.shear[pair].view(), box.first);
            }
            const double factor = (other == axis ? 2 : 1) * per_cell_[other] * per_cell_[other];
            parallel_rows(
                scheduler, Region<Dim>::box({}, end), kernels<T, Dim>().links,
                {scalar_weights_[axis][other].view(), sample, weight, static_cast<T>(factor), static_cast<T>(least)});
        }
        if (is_walled) close_links(scheduler, axis);
    }
}

/// Of a component's own problem: faces that no flow passes are 0, and hold the faces that they are linked to.
template <class T, int Dim> void Stress<T, Dim>::close_links(Scheduler& scheduler, int axis) {
    const Diffusion<T, Dim>& box = boxes_[axis];
    ClosedLinkArguments<T, Dim> in{scalar_diagonal_[axis].view(), from<const T, Dim>(diagonal_[axis].view(), box.first),
                                   views(scalar_weights_[axis]), box.problem.cells, box.problem.periodic};
    const Region<Dim> unknowns = Region<Dim>::box({}, box.problem.cells);
    parallel_rows(scheduler, unknowns, &hold_closed_links<T, Dim>, in);
    for (int other = 0; other < Dim; ++other) {
        Vec<int, Dim> end = box.problem.cells;
        ++end[other];
        in.axis = other;
        parallel_rows(scheduler, Region<Dim>::box({}, end), &cut_closed_links<T, Dim>, in);
    }
}

template <class T, int Dim> Result<void> Stress<T, Dim>::prepare(Scheduler& scheduler, double dt) {
    weigh(scheduler, dt);
    for (int axis = 0; axis < Dim; ++axis)
        if (solvers_[axis])
            if (auto ok = solvers_[axis]->prepare(boxes_[axis].problem); !ok) return ok;
    expect_walls(expected_);
    return {};
}

template <class T, int Dim> bool Stress<T, Dim>::set_dt(Scheduler& scheduler, double dt) {
    if (!is_prepared_) return is_prepared_ = static_cast<bool>(prepare(scheduler, dt));
    weigh(scheduler, dt);
    bool follows = true;
    for (auto& solver : solvers_) follows = follows && (!solver || solver->refresh());
    return follows;
}

#define WHORL_INSTANTIATE(T, Dim)                                      \
    template void Stress<T, Dim>::weigh(Scheduler&, double);           \
    template void Stress<T, Dim>::close_links(Scheduler&, int);        \
    template Result<void> Stress<T, Dim>::prepare(Scheduler&, double); \
    template bool Stress<T, Dim>::set_dt(Scheduler&, double);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
