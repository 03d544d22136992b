#include "pressure/beside_walls.hpp"

#include <algorithm>

namespace whorl {
namespace {

/// b - mean - A x of one cell.
template <class T, int Dim>
T residual_of(const typename DividedCells<T, Dim>::Cell& cell, const Operator<T, Dim>& op, const OrderedRows<T, Dim>& x,
              const RightSide<T, Dim>& rhs) {
    const Vec<int, Dim>& at = cell.at;
    const CellWeights<T, Dim>& weights = cell.weights;
    const T* row = x.view.data;
    for (int a = 1; a < Dim; ++a) row += at[a] * x.view.stride[a];
    const T* const own = row + x.order.place(at[0]);
    const T here = *own;
    T residual = rhs.b[at] - rhs.mean - weights.extra * here;
    const auto add = [&](int a, T low, T high, auto value_at) {
        const int last = op.cells[a] - 1;
        const T below = at[a] > 0 ? value_at(at[a] - 1) : op.periodic[a] ? value_at(last) : T(0);
        const T above = at[a] < last ? value_at(at[a] + 1) : op.periodic[a] ? value_at(0) : T(0);
        residual += low * (below - here);
        residual += high * (above - here);
    };
    add(0, weights.left, weights.right, [&](int i) { return row[x.order.place(i)]; });
    for (int a = 1; a < Dim; ++a)
        add(a, weights.low[a - 1], weights.high[a - 1], [&](int i) { return own[(i - at[a]) * x.view.stride[a]]; });
    return residual;
}

}  // namespace

template <class T, int Dim>
void restrict_beside_walls(const Level<T, Dim>& fine, const OrderedRows<T, Dim>& x, const RightSide<T, Dim>& rhs,
                           Level<T, Dim>& coarse, int line) {
    const Aggregation<T, Dim>& aggregation = fine.aggregation;
    Pieces<T, Dim>& pieces = coarse.pieces;
    T share = 1;
    for (int a = 0; a < Dim; ++a)
        if (fine.transfer.halved[a]) share *= T(0.5);
    const auto coarse_b = coarse.b.view();
    for (const auto& parent : fine.divided.parents_in(line)) {
        T sum = 0;
        for (const auto& child : fine.divided.children_of(parent)) sum += residual_of<T, Dim>(child, fine.op, x, rhs);
        coarse_b[parent.at] = share * sum;
    }
    for (int i = pieces.lines.begin(line); i < pieces.lines.end(line); ++i) pieces.b[i] = pieces.x[i] = T(0);
    for (const auto& moved : fine.divided.moved_in(line))
        pieces.b[moved.piece] += share * residual_of<T, Dim>(moved, fine.op, x, rhs);
    if (fine.pieces.count() == 0) return;
    const bool is_halved = fine.transfer.halved[Dim - 1];
    const int first = is_halved ? 2 * line : line,
              last = is_halved ? std::min(first + 1, fine.op.cells[Dim - 1] - 1) : line;
    for (int i = fine.pieces.lines.begin(first); i < fine.pieces.lines.end(last); ++i) {
        const int parent = aggregation.parent_of_piece(i);
        if (parent == Aggregation<T, Dim>::nowhere) continue;
        T& b = parent < 0 ? pieces.b[~parent] : coarse_b[cell_of(coarse.op.cells, parent)];
        b += share * fine.pieces.residual(i, x.view.data);
    }
}

#define WHORL_INSTANTIATE(T, Dim)                                                                                   \
    template void restrict_beside_walls(const Level<T, Dim>&, const OrderedRows<T, Dim>&, const RightSide<T, Dim>&, \
                                        Level<T, Dim>&, int);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
