// Compiled once per instruction set: residual and restriction in one pass, interpolation and correction in one pass, on
// rows of the general form that are sorted.
#include <cstring>

#include "pressure/open_sides-inl.hpp"
#include "pressure/sorted_general-inl.hpp"
#include "pressure/sorted_transfer-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

/// b - mean - A x of the cells of a row, sorted; 0 outside of the problem.
template <class Weights, Terms terms, class T, int Dim>
[[gnu::noinline]] void find_residuals(const SortedArguments<T, Dim>& in, const Row& row, T* __restrict r) {
    const SortedGeneralRow<T, Dim, terms> cells(in, row);
    const AlikeRuns<T, Dim>& most = in.op.alike;
    const int n = cells.cells.n, evens = cells.evens;
    for (const ShutCells* shut = cells.cells.shut; shut != cells.cells.end_of_shut; ++shut)
        for (const int parity : {0, 1}) {
            const int k0 = (shut->begin - parity + 1) / 2, k1 = (shut->end - parity + 1) / 2;
            std::memset(r + parity * evens + k0, 0, static_cast<std::size_t>(k1 - k0) * sizeof(T));
        }
    const auto for_both = [&](auto f) WHORL_INLINE_LAMBDA {
        f(std::integral_constant<int, 0>{});
        f(std::integral_constant<int, 1>{});
    };
    const auto alike = [&](const CellRun& run) WHORL_INLINE_LAMBDA {
        for_both([&](auto parity) WHORL_INLINE_LAMBDA {
            constexpr int is_odd = decltype(parity)::value;
            store_vectors(places_of<is_odd>(run, n), n, r + is_odd * evens,
                          [&](int k) WHORL_INLINE_LAMBDA { return cells.template alike_left<is_odd>(k); });
        });
        for (int j = run.odd[0]; j < run.odd[2]; ++j) {
            const int i = most.odd[j];
            const CellWeights<T, Dim>& weights = most.odd_weights[j];
            r[cells.place(i)] = weights.inverse > T(0) ? cells.odd_left(i, weights) : T(0);
        }
    };
    for_parts(cells.cells, alike, [&](int first, int last) WHORL_INLINE_LAMBDA {
        const Weights weights(in.op, row);
        for_both([&](auto parity) WHORL_INLINE_LAMBDA {
            constexpr int is_odd = decltype(parity)::value;
            store_vectors({first_of<is_odd>(first), first_of<is_odd>(last)}, n, r + is_odd * evens,
                          [&](int k) WHORL_INLINE_LAMBDA {
                              const Vector<T> left = cells.template general_left<is_odd>(weights, k), nothing{};
                              return weights.template are_inside<is_odd>(k) ? left : nothing;
                          });
        });
    });
    r[0] = cells.ends.first.inverse > T(0) ? cells.first_left() : T(0);
    r[cells.place(n - 1)] = cells.ends.last.inverse > T(0) ? cells.last_left() : T(0);
}

/// The part of a whole row in the averages of a coarse one, or what those begin with.
template <Terms terms, class T, int Dim>
WHORL_INLINE void add_residuals(const SortedArguments<T, Dim>& in, const Row& row, T half, bool begins,
                                T* __restrict coarse) {
    const SortedGeneralRow<T, Dim, terms> cells(in, row);
    const int last = cells.evens - vector_lanes<T>;
    const auto averaged = [&](int k, bool has_first, bool has_last) WHORL_INLINE_LAMBDA {
        const Vector<T> even = has_first ? cells.template alike_left_with_end<0>(k) : cells.template alike_left<0>(k);
        const Vector<T> odd = has_last ? cells.template alike_left_with_end<1>(k) : cells.template alike_left<1>(k);
        const Vector<T> value = half * (even + odd);
        return begins ? value : loaded(coarse + k) + value;
    };
    const Vector<T> with_last = averaged(last, false, true);
    store<T>(averaged(0, true, false), coarse);
    for (int k = vector_lanes<T>; k < last; k += vector_lanes<T>) store<T>(averaged(k, false, false), coarse + k);
    store<T>(with_last, coarse + last);
}

