#include "pressure/gauss_seidel.hpp"

#include <algorithm>

#include "pressure/lexicographic_table.hpp"

namespace whorl {

template <class T, int Dim> void GaussSeidel<T, Dim>::iterate(Solve& solve) {
    constexpr int sweeps_per_check = 4;  // a residual costs as much as a sweep
    const Level<T, Dim>& level = this->level_;
    const auto& kernels = kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(lexicographic_table));
    const auto sweep_row = level.op.is_uniform() ? kernels.uniform : kernels.general;
    const RelaxArguments<T, Dim> arguments{level.op, solve.x, solve.rhs.b, solve.rhs.mean, T(1), 0, {}};
    const Region<Dim> region = level.region();

    Progress progress(solve.report, solve.goal, {.iterations = 24, .factor = 1});
    int sweeps = 0;
    do {
        for (const int end = std::min(sweeps + sweeps_per_check, solve.goal.max_iterations); sweeps < end; ++sweeps)
            for (int i = 0; i < region.count(); ++i) sweep_row(arguments, region.row(i));
    } while (progress.goes_on(residual<T, Dim>(solve.scheduler, level, solve.x, solve.rhs), sweeps));
}

template class GaussSeidel<float, 2>;
template class GaussSeidel<float, 3>;
template class GaussSeidel<double, 2>;
template class GaussSeidel<double, 3>;

}  // namespace whorl
