#include "pressure/project.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "boundary/row_ends.hpp"
#include "parallel/rows.hpp"
#include "pressure/measured_divergence.hpp"
#include "pressure/project_table.hpp"
#include "simd/field_kernels.hpp"

namespace whorl {
namespace {

template <class T, int Dim> const ProjectKernels<T, Dim>& kernels() {
    return kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(project_table));
}

/// What a cycle leaves where nothing is in its way.
constexpr double usual_gain = 0.08;
/// The same from what so many of them have left, if they are few and all is well; else 0, so that solvers look.
double gain_of(double left, int iterations) {
    constexpr double enough = 0.15;
    const double gain = iterations == 1 ? left : iterations == 2 ? std::sqrt(left) : 1;
    return gain < enough ? gain : 0;
}

/// Looks at the clock only where time is limited: elsewhere results must not depend on it.
class Deadline {
  public:
    explicit Deadline(double milliseconds) : milliseconds_(milliseconds) {
        if (milliseconds > 0) start_ = Clock::now();
    }
    double left() const {
        if (milliseconds_ <= 0) return 0;
        const std::chrono::duration<double, std::milli> spent = Clock::now() - start_;
        return std::max(milliseconds_ - spent.count(), 1e-9);
    }
    bool is_over() const { return milliseconds_ > 0 && left() <= 1e-9; }

  private:
    using Clock = std::chrono::steady_clock;
    double milliseconds_;
    Clock::time_point start_{};
};

}  // namespace

template <class T, int Dim>
void subtract_gradient(Scheduler& scheduler, const Sides<T, Dim>& sides, const Walls<T, Dim>* walls,
                       const Faces<T, Dim>& u, const View<T, Dim>& q, double factor, int first_axis,
                       const Vec<const RowEnds<T>*, Dim>& ends) {
    fill_pressure_ghosts(sides, q, scheduler, first_axis);
    const Grid<Dim>& grid = sides.grid();
    AllGradientsArguments<T, Dim> all{
        .cells = grid.cells, .end = {}, .axis = {}, .open = {}, .blocks = {}, .ends = ends};
    if (walls) all.blocks = walls->blocks();
    for (int axis = 0; axis < Dim; ++axis) {
        all.axis[axis] = {u[axis], q, q.stride[axis], static_cast<T>(factor / grid.spacing(axis))};
        all.end[axis] = grid.face_shape(axis)[axis];
        if (walls) all.open[axis] = walls->open(axis);
    }
    parallel_rows(scheduler, Region<Dim>::box({}, all.end),
                  walls ? kernels<T, Dim>().walled_gradient : kernels<T, Dim>().gradient, all);
}

template <class T, int Dim>
ProjectReport project(Scheduler& scheduler, const Sides<T, Dim>& sides, PressureSolver<T, Dim>& solver,
                      const ProjectFields<T, Dim>& f, const ProjectGoal& goal) {
    const Grid<Dim>& grid = sides.grid();
    const Region<Dim> cells = grid.cell_region();
    const double per_cell = 1 / std::sqrt(static_cast<double>(cells.cells()));
    ProjectReport report;
    Beginning start = begin_projection(scheduler, sides, f, report);
    const double before = start.before, floor = start.floor;
    report.before = report.after = before * per_cell;
    if (!(before > 0)) {
        if (f.mean.data) {
            copy(scheduler, cells, f.mean, f.q);
            scale(scheduler, cells, f.mean, T(0.5));
        }
        fill(scheduler, cells, f.q, 0);
        report.reached = before == 0;
        return report;
    }

    // What the solver finds goes with the guess, if that is still to be taken.
    const auto take = [&](const View<T, Dim>& change, double offset) {
        if (start.is_taken) {
            subtract_gradient(scheduler, sides, f.walls, f.u, change);
            if (!f.mean.data) return add_scaled(scheduler, cells, f.q, 1, change);
            return parallel_rows(scheduler, cells, kernels<T, Dim>().add_more, {f.q, change, f.mean});
        }
        const auto ends = pressure_row_ends(sides);
        parallel_rows(
            scheduler, cells, kernels<T, Dim>().add_change,
            {f.q, change, f.mean, static_cast<T>(start.factor), static_cast<T>(offset), ends ? &*ends : nullptr});
        subtract_gradient(scheduler, sides, f.walls, f.u, f.q, 1, ends ? 1 : 0);
        start.is_taken = true;
    };
    const double wanted = goal.tolerance * before;
    double left = start.left;
    double gain = usual_gain;
    bool is_kept = true;  // f.divergence is what is left
    const Deadline deadline(goal.max_milliseconds);
    while (left > wanted && left > floor && report.iterations < goal.max_iterations &&
           (report.iterations == 0 || !deadline.is_over())) {
        if (!solver.begins_anew()) fill(scheduler, cells, f.change, 0);
        if (!is_kept) start.moments = measure_divergence(scheduler, sides, f, report).moments;
        // Two decades at a time: beyond that the solver would only polish its own rounding.
        constexpr double most = 1e-2;
        // Where there will be another time it is asked for, and where there are pockets, sums need it.
        is_kept = f.has_pockets() || 0.9 * wanted / left < most;
        const SolveGoal inner{.relative = std::max(0.9 * wanted / left, most),
                              .absolute = 0,
                              .max_iterations = goal.max_iterations - report.iterations,
                              .max_milliseconds = deadline.left(),
                              .from_zero = true,
                              .leaves_mean = !start.is_taken && !f.walls,  // cells in walls keep their q
                              .moments = start.moments,
                              .expected_gain = gain};
        const SolveReport solved = solver.solve(f.change, f.divergence, inner, scheduler);
        report.iterations += std::max(solved.iterations, 1);
        if (!f.has_pockets()) report.unmatched = std::abs(solved.removed_mean);
        take(f.change, solved.mean_left);
        const Measured measured = measure_divergence(scheduler, sides, f, report, is_kept);
        const double now = measured.norm;
        start.moments = measured.moments;
        const bool is_better = now < 0.9 * left;
        gain = gain_of(now / left, solved.iterations);
        left = now;
        if (!is_better) break;
    }
    if (!start.is_taken) {
        fill(scheduler, cells, f.change, 0);
        take(f.change, 0);
    }
    report.after = left * per_cell;
    report.reached = left <= wanted;
    report.at_floor = !report.reached && left <= 4 * floor;
    return report;
}

#define WHORL_INSTANTIATE(T, Dim)                                                                                 \
    template ProjectReport project(Scheduler&, const Sides<T, Dim>&, PressureSolver<T, Dim>&,                     \
                                   const ProjectFields<T, Dim>&, const ProjectGoal&);                             \
    template void subtract_gradient(Scheduler&, const Sides<T, Dim>&, const Walls<T, Dim>*, const Faces<T, Dim>&, \
                                    const View<T, Dim>&, double, int, const Vec<const RowEnds<T>*, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
