// A row of the general form that is sorted, as kernels read it (sorted_table.hpp).
//
// Cells of a run that are alike are worked out by whole vectors, and so are cells between runs, whose weights are read;
// those outside of the problem are left out where there are many. The ends of the row, and the odd ones among the cells
// that are alike, are worked out one by one, with weights that are collected elsewhere: few cells of many rows.
//
// Only for kernel files: everything here is in the unnamed namespace of their instruction set (docs/kernels.md).
#pragma once

#include "pressure/sorted-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class T, int Dim, Terms terms = Terms::all> struct SortedGeneralRow {
    const AlikeRuns<T, Dim>& most;
    RowOfParts<T, Dim> cells;
    const RowEndWeights<T, Dim>& ends;
    const T* b;
    T mean;
    int evens;

    WHORL_INLINE SortedGeneralRow(const SortedArguments<T, Dim>& in, const Row& row)
        : most(in.op.alike),
          cells(in.op, in.x, row),
          ends(most.end_weights[most.ends_of[row.z * in.op.cells[1] + row.y]]),
          b(row_of(in.b, row)),
          mean(in.mean),
          evens((cells.n + 1) / 2) {}

    WHORL_INLINE int place(int i) const { return (i & 1) * evens + i / 2; }
    template <class V> WHORL_INLINE V without_mean(const V& values) const {
        if constexpr (terms == Terms::none) return values;
        return values - mean;
    }

    /// b - mean - A x of the cells with x = 2 k + parity and on, which are alike.
    template <int parity> WHORL_INLINE Vector<T> alike_left(int k) const {
        const int beside = (1 - parity) * evens + k + parity;
        return alike_between<parity>(k, loaded(cells.x + beside - 1), loaded(cells.x + beside));
    }
    /// The same in a whole row, where the end that is of this parity is the first of them, or the last.
    template <int parity> WHORL_INLINE Vector<T> alike_left_with_end(int k) const {
        const int beside = (1 - parity) * evens + k + parity;
        Vector<T> left = loaded(cells.x + beside - 1), right = loaded(cells.x + beside);
        const T first = cells.x[0], last = cells.x[cells.n - 1];
        if (parity == 0)
            left[0] = cells.periodic ? last : first;
        else
            right[vector_lanes<T> - 1] = cells.periodic ? first : last;
        return alike_between<parity>(k, left, right);
    }
    /// The same of any cells but the ends of the row.
    template <int parity, class Weights> WHORL_INLINE Vector<T> general_left(const Weights& weights, int k) const {
        const int here = parity * evens + k, beside = (1 - parity) * evens + k + parity;
        const Vector<T> x = loaded(cells.x + here);
        const Vector<T> left = loaded(cells.x + beside - 1), right = loaded(cells.x + beside);
        Vector<T> across = -(weights.template extras_of<parity>(k) * x);
        for (int a = 0; a < Dim - 1; ++a)
            across += weights.template lows<parity>(a, k) * (cells.low[a] * loaded(cells.below[a] + here) - x) +
                      weights.template highs<parity>(a, k) * (cells.high[a] * loaded(cells.above[a] + here) - x);
        return without_mean(one_parity<parity>(b, k)) + (weights.template lefts<parity>(k) * (left - x) +
                                                         weights.template rights<parity>(k) * (right - x) + across);
    }
    /// Of one cell that is not an end.
    WHORL_INLINE T odd_left(int i, const CellWeights<T, Dim>& weights) const {
        const int beside = (1 - (i & 1)) * evens + (i + 1) / 2;
        return left_of(i, weights, cells.x[beside - 1], cells.x[beside]);
    }
    WHORL_INLINE T first_left() const {
        const T* x = cells.x;
        return left_of(0, ends.first, cells.periodic ? x[place(cells.n - 1)] : T(0), x[evens]);
    }
    WHORL_INLINE T last_left() const {
        const T* x = cells.x;
        const int last = cells.n - 1;
        return left_of(last, ends.last, x[place(last - 1)], cells.periodic ? x[0] : T(0));
    }

  private:
    template <int parity>
    WHORL_INLINE Vector<T> alike_between(int k, const Vector<T>& left, const Vector<T>& right) const {
        const int here = parity * evens + k;
        const Vector<T> x = loaded(cells.x + here);
        const auto along = [&](int a) WHORL_INLINE_LAMBDA {
            const T weight = most.weight[a + 1];
            return weight * (loaded(cells.below[a] + here) - x) + weight * (loaded(cells.above[a] + here) - x);
        };
        Vector<T> across = along(0);
        if constexpr (terms == Terms::all) across = -(most.extra * x) + across;
        for (int a = 1; a < Dim - 1; ++a) across += along(a);
        const T weight = most.weight[0];
        return without_mean(one_parity<parity>(b, k)) + (weight * (left - x) + weight * (right - x) + across);
    }
    WHORL_INLINE T left_of(int i, const CellWeights<T, Dim>& weights, T left, T right) const {
        const int here = place(i);
        const T x = cells.x[here];
        T across = -(weights.extra * x);
        for (int a = 0; a < Dim - 1; ++a)
            across += weights.low[a] * (cells.low[a] * cells.below[a][here] - x) +
                      weights.high[a] * (cells.high[a] * cells.above[a][here] - x);
        return without_mean(b[i]) + (weights.left * (left - x) + weights.right * (right - x) + across);
    }
};

