#include "pressure/multigrid.hpp"

namespace whorl {

template <class T, int Dim> void Multigrid<T, Dim>::iterate(Solve& solve) {
    Progress progress(solve.report, solve.goal, {.iterations = 4, .factor = 0.9});
    int cycles = 0;
    bool goes_on = true;
    while (goes_on) {
        hierarchy_.cycle(solve.scheduler, solve.x, solve.rhs, ColourOrder::same, cycles == 0 && solve.goal.from_zero);
        ++cycles;
        const Look look = progress.look(cycles);
        if (look == Look::later) continue;
        if (look == Look::not_at_all) return progress.take_for_reached(cycles);
        goes_on = progress.goes_on(residual<T, Dim>(solve.scheduler, finest(), solve.x, solve.rhs), cycles);
    }
}

template class Multigrid<float, 2>;
template class Multigrid<float, 3>;
template class Multigrid<double, 2>;
template class Multigrid<double, 3>;

}  // namespace whorl
