// Compiled once per instruction set: residual and restriction in one pass, interpolation and correction in one pass, on
// rows that are sorted.
#include "pressure/between-inl.hpp"
#include "pressure/sorted-inl.hpp"

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

/// Adds one row's part to the coarse row, or begins with it.
template <Terms terms, class T, int Dim>
WHORL_INLINE void add_residuals(const SortedRestriction<T, Dim>& in, const Row& row, T weight, bool begins,
                                T* __restrict coarse) {
    constexpr int lanes = vector_lanes<T>;
    const SortedRow<T, Dim, terms> cells(in.fine, row);
    const int n = cells.cells.n, N = (n + 1) / 2, first_end = (n - 2) / 2, last = n / 2 - lanes;
    const T half = T(0.5) * weight;
    const T* share = in.transfer.share[0];
    const auto averaged = [&](int k, auto towards) WHORL_INLINE_LAMBDA {
        const Vector<T> low = loaded(cells.b + 2 * k), high = loaded(cells.b + 2 * k + lanes);
        const Vector<T> even = cells.without_mean(evens_of<T>(low, high)) + towards(0),
                        odd = cells.without_mean(odds_of<T>(low, high)) + towards(1);
        const Vector<T> value = half * (even + odd);
        return begins ? value : loaded(coarse + k) + value;
    };
    const auto with_ends = [&](int k) WHORL_INLINE_LAMBDA {
        return averaged(k, [&](int parity) WHORL_INLINE_LAMBDA { return cells.plain_with_ends(parity, k); });
    };
    const auto alone = [&](int X) WHORL_INLINE_LAMBDA {
        T value = 0;
        if (X < (n - 1) / 2) {
            value = half * (cells.left_of(cells, 2 * X) + cells.left_of(cells, 2 * X + 1));
        } else {
            value = share[2 * X] * cells.left_of(cells, 2 * X);
            if (2 * X + 1 < n) value += share[2 * X + 1] * cells.left_of(cells, 2 * X + 1);
            value = weight * value;
        }
        return begins ? value : coarse[X] + value;
    };
    const bool is_alone =
        !in.fine.inside.has_plain_ends || (n & 1) != 0 || share[n - 2] != T(0.5) || share[n - 1] != T(0.5);
    const T first_alone = is_alone ? alone(0) : T(0), end_alone = is_alone ? alone(first_end) : T(0),
            last_alone = is_alone && first_end + 1 < N ? alone(first_end + 1) : T(0);
    const Vector<T> last_values = with_ends(last);
    if (last > 0) store<T>(with_ends(0), coarse);
    for (int k = lanes; k < last; k += lanes)
        store<T>(averaged(k, [&](int parity) WHORL_INLINE_LAMBDA { return cells.plain(parity, k); }), coarse + k);
    store<T>(last_values, coarse + last);
    if (!is_alone) return;
    coarse[0] = first_alone;
    coarse[first_end] = end_alone;
    if (first_end + 1 < N) coarse[first_end + 1] = last_alone;
}

template <class T, int Dim> void restrict_residual(const SortedRestriction<T, Dim>& in, const Row& row) {
    const Children<T, Dim> children(in, row);
    T* coarse = row_of(in.coarse_b, row);
    for (int i = 0; i < children.count; ++i)
        with_terms(in.fine, children.row[i], [&](auto terms) WHORL_INLINE_LAMBDA {
            add_residuals<terms.value>(in, children.row[i], children.weight[i], i == 0, coarse);
        });
}

template <class T, int Dim> void prolong(const SortedProlongation<T, Dim>& in, const Row& row) {
    constexpr int lanes = vector_lanes<T>;
    const ProlongArguments<T, Dim>& plain = in.plain;
    expect_next(plain.x, row);
    const Between<T, Dim> between(plain, row);
    const int n = plain.op.cells[0], N = plain.coarse_x.shape[0], coarse_evens = (N + 1) / 2;
    // The coarse row, as it comes, with one cell beyond each end.
    T buffer[most_sorted_cells / 2 + 2];
    T* const blended = buffer + 1;
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
    const bool periodic = plain.op.periodic[0];
    blended[-1] = periodic ? blended[N - 1] : blended[0];
    blended[N] = periodic ? blended[0] : blended[N - 1];

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

template <class T, int Dim> constexpr SortedTransfer<T, Dim> kernels{restrict_residual<T, Dim>, prolong<T, Dim>};

}  // namespace

const SortedTransferTable sorted_transfer_table{kernels<float, 2>, kernels<float, 3>, kernels<double, 2>,
                                                kernels<double, 3>};

}  // namespace whorl::WHORL_ISA
