#include "pressure/hierarchy.hpp"

#include <algorithm>

#include "parallel/rows.hpp"
#include "pressure/beside_walls.hpp"
#include "pressure/half_sweeps.hpp"
#include "pressure/sorted_level.hpp"

namespace whorl {
namespace {

template <class T, int Dim> std::int64_t cells_of(const Level<T, Dim>& level) {
    return level.region().cells();
}

template <class T, int Dim> const TransferKernels<T, Dim>& transfer_kernels(const Operator<T, Dim>& fine) {
    const auto& forms = kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(transfer_table));
    return form_for(fine, forms);
}

/// Lines of a half-sweep are in the hands of one thread, but for a few. Not where an axis has a seam (relax).
template <class T, int Dim> bool has_own_lines(const Level<T, Dim>& level) {
    bool has_seam = false;
    for (int a = 1; a < Dim; ++a) has_seam = has_seam || level.axes[a].has_seam();
    return !has_seam && level.op.cells[Dim - 1] >= 32;
}
/// Smoothing and transfer as one pass over memory. Not where pieces of one colour may be linked, nor where all is in
/// the cache anyway.
template <class T, int Dim> bool can_ride_a_wave(const Level<T, Dim>& level) {
    const bool are_apart = level.pieces.count() == 0 || !level.axes[0].has_seam();
    return has_own_lines(level) && are_apart && !is_small(level);
}
/// Half a sweep, line by line.
template <class T, int Dim>
auto half_sweep(typename OperatorKernels<T, Dim>::Relax kernel, RelaxArguments<T, Dim> arguments) {
    const auto shared = lines_of(kernel, arguments, arguments.op.cells);
    arguments.is_shared = false;
    const auto own = lines_of(kernel, arguments, arguments.op.cells);
    return [=](int line, bool is_shared) { is_shared ? shared(line) : own(line); };
}

template <class T, int Dim> auto plain_half_sweeps(Level<T, Dim>& level, const Smoothing<T, Dim>& how) {
    const OperatorKernels<T, Dim>& kernels = kernels_of(level.op);
    return half_sweeps(level, how, [&](int number, int colour) {
        const bool starts = number == 0 && how.from_zero;
        return half_sweep<T, Dim>(starts ? kernels.relax_from_zero : kernels.relax, how.arguments(level.op, colour));
    });
}

}  // namespace

template <class T, int Dim> Result<void> Hierarchy<T, Dim>::prepare(Level<T, Dim> finest, bool sorts) {
    levels_.clear();
    levels_.push_back(std::move(finest));
    // The finest level has no x and b to hand to the direct solver, so there are always two.
    while (is_worth_halving(levels_.back()) &&
           (levels_.size() == 1 || cells_of(levels_.back()) > Coarsest<T, Dim>::max_cells)) {
        auto coarser = make_coarser_level(levels_.back());
        if (!coarser) return coarser.error();
        levels_.push_back(std::move(coarser).value());
    }
    if (levels_.size() > 1 && coarsest_.can_solve(levels_.back())) coarsest_.prepare(levels_.back());
    for (sorted_ = 0; sorts && sorted_ + 1 < levels_.size() && can_be_sorted(levels_[sorted_]);) ++sorted_;
    sort_lists();
    return {};
}

template <class T, int Dim> void Hierarchy<T, Dim>::sort_lists() {
    for (std::size_t k = 1; k < sorted_; ++k) whorl::sort_lists(levels_[k - 1], levels_[k]);
}

template <class T, int Dim> void Hierarchy<T, Dim>::borrow(Loan& loan) {
    for (std::size_t k = 1; k < levels_.size(); ++k)
        for (Field<T, Dim>* field : {&levels_[k].x, &levels_[k].b})
            if (std::byte* memory = loan.take(field->memory().size())) field->live_in(memory);
}

template <class T, int Dim> void Hierarchy<T, Dim>::set_diagonal(T diagonal) {
    whorl::set_diagonal(levels_.front(), diagonal);
    for (std::size_t k = 0; k < levels_.size(); ++k) {
        levels_[k].op.diagonal = diagonal;
        if (k + 1 < levels_.size()) set_omega(levels_[k]);
        if (k > 0 && !levels_[k].op.is_uniform()) refresh_coarser_level(levels_[k - 1], levels_[k]);
    }
    sort_lists();
    if (levels_.size() > 1 && coarsest_.can_solve(levels_.back())) coarsest_.prepare(levels_.back());
}

