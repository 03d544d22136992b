#include "pressure/prepared_solver.hpp"

#include <cmath>

#include "parallel/reduce.hpp"
#include "simd/field_kernels.hpp"

namespace whorl {

template <class T, int Dim> Result<void> PreparedSolver<T, Dim>::prepare(const PoissonProblem<T, Dim>& problem) {
    auto finest = make_finest_level(problem, keeps_open_faces());
    if (!finest) return finest.error();
    return take(std::move(finest).value());
}

/// Only sets the floating-point environment: the arithmetic is behind a pointer, where no compiler moves it out.
template <class T, int Dim>
SolveReport PreparedSolver<T, Dim>::solve(View<T, Dim> x, View<const T, Dim> b, const SolveGoal& goal,
                                          Scheduler& scheduler) {
    Solve solve{x, {b, T(0)}, goal, scheduler, {}};
    void (PreparedSolver::*volatile body)(Solve&) = &PreparedSolver::run;
    const FloatEnvironment environment;
    (this->*body)(solve);
    return solve.report;
}

template <class T, int Dim> void PreparedSolver<T, Dim>::run(Solve& solve) {
    const Level<T, Dim>& level = finest();
    SolveReport& report = solve.report;
    take_mean(solve);
    const auto begin_from_zero = [&] {
        fill(solve.scheduler, level.region(), solve.x, T(0));
        report.residual = report.rhs;
    };
    report.residual = report.rhs;
    const bool holds_anything = solve.goal.from_zero && this->begins_anew();
    if (!std::isfinite(report.rhs)) {
        if (holds_anything) begin_from_zero();
        return;
    }
    if (report.rhs == 0) {
        begin_from_zero();
        report.reached = true;
        return;
    }

    if (!level.op.is_uniform() && !solve.goal.from_zero)
        take_off(solve.scheduler, solve.x, 0);  // cells outside keep x = 0
    if (!solve.goal.from_zero) report.residual = residual<T, Dim>(solve.scheduler, level, solve.x, solve.rhs);
    if (!std::isfinite(report.residual)) begin_from_zero();
    Progress start(report, solve.goal, {1, 0});
    report.reached = report.residual <= start.target();
    if (!report.reached && solve.goal.max_iterations > 0) {
        iterate(solve);
        if (!std::isfinite(report.residual)) begin_from_zero();
    } else if (holds_anything) {
        begin_from_zero();
    }
    if (!level.is_singular) return;
    const double mean = sum(solve.scheduler, level.region(), solve.x) / level.active_cells;  // x = 0 elsewhere
    if (solve.goal.leaves_mean)
        report.mean_left = mean;
    else
        take_off(solve.scheduler, solve.x, mean);
}

/// Of a singular system, off the right-hand side; and the norm of what is left of it, from the same sums unless most of
/// their digits would cancel.
template <class T, int Dim> void PreparedSolver<T, Dim>::take_mean(Solve& solve) const {
    const Level<T, Dim>& level = finest();
    const auto moments = [&] {
        return reduce({&sum_fold, &sum_fold}, solve.scheduler, level.region(), kernels_of(level.op).moments,
                      {level.op, {}, solve.rhs.b, solve.rhs.mean, T(0), 0, {}});
    };
    double sum = 0, squares = 0;
    if (solve.goal.moments) {
        sum = solve.goal.moments->sum, squares = solve.goal.moments->squares;
    } else {
        const auto measured = moments();
        sum = measured[0], squares = measured[1];
    }
    double left = squares;
    if (level.is_singular) {
        solve.report.removed_mean = sum / level.active_cells;
        solve.rhs.mean = static_cast<T>(solve.report.removed_mean);
        const double mean = static_cast<double>(solve.rhs.mean);
        left += mean * (mean * level.active_cells - 2 * sum);
        if (!(left > 1e-6 * squares)) left = moments()[1];
    }
    solve.report.rhs = std::sqrt(left);
}

template <class T, int Dim>
void PreparedSolver<T, Dim>::take_off(Scheduler& scheduler, const View<T, Dim>& x, double mean) const {
    const Level<T, Dim>& level = finest();
    parallel_rows(scheduler, level.region(), kernels_of(level.op).shift,
                  {level.op, x, {}, static_cast<T>(mean), T(0), 0, {}});
}

template class PreparedSolver<float, 2>;
template class PreparedSolver<float, 3>;
template class PreparedSolver<double, 2>;
template class PreparedSolver<double, 3>;

}  // namespace whorl
