// Compiled once per instruction set: sorting and smoothing rows, one at a time.
#include <cstring>

#include "pressure/sorted-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class T, int Dim> RowsInside<T> look_inside(const Operator<T, Dim>& op) {
    SortedArguments<T, Dim> arguments{};
    arguments.op = op;
    const SortedRow<T, Dim> cells(arguments, Row{0, op.cells[0], 1, Dim == 3 ? 1 : 0});
    return {cells.inverses(), cells.cells.own != T(0), cells.has_plain_ends()};
}

template <class T, int Dim> WHORL_INLINE void sort_row(const SortedArguments<T, Dim>& in, const Row& row) {
    constexpr int lanes = vector_lanes<T>;
    expect_next(in.x, row);
    T* x = row_of(in.x, row);
    T odd[most_sorted_cells / 2];
    const int n = in.op.cells[0], evens = (n + 1) / 2;
    int k = 0;
    for (; 2 * (k + lanes) <= n; k += lanes) {
        const Vector<T> low = loaded(x + 2 * k), high = loaded(x + 2 * k + lanes);
        store<T>(evens_of<T>(low, high), x + k);
        store<T>(odds_of<T>(low, high), odd + k);
    }
    for (; k < evens; ++k) {
        if (2 * k + 1 < n) odd[k] = x[2 * k + 1];
        x[k] = x[2 * k];
    }
    std::memcpy(x + evens, odd, static_cast<std::size_t>(n - evens) * sizeof(T));
}

template <class T, int Dim> WHORL_INLINE void unsort_row(const SortedArguments<T, Dim>& in, const Row& row) {
    constexpr int lanes = vector_lanes<T>;
    T* x = row_of(in.x, row);
    T odd[most_sorted_cells / 2];
    const int n = in.op.cells[0], evens = (n + 1) / 2, whole = n / 2 / lanes * lanes;
    std::memcpy(odd, x + evens, static_cast<std::size_t>(n - evens) * sizeof(T));
    for (int k = evens - 1; k >= whole; --k) {
        x[2 * k] = x[k];
        if (2 * k + 1 < n) x[2 * k + 1] = odd[k];
    }
    for (int k = whole - lanes; k >= 0; k -= lanes) {
        const Vector<T> low = loaded(x + k), high = loaded(odd + k);
        store<T>(interleaved<lanes, 0>(low, high), x + 2 * k);
        store<T>(interleaved<lanes, lanes / 2>(low, high), x + 2 * k + lanes);
    }
}

template <class T, int Dim> void sort(const SortedArguments<T, Dim>& in, const LineRange& lines) {
    for_rows_of(in.op.cells, lines, [&](const Row& row) WHORL_INLINE_LAMBDA { sort_row(in, row); });
}
template <class T, int Dim> void unsort(const SortedArguments<T, Dim>& in, const LineRange& lines) {
    for_rows_of(in.op.cells, lines, [&](const Row& row) WHORL_INLINE_LAMBDA { unsort_row(in, row); });
}

/// The factors of a vector that may hold the first or the last cell of a parity.
template <class T> WHORL_INLINE Vector<T> factors(T plain, T first, T last, bool has_first, bool has_last) {
    Vector<T> result = Vector<T>{} + plain;
    if (has_first) result[0] = first;
    if (has_last) result[vector_lanes<T> - 1] = last;
    return result;
}

