// Compiled once per instruction set: residual and restriction in one pass, interpolation and correction in one pass, on
// rows that are sorted.
#include "pressure/sorted-inl.hpp"
#include "pressure/sorted_transfer-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

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

template <class T, int Dim> WHORL_INLINE void restrict_row(const SortedRestriction<T, Dim>& in, const Row& row) {
    const Children<T, Dim> children(in, row);
    T* coarse = row_of(in.coarse_b, row);
    for (int i = 0; i < children.count; ++i)
        with_terms(in.fine, children.row[i], [&](auto terms) WHORL_INLINE_LAMBDA {
            add_residuals<terms.value>(in, children.row[i], children.weight[i], i == 0, coarse);
        });
}
template <class T, int Dim> void restrict_residual(const SortedRestriction<T, Dim>& in, const LineRange& lines) {
    for_rows_of(in.coarse_b.shape, lines, [&](const Row& row) WHORL_INLINE_LAMBDA { restrict_row(in, row); });
}

template <class T, int Dim> void prolong(const SortedProlongation<T, Dim>& in, const LineRange& lines) {
    for_rows_of(in.plain.op.cells, lines, [&](const Row& row) WHORL_INLINE_LAMBDA { prolong_row(in, row); });
}

template <class T, int Dim> constexpr SortedLinesTransfer<T, Dim> kernels{restrict_residual<T, Dim>, prolong<T, Dim>};

}  // namespace

const SortedTransferTable sorted_transfer_table{kernels<float, 2>, kernels<float, 3>, kernels<double, 2>,
                                                kernels<double, 3>};

}  // namespace whorl::WHORL_ISA
