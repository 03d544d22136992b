// A row of the uniform form that is sorted, as kernels read it (sorted_table.hpp).
//
// Of a row's even cells and of its odd ones, all are worked out by whole vectors; at most three of them are not plain,
// the first, the last even and the last odd one. Where walls or periods are all that sets those apart, lanes of the
// first and the last vector take care of it; else they are worked out alone and put in their place. The last vector
// overlaps the one before: where values are changed in place, it is therefore worked out first, and stored last.
//
// Only for kernel files: everything here is in the unnamed namespace of their instruction set (docs/kernels.md).
#pragma once

#include <type_traits>

#include "pressure/sorted_table.hpp"
#include "pressure/stencil-inl.hpp"
#include "simd/vectors-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

/// b of the last ones of n cells with this parity. What comes behind a row is nobody's: where the last cell is an even
/// one, the even cells are the odd ones of those from one before on.
template <int parity, class T> WHORL_INLINE Vector<T> last_b_of(const T* b, int n) {
    const int k = (n + 1 - parity) / 2 - vector_lanes<T>;
    return parity == 0 && (n & 1) != 0 ? one_parity<1>(b - 1, k) : one_parity<parity>(b, k);
}

/// Of what holds a row to zero and of the mean of b, those that are not 0. To leave out the others changes nothing.
enum class Terms { all, mean, none };

/// A row that is sorted.
template <class T, int Dim, Terms terms = Terms::all> struct SortedRow {
    UniformRow<T, Dim> cells;
    const T* b;
    T mean;
    int evens;

    WHORL_INLINE SortedRow(const SortedArguments<T, Dim>& in, const Row& row)
        : cells(in.op, in.x, row),
          b(row_of(in.b, row)),
          mean(in.mean),
          evens((cells.n + 1) / 2) {}

    /// To row y, the next one; both are inside (is_inside).
    WHORL_INLINE void go_on(const SortedArguments<T, Dim>& in, int y) {
        const std::ptrdiff_t stride = in.x.stride[1];
        cells.x += stride, b += in.b.stride[1];
        for (int a = 0; a < Dim - 1; ++a) cells.below[a] += stride, cells.above[a] += stride;
        cells.low[0] = in.op.lower[1][y], cells.high[0] = in.op.upper[1][y];
    }
    WHORL_INLINE int count(int parity) const { return parity == 0 ? evens : cells.n / 2; }
    WHORL_INLINE int place(int i) const { return (i & 1) * evens + i / 2; }

    /// What the rows beside this one, and the diagonal, add to -A x from place `here` on.
    WHORL_INLINE Vector<T> across(const Vector<T>& x, int here) const {
        Vector<T> sum =
            cells.low[0] * (loaded(cells.below[0] + here) - x) + cells.high[0] * (loaded(cells.above[0] + here) - x);
        for (int a = 1; a < Dim - 1; ++a)
            sum += cells.low[a] * (loaded(cells.below[a] + here) - x) +
                   cells.high[a] * (loaded(cells.above[a] + here) - x);
        if constexpr (terms == Terms::all) sum -= cells.own * x;
        return sum;
    }
    WHORL_INLINE Vector<T> without_mean(const Vector<T>& values) const {
        if constexpr (terms == Terms::none) return values;
        return values - mean;
    }
    /// -A x of plain cells: those with x = 2 k + parity and on.
    WHORL_INLINE Vector<T> plain(int parity, int k) const {
        const int here = parity * evens + k, beside = (1 - parity) * evens + k + parity;
        const Vector<T> x = loaded(cells.x + here);
        const Vector<T> left = loaded(cells.x + beside - 1), right = loaded(cells.x + beside);
        return cells.weight * ((left - x) + (right - x)) + across(x, here);
    }
    /// The same where the first or the last cell of the parity may be among them, if ends are plain. Beyond a wall x is
    /// as on this side.
    WHORL_INLINE Vector<T> plain_with_ends(int parity, int k) const {
        const int n = cells.n, last = count(parity) - vector_lanes<T>;
        const int here = parity * evens + k, beside = (1 - parity) * evens + k + parity;
        const Vector<T> x = loaded(cells.x + here);
        Vector<T> left = loaded(cells.x + beside - 1), right = loaded(cells.x + beside);
        Mask<T> ends{};
        if (parity == 0 && k == 0) {
            left[0] = cells.x[cells.periodic ? place(n - 1) : 0];
            ends[0] = -1;
        }
        if (k == last) {
            if ((n & 1) != parity) right[vector_lanes<T> - 1] = cells.x[cells.periodic ? 0 : place(n - 1)];
            ends[vector_lanes<T> - 1] = -1;
        }
        const Vector<T> down = left - x, up = right - x;
        return (ends ? cells.weight * down + cells.weight * up : cells.weight * (down + up)) + across(x, here);
    }
    /// b - mean - A x of any cell. Few rows ask for it, and most of the code would be this, so it is not inlined; it
    /// takes a copy, so that the row itself can stay in registers.
    [[gnu::noinline]] static T left_of(SortedRow row, int i) { return row.left_at(i); }
    WHORL_INLINE T left_at(int i) const {
        const T* x = cells.x;
        const int n = cells.n, here = place(i);
        const T left = i > 0 ? x[place(i - 1)] : x[cells.periodic ? place(n - 1) : 0];
        const T right = i < n - 1 ? x[place(i + 1)] : x[cells.periodic ? 0 : here];
        const bool is_plain = i >= cells.first_plain() && i < cells.end_plain();
        const T towards = is_plain ? cells.weight * ((left - x[here]) + (right - x[here])) + cells.across(here)
                                   : cells.lower[i] * (left - x[here]) + cells.upper[i] * (right - x[here]) +
                                         (cells.across(here) - cells.side[i] * x[here]);
        return b[i] - mean + towards;
    }
    WHORL_INLINE bool has_plain_ends() const {
        const int n = cells.n;
        const T w = cells.weight, beyond = cells.periodic ? w : T(0);
        bool result = cells.lower[0] == beyond && cells.upper[0] == w && cells.lower[n - 2] == w &&
                      cells.upper[n - 2] == w && cells.lower[n - 1] == w && cells.upper[n - 1] == beyond;
        for (const int i : {0, n - 2, n - 1}) result = result && cells.side[i] == T(0);
        return result;
    }
    WHORL_INLINE RowInverses<T> inverses() const {
        const int n = cells.n, last_odd = (n & 1) == 0 ? n - 1 : n - 2;
        return {cells.inverse_plain,
                cells.inverse_end(0),
                {cells.inverse_end(n - 1 - (last_odd == n - 1)), cells.inverse_end(last_odd)}};
    }
};