template <class Weights, class T, int Dim> void restrict_residual(const SortedRestriction<T, Dim>& in, const Row& row) {
    const Children<T, Dim> children(in, row);
    T* __restrict const coarse = row_of(in.coarse_b, row);
    const int n = in.fine.op.cells[0], evens = (n + 1) / 2, plain = (n - 1) / 2;
    const T* share = in.transfer.share[0];
    alignas(64) T r[most_sorted_cells];
    for (int i = 0; i < children.count; ++i) {
        if (kind_of(in.fine.op, children.row[i]) != RowKind::parted) {
            with_general_terms(in.fine, [&](auto terms) WHORL_INLINE_LAMBDA {
                add_residuals<terms.value>(in.fine, children.row[i], T(0.5) * children.weight[i], i == 0, coarse);
            });
            continue;
        }
        with_general_terms(in.fine, [&](auto terms) WHORL_INLINE_LAMBDA {
            find_residuals<Weights, terms.value>(in.fine, children.row[i], r);
        });
        const T weight = children.weight[i], half = T(0.5) * weight;
        const T *even = r, *odd = r + evens;
        if (i == 0)
            for (int X = 0; X < plain; ++X) coarse[X] = half * (even[X] + odd[X]);
        else
            for (int X = 0; X < plain; ++X) coarse[X] += half * (even[X] + odd[X]);
        for (int X = plain; X < evens; ++X) {
            T sum = share[2 * X] * even[X];
            if (2 * X + 1 < n) sum += share[2 * X + 1] * odd[X];
            coarse[X] = i == 0 ? weight * sum : coarse[X] + weight * sum;
        }
    }
}

template <class Weights, class T, int Dim> void prolong(const SortedProlongation<T, Dim>& in, const Row& row) {
    if (kind_of(in.plain.op, row) == RowKind::clear) return prolong_row(in, row);
    const ProlongArguments<T, Dim>& plain = in.plain;
    expect_next(plain.x, row);
    const int n = plain.op.cells[0], N = plain.coarse_x.shape[0], evens = (n + 1) / 2;
    T buffer[most_sorted_cells / 2 + 2];
    T* const blended = buffer + 1;
    blend(in, row, blended);
    const OpenSides<Weights, T, Dim> sides{plain, row, Weights(plain.op, row)};
    const bool is_on_side = sides.is_on_side();
    const std::uint8_t* const special = row_of(plain.special, row);
    const auto add = [&](auto parity) WHORL_INLINE_LAMBDA {
        constexpr int is_odd = decltype(parity)::value;
        T* __restrict const here = row_of(plain.x, row) + is_odd * evens;
        const T* const beside = blended + (is_odd == 0 ? -1 : 1);
        const int count = is_odd == 0 ? evens : n / 2;
        const T *near = plain.transfer.near[0], *far = plain.transfer.far[0];
        const auto end = [&](int X) WHORL_INLINE_LAMBDA {
            const int i = 2 * X + is_odd;
            const T change = sides.left_at(i) * (near[i] * blended[X] + far[i] * beside[X]);
            return here[X] + (special[i] != 0 ? T(0) : change);
        };
        // Parents 1 <= X < N - 2 have neighbours on both sides, none of which is the last: 3/4 and 1/4.
        const T first = end(0), last_but_one = end(N - 2), at_last = N - 1 < count ? end(N - 1) : T(0);
        store_vectors({0, N - 2}, n, here, [&](int X) WHORL_INLINE_LAMBDA {
            const Vector<T> nothing{};
            Vector<T> change = T(0.75) * loaded(blended + X) + T(0.25) * loaded(beside + X);
            if (is_on_side) change = sides.template left_of<is_odd>(X) * change;
            return loaded(here + X) + (bits_among<is_odd, T>(special, X, 0xff) ? nothing : change);
        });
        here[0] = first;
        here[N - 2] = last_but_one;
        if (N - 1 < count) here[N - 1] = at_last;
    };
    add(std::integral_constant<int, 0>{});
    add(std::integral_constant<int, 1>{});
}

template <class Weights, class T, int Dim>
constexpr SortedTransfer<T, Dim> kernels{restrict_residual<Weights, T, Dim>, prolong<Weights, T, Dim>};

template <class T, int Dim>
constexpr SortedTransferForms<T, Dim> forms{kernels<RowWeights<T, Dim>, T, Dim>,
                                            kernels<OpenRowWeights<T, Dim>, T, Dim>};

}  // namespace

const SortedGeneralTransferTable sorted_general_transfer_table{forms<float, 2>, forms<float, 3>, forms<double, 2>,
                                                               forms<double, 3>};

}  // namespace whorl::WHORL_ISA
