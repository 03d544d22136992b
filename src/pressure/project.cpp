#include "pressure/project.hpp"

#include <chrono>
#include <cmath>
#include <limits>

#include "boundary/assemble.hpp"
#include "core/for_box.hpp"
#include "parallel/reduce.hpp"
#include "pressure/project_table.hpp"
#include "simd/field_kernels.hpp"

namespace whorl {
namespace {

template <class T, int Dim> const ProjectKernels<T, Dim>& kernels() {
    return kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(project_table));
}

/// b = -div u; its L2 norm over the cells. In pockets, what no pressure can remove is taken out, and reported.
template <class T, int Dim>
double measure_divergence(Scheduler& scheduler, const Grid<Dim>& grid, const ProjectFields<T, Dim>& f,
                          ProjectReport& report) {
    DivergenceArguments<T, Dim> arguments{f.divergence, read_only(f.u), {}};
    for (int axis = 0; axis < Dim; ++axis) {
        arguments.per_spacing[axis] = static_cast<T>(1 / grid.spacing(axis));
        if (grid.periodic[axis]) close_period(grid, f.u, axis);
    }
    const Region<Dim> cells = grid.cell_region();
    if (!f.walls) return std::sqrt(reduce_sum(scheduler, cells, kernels<T, Dim>().divergence, arguments));
    WalledDivergenceArguments<T, Dim> walled{arguments, {{}, f.walls->velocity()}};
    for (int axis = 0; axis < Dim; ++axis) walled.walls.open[axis] = f.walls->open(axis);
    const double norm = std::sqrt(reduce_sum(scheduler, cells, kernels<T, Dim>().walled_divergence, walled));
    if (!f.pockets || f.pockets->count() < 2) return norm;
    const auto removed = f.pockets->remove_means(f.divergence);
    report.unmatched = std::abs(removed.mean);
    report.pocket = removed.pocket;
    return std::sqrt(dot(scheduler, cells, f.divergence, f.divergence));
}

/// Rounding of velocities as large as these leaves a divergence of about this size.
template <class T, int Dim>
double divergence_floor(Scheduler& scheduler, const Grid<Dim>& grid, const Faces<T, Dim>& u) {
    double floor = 0;
    for (int axis = 0; axis < Dim; ++axis)
        floor += max_abs(scheduler, grid.all_faces(axis), u[axis]) / grid.spacing(axis);
    return floor * static_cast<double>(std::numeric_limits<T>::epsilon()) *
           std::sqrt(static_cast<double>(grid.cell_region().cells()));
}

/// Takes the guess from u, scaled by <q,b> / <q,Aq> so that it is never worse than none. The norm that is left.
template <class T, int Dim>
double take_guess(Scheduler& scheduler, const Sides<T, Dim>& sides, const ProjectFields<T, Dim>& f, double before,
                  ProjectReport& report) {
    const Grid<Dim>& grid = sides.grid();
    const Region<Dim> cells = grid.cell_region();
    const double with_b = dot(scheduler, cells, f.q, f.divergence);
    subtract_gradient(scheduler, sides, f.walls, f.u, f.q);
    const double left = measure_divergence(scheduler, grid, f, report);
    const double with_itself = with_b - dot(scheduler, cells, f.q, f.divergence);
    const double best = with_itself > 0 ? with_b / with_itself : 0;
    const double factor = best > 0 && best < 10 ? best : 0;
    if (left <= before && std::abs(factor - 1) < 0.05) return left;
    subtract_gradient(scheduler, sides, f.walls, f.u, f.q, factor - 1);
    scale(scheduler, cells, f.q, static_cast<T>(factor));
    return measure_divergence(scheduler, grid, f, report);
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
                       const Faces<T, Dim>& u, const View<T, Dim>& q, double factor) {
    fill_pressure_ghosts(sides, q, scheduler);
    const Grid<Dim>& grid = sides.grid();
    for (int axis = 0; axis < Dim; ++axis) {
        const GradientArguments<T, Dim> plain{u[axis], q, q.stride[axis], static_cast<T>(factor / grid.spacing(axis))};
        if (walls)
            parallel_rows(scheduler, grid.all_faces(axis), kernels<T, Dim>().walled_gradient,
                          {plain, walls->open(axis)});
        else
            parallel_rows(scheduler, grid.all_faces(axis), kernels<T, Dim>().gradient, plain);
    }
}

template <class T, int Dim>
ProjectReport project(Scheduler& scheduler, const Sides<T, Dim>& sides, PressureSolver<T, Dim>& solver,
                      const ProjectFields<T, Dim>& f, const ProjectGoal& goal) {
    const Grid<Dim>& grid = sides.grid();
    const Region<Dim> cells = grid.cell_region();
    const double per_cell = 1 / std::sqrt(static_cast<double>(cells.cells()));
    ProjectReport report;
    const double before = measure_divergence(scheduler, grid, f, report);
    report.before = report.after = before * per_cell;
    if (!(before > 0)) {
        fill(scheduler, cells, f.q, 0);
        report.reached = before == 0;
        return report;
    }

    const double floor = divergence_floor(scheduler, grid, f.u);
    const double wanted = goal.tolerance * before;
    double left = take_guess(scheduler, sides, f, before, report);
    const Deadline deadline(goal.max_milliseconds);
    while (left > wanted && left > floor && report.iterations < goal.max_iterations &&
           (report.iterations == 0 || !deadline.is_over())) {
        fill(scheduler, cells, f.change, 0);
        // Two decades at a time: beyond that the solver would only polish its own rounding.
        const SolveGoal inner{.relative = std::max(0.5 * wanted / left, 1e-2),
                              .absolute = 0,
                              .max_iterations = goal.max_iterations - report.iterations,
                              .max_milliseconds = deadline.left()};
        const SolveReport solved = solver.solve(f.change, f.divergence, inner, scheduler);
        report.iterations += std::max(solved.iterations, 1);
        if (!f.pockets || f.pockets->count() < 2) report.unmatched = std::abs(solved.removed_mean);
        subtract_gradient(scheduler, sides, f.walls, f.u, f.change);
        add_scaled(scheduler, cells, f.q, 1, f.change);
        const double now = measure_divergence(scheduler, grid, f, report);
        const bool is_better = now < 0.9 * left;
        left = now;
        if (!is_better) break;
    }
    report.after = left * per_cell;
    report.reached = left <= wanted;
    report.at_floor = !report.reached && left <= 4 * floor;
    return report;
}

template <class T, int Dim>
PoissonProblem<T, Dim> projection_problem(const Sides<T, Dim>& sides, const Faces<T, Dim>& weights) {
    return assemble(sides.grid(), sides.grid().cells, weights, [&](int axis, bool high, const Vec<int, Dim>& at) {
        return sides.face(axis, high, at).is_free() ? 2 : 0;  // q = 0 on the side itself, half a cell away
    });
}

template <class T, int Dim>
PoissonProblem<T, Dim> walled_projection_problem(const Sides<T, Dim>& sides, const Walls<T, Dim>& walls,
                                                 const Faces<T, Dim>& weights) {
    const Grid<Dim>& grid = sides.grid();
    PoissonProblem<T, Dim> problem{.cells = grid.cells, .periodic = grid.periodic};
    for (int axis = 0; axis < Dim; ++axis) {
        const double weight = 1 / (grid.spacing(axis) * grid.spacing(axis));
        problem.weight[axis] = static_cast<T>(weight);
        Vec<int, Dim> end = grid.cells;
        ++end[axis];
        const auto open = walls.open(axis);
        for_box({}, end, [&](const Vec<int, Dim>& at) {
            const bool low = at[axis] == 0, high = at[axis] == grid.cells[axis];
            int factor = 1;
            if ((low || high) && !grid.periodic[axis]) factor = sides.face(axis, high, at).is_free() ? 2 : 0;
            Vec<int, Dim> face = at;
            if (high && grid.periodic[axis]) face[axis] = 0;
            weights[axis][at] =
                static_cast<T>(factor * static_cast<int>(open[face])) * (static_cast<T>(weight) / whole_face);
        });
        problem.face_weight[axis] = {weights[axis].data, end, weights[axis].stride};
    }
    return problem;
}

#define WHORL_INSTANTIATE(T, Dim)                                                                                 \
    template ProjectReport project(Scheduler&, const Sides<T, Dim>&, PressureSolver<T, Dim>&,                     \
                                   const ProjectFields<T, Dim>&, const ProjectGoal&);                             \
    template void subtract_gradient(Scheduler&, const Sides<T, Dim>&, const Walls<T, Dim>*, const Faces<T, Dim>&, \
                                    const View<T, Dim>&, double);                                                 \
    template PoissonProblem<T, Dim> projection_problem(const Sides<T, Dim>&, const Faces<T, Dim>&);               \
    template PoissonProblem<T, Dim> walled_projection_problem(const Sides<T, Dim>&, const Walls<T, Dim>&,         \
                                                              const Faces<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
