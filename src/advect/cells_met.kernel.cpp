// Compiled once per instruction set: how many cells away from its own the flow through a cell gets.
#include "advect/walled.hpp"
#include "simd/loops.hpp"
#include "simd/vectors-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class T, int Dim> struct Rows {
    const T *u[Dim], *next[Dim], *back[Dim], *forward[Dim];  // the last two where there are any
    T half[Dim];
    std::uint8_t* met;
};

template <int lanes, class T, int Dim> WHORL_INLINE void count_at(const Rows<T, Dim>& rows, int x) {
    using Numbers = Pack<T, lanes>;
    Numbers longest{};
    const auto from = [&](const T* row) WHORL_INLINE_LAMBDA {
        Numbers numbers;
        std::memcpy(&numbers, row + x, sizeof numbers);
        return numbers;
    };
    const auto widen = [&](const Numbers& way) WHORL_INLINE_LAMBDA {
        const Numbers size = way < 0 ? -way : way, most = Numbers{} + T(far_away);
        const Numbers kept = size < most ? size : most;  // what is not a number is far, too
        longest = longest > kept ? longest : kept;
    };
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        widen(rows.half[axis] * (from(rows.u[axis]) + from(rows.next[axis])));
        if (rows.back[axis]) widen(from(rows.back[axis]));
        if (rows.forward[axis]) widen(from(rows.forward[axis]));
    });
    const auto cells = __builtin_convertvector(longest + T(0.5), Pack<int, lanes>);
    const auto bytes = __builtin_convertvector(cells, Pack<std::uint8_t, lanes>);
    std::memcpy(rows.met + x, &bytes, sizeof bytes);
}

template <class T, int Dim> void cells_met_in(const CellsMetArguments<T, Dim>& in, const Row& row) {
    Rows<T, Dim> rows;
    for (int axis = 0; axis < Dim; ++axis) {
        rows.u[axis] = row_of(in.u[axis], row);
        rows.next[axis] = rows.u[axis] + in.u[axis].stride[axis];
        rows.back[axis] = in.back[0].data ? row_of(in.back[axis], row) : nullptr;
        rows.forward[axis] = in.forward[0].data ? row_of(in.forward[axis], row) : nullptr;
        rows.half[axis] = in.half_steps[axis];
    }
    rows.met = row_of(in.met, row);
    constexpr int lanes = vector_lanes<T>;
    int x = row.x0;
    for (; x + lanes <= row.x1; x += lanes) count_at<lanes>(rows, x);
    for (; x < row.x1; ++x) count_at<1>(rows, x);
}

}  // namespace

const CellsMetTable cells_met_table{cells_met_in<float, 2>, cells_met_in<float, 3>, cells_met_in<double, 2>,
                                    cells_met_in<double, 3>};

}  // namespace whorl::WHORL_ISA
