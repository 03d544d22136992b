#include "pressure/level.hpp"

#include <cassert>
#include <cmath>

#include "core/for_box.hpp"
#include "parallel/reduce.hpp"

namespace whorl {
template <class T, int Dim> T* Level<T, Dim>::add_table(int count) {
    const std::size_t start = tables.size();
    assert(start + static_cast<std::size_t>(count) <= tables.capacity() && "op and transfer point into it");
    tables.resize(start + static_cast<std::size_t>(count));
    return tables.data() + start;
}

template <class T, int Dim> std::size_t Level<T, Dim>::bytes() const {
    std::size_t sum = x.bytes() + b.bytes() + extra.bytes() + inverse.bytes() + tables.capacity() * sizeof(T) +
                      marks.bytes() + aggregation.bytes() + blending.bytes() + divided.bytes() + pieces.bytes() +
                      with_links.bytes() + runs.capacity() * sizeof(CellRun) + shut.capacity() * sizeof(ShutCells) +
                      (first_run.capacity() + first_shut.capacity() + ends_of.capacity()) * sizeof(int) +
                      odd.capacity() * sizeof(std::uint16_t) + row_kinds.capacity() +
                      work.capacity() * sizeof(std::int64_t) + odd_weights.capacity() * sizeof(CellWeights<T, Dim>) +
                      end_weights.capacity() * sizeof(RowEndWeights<T, Dim>);
    for (int a = 0; a < Dim; ++a) sum += faces[a].bytes();
    return sum;
}

template <class T, int Dim> void set_uniform_tables(Level<T, Dim>& level, double diagonal) {
    int entries = 0;
    for (int a = 0; a < Dim; ++a) entries += 6 * level.axes[a].cells;  // three for the transfer
    level.tables.clear();
    level.tables.reserve(static_cast<std::size_t>(entries));
    level.op.diagonal = static_cast<T>(diagonal);
    for (int a = 0; a < Dim; ++a) {
        const Axis& axis = level.axes[a];
        T* const lower = level.add_table(axis.cells);
        T* const upper = level.add_table(axis.cells);
        T* const side = level.add_table(axis.cells);
        for (int i = 0; i < axis.cells; ++i) {
            const T low = static_cast<T>(axis.coefficient(i, 0)), high = static_cast<T>(axis.coefficient(i, 1));
            lower[i] = axis.is_side(i, 0) ? T(0) : low;
            upper[i] = axis.is_side(i, 1) ? T(0) : high;
            side[i] = (axis.is_side(i, 0) ? low : T(0)) + (axis.is_side(i, 1) ? high : T(0));
        }
        level.op.lower[a] = lower, level.op.upper[a] = upper, level.op.side[a] = side;
    }
}

template <class T, int Dim> Result<void> set_general_operator(Level<T, Dim>& level) {
    if (!level.op.is_open()) {
        auto inverse = Field<T, Dim>::make(level.op.cells, 0);
        if (!inverse) return inverse.error();
        level.inverse = std::move(inverse).value();
        level.op.inverse = level.inverse.view();
    }
    auto marks = Field<std::uint8_t, Dim>::make(level.op.cells, 0);
    if (!marks) return marks.error();
    level.marks = std::move(marks).value();
    level.op.marks = level.marks.view();
    reserve_runs(level);
    int entries = 0;
    for (int a = 0; a < Dim; ++a) entries += 3 * level.op.cells[a];
    level.tables.reserve(static_cast<std::size_t>(entries));
    if (!invert_diagonal(level))
        return Error{"a face weight or cell diagonal is negative or not finite; all must be 0 or more"};
    return {};
}

template <class T, int Dim>
Result<View<const T, Dim>> make_row_for_all(Field<T, Dim>& row, const Vec<int, Dim>& cells) {
    Vec<int, Dim> shape{};
    for (int a = 0; a < Dim; ++a) shape[a] = a == 0 ? cells[0] : 1;
    auto made = Field<T, Dim>::make(shape, 0);
    if (!made) return made.error();
    row = std::move(made).value();
    View<const T, Dim> everywhere = row.view();
    everywhere.shape = cells;
    for (int a = 1; a < Dim; ++a) everywhere.stride[a] = 0;
    return everywhere;
}

template <class T, int Dim> bool invert_diagonal(Level<T, Dim>& level) {
    const auto inverse = level.inverse.view();
    const auto marks = level.marks.view();
    level.active_cells = 0;
    bool is_sound = true;
    for_box({}, level.op.cells, [&](const Vec<int, Dim>& at) {
        double sum = static_cast<double>(level.op.extra[at]);
        is_sound = is_sound && sum >= 0;
        for (int a = 0; a < Dim; ++a) {
            const Vec<T, 2> both = level.op.weights(a, at);
            const auto low = static_cast<double>(both[0]), high = static_cast<double>(both[1]);
            is_sound = is_sound && low >= 0 && high >= 0;
            sum += low + high;
        }
        is_sound = is_sound && std::isfinite(sum);
        if (inverse.data) inverse[at] = sum > 0 ? static_cast<T>(1 / sum) : T(0);
        marks[at] = sum > 0 ? 0 : cell_mark::outside | cell_mark::left_alone;
        if (sum > 0) level.active_cells += 1;
    });
    find_runs(level);
    return is_sound;
}

template <class T, int Dim>
void relax(Scheduler& scheduler, const Level<T, Dim>& level, const View<T, Dim>& x, const RightSide<T, Dim>& rhs,
           int colour, T omega) {
    // Bit a of `pass`: the last cells of axis a + 1, where that is a seam.
    for (int pass = 0; pass < 1 << (Dim - 1); ++pass) {
        Vec<int, Dim> low{}, high = level.op.cells;
        bool is_empty = false;
        for (int a = 1; a < Dim; ++a) {
            const bool on_seam = ((pass >> (a - 1)) & 1) != 0;
            is_empty = is_empty || (on_seam && !level.axes[a].has_seam());
            if (level.axes[a].has_seam()) (on_seam ? low : high)[a] = level.op.cells[a] - 1;
        }
        if (is_empty) continue;
        const Region<Dim> part = Region<Dim>::box(low, high);
        const int times = times_of_cells(level.op);
        const RelaxArguments<T, Dim> arguments{level.op, x,      rhs.b, rhs.mean,
                                               omega,    colour, {},    tasks_of_slow_rows(part, times) > 1};
        for_slow_rows(scheduler, part, times, [&](const Row& row) { kernels_of(level.op).relax(arguments, row); });
    }
}

template <class T, int Dim>
void relax_from_zero(Scheduler& scheduler, const Level<T, Dim>& level, const View<T, Dim>& x,
                     const RightSide<T, Dim>& rhs, int colour, T omega) {
    const RelaxArguments<T, Dim> arguments{level.op, x, rhs.b, rhs.mean, omega, colour, {}};
    for_slow_rows(scheduler, level.region(), times_of_cells(level.op),
                  [&](const Row& row) { kernels_of(level.op).relax_from_zero(arguments, row); });
}

template <class T, int Dim>
double residual(Scheduler& scheduler, const Level<T, Dim>& level, const View<const T, Dim>& x,
                const RightSide<T, Dim>& rhs, const View<T, Dim>& r) {
    return std::sqrt(
        reduce_sum(scheduler, level.region(), kernels_of(level.op).residual, {level.op, x, rhs.b, rhs.mean, r}));
}

#define WHORL_INSTANTIATE(T, Dim)                                                                                   \
    template struct Level<T, Dim>;                                                                                  \
    template void set_uniform_tables(Level<T, Dim>&, double);                                                       \
    template Result<void> set_general_operator(Level<T, Dim>&);                                                     \
    template Result<View<const T, Dim>> make_row_for_all(Field<T, Dim>&, const Vec<int, Dim>&);                     \
    template bool invert_diagonal(Level<T, Dim>&);                                                                  \
    template void relax(Scheduler&, const Level<T, Dim>&, const View<T, Dim>&, const RightSide<T, Dim>&, int, T);   \
    template void relax_from_zero(Scheduler&, const Level<T, Dim>&, const View<T, Dim>&, const RightSide<T, Dim>&,  \
                                  int, T);                                                                          \
    template double residual(Scheduler&, const Level<T, Dim>&, const View<const T, Dim>&, const RightSide<T, Dim>&, \
                             const View<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
