#include "pressure/red_black.hpp"

#include <algorithm>

namespace whorl {

template <class T, int Dim> void RedBlack<T, Dim>::iterate(Solve& solve) {
    constexpr int sweeps_per_check = 4;  // a residual costs as much as a sweep
    int sweeps = 0;
    const auto sweep = [&] {
        for (const int end = std::min(sweeps + sweeps_per_check, solve.goal.max_iterations); sweeps < end; ++sweeps)
            for (const int colour : {0, 1}) relax(solve.scheduler, level_, solve.x, solve.rhs, colour, T(1));
        return residual<T, Dim>(solve.scheduler, level_, solve.x, solve.rhs);
    };
    // The first sweep gathers the residual on one colour, by which that of a smooth b grows: progress is measured from
    // there.
    solve.report.residual = sweep();
    Progress progress(solve.report, solve.goal, {.iterations = 24, .factor = 1});
    while (progress.goes_on(solve.report.residual, sweeps)) solve.report.residual = sweep();
}

template class RedBlack<float, 2>;
template class RedBlack<float, 3>;
template class RedBlack<double, 2>;
template class RedBlack<double, 3>;

}  // namespace whorl
