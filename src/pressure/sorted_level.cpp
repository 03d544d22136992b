#include "pressure/sorted_level.hpp"

#include "core/ideas.hpp"
#include "pressure/beside_walls.hpp"
#include "pressure/half_sweeps.hpp"
#include "pressure/sorted_table.hpp"

namespace whorl {
namespace {

template <class T, int Dim> const SortedKernels<T, Dim>& kernels() {
    return kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(sorted_table));
}
template <class T, int Dim> const SortedTransfer<T, Dim>& general_transfer(const Operator<T, Dim>& op) {
    const auto& forms = kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(sorted_general_transfer_table));
    return op.is_open() ? forms.open : forms.general;
}
template <class T, int Dim> const SortedLinesTransfer<T, Dim>& uniform_transfer() {
    return kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(sorted_transfer_table));
}

/// The arguments of a smoothing. They are large, so that small levels feel it if there is one for each half-sweep.
template <class T, int Dim> struct SweepArguments {
    SortedArguments<T, Dim> first, second, begin;  // begin: of the very first half-sweep

    SweepArguments(const Level<T, Dim>& level, const Smoothing<T, Dim>& how)
        : first{level.op, how.x, how.rhs.b, how.rhs.mean, how.omega, how.first_colour, {}} {
        if (level.op.is_uniform()) first.inside = kernels<T, Dim>().look_inside(level.op);
        second = begin = first;
        second.colour = 1 - how.first_colour;
        begin.expects_b = true;
    }
};

template <class T, int Dim> struct SortedLines {
    typename SortedSweep<T, Dim>::OfLines kernel;
    const SortedArguments<T, Dim>* arguments;

    void operator()(const LineRange& lines) const { kernel(*arguments, lines); }
    void operator()(int line, bool) const { (*this)(LineRange{line, line + 1}); }
};

template <class T, int Dim>
auto sorted_half_sweeps(Level<T, Dim>& level, const Smoothing<T, Dim>& how, const SweepArguments<T, Dim>& arguments) {
    const SortedSweep<T, Dim>& sweep =
        level.op.is_uniform() ? kernels<T, Dim>().sweep : sorted_general_kernels(level.op).sweep;
    return half_sweeps(level, how, [&](int number, int) {
        return SortedLines<T, Dim>{number == 0 && how.from_zero ? sweep.relax_from_zero : sweep.relax,
                                   number == 0       ? &arguments.begin
                                   : number % 2 == 0 ? &arguments.first
                                                     : &arguments.second};
    });
}

template <class T, int Dim>
void run(Scheduler& scheduler, const Level<T, Dim>& level, std::span<const WavePass> passes) {
    parallel_waves(is_small(level) ? serial_scheduler() : scheduler, lines_of(level), passes);
}

}  // namespace

template <class T, int Dim> bool can_be_sorted(const Level<T, Dim>& level) {
    const Vec<int, Dim>& cells = level.op.cells;
    bool result = without != Idea::sorted_rows && level.transfer.halved[0] && cells[0] >= least_sorted_cells &&
                  cells[0] <= most_sorted_cells && cells[Dim - 1] >= (is_small(level) ? 16 : 32);
    for (int a = 0; a < Dim; ++a) result = result && !level.axes[a].has_seam();
    return result;
}

template <class T, int Dim> void sort_lists(Level<T, Dim>& finer, Level<T, Dim>& level) {
    if (level.op.is_uniform()) return;
    const RowOrder order = RowOrder::sorted(level.op.cells[0]);
    finer.blending.sort_sources(order, level.x.view().stride);
    level.pieces.sort_links(order, level.x.view().stride);
}

template <class T, int Dim>
void descend_sorted(Scheduler& scheduler, Level<T, Dim>& fine, const Smoothing<T, Dim>& how, Level<T, Dim>& coarse) {
    const SweepArguments<T, Dim> arguments(fine, how);
    const SortedLines<T, Dim> sort{kernels<T, Dim>().sort, &arguments.first};
    const auto halves = sorted_half_sweeps(fine, how, arguments);
    const SortedRestriction<T, Dim> restriction{arguments.first, fine.transfer, coarse.b.view()};
    const auto down = [&](const LineRange& lines) {
        if (fine.op.is_uniform()) return uniform_transfer<T, Dim>().restrict_residual(restriction, lines);
        for (int line = lines.first; line < lines.last; ++line) {
            take_last_notes(fine, line, how.first_colour);
            rows_of_lines([&](const Row& row) { general_transfer(fine.op).restrict_residual(restriction, row); },
                          coarse.op.cells)(line);
            restrict_beside_walls<T, Dim>(fine, {how.x, RowOrder::sorted(fine.op.cells[0])}, how.rhs, coarse, line);
        }
    };
    WavePass passes[1 + most_half_sweeps + 1];
    std::size_t count = 0;
    if (!how.from_zero) passes[count++] = WavePass::of(sort);
    for (int i = 0; i < 2 * sweeps_of(fine, coarse); ++i) passes[count++] = WavePass::of(halves[i]);
    passes[count++] = WavePass::of(down, fine.transfer.halved[Dim - 1]);
    run<T, Dim>(scheduler, fine, {passes, count});
}

template <class T, int Dim>
void ascend_sorted(Scheduler& scheduler, Level<T, Dim>& fine, const Smoothing<T, Dim>& how, const Level<T, Dim>& coarse,
                   const SortedWayUp& way) {
    const bool is_uniform = fine.op.is_uniform();
    const SortedProlongation<T, Dim> prolongation{
        {fine.op, how.x, fine.transfer, coarse.x.view(), is_uniform ? View<const std::uint8_t, Dim>{} : fine.op.marks},
        way.coarse_is_sorted};
    const T* const coarse_x = coarse.x.view().data;
    const RowOrder order = RowOrder::sorted(fine.op.cells[0]);
    const auto prolong_row = [&](const Row& row) {
        general_transfer(fine.op).prolong(prolongation, row);
        fine.blending.add_to_row(row, coarse_x, coarse.pieces, how.x, order);
    };
    const auto up = [&](const LineRange& lines) {
        if (is_uniform) return uniform_transfer<T, Dim>().prolong(prolongation, lines);
        for (int line = lines.first; line < lines.last; ++line) {
            rows_of_lines(prolong_row, fine.op.cells)(line);
            if (fine.pieces.count() > 0) fine.blending.add_to_line(line, coarse_x, coarse.pieces, fine.pieces);
        }
    };
    const SweepArguments<T, Dim> arguments(fine, how);
    const auto halves = sorted_half_sweeps(fine, how, arguments);
    const SortedLines<T, Dim> unsort{kernels<T, Dim>().unsort, &arguments.first};
    WavePass passes[1 + most_half_sweeps + 1] = {WavePass::of(up)};
    std::size_t count = 1;
    for (int i = 0; i < 2 * sweeps_of(fine, coarse); ++i) passes[count++] = WavePass::of(halves[i]);
    if (way.unsorts) passes[count++] = WavePass::of(unsort);
    run<T, Dim>(scheduler, fine, {passes, count});
}

#define WHORL_INSTANTIATE(T, Dim)                                                                           \
    template bool can_be_sorted(const Level<T, Dim>&);                                                      \
    template void sort_lists(Level<T, Dim>&, Level<T, Dim>&);                                               \
    template void descend_sorted(Scheduler&, Level<T, Dim>&, const Smoothing<T, Dim>&, Level<T, Dim>&);     \
    template void ascend_sorted(Scheduler&, Level<T, Dim>&, const Smoothing<T, Dim>&, const Level<T, Dim>&, \
                                const SortedWayUp&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