template <class T, int Dim> WHORL_INLINE RowKind kind_of(const Operator<T, Dim>& op, const Row& row) {
    return op.alike.kinds[row.z * op.cells[1] + row.y];
}

/// Calls f with the terms of a row, as a constant: whether cells that are alike have a diagonal beside their weights,
/// and b a mean. To leave out what is 0 changes nothing.
template <class T, int Dim, class F> WHORL_INLINE void with_general_terms(const SortedArguments<T, Dim>& in, F f) {
    if (in.op.alike.extra != T(0)) return f(std::integral_constant<Terms, Terms::all>{});
    if (in.mean != T(0)) return f(std::integral_constant<Terms, Terms::mean>{});
    f(std::integral_constant<Terms, Terms::none>{});
}

/// Calls alike(run) and others(first, last) for parts of a row without its ends. Cells that are left out are all
/// outside of the problem.
template <class Cells, class Alike, class Others>
WHORL_INLINE void for_parts(const Cells& cells, Alike alike, Others others) {
    const ShutCells* shut = cells.shut;
    int first = cells.first_plain();
    const CellRun* run = cells.run;
    while (true) {
        const bool is_last = run == cells.end_of_runs;
        const int until = is_last ? cells.end_plain() : run->begin;
        const bool is_shut = shut != cells.end_of_shut && shut->begin < until;
        const int last = is_shut ? shut->begin : until;
        if (first < last) others(first, last);  // in one place, since each is one more copy of a kernel's loop
        if (is_shut) {
            first = shut->end;
            ++shut;
            continue;
        }
        if (is_last) return;
        alike(*run);
        first = run->end;
        ++run;
    }
}

/// Of the cells with x = 2 k + parity, the first k that is not before cell i.
template <int parity> WHORL_INLINE int first_of(int i) {
    return (i - parity + 1) / 2;
}

/// The places of a run's cells with x = 2 k + parity among those, k0 <= k < k1. The ends of the row are taken for some
/// of them, so that vectors are whole: they are stored after all others.
struct Places {
    int k0, k1;
};
template <int parity> WHORL_INLINE Places places_of(const CellRun& run, int n) {
    const bool has_last = parity == 1 && (n & 1) == 0 && run.end == n - 1;
    return {run.begin == 1 ? 0 : first_of<parity>(run.begin), has_last ? n / 2 : first_of<parity>(run.end)};
}

/// Which of the places from k on are k0 <= place < k1.
template <class T> WHORL_INLINE Mask<T> places_between(int k, int k0, int k1) {
    using Index = std::remove_reference_t<decltype(Mask<T>{}[0])>;
    Mask<T> place;
    for (int i = 0; i < vector_lanes<T>; ++i) place[i] = Index(i);
    return (place >= Index(k0 - k)) & (place < Index(k1 - k));
}

/// Stores value(k), vectors of them, for those with k0 <= k < k1 of n cells, where that may read what was stored at the
/// same k. Vectors begin where lines of the cache do, and what is not among those cells stays as it is.
template <class T, class Value> WHORL_INLINE void store_vectors(const Places& places, int n, T* to, Value value) {
    constexpr int lanes = vector_lanes<T>;
    const int k0 = places.k0, k1 = places.k1;
    if (k0 >= k1) return;
    const int most = n / 2 - lanes;
    const auto store_some = [&](int k, int from) WHORL_INLINE_LAMBDA {
        const Vector<T> values = value(k), kept = loaded(to + k);
        store<T>(places_between<T>(k, from, k1) ? values : kept, to + k);
    };
    int k = k0 / lanes * lanes;
    if (k < k0 || k + lanes > k1) {
        store_some(k < most ? k : most, k0);
        k += lanes;
    }
    for (; k + lanes <= k1; k += lanes) store<T>(value(k), to + k);
    if (k < k1) store_some(k < most ? k : most, k);
}

}  // namespace
}  // namespace whorl::WHORL_ISA
