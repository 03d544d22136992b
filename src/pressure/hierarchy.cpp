#include "pressure/hierarchy.hpp"

#include "parallel/rows.hpp"

namespace whorl {
namespace {

template <class T, int Dim> std::int64_t cells_of(const Level<T, Dim>& level) {
    return level.region().cells();
}

/// What restriction put into the coarse cell that a fine one lies in goes to the one that it belongs to.
template <class T, int Dim>
void move_residuals(const Level<T, Dim>& fine, const View<const T, Dim>& x, const RightSide<T, Dim>& rhs,
                    const View<T, Dim>& coarse_b) {
    T share = 1;
    for (int a = 0; a < Dim; ++a)
        if (fine.transfer.halved[a]) share *= T(0.5);
    for (const MovedCell<Dim>& moved : fine.aggregation.moved()) {
        const Vec<int, Dim>& at = moved.cell;
        T residual = rhs.b[at] - rhs.mean - fine.op.extra[at] * x[at];
        for (int a = 0; a < Dim; ++a)
            for (const int side : {0, 1}) {
                Vec<int, Dim> beside = at, face = at;
                beside[a] += side ? 1 : -1, face[a] += side;
                if (fine.op.periodic[a]) beside[a] = (beside[a] + fine.op.cells[a]) % fine.op.cells[a];
                const bool is_outside = beside[a] < 0 || beside[a] >= fine.op.cells[a];
                residual += fine.op.face[a][face] * ((is_outside ? T(0) : x[beside]) - x[at]);
            }
        coarse_b[moved.from] -= share * residual;
        coarse_b[moved.to] += share * residual;
    }
}

}  // namespace

template <class T, int Dim> Result<void> Hierarchy<T, Dim>::prepare(Level<T, Dim> finest) {
    levels_.clear();
    levels_.push_back(std::move(finest));
    // The finest level has no x and b to hand to the direct solver, so there are always two.
    while (is_worth_halving(levels_.back()) &&
           (levels_.size() == 1 || cells_of(levels_.back()) > Coarsest<T, Dim>::max_cells)) {
        auto coarser = make_coarser_level(levels_.back());
        if (!coarser) return coarser.error();
        levels_.push_back(std::move(coarser).value());
    }
    if (levels_.size() > 1 && cells_of(levels_.back()) <= Coarsest<T, Dim>::max_cells)
        coarsest_.prepare(levels_.back());
    return {};
}

template <class T, int Dim> void Hierarchy<T, Dim>::set_diagonal(T diagonal) {
    whorl::set_diagonal(levels_.front(), diagonal);
    for (std::size_t k = 0; k < levels_.size(); ++k) {
        levels_[k].op.diagonal = diagonal;
        if (k + 1 < levels_.size()) set_omega(levels_[k]);
        if (k > 0 && !levels_[k].op.is_uniform()) refresh_coarser_level(levels_[k - 1], levels_[k]);
    }
    if (levels_.size() > 1 && cells_of(levels_.back()) <= Coarsest<T, Dim>::max_cells)
        coarsest_.prepare(levels_.back());
}

template <class T, int Dim> bool Hierarchy<T, Dim>::refresh() {
    if (!refresh_finest_level(levels_.front())) return false;
    for (std::size_t k = 1; k < levels_.size(); ++k) refresh_coarser_level(levels_[k - 1], levels_[k]);
    if (levels_.size() > 1 && cells_of(levels_.back()) <= Coarsest<T, Dim>::max_cells)
        coarsest_.prepare(levels_.back());
    return true;
}

template <class T, int Dim>
void Hierarchy<T, Dim>::cycle(Scheduler& scheduler, const View<T, Dim>& x, const RightSide<T, Dim>& rhs,
                              ColourOrder order, bool from_zero) {
    const auto x_of = [&](std::size_t k) { return k == 0 ? x : levels_[k].x.view(); };
    const auto rhs_of = [&](std::size_t k) { return k == 0 ? rhs : RightSide<T, Dim>{levels_[k].b.view(), T(0)}; };
    const auto omega_of = [&](std::size_t k) {
        const T omega = levels_[k].omega;
        return order == ColourOrder::reversed && omega > T(1) ? T(1) : omega;
    };
    const std::size_t bottom = levels_.size() - 1;
    const int first = order == ColourOrder::same ? 0 : 1;

    for (std::size_t k = 0; k < bottom; ++k) {
        if (k > 0 || from_zero)
            relax_from_zero(scheduler, levels_[k], x_of(k), rhs_of(k), 0, omega_of(k));
        else
            relax(scheduler, levels_[k], x_of(k), rhs_of(k), 0, omega_of(k));
        relax(scheduler, levels_[k], x_of(k), rhs_of(k), 1, omega_of(k));
        restrict_residual(scheduler, k, x_of(k), rhs_of(k));
    }
    solve_coarsest(scheduler, x_of(bottom), rhs_of(bottom));
    for (std::size_t k = bottom; k-- > 0;) {
        prolong(scheduler, k, x_of(k));
        relax(scheduler, levels_[k], x_of(k), rhs_of(k), first, omega_of(k));
        relax(scheduler, levels_[k], x_of(k), rhs_of(k), 1 - first, omega_of(k));
    }
}

template <class T, int Dim>
void Hierarchy<T, Dim>::restrict_residual(Scheduler& scheduler, std::size_t k, const View<const T, Dim>& x,
                                          const RightSide<T, Dim>& rhs) {
    const Level<T, Dim>& fine = levels_[k];
    Level<T, Dim>& coarse = levels_[k + 1];
    const auto& forms = kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(transfer_table));
    parallel_rows(scheduler, coarse.region(), (fine.op.is_uniform() ? forms.uniform : forms.general).restrict_residual,
                  {fine.op, x, rhs.b, rhs.mean, fine.transfer, coarse.b.view()});
    if (!fine.op.is_uniform()) move_residuals(fine, x, rhs, coarse.b.view());
}

