#include "pressure/multigrid.hpp"

namespace whorl {

template <class T, int Dim> void Multigrid<T, Dim>::iterate(Solve& solve) {
    Progress progress(solve.report, solve.goal, {.iterations = 4, .factor = 0.9});
    int cycles = 0;
    double norm = 0;
    do {
        hierarchy_.cycle(solve.scheduler, solve.x, solve.rhs, ColourOrder::same, cycles == 0 && solve.goal.from_zero);
        norm = residual<T, Dim>(solve.scheduler, finest(), solve.x, solve.rhs);
    } while (progress.goes_on(norm, ++cycles));
}

template class Multigrid<float, 2>;
template class Multigrid<float, 3>;
template class Multigrid<double, 2>;
template class Multigrid<double, 3>;

}  // namespace whorl
