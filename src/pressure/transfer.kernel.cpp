// Compiled once per instruction set: residual and restriction in one pass, interpolation and correction in one pass.
// Neither the residual nor the interpolated correction is ever in memory as a field.
#include "pressure/transfer_table.hpp"

#include <utility>

#include "pressure/between-inl.hpp"
#include "pressure/open_sides-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

constexpr int chunk_cells = 256;  // of the coarse row

/// The residuals of the fine rows below a coarse one, from cell i0 on, and what each of them counts.
template <class T, int Dim> struct FineRows {
    static constexpr int most = 1 << (Dim - 1);
    T r[most][2 * chunk_cells];
    T weight[most], half[most];
    int count = 0;

    /// Hands f the rows' number, as a constant.
    template <class F> WHORL_INLINE void with_count(F f) const {
        if (count == 1) return f(std::integer_sequence<int>{});
        if (count == 2) return f(std::integer_sequence<int, 1>{});
        if constexpr (Dim == 3) f(std::integer_sequence<int, 1, 2, 3>{});
    }
    /// The sum over rows of factor times value(row), in their order.
    template <int... Others, class Value>
    WHORL_INLINE static T sum(std::integer_sequence<int, Others...>, const T* factor, Value value) {
        T result = factor[0] * value(0);
        ((result += factor[Others] * value(Others)), ...);
        return result;
    }
};

/// Averages them into the coarse cells X0 <= X < X1.
template <class T, int Dim>
WHORL_INLINE void average(const RestrictArguments<T, Dim>& in, const FineRows<T, Dim>& fine, T* __restrict coarse,
                          int X0, int X1) {
    const bool halved = in.transfer.halved[0];
    const int n = in.op.cells[0], X_last = halved ? (n - 1) / 2 : n;
    const int plain = X1 < X_last ? X1 : X_last;
    const T* share = in.transfer.share[0];
    T* out = coarse + X0;
    fine.with_count([&](auto rows) WHORL_INLINE_LAMBDA {
        if (!halved) {
            for_whole_vectors(X1 - X0, [&](int k) WHORL_INLINE_LAMBDA {
                out[k] = fine.sum(rows, fine.weight, [&](int row) WHORL_INLINE_LAMBDA { return fine.r[row][k]; });
            });
            return;
        }
        for_whole_vectors(plain - X0, [&](int k) WHORL_INLINE_LAMBDA {
            out[k] = fine.sum(rows, fine.half,
                              [&](int row) WHORL_INLINE_LAMBDA { return fine.r[row][2 * k] + fine.r[row][2 * k + 1]; });
        });
        for (int X = plain; X < X1; ++X)
            coarse[X] = fine.sum(rows, fine.weight, [&](int row) WHORL_INLINE_LAMBDA {
                const T* r = fine.r[row] + 2 * (X - X0);
                T sum = share[2 * X] * r[0];
                if (2 * X + 1 < n) sum += share[2 * X + 1] * r[1];
                return sum;
            });
    });
}

template <class Cells, class T, int Dim> void restrict_residual(const RestrictArguments<T, Dim>& in, const Row& row) {
    const Transfer<T, Dim>& transfer = in.transfer;
    const T mean = in.mean;
    const auto first_child = [&](int axis, int i) { return transfer.halved[axis] ? 2 * i : i; };
    const auto last_child = [&](int axis, int i) {
        return transfer.halved[axis] && 2 * i + 1 < in.op.cells[axis] ? 2 * i + 1 : first_child(axis, i);
    };
    const auto share = [&](int axis, int i) { return transfer.halved[axis] ? transfer.share[axis][i] : T(1); };
    const int z0 = Dim == 3 ? first_child(Dim - 1, row.z) : 0, z1 = Dim == 3 ? last_child(Dim - 1, row.z) : 0;
    const int y0 = first_child(1, row.y), y1 = last_child(1, row.y);

    FineRows<T, Dim> rows;
    for (int X0 = row.x0; X0 < row.x1; X0 += chunk_cells) {
        const int X1 = row.x1 - X0 < chunk_cells ? row.x1 : X0 + chunk_cells;
        const int i0 = first_child(0, X0), i1 = last_child(0, X1 - 1) + 1;
        rows.count = 0;
        for (int z = z0; z <= z1; ++z)
            for (int y = y0; y <= y1; ++y) {
                const Row fine{i0, i1, y, z};
                const T* b = row_of(in.b, fine);
                T* const first_of_row = rows.r[rows.count];
                T* r = first_of_row - i0;
                const Cells cells(in.op, in.x, fine);
                const auto end = [&](int i) { r[i] = cells.masked(i, b[i] - mean + cells.end(i)); };
                for_cells(cells, i0, i1, end, [&](const auto& alike, int first, int last) WHORL_INLINE_LAMBDA {
                    for_whole_vectors(last - first, [&](int k) WHORL_INLINE_LAMBDA {
                        r[first + k] = alike.masked(first + k, b[first + k] - mean + alike.plain(first + k));
                    });
                    alike.for_odd(first, last, end);
                });
                rows.weight[rows.count] = share(1, y) * (Dim == 3 ? share(Dim - 1, z) : T(1));
                rows.half[rows.count] = T(0.5) * rows.weight[rows.count];
                ++rows.count;
            }
        average(in, rows, row_of(in.coarse_b, row), X0, X1);
    }
}