template <class T, int Dim> void Hierarchy<T, Dim>::expect_walls(const WallExtent& walls) {
    if (levels_.empty() || levels_.front().op.is_uniform()) return;
    const auto room = [&](const Level<T, Dim>& level) {
        return room_of<Dim>(walls, level.op.cells, levels_.front().op.cells);
    };
    for (Level<T, Dim>& level : levels_) expect_runs(level, room(level));
    for (std::size_t k = 1; k < levels_.size(); ++k) {
        const WallRoom<Dim> fine = room(levels_[k - 1]), coarse = room(levels_[k]);
        levels_[k - 1].aggregation.expect(fine, coarse);
        levels_[k - 1].blending.expect(fine);
        levels_[k - 1].divided.expect(fine, coarse);
        levels_[k].pieces.expect(coarse);
    }
    if (levels_.size() > 1 && cells_of(levels_.back()) <= Coarsest<T, Dim>::max_cells)
        coarsest_.expect(room(levels_.back()));
}

template <class T, int Dim> bool Hierarchy<T, Dim>::refresh() {
    if (!refresh_finest_level(levels_.front())) return false;
    for (std::size_t k = 1; k < levels_.size(); ++k) refresh_coarser_level(levels_[k - 1], levels_[k]);
    sort_lists();
    if (levels_.size() > 1 && coarsest_.can_solve(levels_.back())) coarsest_.prepare(levels_.back());
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
    for (std::size_t k = 0; k < bottom; ++k)
        descend(scheduler, k, {x_of(k), rhs_of(k), omega_of(k), 0, k > 0 || from_zero});
    solve_coarsest(scheduler, x_of(bottom), rhs_of(bottom));
    for (std::size_t k = bottom; k-- > 0;) ascend(scheduler, k, {x_of(k), rhs_of(k), omega_of(k), first, false});
}

template <class T, int Dim>
void Hierarchy<T, Dim>::descend(Scheduler& scheduler, std::size_t k, const Smoothing<T, Dim>& how) {
    Level<T, Dim>&fine = levels_[k], &coarse = levels_[k + 1];
    if (k < sorted_) return descend_sorted(scheduler, fine, how, coarse);
    if (!can_ride_a_wave(fine)) {
        smooth(scheduler, k, how);
        restrict_residual(scheduler, k, how.x, how.rhs);
        return;
    }
    const auto averaged =
        lines_of(transfer_kernels(fine.op).restrict_residual,
                 RestrictArguments<T, Dim>{fine.op, how.x, how.rhs.b, how.rhs.mean, fine.transfer, coarse.b.view()},
                 coarse.op.cells);
    const auto down = [&](int line) {
        take_last_notes(fine, line, how.first_colour);
        averaged(line);
        if (!fine.op.is_uniform()) restrict_beside_walls<T, Dim>(fine, {how.x}, how.rhs, coarse, line);
    };
    const auto halves = plain_half_sweeps(fine, how);
    WavePass passes[most_half_sweeps + 1];
    std::size_t count = 0;
    for (int i = 0; i < 2 * sweeps_of(fine, coarse); ++i) passes[count++] = WavePass::of(halves[i]);
    passes[count++] = WavePass::of(down, fine.transfer.halved[Dim - 1]);
    parallel_waves(scheduler, lines_of(fine), {passes, count});
}

template <class T, int Dim>
void Hierarchy<T, Dim>::ascend(Scheduler& scheduler, std::size_t k, const Smoothing<T, Dim>& how) {
    Level<T, Dim>&fine = levels_[k], &coarse = levels_[k + 1];
    if (k < sorted_) return ascend_sorted<T, Dim>(scheduler, fine, how, coarse, {k + 1 < sorted_, k == 0});
    if (!can_ride_a_wave(fine)) {
        prolong(scheduler, k, how.x);
        return smooth(scheduler, k, how);
    }
    const ProlongArguments<T, Dim> prolonged = prolongation(k, how.x);
    const auto interpolated = rows_of_lines([&](const Row& row) { prolong_row(k, prolonged, row); }, fine.op.cells);
    const auto up = [&](int line) {
        interpolated(line);
        if (fine.pieces.count() > 0) fine.blending.add_to_line(line, coarse.x.view().data, coarse.pieces, fine.pieces);
    };
    const auto halves = plain_half_sweeps(fine, how);
    WavePass passes[1 + most_half_sweeps] = {WavePass::of(up)};
    std::size_t count = 1;
    for (int i = 0; i < 2 * sweeps_of(fine, coarse); ++i) passes[count++] = WavePass::of(halves[i]);
    parallel_waves(scheduler, lines_of(fine), {passes, count});
}

