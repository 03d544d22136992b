#include "pressure/multigrid.hpp"

namespace whorl {
namespace {

/// What a first cycle never gains, so that nobody need look: it is 6 to 15.
constexpr double most_gain = 50;

}  // namespace

template <class T, int Dim> void Multigrid<T, Dim>::iterate(Solve& solve) {
    Progress progress(solve.report, solve.goal, {.iterations = 4, .factor = 0.9});
    int cycles = 0;
    double norm = solve.report.residual;
    bool goes_on = true;
    while (goes_on) {
        hierarchy_.cycle(solve.scheduler, solve.x, solve.rhs, ColourOrder::same, cycles == 0 && solve.goal.from_zero);
        ++cycles;
        const bool cannot_be_enough = cycles == 1 && norm > most_gain * progress.target();
        if (cannot_be_enough && solve.goal.max_iterations > 1 && solve.goal.max_milliseconds <= 0) continue;
        norm = residual<T, Dim>(solve.scheduler, finest(), solve.x, solve.rhs);
        goes_on = progress.goes_on(norm, cycles);
    }
}

template class Multigrid<float, 2>;
template class Multigrid<float, 3>;
template class Multigrid<double, 2>;
template class Multigrid<double, 3>;

}  // namespace whorl
