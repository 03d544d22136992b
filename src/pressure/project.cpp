#include "pressure/project.hpp"

#include <chrono>
#include <cmath>
#include <limits>

#include "boundary/assemble.hpp"
#include "boundary/row_ends.hpp"
#include "core/for_box.hpp"
#include "core/ideas.hpp"
#include "parallel/reduce.hpp"
#include "pressure/project_table.hpp"
#include "simd/field_kernels.hpp"

namespace whorl {
namespace {

template <class T, int Dim> const ProjectKernels<T, Dim>& kernels() {
    return kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(project_table));
}

template <class T, int Dim>
DivergenceArguments<T, Dim> divergence_arguments(const Grid<Dim>& grid, const ProjectFields<T, Dim>& f) {
    DivergenceArguments<T, Dim> arguments{f.divergence, read_only(f.u), {}};
    for (int axis = 0; axis < Dim; ++axis) arguments.per_spacing[axis] = static_cast<T>(1 / grid.spacing(axis));
    return arguments;
}

template <class T, int Dim> WallFlow<T, Dim> wall_flow(const Walls<T, Dim>& walls) {
    WallFlow<T, Dim> flow;
    for (int axis = 0; axis < Dim; ++axis) flow.open[axis] = walls.open(axis);
    if (walls.is_moving()) flow.velocity = walls.velocity();
    return flow;
}

template <class T, int Dim> bool has_pockets(const ProjectFields<T, Dim>& f) {
    return f.walls && f.pockets && f.pockets->count() > 1;
}
/// Takes from b, in pockets, what no pressure can remove, and reports it; the norm of what is left.
template <class T, int Dim>
double match_pockets(Scheduler& scheduler, const Grid<Dim>& grid, const ProjectFields<T, Dim>& f,
                     ProjectReport& report) {
    const auto removed = f.pockets->remove_means(f.divergence);
    report.unmatched = std::abs(removed.mean);
    report.pocket = removed.pocket;
    return std::sqrt(dot(scheduler, grid.cell_region(), f.divergence, f.divergence));
}

/// A norm of b over the cells, and the sums that it comes from, where all cells whose b is not 0 are part of the
/// problem.
struct Measured {
    double norm = 0;
    std::optional<Moments> moments{};
};

/// Between walls a cell may be open to a side alone, through which flow is forced into it: a part of no problem.
template <class T, int Dim> bool has_own_moments(const Sides<T, Dim>& sides, const ProjectFields<T, Dim>& f) {
    if (!f.walls) return true;
    bool rests = !f.walls->is_moving() && !has_pockets(f);
    for (int axis = 0; axis < Dim; ++axis) rests = rests && sides.speed(axis) == 0;
    return rests;
}

/// b = -div u, of which a pressure can remove all that is measured. Without walls b need not be kept.
template <class T, int Dim>
Measured measure_divergence(Scheduler& scheduler, const Sides<T, Dim>& sides, const ProjectFields<T, Dim>& f,
                            ProjectReport& report, bool keeps = true) {
    const Grid<Dim>& grid = sides.grid();
    DivergenceArguments<T, Dim> arguments = divergence_arguments(grid, f);
    const bool drops = !keeps && !f.walls;
    if (drops) arguments.b = {};
    for (int axis = 0; axis < Dim; ++axis)
        if (grid.periodic[axis]) close_period(grid, f.u, axis);
    const Region<Dim> cells = grid.cell_region();
    constexpr const Fold* folds[] = {&sum_fold, &sum_fold};
    const auto sums =
        f.walls ? reduce(folds, scheduler, cells, kernels<T, Dim>().walled_divergence, {arguments, wall_flow(*f.walls)})
                : reduce(folds, scheduler, cells, kernels<T, Dim>().divergence, arguments);
    if (has_pockets(f)) return {match_pockets(scheduler, grid, f, report)};
    Measured measured{std::sqrt(sums[divergence_squared])};
    if (!drops && has_own_moments(sides, f)) measured.moments = Moments{sums[divergence_sum], sums[divergence_squared]};
    return measured;
}

/// How a projection begins: norms of the divergence before and with the guess taken off, which is what f.divergence
/// holds then.
struct Beginning {
    double before = 0, left = 0;
    double floor = 0;   // rounding of velocities as large as these leaves a divergence of about this size
    double factor = 1;  // of the guess
    std::optional<Moments> moments{};  // of f.divergence, where they are known
    bool is_taken = false;             // from u, already
};

template <class T, int Dim> double rounding_of(const Grid<Dim>& grid, double speed_per_spacing) {
    return speed_per_spacing * static_cast<double>(std::numeric_limits<T>::epsilon()) *
           std::sqrt(static_cast<double>(grid.cell_region().cells()));
}

/// In one pass over u and q; u stays as it is. In pockets, where b has to be matched before it is compared with
/// anything, in two. The guess is taken if it leaves no more than there is; else one more pass does without.
template <class T, int Dim> class Guess {
  public:
    Guess(Scheduler& scheduler, const Sides<T, Dim>& sides, const ProjectFields<T, Dim>& f, ProjectReport& report)
        : scheduler_(scheduler),
          sides_(sides),
          grid_(sides.grid()),
          f_(f),
          report_(report),
          arguments_{divergence_arguments(sides.grid(), f), f.q, T(without == Idea::warm_start ? 0 : 1), true, {}} {
        fill_pressure_ghosts(sides, f.q, scheduler);
        for (int axis = 0; axis < Dim; ++axis)
            if (grid_.periodic[axis]) close_period(grid_, f.u, axis);
        if (f.walls) arguments_.walls = wall_flow(*f.walls);
    }

    Beginning begin() {
        Beginning start = has_pockets(f_) ? begin_in_pockets() : begin_at_once();
        const bool is_taken = start.left <= start.before;
        if (!is_taken) arguments_.factor = 0;
        if (is_taken != arguments_.keeps) {
            arguments_.keeps = true;
            start.left = left_of(measure());
        } else if (!is_taken) {
            start.left = start.before;
        }
        start.factor = static_cast<double>(arguments_.factor);
        if (has_own_moments(sides_, f_))
            start.moments = Moments{sums_[kept_sum], sums_[arguments_.keeps ? left_squared : b_squared]};
        if (f_.took_guess) *f_.took_guess = is_taken;
        return start;
    }

  private:
    using Sums = std::array<double, guess_sums>;

    const Sums& measure() {
        sums_ = reduce({&sum_fold, &sum_fold, &sum_fold, &max_fold}, scheduler_, grid_.cell_region(),
                       f_.walls ? kernels<T, Dim>().walled_guess : kernels<T, Dim>().guess, arguments_);
        return sums_;
    }
    double left_of(const Sums& sums) {
        return has_pockets(f_) ? match_pockets(scheduler_, grid_, f_, report_) : std::sqrt(sums[left_squared]);
    }

    Beginning begin_at_once() {
        arguments_.keeps = !f_.took_guess || *f_.took_guess;
        const Sums& sums = measure();
        return {.before = std::sqrt(sums[b_squared]),
                .left = std::sqrt(sums[left_squared]),
                .floor = rounding_of<T, Dim>(grid_, sums[largest_speed])};
    }
    Beginning begin_in_pockets() {
        const T whole = arguments_.factor;
        arguments_.factor = 0;
        const Sums& sums = measure();
        Beginning start{.before = left_of(sums), .floor = rounding_of<T, Dim>(grid_, sums[largest_speed])};
        arguments_.factor = whole;
        start.left = left_of(measure());
        return start;
    }

    Scheduler& scheduler_;
    const Sides<T, Dim>& sides_;
    const Grid<Dim>& grid_;
    const ProjectFields<T, Dim>& f_;
    ProjectReport& report_;
    GuessArguments<T, Dim> arguments_;
    Sums sums_{};  // as measured last
};

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
    AllGradientsArguments<T, Dim> all{.cells = grid.cells, .end = {}, .axis = {}, .open = {}, .ends = ends};
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
    Beginning start = Guess<T, Dim>(scheduler, sides, f, report).begin();
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
        is_kept = f.walls || 0.9 * wanted / left < most;  // there will be another time, and it will be asked for
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
        if (!f.pockets || f.pockets->count() < 2) report.unmatched = std::abs(solved.removed_mean);
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

template <class T, int Dim>
PoissonProblem<T, Dim> projection_problem(const Sides<T, Dim>& sides, const Faces<T, Dim>& weights) {
    return assemble(sides.grid(), sides.grid().cells, weights, [&](int axis, bool high, const Vec<int, Dim>& at) {
        return sides.face(axis, high, at).is_free() ? 2 : 0;  // q = 0 on the side itself, half a cell away
    });
}

template <class T, int Dim>
PoissonProblem<T, Dim> walled_projection_problem(const Sides<T, Dim>& sides, const Walls<T, Dim>& walls,
                                                 SideFaces<Dim>& side_faces) {
    static_assert(OpenFaces<Dim>::whole == whole_face);
    const Grid<Dim>& grid = sides.grid();
    PoissonProblem<T, Dim> problem{.cells = grid.cells, .periodic = grid.periodic};
    for (int axis = 0; axis < Dim; ++axis) {
        const auto open = problem.open.between[axis] = walls.open(axis);
        problem.weight[axis] = static_cast<T>(1 / (grid.spacing(axis) * grid.spacing(axis)));
        for (int side = 0; side < 2 && !grid.periodic[axis]; ++side) {
            problem.side_weight[axis][side] = 2 * problem.weight[axis];  // q = 0 on the side itself, half a cell away
            const auto faces = side_faces.view(axis, side);
            for_box({}, faces.shape, [&](const Vec<int, Dim>& at) {
                Vec<int, Dim> face = at;
                if (side == 1) face[axis] = grid.cells[axis];
                faces[at] = sides.face(axis, side == 1, face).is_free() ? open[face] : std::uint16_t(0);
            });
            problem.open.side[axis][side] = faces;
        }
    }
    return problem;
}

template <class T, int Dim>
PoissonProblem<T, Dim> spread_over_faces(const PoissonProblem<T, Dim>& problem, const Faces<T, Dim>& weights) {
    const Operator<T, Dim> op = operator_of(problem);
    PoissonProblem<T, Dim> spread{.cells = problem.cells, .periodic = problem.periodic, .weight = problem.weight};
    for (int axis = 0; axis < Dim; ++axis) {
        Vec<int, Dim> end = problem.cells;
        ++end[axis];
        for_box({}, end, [&](const Vec<int, Dim>& at) { weights[axis][at] = op.weight(axis, at); });
        spread.face_weight[axis] = {weights[axis].data, end, weights[axis].stride};
    }
    return spread;
}

#define WHORL_INSTANTIATE(T, Dim)                                                                                 \
    template ProjectReport project(Scheduler&, const Sides<T, Dim>&, PressureSolver<T, Dim>&,                     \
                                   const ProjectFields<T, Dim>&, const ProjectGoal&);                             \
    template void subtract_gradient(Scheduler&, const Sides<T, Dim>&, const Walls<T, Dim>*, const Faces<T, Dim>&, \
                                    const View<T, Dim>&, double, int, const Vec<const RowEnds<T>*, Dim>&);        \
    template PoissonProblem<T, Dim> projection_problem(const Sides<T, Dim>&, const Faces<T, Dim>&);               \
    template PoissonProblem<T, Dim> walled_projection_problem(const Sides<T, Dim>&, const Walls<T, Dim>&,         \
                                                              SideFaces<Dim>&);                                   \
    template PoissonProblem<T, Dim> spread_over_faces(const PoissonProblem<T, Dim>&, const Faces<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
