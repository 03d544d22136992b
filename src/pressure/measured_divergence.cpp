#include "pressure/measured_divergence.hpp"

#include <array>
#include <cmath>
#include <limits>

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
    flow.blocks = walls.blocks();
    return flow;
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

/// Between walls a cell may be open to a side alone, through which flow is forced into it: a part of no problem.
template <class T, int Dim> bool has_own_moments(const Sides<T, Dim>& sides, const ProjectFields<T, Dim>& f) {
    if (!f.walls) return true;
    bool rests = !f.walls->is_moving() && !f.has_pockets();
    for (int axis = 0; axis < Dim; ++axis) rests = rests && sides.speed(axis) == 0;
    return rests;
}

template <class T, int Dim> double rounding_of(const Grid<Dim>& grid, double speed_per_spacing) {
    return speed_per_spacing * static_cast<double>(std::numeric_limits<T>::epsilon()) *
           std::sqrt(static_cast<double>(grid.cell_region().cells()));
}

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
        Beginning start = f_.has_pockets() ? begin_in_pockets() : begin_at_once();
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
        return f_.has_pockets() ? match_pockets(scheduler_, grid_, f_, report_) : std::sqrt(sums[left_squared]);
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

}  // namespace

template <class T, int Dim>
Measured measure_divergence(Scheduler& scheduler, const Sides<T, Dim>& sides, const ProjectFields<T, Dim>& f,
                            ProjectReport& report, bool keeps) {
    const Grid<Dim>& grid = sides.grid();
    DivergenceArguments<T, Dim> arguments = divergence_arguments(grid, f);
    const bool drops = !keeps && !f.has_pockets();
    if (drops) arguments.b = {};
    for (int axis = 0; axis < Dim; ++axis)
        if (grid.periodic[axis]) close_period(grid, f.u, axis);
    const Region<Dim> cells = grid.cell_region();
    constexpr const Fold* folds[] = {&sum_fold, &sum_fold};
    const auto sums =
        f.walls ? reduce(folds, scheduler, cells, kernels<T, Dim>().walled_divergence, {arguments, wall_flow(*f.walls)})
                : reduce(folds, scheduler, cells, kernels<T, Dim>().divergence, arguments);
    if (f.has_pockets()) return {match_pockets(scheduler, grid, f, report)};
    Measured measured{std::sqrt(sums[divergence_squared])};
    if (!drops && has_own_moments(sides, f)) measured.moments = Moments{sums[divergence_sum], sums[divergence_squared]};
    return measured;
}

template <class T, int Dim>
Beginning begin_projection(Scheduler& scheduler, const Sides<T, Dim>& sides, const ProjectFields<T, Dim>& f,
                           ProjectReport& report) {
    return Guess<T, Dim>(scheduler, sides, f, report).begin();
}

#define WHORL_INSTANTIATE(T, Dim)                                                                        \
    template Measured measure_divergence(Scheduler&, const Sides<T, Dim>&, const ProjectFields<T, Dim>&, \
                                         ProjectReport&, bool);                                          \
    template Beginning begin_projection(Scheduler&, const Sides<T, Dim>&, const ProjectFields<T, Dim>&, ProjectReport&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
