// What both ways through a level share: a sweep of both colours, and passes over lines, a row in two dimensions and a
// plane in three (parallel/waves.hpp).
#pragma once

#include "parallel/rows.hpp"
#include "parallel/waves.hpp"
#include "pressure/level.hpp"

namespace whorl {

/// A sweep of both colours.
template <class T, int Dim> struct Smoothing {
    View<T, Dim> x;
    RightSide<T, Dim> rhs;
    T omega;
    int first_colour;
    bool from_zero;  ///< takes x for 0, whatever is in it

    RelaxArguments<T, Dim> arguments(const Operator<T, Dim>& op, int colour) const {
        return {op, x, rhs.b, rhs.mean, omega, colour, {}};
    }
};

/// Not worth the waking of threads. Among walls there is more to do, if there are lines for two slabs.
template <class T, int Dim> bool is_small(const Level<T, Dim>& level) {
    constexpr std::int64_t uniform = 2 * Region<Dim>::block_cells, general = uniform / 16;
    const bool has_more = !level.op.is_uniform() && level.op.cells[Dim - 1] >= 32;
    return level.region().cells() < (has_more ? general : uniform);
}

template <class T, int Dim> std::int64_t cells_of_line(const Level<T, Dim>& level) {
    return level.region().cells() / level.op.cells[Dim - 1];
}

template <class T, int Dim> WaveLines lines_of(const Level<T, Dim>& level) {
    return {level.op.cells[Dim - 1], level.op.periodic[Dim - 1], cells_of_line(level), level.work};
}

/// f(row) for all rows of a line.
template <int Dim, class F> auto rows_of_lines(F f, const Vec<int, Dim>& cells) {
    return [=](int line) {
        if constexpr (Dim == 2)
            f(Row{0, cells[0], line, 0});
        else
            for (int y = 0; y < cells[1]; ++y) f(Row{0, cells[0], y, line});
    };
}
/// A kernel for all rows of a line. It is handed the arguments where they are: copies of them would be what takes the
/// time of short rows.
template <class Arguments, int Dim>
auto lines_of(RowKernel<Arguments> kernel, const std::type_identity_t<Arguments>& arguments,
              const Vec<int, Dim>& cells) {
    return rows_of_lines([=](const Row& row) { kernel(arguments, row); }, cells);
}

}  // namespace whorl
