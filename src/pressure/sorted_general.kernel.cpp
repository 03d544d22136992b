// Compiled once per instruction set: smoothing rows of the general form that are sorted, several lines at a time.
#include <cstring>

#include "pressure/sorted_general-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class Weights, class T, int Dim>
CellWeights<T, Dim> weights_of(const Operator<T, Dim>& op, const Row& row, int x) {
    const Weights weights(op, row);
    CellWeights<T, Dim> one{};
    one.left = weights.left(x), one.right = weights.right(x);
    for (int a = 0; a < Dim - 1; ++a) one.low[a] = weights.low(a, x), one.high[a] = weights.high(a, x);
    one.extra = weights.extra(x), one.inverse = weights.inverse(x);
    return one;
}
template <class Weights, class T, int Dim> void collect(const CollectArguments<T, Dim>& in, const Row& row) {
    const WeightedRow<T, Dim, Weights> cells(in.op, {}, row);
    const auto weights_at = [&](int x) { return weights_of<Weights>(in.op, row, x); };
    *in.ends = {weights_at(0), weights_at(cells.n - 1)};
    for (const CellRun* run = cells.run; run != cells.end_of_runs; ++run)
        for (int j = run->odd[0]; j < run->odd[2]; ++j) in.odd[j] = weights_at(in.op.alike.odd[j]);
}

/// Odd cells first, from the x that comes in, since what is alike overwrites them. The ends of a row are stored last:
/// to load a vector of which one number was stored just now takes long.
template <class Weights, int parity, Terms terms, class T, int Dim>
[[gnu::noinline]] void relax_cells(const SortedArguments<T, Dim>& in, const Row& row) {
    const SortedGeneralRow<T, Dim, terms> cells(in, row);
    const AlikeRuns<T, Dim>& most = in.op.alike;
    T* const x = row_of(in.x, row) + parity * cells.evens;
    const T omega = in.omega, scale = omega * most.inverse;
    const int n = cells.cells.n;
    const bool has_last = ((n - 1) & 1) == parity;
    const T first_value = parity == 0 ? x[0] + omega * cells.ends.first.inverse * cells.first_left() : T(0);
    const T last_value = has_last ? x[(n - 1) / 2] + omega * cells.ends.last.inverse * cells.last_left() : T(0);
    const auto alike = [&](const CellRun& run) WHORL_INLINE_LAMBDA {
        T odd_value[CellRun::most_odd];
        const int first = run.odd[parity], odds = run.odd[parity + 1] - first;
        for (int j = 0; j < odds; ++j) {
            WHORL_ONE_BY_ONE;
            const int i = most.odd[first + j];
            const CellWeights<T, Dim>& weights = most.odd_weights[first + j];
            odd_value[j] = x[i / 2] + omega * weights.inverse * cells.odd_left(i, weights);
        }
        store_vectors(places_of<parity>(run, n), n, x, [&](int k) WHORL_INLINE_LAMBDA {
            return loaded(x + k) + scale * cells.template alike_left<parity>(k);
        });
        for (int j = 0; j < odds; ++j) {
            WHORL_ONE_BY_ONE;
            x[most.odd[first + j] / 2] = odd_value[j];
        }
    };
    for_parts(cells.cells, alike, [&](int first, int last) WHORL_INLINE_LAMBDA {
        const Weights weights(in.op, row);
        store_vectors({first_of<parity>(first), first_of<parity>(last)}, n, x, [&](int k) WHORL_INLINE_LAMBDA {
            return loaded(x + k) +
                   omega * weights.template inverses_of<parity>(k) * cells.template general_left<parity>(weights, k);
        });
    });
    if (parity == 0) x[0] = first_value;
    if (has_last) x[(n - 1) / 2] = last_value;
}
/// Of whole rows, which are longer than two vectors.
template <int parity, Terms terms, class T, int Dim>
WHORL_INLINE void relax_whole(const SortedArguments<T, Dim>& in, const Row& row) {
    constexpr int lanes = vector_lanes<T>;
    const SortedGeneralRow<T, Dim, terms> cells(in, row);
    T* const x = row_of(in.x, row) + parity * cells.evens;
    const T omega = in.omega, scale = omega * cells.most.inverse;
    const int last = cells.evens - lanes, end = parity == 0 ? 0 : last;
    Vector<T> scales = in_all_lanes(scale);
    scales[parity == 0 ? 0 : lanes - 1] = omega * (parity == 0 ? cells.ends.first : cells.ends.last).inverse;
    const auto plain = [&](int k)
                           WHORL_INLINE_LAMBDA { return loaded(x + k) + scale * cells.template alike_left<parity>(k); };
    const Vector<T> with_end = loaded(x + end) + scales * cells.template alike_left_with_end<parity>(end);
    const Vector<T> with_last = parity == 0 ? plain(last) : with_end;
    for (int k = parity == 0 ? lanes : 0; k < last; k += lanes) store<T>(plain(k), x + k);
    store<T>(with_last, x + last);
    if (parity == 0) store<T>(with_end, x);
}
template <class Weights, class T, int Dim> void relax(const SortedArguments<T, Dim>& in, const LineRange& lines) {
    with_general_terms(in, [&](auto terms) WHORL_INLINE_LAMBDA {
        for_rows_of(in.op.cells, lines, [&](const Row& row) WHORL_INLINE_LAMBDA {
            if (in.expects_b) expect_next(in.b, row);
            const bool is_whole = kind_of(in.op, row) != RowKind::parted;
            if (is_whole && ((row.y + row.z + in.colour) & 1) == 0)
                relax_whole<0, terms.value>(in, row);
            else if (is_whole)
                relax_whole<1, terms.value>(in, row);
            else if (((row.y + row.z + in.colour) & 1) == 0)
                relax_cells<Weights, 0, terms.value>(in, row);
            else
                relax_cells<Weights, 1, terms.value>(in, row);
        });
    });
}