/// Cells of a colour, and the pieces in cells of that colour, which have no links to each other.
template <class T, int Dim>
void Hierarchy<T, Dim>::smooth(Scheduler& scheduler, std::size_t k, const Smoothing<T, Dim>& how) {
    Level<T, Dim>& level = levels_[k];
    const auto sweep = [&](int colour, bool starts) {
        if (!starts && has_own_lines(level)) {
            const auto half = half_sweep(kernels_of(level.op).relax, how.arguments(level.op, colour));
            const WavePass pass[] = {WavePass::of(half)};
            parallel_waves(is_small(level) ? serial_scheduler() : scheduler, lines_of(level), pass);
        } else {
            (starts ? relax_from_zero<T, Dim> : relax<T, Dim>)(scheduler, level, how.x, how.rhs, colour, how.omega);
        }
        if (level.pieces.count() > 0) level.pieces.relax(level.x.view(), level.b.view(), colour, how.omega);
    };
    for (int i = 0; i < sweeps_of(level, levels_[k + 1]); ++i)
        sweep(how.first_colour, i == 0 && how.from_zero), sweep(1 - how.first_colour, false);
}

template <class T, int Dim>
void Hierarchy<T, Dim>::restrict_residual(Scheduler& scheduler, std::size_t k, const View<const T, Dim>& x,
                                          const RightSide<T, Dim>& rhs) {
    const Level<T, Dim>& fine = levels_[k];
    Level<T, Dim>& coarse = levels_[k + 1];
    const RestrictArguments<T, Dim> arguments{fine.op, x, rhs.b, rhs.mean, fine.transfer, coarse.b.view()};
    const auto children = static_cast<int>(cells_of(fine) / cells_of(coarse));
    for_slow_rows(scheduler, coarse.region(), children * times_of_cells(fine.op),
                  [&](const Row& row) { transfer_kernels(fine.op).restrict_residual(arguments, row); });
    if (fine.op.is_uniform()) return;
    const int lines = coarse.op.cells[Dim - 1];
    const Region<2> lines_as_rows = Region<2>::box({}, {static_cast<int>(cells_of_line(coarse)), lines});
    for_rows(scheduler, lines_as_rows,
             [&](const Row& row) { restrict_beside_walls<T, Dim>(fine, {x}, rhs, coarse, row.y); });
}

template <class T, int Dim>
ProlongArguments<T, Dim> Hierarchy<T, Dim>::prolongation(std::size_t k, const View<T, Dim>& x) const {
    const Level<T, Dim>&fine = levels_[k], &coarse = levels_[k + 1];
    return {fine.op, x, fine.transfer, coarse.x.view(),
            fine.op.is_uniform() ? View<const std::uint8_t, Dim>{} : fine.op.marks};
}

/// Interpolates to a row, beside walls and elsewhere.
template <class T, int Dim>
void Hierarchy<T, Dim>::prolong_row(std::size_t k, const ProlongArguments<T, Dim>& arguments, const Row& row) const {
    const Level<T, Dim>&fine = levels_[k], &coarse = levels_[k + 1];
    transfer_kernels(fine.op).prolong(arguments, row);
    if (!fine.op.is_uniform())
        fine.blending.add_to_row(row, coarse.x.view().data, coarse.pieces, arguments.x, RowOrder::as_it_comes());
}

template <class T, int Dim>
void Hierarchy<T, Dim>::prolong(Scheduler& scheduler, std::size_t k, const View<T, Dim>& x) {
    Level<T, Dim>&fine = levels_[k], &coarse = levels_[k + 1];
    const ProlongArguments<T, Dim> arguments = prolongation(k, x);
    for_slow_rows(scheduler, fine.region(), times_of_cells(fine.op),
                  [&](const Row& row) { prolong_row(k, arguments, row); });
    if (!fine.op.is_uniform())
        fine.blending.add_to_pieces(coarse.x.view().data, coarse.pieces, fine.pieces, fine.b.view().data);
}

/// Directly, where it is small. It is not where cells are not coupled, in which case two sweeps are exact, or where
/// walls leave very many pieces, which have few links each.
template <class T, int Dim>
void Hierarchy<T, Dim>::solve_coarsest(Scheduler& scheduler, const View<T, Dim>& x, const RightSide<T, Dim>& rhs) {
    Level<T, Dim>& level = levels_.back();
    if (levels_.size() > 1 && coarsest_.can_solve(level)) return coarsest_.solve(scheduler, level);
    Pieces<T, Dim>& pieces = level.pieces;
    const auto sweep = [&](int colour, bool starts) {
        (starts ? relax_from_zero<T, Dim> : relax<T, Dim>)(scheduler, level, x, rhs, colour, T(1));
        if (pieces.count() > 0) pieces.relax(level.x.view(), level.b.view(), colour, T(1));
    };
    const int sweeps = pieces.count() > 0 ? 16 : 1;
    for (int i = 0; i < sweeps; ++i) sweep(i % 2, i == 0), sweep(1 - i % 2, false);  // forth and back
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
