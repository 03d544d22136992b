#include "step/diffuser.hpp"

#include <algorithm>
#include <limits>

namespace whorl {

template <class T, int Dim>
Result<Diffuser<T, Dim>> Diffuser<T, Dim>::make(const Sides<T, Dim>& sides, bool is_velocity, int number,
                                                bool has_weights) {
    Diffuser made;
    made.is_velocity_ = is_velocity;
    made.number_ = number;
    if (has_weights) {
        auto weights = weight_fields<T>(sides.grid());
        if (!weights) return weights.error();
        made.weights_ = std::move(weights).value();
    }
    auto solver = make_pressure_solver<T, Dim>("auto");
    if (!solver) return solver.error();
    made.solver_ = std::move(solver).value();
    const Faces<T, Dim> views = views_of(made.weights_);
    made.diffusion_ = is_velocity ? velocity_diffusion(sides, number, views) : scalar_diffusion(sides, number, views);
    made.diffusion_.problem.diagonal = 1;
    if (made.diffusion_.region().cells() == 0)
        made.solver_ = nullptr;  // one cell between walls
    else if (auto ok = made.solver_->prepare(made.diffusion_.problem); !ok)
        return ok.error();
    return made;
}

template <class T, int Dim> std::size_t Diffuser<T, Dim>::bytes() const {
    std::size_t sum = (solver_ ? solver_->bytes() : 0) + (walled_ ? walled_->bytes() : 0);
    for (const auto& field : weights_) sum += field.bytes();
    return sum;
}

template <class T, int Dim> Result<void> Diffuser<T, Dim>::make_room_for_walls(const Grid<Dim>& grid) {
    if (!solver_) return {};
    auto walled = WalledDiffusion<T, Dim>::make(grid, is_velocity_);
    if (!walled) return walled.error();
    walled_ = std::move(walled).value();
    is_prepared_ = false;
    return {};
}

template <class T, int Dim> void Diffuser<T, Dim>::expect_walls(const WallExtent& walls) {
    if (!walled_) return;
    expected_ = walls;
    walled_->expect(walls);
    solver_->expect_walls(walls);
}

template <class T, int Dim>
void Diffuser<T, Dim>::follow_walls(const Sides<T, Dim>& sides, const Walls<T, Dim>& walls,
                                    const std::vector<PlacedObstacle<Dim>>& obstacles) {
    if (!walled_) return;
    if (is_velocity_)
        wall_velocity(sides, number_, walls, obstacles, *walled_, diffusion_);
    else
        wall_scalar(sides, number_, walls, *walled_, diffusion_);
    rate_ = 0;  // the diagonal comes with the next solve
}

template <class T, int Dim> bool Diffuser<T, Dim>::is_lost_in_rounding(double rate) const {
    double weight = 0;
    for (const T each : diffusion_.problem.weight.component) weight = std::max(weight, static_cast<double>(each));
    return !(rate * weight > 0.01 * static_cast<double>(std::numeric_limits<T>::epsilon()));
}

template <class T, int Dim> void Diffuser<T, Dim>::set_rate(double rate) {
    if (rate == rate_) return;
    rate_ = rate;
    PoissonProblem<T, Dim>& problem = diffusion_.problem;
    problem.diagonal = static_cast<T>(1 / rate);
    bool follows = is_prepared_;
    if (walled_ && is_velocity_) {
        set_velocity_diagonal(diffusion_, *walled_, rate);
        const View<T, Dim> diagonal = walled_->diagonal.view();
        problem.cell_diagonal = {diagonal.data, problem.cells, diagonal.stride};
        follows = follows && solver_->refresh();
    } else {
        follows = follows && solver_->set_diagonal(problem.diagonal) && (!walled_ || solver_->refresh());
    }
    if (!follows) {
        (void)solver_->prepare(problem);
        solver_->expect_walls(expected_);
    }
    is_prepared_ = true;
}

template <class T, int Dim>
void Diffuser<T, Dim>::add(Scheduler& scheduler, double rate, const View<T, Dim>& u, const View<T, Dim>& x) {
    if (!solver_ || is_lost_in_rounding(rate)) return;
    set_rate(rate);
    if (walled_)
        add_walled_laplacian<T, Dim>(scheduler, diffusion_, *walled_, u, x, rate);
    else
        add_laplacian<T, Dim>(scheduler, diffusion_, u, x, rate);
}

template <class T, int Dim>
void Diffuser<T, Dim>::diffuse(Scheduler& scheduler, double rate, const Vec<View<T, Dim>, 3>& x_rhs_change,
                               const SolveGoal& goal) {
    if (!solver_ || is_lost_in_rounding(rate)) return;
    set_rate(rate);
    if (!walled_) {
        whorl::diffuse(scheduler, *solver_, diffusion_, x_rhs_change, goal);
        return;
    }
    diffuse_walled(scheduler, *solver_, diffusion_, *walled_, x_rhs_change, goal);
}

template class Diffuser<float, 2>;
template class Diffuser<float, 3>;
template class Diffuser<double, 2>;
template class Diffuser<double, 3>;

}  // namespace whorl
