#include "pressure/beside_walls.hpp"

#include <algorithm>

#include "core/for_box.hpp"

namespace whorl {
namespace {

/// b - mean - A x of one cell.
template <class T, int Dim>
T residual_at(const Level<T, Dim>& level, const OrderedRows<T, Dim>& x, const RightSide<T, Dim>& rhs,
              const Vec<int, Dim>& at) {
    Vec<int, Dim> row = at;
    row[0] = 0;
    const T* first = &x.view[row];
    const T* here = first + x.order.place(at[0]);
    T residual = rhs.b[at] - rhs.mean - level.op.extra[at] * *here;
    for (int a = 0; a < Dim; ++a) {
        const int n = level.op.cells[a];
        const auto value_at = [&](int i) {
            return a == 0 ? first[x.order.place(i)] : here[(i - at[a]) * x.view.stride[a]];
        };
        const Vec<T, 2> weight = level.op.weights(a, at);
        const bool is_periodic = level.op.periodic[a];
        const T below = at[a] > 0 ? value_at(at[a] - 1) : is_periodic ? value_at(n - 1) : T(0);
        const T above = at[a] < n - 1 ? value_at(at[a] + 1) : is_periodic ? value_at(0) : T(0);
        residual += weight[0] * (below - *here);
        residual += weight[1] * (above - *here);
    }
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
    for (const Vec<int, Dim>& parent : aggregation.left_in(line)) {
        const Children<T, Dim> children(fine.op, fine.transfer, parent);
        T sum = 0;
        for_box(children.low, children.high, [&](const Vec<int, Dim>& at) {
            if (fine.op.is_inside(at) && !aggregation.is_moved(at)) sum += residual_at(fine, x, rhs, at);
        });
        coarse_b[parent] = share * sum;
    }
    for (int i = pieces.lines.begin(line); i < pieces.lines.end(line); ++i) pieces.b[i] = pieces.x[i] = T(0);
    for (const MovedCell<Dim>& moved : aggregation.moved_in(line))
        if (moved.piece >= 0) pieces.b[moved.piece] += share * residual_at(fine, x, rhs, moved.cell);
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
