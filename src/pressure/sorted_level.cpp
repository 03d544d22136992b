#include "pressure/sorted_level.hpp"

#include "core/ideas.hpp"
#include "parallel/waves.hpp"
#include "pressure/sorted_table.hpp"

namespace whorl {
namespace {

template <class T, int Dim> const SortedKernels<T, Dim>& kernels() {
    return kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(sorted_table));
}

template <class T, int Dim> const SortedTransfer<T, Dim>& transfer_kernels() {
    return kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(sorted_transfer_table));
}

template <class T, int Dim>
SortedArguments<T, Dim> arguments_of(const Level<T, Dim>& level, const Smoothing<T, Dim>& how, bool is_first) {
    return {level.op,
            how.x,
            how.rhs.b,
            how.rhs.mean,
            how.omega,
            is_first ? how.first_colour : 1 - how.first_colour,
            kernels<T, Dim>().look_inside(level.op),
            is_first};
}

template <class T, int Dim>
void run(Scheduler& scheduler, const Level<T, Dim>& level, std::span<const WavePass> passes) {
    parallel_waves(is_small(level) ? serial_scheduler() : scheduler, level.op.cells[Dim - 1],
                   level.op.periodic[Dim - 1], passes, cells_of_line(level));
}

}  // namespace

template <class T, int Dim> bool can_be_sorted(const Level<T, Dim>& level) {
    const Vec<int, Dim>& cells = level.op.cells;
    bool result = without != Idea::sorted_rows && level.op.is_uniform() && level.transfer.halved[0] &&
                  cells[0] >= least_sorted_cells && cells[0] <= most_sorted_cells &&
                  cells[Dim - 1] >= (is_small(level) ? 16 : 32);
    for (int a = 0; a < Dim; ++a) result = result && !level.axes[a].has_seam();
    return result;
}

template <class T, int Dim>
void descend_sorted(Scheduler& scheduler, const Level<T, Dim>& fine, const Smoothing<T, Dim>& how,
                    const View<T, Dim>& coarse_b) {
    const auto& cells = fine.op.cells;
    const SortedArguments<T, Dim> first = arguments_of(fine, how, true), second = arguments_of(fine, how, false);
    const auto sort = lines_of(kernels<T, Dim>().sort, first, cells);
    const auto begin =
        lines_of(how.from_zero ? kernels<T, Dim>().relax_from_zero : kernels<T, Dim>().relax, first, cells);
    const auto finish = lines_of(kernels<T, Dim>().relax, second, cells);
    const auto down = lines_of(transfer_kernels<T, Dim>().restrict_residual,
                               SortedRestriction<T, Dim>{second, fine.transfer, coarse_b}, coarse_b.shape);
    const WavePass passes[] = {WavePass::of(sort), WavePass::of(begin), WavePass::of(finish),
                               WavePass::of(down, fine.transfer.halved[Dim - 1])};
    run<T, Dim>(scheduler, fine, std::span(passes).subspan(how.from_zero ? 1 : 0));
}

template <class T, int Dim>
void ascend_sorted(Scheduler& scheduler, const Level<T, Dim>& fine, const Smoothing<T, Dim>& how,
                   const CoarseCorrection<T, Dim>& coarse, bool unsorts) {
    const auto& cells = fine.op.cells;
    const SortedArguments<T, Dim> first = arguments_of(fine, how, true), second = arguments_of(fine, how, false);
    const auto up =
        lines_of(transfer_kernels<T, Dim>().prolong,
                 SortedProlongation<T, Dim>{{fine.op, how.x, fine.transfer, coarse.x}, coarse.is_sorted}, cells);
    const auto begin = lines_of(kernels<T, Dim>().relax, first, cells);
    const auto finish = lines_of(kernels<T, Dim>().relax, second, cells);
    const auto unsort = lines_of(kernels<T, Dim>().unsort, first, cells);
    const WavePass passes[] = {WavePass::of(up), WavePass::of(begin), WavePass::of(finish), WavePass::of(unsort)};
    run<T, Dim>(scheduler, fine, std::span(passes).first(unsorts ? 4 : 3));
}

#define WHORL_INSTANTIATE(T, Dim)                                                                                  \
    template bool can_be_sorted(const Level<T, Dim>&);                                                             \
    template void descend_sorted(Scheduler&, const Level<T, Dim>&, const Smoothing<T, Dim>&, const View<T, Dim>&); \
    template void ascend_sorted(Scheduler&, const Level<T, Dim>&, const Smoothing<T, Dim>&,                        \
                                const CoarseCorrection<T, Dim>&, bool);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