template <class Weights, int parity, class T, int Dim>
WHORL_INLINE void relax_cells_from_zero(const SortedArguments<T, Dim>& in, const Row& row) {
    const SortedGeneralRow<T, Dim> cells(in, row);
    const AlikeRuns<T, Dim>& most = in.op.alike;
    T* const x = row_of(in.x, row) + parity * cells.evens;
    const T* const b = cells.b;
    const T omega = in.omega, mean = in.mean, scale = omega * most.inverse;
    const int n = cells.cells.n;
    const auto clear = [](T* from, int count) { std::memset(from, 0, static_cast<std::size_t>(count) * sizeof(T)); };
    clear(row_of(in.x, row) + (1 - parity) * cells.evens, (n + parity) / 2);
    for (const ShutCells* shut = cells.cells.shut; shut != cells.cells.end_of_shut; ++shut)
        clear(x + first_of<parity>(shut->begin), first_of<parity>(shut->end) - first_of<parity>(shut->begin));
    const auto alike = [&](const CellRun& run) WHORL_INLINE_LAMBDA {
        store_vectors(places_of<parity>(run, n), n, x,
                      [&](int k) WHORL_INLINE_LAMBDA { return scale * (one_parity<parity>(b, k) - mean); });
        for (int j = run.odd[parity]; j < run.odd[parity + 1]; ++j) {
            WHORL_ONE_BY_ONE;
            const int i = most.odd[j];
            x[i / 2] = omega * most.odd_weights[j].inverse * (b[i] - mean);
        }
    };
    for_parts(cells.cells, alike, [&](int first, int last) WHORL_INLINE_LAMBDA {
        const Weights weights(in.op, row);
        store_vectors({first_of<parity>(first), first_of<parity>(last)}, n, x, [&](int k) WHORL_INLINE_LAMBDA {
            return omega * weights.template inverses_of<parity>(k) * (one_parity<parity>(b, k) - mean);
        });
    });
    if (parity == 0) x[0] = omega * cells.ends.first.inverse * (b[0] - mean);
    if (((n - 1) & 1) == parity) x[(n - 1) / 2] = omega * cells.ends.last.inverse * (b[n - 1] - mean);
}
template <class Weights, class T, int Dim>
void relax_from_zero(const SortedArguments<T, Dim>& in, const LineRange& lines) {
    for_rows_of(in.op.cells, lines, [&](const Row& row) WHORL_INLINE_LAMBDA {
        if (((row.y + row.z + in.colour) & 1) == 0)
            relax_cells_from_zero<Weights, 0>(in, row);
        else
            relax_cells_from_zero<Weights, 1>(in, row);
    });
}

template <class Weights, class T, int Dim>
constexpr SortedGeneral<T, Dim> kernels{
    weights_of<Weights, T, Dim>, collect<Weights, T, Dim>, {relax<Weights, T, Dim>, relax_from_zero<Weights, T, Dim>}};

template <class T, int Dim>
constexpr SortedGeneralForms<T, Dim> forms{kernels<RowWeights<T, Dim>, T, Dim>,
                                           kernels<OpenRowWeights<T, Dim>, T, Dim>};

}  // namespace

const SortedGeneralTable sorted_general_table{forms<float, 2>, forms<float, 3>, forms<double, 2>, forms<double, 3>};

}  // namespace whorl::WHORL_ISA
