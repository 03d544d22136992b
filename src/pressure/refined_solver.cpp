#include "pressure/refined_solver.hpp"

namespace whorl {

template <class T, int Dim> Result<void> RefinedSolver<T, Dim>::take(Level<T, Dim> finest) {
    if (auto made = this->make_field(r_, finest.op.cells); !made) return made.error();
    return OneLevelSolver<T, Dim>::take(std::move(finest));
}

template <class T, int Dim> void RefinedSolver<T, Dim>::iterate(Solve& solve) {
    Progress progress(solve.report, solve.goal, {.iterations = 1, .factor = 0.5});
    const auto find_residual = [&] {
        return residual<T, Dim>(solve.scheduler, this->level_, solve.x, solve.rhs, r_.view());
    };
    int solves = 0;
    find_residual();
    do correct(solve.x, r_.view());
    while (progress.goes_on(find_residual(), ++solves));
}

template class RefinedSolver<float, 2>;
template class RefinedSolver<float, 3>;
template class RefinedSolver<double, 2>;
template class RefinedSolver<double, 3>;

}  // namespace whorl