/// The uniform form has none.
template <class T, int Dim> struct NoWeights {
    WHORL_INLINE NoWeights(const Operator<T, Dim>&, const Row&) {}
    WHORL_INLINE T left(int) const { return T(0); }
    WHORL_INLINE T right(int) const { return T(0); }
    WHORL_INLINE T low(int, int) const { return T(0); }
    WHORL_INLINE T high(int, int) const { return T(0); }
};

template <template <class, int> class Weights, bool General, class T, int Dim>
void prolong(const ProlongArguments<T, Dim>& in, const Row& row) {
    T* __restrict x = row_of(in.x, row);
    const Between<T, Dim> between(in, row);
    const OpenSides<Weights<T, Dim>, T, Dim> sides{in, row, Weights<T, Dim>(in.op, row)};
    const std::uint8_t* special = General ? row_of(in.special, row) : nullptr;
    const auto correct = [&](int i, T change) { x[i] += General && special[i] != 0 ? T(0) : change; };
    const bool halved = in.transfer.halved[0];
    const int N = in.coarse_x.shape[0];
    const auto end = [&](int i) {
        const int parent = halved ? i / 2 : i;
        int beside = parent + (i % 2 == 0 ? -1 : 1);
        if (beside < 0 || beside >= N) beside = in.op.periodic[0] ? (beside + N) % N : parent;
        T change = between.at(parent);
        if (halved) change = in.transfer.near[0][i] * change + in.transfer.far[0][i] * between.at(beside);
        correct(i, General ? sides.left_at(i) * change : change);
    };
    if (General && sides.is_on_side()) {
        for (int i = row.x0; i < row.x1; ++i) end(i);
        return;
    }
    if (!halved) {
        for (int i = row.x0; i < row.x1; ++i) correct(i, between.at(i));
        return;
    }

    // Parents 1 <= X < N - 2 have neighbours on both sides, none of which is the last: 3/4 and 1/4.
    const int X_first = (row.x0 + 1) / 2 > 1 ? (row.x0 + 1) / 2 : 1;
    const int X_last = row.x1 / 2 < N - 2 ? row.x1 / 2 : N - 2;
    if (X_first >= X_last) {
        for (int i = row.x0; i < row.x1; ++i) end(i);
        return;
    }
    for (int i = row.x0; i < 2 * X_first; ++i) end(i);
    T blended[chunk_cells + 2];
    for (int X0 = X_first; X0 < X_last; X0 += chunk_cells) {
        const int X1 = X_last - X0 < chunk_cells ? X_last : X0 + chunk_cells;
        for_whole_vectors(X1 - X0 + 2, [&](int k) WHORL_INLINE_LAMBDA { blended[k] = between.at(X0 - 1 + k); });
        if constexpr (General) {
            T change[2 * chunk_cells];
            for_whole_vectors(X1 - X0, [&](int k) WHORL_INLINE_LAMBDA {
                change[2 * k] = T(0.75) * blended[k + 1] + T(0.25) * blended[k];
                change[2 * k + 1] = T(0.75) * blended[k + 1] + T(0.25) * blended[k + 2];
            });
            T* __restrict here = x + 2 * X0;
            const std::uint8_t* left_alone = special + 2 * X0;
            const int count = 2 * (X1 - X0);
            WHORL_INDEPENDENT
            for (int i = 0; i < count; ++i) here[i] += left_alone[i] != 0 ? T(0) : change[i];
        } else {
            for (int X = X0; X < X1; ++X) {
                const T* c = blended + (X - X0 + 1);
                correct(2 * X, T(0.75) * c[0] + T(0.25) * c[-1]);
                correct(2 * X + 1, T(0.75) * c[0] + T(0.25) * c[1]);
            }
        }
    }
    for (int i = 2 * X_last; i < row.x1; ++i) end(i);
}

template <class T, int Dim>
constexpr TransferForms<T, Dim> forms{
    {restrict_residual<UniformRow<T, Dim>, T, Dim>, prolong<NoWeights, false, T, Dim>},
    {restrict_residual<GeneralRow<T, Dim>, T, Dim>, prolong<RowWeights, true, T, Dim>},
    {restrict_residual<OpenFacesRow<T, Dim>, T, Dim>, prolong<OpenRowWeights, true, T, Dim>}};

}  // namespace

const TransferTable transfer_table{forms<float, 2>, forms<float, 3>, forms<double, 2>, forms<double, 3>};

}  // namespace whorl::WHORL_ISA