/// Whether nothing but the diagonal of plain cells differs from that of other rows like it.
template <class T, int Dim> WHORL_INLINE bool is_inside(const Operator<T, Dim>& op, const Row& row) {
    bool result = row.y > 0 && row.y < op.cells[1] - 2;
    if constexpr (Dim == 3) result = result && row.z > 0 && row.z < op.cells[2] - 2;
    return result;
}

/// Calls f(row, end) for all rows of lines: for stretches of rows inside, row.y <= y < end, and for each of the others.
template <class T, int Dim, class F>
WHORL_INLINE void for_stretches(const Operator<T, Dim>& op, const LineRange& lines, F f) {
    const int last_inside = op.cells[1] - 2;
    const auto along_y = [&](int y, int last, int z) WHORL_INLINE_LAMBDA {
        while (y < last) {
            const Row row{0, op.cells[0], y, z};
            y = !is_inside(op, row) ? y + 1 : last < last_inside ? last : last_inside;
            f(row, y);
        }
    };
    if constexpr (Dim == 2)
        along_y(lines.first, lines.last, 0);
    else
        for (int z = lines.first; z < lines.last; ++z) along_y(0, op.cells[1], z);
}
/// Calls f(row) for all of them.
template <int Dim, class F> WHORL_INLINE void for_rows_of(const Vec<int, Dim>& cells, const LineRange& lines, F f) {
    for (int line = lines.first; line < lines.last; ++line)
        if constexpr (Dim == 2)
            f(Row{0, cells[0], line, 0});
        else
            for (int y = 0; y < cells[1]; ++y) f(Row{0, cells[0], y, line});
}

/// Calls f with the terms of a row, as a constant.
template <class T, int Dim, class F>
WHORL_INLINE void with_terms(const SortedArguments<T, Dim>& in, const Row& row, F f) {
    if (in.inside.is_held || !is_inside(in.op, row)) return f(std::integral_constant<Terms, Terms::all>{});
    if (in.mean != T(0)) return f(std::integral_constant<Terms, Terms::mean>{});
    f(std::integral_constant<Terms, Terms::none>{});
}

/// Asks for the next row, by the pass that is the first to come to it: rows of three dimensions are too short for
/// processors to see that one follows the other.
template <class T, int Dim> WHORL_INLINE void expect_next(const View<T, Dim>& view, const Row& row) {
    if constexpr (Dim == 2) return;
    constexpr int line = 64 / sizeof(T);
    const T* next = row_of(view, row) + view.stride[1];
    for (int x = row.x0; x < row.x1; x += line) __builtin_prefetch(next + x);
}

}  // namespace
}  // namespace whorl::WHORL_ISA
