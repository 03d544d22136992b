// -A x in one cell, in the forms of an operator: what every kernel of this folder is made of.
//
// It is written in differences, w (x beyond - x), not as a diagonal minus neighbours: rounding is then relative to the
// gradients of x and not to x itself, which in float lowers the residual that can be reached.
//
// Only for kernel files: everything here is in the unnamed namespace of their instruction set (docs/kernels.md).
#pragma once

#include "pressure/row_weights-inl.hpp"
#include "simd/loops.hpp"

namespace whorl::WHORL_ISA {
namespace {

/// Where the rows beside this one along the axes other than x start. Across a side it is the row itself, with
/// `inside` 0; round a periodic axis the row at the other end.
template <class T, int Dim> struct Beside {
    const T* below[Dim - 1];
    const T* above[Dim - 1];
    int index[Dim - 1];
    bool inside_below[Dim - 1], inside_above[Dim - 1];

    WHORL_INLINE Beside(const Operator<T, Dim>& op, const View<const T, Dim>& x, const Row& row) {
        const T* here = row_of(x, row);
        for (int a = 0; a < Dim - 1; ++a) {
            const int i = a == 0 ? row.y : row.z, n = op.cells[a + 1];
            const std::ptrdiff_t stride = x.stride[a + 1];
            index[a] = i;
            inside_below[a] = i > 0 || op.periodic[a + 1];
            inside_above[a] = i < n - 1 || op.periodic[a + 1];
            below[a] = i > 0 ? here - stride : here + (op.periodic[a + 1] ? (n - 1) * stride : 0);
            above[a] = i < n - 1 ? here + stride : here - (op.periodic[a + 1] ? (n - 1) * stride : 0);
        }
    }
};

/// A row of the uniform form. Cells first_plain() <= i < end_plain() are alike and `plain` serves them, without a
/// branch; `end` serves any cell.
template <class T, int Dim> struct UniformRow {
    const T *x, *lower, *upper, *side;
    const T* below[Dim - 1];
    const T* above[Dim - 1];
    T low[Dim - 1], high[Dim - 1];
    T own, weight, inverse_plain;  // own: what holds the whole row to zero, diagonal and sides
    int n;
    bool periodic;

    WHORL_INLINE UniformRow(const Operator<T, Dim>& op, const View<const T, Dim>& view, const Row& row)
        : x(row_of(view, row)),
          lower(op.lower[0]),
          upper(op.upper[0]),
          side(op.side[0]),
          own(op.diagonal),
          n(op.cells[0]),
          periodic(op.periodic[0]) {
        const Beside<T, Dim> beside(op, view, row);
        for (int a = 0; a < Dim - 1; ++a) {
            below[a] = beside.below[a], above[a] = beside.above[a];
            low[a] = op.lower[a + 1][beside.index[a]], high[a] = op.upper[a + 1][beside.index[a]];
            own += op.side[a + 1][beside.index[a]];
        }
        weight = n > 3 ? lower[1] : T(0);
        inverse_plain = inverted(own + (weight + weight));
    }

    WHORL_INLINE static int first_plain() { return 1; }
    WHORL_INLINE int end_plain() const { return n - 2; }

    WHORL_INLINE T inverted(T along_x) const {
        T sum = along_x;
        for (int a = 0; a < Dim - 1; ++a) sum += low[a] + high[a];
        return sum > T(0) ? T(1) / sum : T(0);
    }
    WHORL_INLINE T across(int i) const {
        T sum = low[0] * (below[0][i] - x[i]) + high[0] * (above[0][i] - x[i]);
        for (int a = 1; a < Dim - 1; ++a) sum += low[a] * (below[a][i] - x[i]) + high[a] * (above[a][i] - x[i]);
        return sum - own * x[i];
    }
    WHORL_INLINE T plain(int i) const { return weight * ((x[i - 1] - x[i]) + (x[i + 1] - x[i])) + across(i); }
    WHORL_INLINE T end(int i) const {
        const T left = i > 0 ? x[i - 1] : x[periodic ? n - 1 : 0];
        const T right = i < n - 1 ? x[i + 1] : x[periodic ? 0 : n - 1];
        return lower[i] * (left - x[i]) + upper[i] * (right - x[i]) + (across(i) - side[i] * x[i]);
    }
    WHORL_INLINE T inverse(int) const { return inverse_plain; }
    WHORL_INLINE T inverse_end(int i) const { return inverted(own + (lower[i] + upper[i] + side[i])); }
    static constexpr bool is_whole = true;  // no cell is outside of the problem
    WHORL_INLINE T masked(int, T value) const { return value; }
    template <class F> WHORL_INLINE void for_odd(int, int, F) const {}
    template <class F> WHORL_INLINE void for_odd(int, int, int, F) const {}
};

/// Cells of the general form that are alike: `plain` and `inverse` give what those of GeneralRow would, but read no
/// weights. For odd ones among them they give something else.
template <class T, int Dim> struct AlikeCells {
    const T* x;
    const T* below[Dim - 1];
    const T* above[Dim - 1];
    T weight[Dim];
    T extra, inverse_of_all;
    const std::uint16_t* odd[3];  // where those with an even x begin, those with an odd one, and where these end

    WHORL_INLINE T plain(int i) const {
        T across = -(extra * x[i]);
        for (int a = 0; a < Dim - 1; ++a)
            across += weight[a + 1] * (below[a][i] - x[i]) + weight[a + 1] * (above[a][i] - x[i]);
        return weight[0] * (x[i - 1] - x[i]) + weight[0] * (x[i + 1] - x[i]) + across;
    }
    WHORL_INLINE T inverse(int) const { return inverse_of_all; }
    WHORL_INLINE T masked(int, T value) const { return value; }
    /// Calls f(i) for the odd ones of first <= i < last; or those whose i is even, or not.
    template <class F> WHORL_INLINE void for_odd(int first, int last, F f) const {
        for (const std::uint16_t* at = odd[0]; at != odd[2]; ++at)
            if (*at >= first && *at < last) f(*at);
    }
    template <class F> WHORL_INLINE void for_odd(int first, int last, int is_odd, F f) const {
        for (const std::uint16_t* at = odd[is_odd]; at != odd[is_odd + 1]; ++at)
            if (*at >= first && *at < last) f(*at);
    }
};

/// Cells outside of the problem: `plain` and `inverse` are 0, as all their weights are.
template <class T> struct OutsideCells {
    WHORL_INLINE T plain(int) const { return T(0); }
    WHORL_INLINE T inverse(int) const { return T(0); }
    WHORL_INLINE T masked(int, T) const { return T(0); }
    template <class F> WHORL_INLINE void for_odd(int, int, F) const {}
    template <class F> WHORL_INLINE void for_odd(int, int, int, F) const {}
};

/// A row of the general or the open form, but for its weights.
template <class T, int Dim> struct RowOfParts {
    const T* x;
    const CellRun *run, *end_of_runs;
    const ShutCells *shut, *end_of_shut;
    const T* below[Dim - 1];
    const T* above[Dim - 1];
    T low[Dim - 1], high[Dim - 1];  // 1, or 0 across a side
    int n;
    bool periodic;

    WHORL_INLINE RowOfParts(const Operator<T, Dim>& op, const View<const T, Dim>& view, const Row& row)
        : x(row_of(view, row)),
          n(op.cells[0]),
          periodic(op.periodic[0]) {
        const int number = row.z * op.cells[1] + row.y;
        const int *first_run = op.alike.first_run + number, *first_shut = op.alike.first_shut + number;
        run = op.alike.runs + first_run[0], end_of_runs = op.alike.runs + first_run[1];
        shut = op.alike.shut + first_shut[0], end_of_shut = op.alike.shut + first_shut[1];
        const Beside<T, Dim> beside(op, view, row);
        for (int a = 0; a < Dim - 1; ++a) {
            below[a] = beside.below[a], above[a] = beside.above[a];
            low[a] = beside.inside_below[a] ? T(1) : T(0);
            high[a] = beside.inside_above[a] ? T(1) : T(0);
        }
    }

    WHORL_INLINE static int first_plain() { return 1; }
    WHORL_INLINE int end_plain() const { return n - 1; }
};

/// A row of the general or the open form.
template <class T, int Dim, class Weights> struct WeightedRow : RowOfParts<T, Dim> {
    using Parts = RowOfParts<T, Dim>;
    using Parts::x, Parts::below, Parts::above, Parts::low, Parts::high, Parts::n, Parts::periodic;
    const Operator<T, Dim>& op;
    Weights weights;

    WHORL_INLINE WeightedRow(const Operator<T, Dim>& of, const View<const T, Dim>& view, const Row& row)
        : Parts(of, view, row),
          op(of),
          weights(of, row) {}

    WHORL_INLINE T across(int i) const {
        T sum = -(weights.extra(i) * x[i]);
        for (int a = 0; a < Dim - 1; ++a)
            sum +=
                weights.low(a, i) * (low[a] * below[a][i] - x[i]) + weights.high(a, i) * (high[a] * above[a][i] - x[i]);
        return sum;
    }
    WHORL_INLINE T plain(int i) const {
        return weights.inner_left(i) * (x[i - 1] - x[i]) + weights.inner_right(i) * (x[i + 1] - x[i]) + across(i);
    }
    WHORL_INLINE T end(int i) const {
        const T left = i > 0 ? x[i - 1] : periodic ? x[n - 1] : T(0);
        const T right = i < n - 1 ? x[i + 1] : periodic ? x[0] : T(0);
        return weights.left(i) * (left - x[i]) + weights.right(i) * (right - x[i]) + across(i);
    }
    WHORL_INLINE T inverse(int i) const { return weights.inner_inverse(i); }
    WHORL_INLINE T inverse_end(int i) const { return weights.inverse(i); }
    static constexpr bool is_whole = false;
    WHORL_INLINE T masked(int i, T value) const { return weights.is_inside(i) ? value : T(0); }
    template <class F> WHORL_INLINE void for_odd(int, int, F) const {}
    template <class F> WHORL_INLINE void for_odd(int, int, int, F) const {}

    WHORL_INLINE AlikeCells<T, Dim> alike() const {
        AlikeCells<T, Dim> cells;
        cells.x = x, cells.extra = op.alike.extra, cells.inverse_of_all = op.alike.inverse;
        for (int k = 0; k < 3; ++k) cells.odd[k] = nullptr;
        for (int a = 0; a < Dim; ++a) cells.weight[a] = op.alike.weight[a];
        for (int a = 0; a < Dim - 1; ++a) cells.below[a] = below[a], cells.above[a] = above[a];
        return cells;
    }
};

template <class T, int Dim> using GeneralRow = WeightedRow<T, Dim, RowWeights<T, Dim>>;
template <class T, int Dim> using OpenFacesRow = WeightedRow<T, Dim, OpenRowWeights<T, Dim>>;

/// Calls f(cells, first, last) for parts of first <= i < last, in the order of i, where `cells` has `plain`, `inverse`
/// and `masked` of those, but for_odd of them, which `end` serves.
template <class T, int Dim, class F>
WHORL_INLINE void for_plain_cells(const UniformRow<T, Dim>& cells, int first, int last, F f) {
    f(cells, first, last);
}
/// The same for cells without a run: inside of solids nothing has to be read. Like all of these it calls f for cells of
/// one kind in one place, since each place is one more copy of a kernel's loop.
template <class T, int Dim, class Weights, class F>
WHORL_INLINE void for_cells_between(const WeightedRow<T, Dim, Weights>& cells, int first, int last, F f) {
    for (const ShutCells* shut = cells.shut; first < last; ++shut) {
        const bool is_one = shut != cells.end_of_shut && shut->begin < last;
        if (is_one && shut->end <= first) continue;
        const int begin = !is_one ? last : shut->begin > first ? shut->begin : first;
        const int end = !is_one || shut->end > last ? last : shut->end;
        if (first < begin) f(cells, first, begin);
        if (begin < end) f(OutsideCells<T>{}, begin, end);
        first = end;
    }
}
template <class T, int Dim, class Weights, class F>
WHORL_INLINE void for_plain_cells(const WeightedRow<T, Dim, Weights>& cells, int first, int last, F f) {
    AlikeCells<T, Dim> alike = cells.alike();
    for (const CellRun* run = cells.run; first < last; ++run) {
        const bool is_one = run != cells.end_of_runs;
        const int begin = !is_one || run->begin > last ? last : run->begin < first ? first : run->begin;
        const int end = !is_one || run->end > last ? last : run->end;
        if (first < begin) for_cells_between(cells, first, begin, f);
        if (begin < end) {
            for (int k = 0; k < 3; ++k) alike.odd[k] = cells.op.alike.odd + run->odd[k];
            f(alike, begin, end);
        }
        if (!is_one) return;
        first = end > first ? end : first;
    }
}

/// Calls end(i) or, for several cells, plain(cells, first, last), in the order of i.
template <class Cells, class End, class Plain>
WHORL_INLINE void for_cells(const Cells& cells, int x0, int x1, End end, Plain plain) {
    const int most = x1 < cells.end_plain() ? x1 : cells.end_plain();
    const int least = x0 > cells.first_plain() ? x0 : cells.first_plain();
    const bool has_plain = least < most;
    const int first = has_plain ? least : x1, last = has_plain ? most : x1;
    for (int i = x0; i < first; ++i) end(i);
    if (has_plain) for_plain_cells(cells, first, last, plain);
    for (int i = last; i < x1; ++i) end(i);
}

}  // namespace
}  // namespace whorl::WHORL_ISA
