// What sorted rows of both forms hand on between levels.
//
// Only for kernel files: everything here is in the unnamed namespace of their instruction set (docs/kernels.md).
#pragma once

#include "pressure/between-inl.hpp"
#include "pressure/sorted_table.hpp"

namespace whorl::WHORL_ISA {
namespace {

/// The fine rows below a coarse one.
template <class T, int Dim> struct Children {
    static constexpr int most = 1 << (Dim - 1);
    Row row[most];
    T weight[most];
    int count = 0;

    WHORL_INLINE Children(const SortedRestriction<T, Dim>& in, const Row& coarse) {
        const Transfer<T, Dim>& transfer = in.transfer;
        const auto& cells = in.fine.op.cells;
        const auto first = [&](int axis, int i) { return transfer.halved[axis] ? 2 * i : i; };
        const auto last = [&](int axis, int i) {
            return transfer.halved[axis] && 2 * i + 1 < cells[axis] ? 2 * i + 1 : first(axis, i);
        };
        const auto share = [&](int axis, int i) { return transfer.halved[axis] ? transfer.share[axis][i] : T(1); };
        const int z0 = Dim == 3 ? first(Dim - 1, coarse.z) : 0, z1 = Dim == 3 ? last(Dim - 1, coarse.z) : 0;
        for (int z = z0; z <= z1; ++z)
            for (int y = first(1, coarse.y); y <= last(1, coarse.y); ++y) {
                row[count] = {0, cells[0], y, z};
                weight[count] = share(1, y) * (Dim == 3 ? share(Dim - 1, z) : T(1));
                ++count;
            }
    }
};

/// The coarse rows around a fine one, blended: a coarse row, as it comes, with one cell beyond each end.
template <class T, int Dim>
WHORL_INLINE void blend(const SortedProlongation<T, Dim>& in, const Row& row, T* __restrict blended) {
    constexpr int lanes = vector_lanes<T>;
    const Between<T, Dim> between(in.plain, row);
    const int N = in.plain.coarse_x.shape[0], coarse_evens = (N + 1) / 2;
    if (in.coarse_is_sorted) {
        const auto pair_at = [&](int k) WHORL_INLINE_LAMBDA {
            const Vector<T> even = between.vector_at(k), odd = between.vector_at(coarse_evens + k);
            store<T>(interleaved<lanes, 0>(even, odd), blended + 2 * k);
            store<T>(interleaved<lanes, lanes / 2>(even, odd), blended + 2 * k + lanes);
        };
        const int last = N / 2 - lanes;
        for (int k = 0; k < last; k += lanes) pair_at(k);
        pair_at(last);
        if ((N & 1) != 0) blended[N - 1] = between.at(coarse_evens - 1);
    } else {
        const int last = N - lanes;
        for (int k = 0; k < last; k += lanes) store<T>(between.vector_at(k), blended + k);
        store<T>(between.vector_at(last), blended + last);
    }
    const bool periodic = in.plain.op.periodic[0];
    blended[-1] = periodic ? blended[N - 1] : blended[0];
    blended[N] = periodic ? blended[0] : blended[N - 1];
}

/// Adds to a row what is interpolated, where no cell is left alone and no side takes a part of it.
template <class T, int Dim> WHORL_INLINE void prolong_row(const SortedProlongation<T, Dim>& in, const Row& row) {
    constexpr int lanes = vector_lanes<T>;
    const ProlongArguments<T, Dim>& plain = in.plain;
    expect_next(plain.x, row);
    const int n = plain.op.cells[0], N = plain.coarse_x.shape[0];
    T buffer[most_sorted_cells / 2 + 2];
    T* const blended = buffer + 1;
    blend(in, row, blended);

    T* const x = row_of(plain.x, row);
    const int evens = (n + 1) / 2;
    // Parents 1 <= X < N - 2 have neighbours on both sides, none of which is the last: 3/4 and 1/4.
    const auto add = [&](int parity) WHORL_INLINE_LAMBDA {
        T* const here = x + parity * evens;
        const T* const beside = blended + (parity == 0 ? -1 : 1);
        const int count = parity == 0 ? evens : n / 2, last = count - lanes;
        const T *near = plain.transfer.near[0], *far = plain.transfer.far[0];
        const auto end = [&](int X) WHORL_INLINE_LAMBDA {
            const int i = 2 * X + parity;
            return here[X] + (near[i] * blended[X] + far[i] * beside[X]);
        };
        const T first = end(0), last_but_one = end(N - 2), at_last = N - 1 < count ? end(N - 1) : T(0);
        const auto vector_at = [&](int k) WHORL_INLINE_LAMBDA {
            return loaded(here + k) + (T(0.75) * loaded(blended + k) + T(0.25) * loaded(beside + k));
        };
        const Vector<T> kept = vector_at(last);
        for (int k = 0; k < last; k += lanes) store<T>(vector_at(k), here + k);
        store<T>(kept, here + last);
        here[0] = first;
        here[N - 2] = last_but_one;
        if (N - 1 < count) here[N - 1] = at_last;
    };
    add(0);
    add(1);
}

}  // namespace
}  // namespace whorl::WHORL_ISA