template <int parity, Terms terms, class T, int Dim>
WHORL_INLINE void relax_cells(const SortedArguments<T, Dim>& in, const SortedRow<T, Dim, terms>& cells,
                              const RowInverses<T>& inverses, T* row) {
    constexpr int lanes = vector_lanes<T>;
    T* const x = row + parity * cells.evens;
    const T omega = in.omega, scale = omega * inverses.plain;
    const T first_scale = omega * inverses.first, last_scale = omega * inverses.last[parity];
    const int count = cells.count(parity), last = count - lanes;
    const auto with_ends = [&](int k, const Vector<T>& b) WHORL_INLINE_LAMBDA {
        return loaded(x + k) + factors(scale, first_scale, last_scale, parity == 0 && k == 0, k == last) *
                                   (cells.without_mean(b) + cells.plain_with_ends(parity, k));
    };
    const auto alone = [&](int k, T factor)
                           WHORL_INLINE_LAMBDA { return x[k] + factor * cells.left_of(cells, 2 * k + parity); };
    const bool is_alone = !in.inside.has_plain_ends;
    const T first_alone = is_alone && parity == 0 ? alone(0, first_scale) : T(0);
    const T last_alone = is_alone ? alone(count - 1, last_scale) : T(0);
    const Vector<T> last_values = with_ends(last, last_b_of<parity>(cells.b, cells.cells.n));
    if (last > 0) {
        if (parity == 0) store<T>(with_ends(0, one_parity<0>(cells.b, 0)), x);
        for (int k = parity == 0 ? lanes : 0; k < last; k += lanes)
            store<T>(
                loaded(x + k) + scale * (cells.without_mean(one_parity<parity>(cells.b, k)) + cells.plain(parity, k)),
                x + k);
    }
    store<T>(last_values, x + last);
    if (is_alone && parity == 0) x[0] = first_alone;
    if (is_alone) x[count - 1] = last_alone;
}
template <class T, int Dim> void relax(const SortedArguments<T, Dim>& in, const LineRange& lines) {
    for_stretches(in.op, lines, [&](Row row, int end) WHORL_INLINE_LAMBDA {
        with_terms(in, row, [&](auto terms) WHORL_INLINE_LAMBDA {
            SortedRow<T, Dim, terms.value> cells(in, row);
            const RowInverses<T> inverses = is_inside(in.op, row) ? in.inside.inverses : cells.inverses();
            for (T* x = row_of(in.x, row);; x += in.x.stride[1], cells.go_on(in, row.y)) {
                if (in.expects_b) expect_next(in.b, row);
                if (((row.y + row.z + in.colour) & 1) == 0)
                    relax_cells<0>(in, cells, inverses, x);
                else
                    relax_cells<1>(in, cells, inverses, x);
                if (++row.y == end) break;
            }
        });
    });
}

template <int parity, class T, int Dim>
WHORL_INLINE void relax_cells_from_zero(const SortedArguments<T, Dim>& in, const Row& row) {
    if (in.expects_b) expect_next(in.b, row);
    const SortedRow<T, Dim> cells(in, row);
    const RowInverses<T> inverses = is_inside(in.op, row) ? in.inside.inverses : cells.inverses();
    T* const x = row_of(in.x, row) + parity * cells.evens;
    const T omega = in.omega, mean = in.mean, scale = omega * inverses.plain;
    const int count = cells.count(parity), last = count - vector_lanes<T>;
    for (int k = 0; k < last; k += vector_lanes<T>) store<T>(scale * (one_parity<parity>(cells.b, k) - mean), x + k);
    store<T>(scale * (last_b_of<parity>(cells.b, cells.cells.n) - mean), x + last);
    if (parity == 0) x[0] = omega * inverses.first * (cells.b[0] - mean);
    x[count - 1] = omega * inverses.last[parity] * (cells.b[2 * (count - 1) + parity] - mean);
    std::memset(row_of(in.x, row) + (1 - parity) * cells.evens, 0,
                static_cast<std::size_t>(cells.count(1 - parity)) * sizeof(T));
}
template <class T, int Dim> void relax_from_zero(const SortedArguments<T, Dim>& in, const LineRange& lines) {
    for_rows_of(in.op.cells, lines, [&](const Row& row) WHORL_INLINE_LAMBDA {
        if (((row.y + row.z + in.colour) & 1) == 0)
            relax_cells_from_zero<0>(in, row);
        else
            relax_cells_from_zero<1>(in, row);
    });
}

template <class T, int Dim>
constexpr SortedKernels<T, Dim> kernels{
    look_inside<T, Dim>, sort<T, Dim>, unsort<T, Dim>, {relax<T, Dim>, relax_from_zero<T, Dim>}};

}  // namespace

const SortedTable sorted_table{kernels<float, 2>, kernels<float, 3>, kernels<double, 2>, kernels<double, 3>};

}  // namespace whorl::WHORL_ISA