template <class T, int Dim>
void Hierarchy<T, Dim>::prolong(Scheduler& scheduler, std::size_t k, const View<T, Dim>& x) {
    const Level<T, Dim>& fine = levels_[k];
    Level<T, Dim>& coarse = levels_[k + 1];
    if (!coarse.op.is_uniform())
        parallel_rows(scheduler, coarse.region(), kernels_of(coarse.op).extend,
                      {coarse.op, coarse.x.view(), coarse.b.view(), T(0), T(0), 0, {}});
    const auto& forms = kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(transfer_table));
    parallel_rows(scheduler, fine.region(), (fine.op.is_uniform() ? forms.uniform : forms.general).prolong,
                  {fine.op, x, fine.transfer, coarse.x.view(),
                   fine.op.is_uniform() ? View<const std::uint8_t, Dim>{} : fine.aggregation.special()});
    const auto from = coarse.x.view();
    for (const BlendedCell<T, Dim>& cell : fine.aggregation.blended()) {
        T change = 0;
        for (int i = 0; i < cell.count; ++i) change += cell.weight[i] * from[cell.corner[i]];
        x[cell.cell] += change;
    }
}

/// Directly, where it is small. It is not where cells are not coupled, in which case two sweeps are exact.
template <class T, int Dim>
void Hierarchy<T, Dim>::solve_coarsest(Scheduler& scheduler, const View<T, Dim>& x, const RightSide<T, Dim>& rhs) {
    Level<T, Dim>& level = levels_.back();
    if (levels_.size() > 1 && cells_of(level) <= Coarsest<T, Dim>::max_cells) return coarsest_.solve(scheduler, level);
    relax_from_zero(scheduler, level, x, rhs, 0, T(1));
    relax(scheduler, level, x, rhs, 1, T(1));
}

template <class T, int Dim> std::size_t Hierarchy<T, Dim>::bytes() const {
    std::size_t sum = coarsest_.bytes();
    for (const Level<T, Dim>& level : levels_) sum += level.bytes();
    return sum;
}

template class Hierarchy<float, 2>;
template class Hierarchy<float, 3>;
template class Hierarchy<double, 2>;
template class Hierarchy<double, 3>;

}  // namespace whorl
