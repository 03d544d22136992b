#include "pressure/divided_cells.hpp"

#include "core/for_box.hpp"
#include "pressure/sorted_table.hpp"

namespace whorl {
namespace {

template <class T, int Dim> CellWeights<T, Dim> weights_at(const Operator<T, Dim>& op, const Vec<int, Dim>& at) {
    const Row row{0, op.cells[0], at[1], Dim == 3 ? at[Dim - 1] : 0};
    return sorted_general_kernels(op).weights_of(op, row, at[0]);
}

}  // namespace

template <class T, int Dim>
void DividedCells<T, Dim>::find(const Operator<T, Dim>& fine, const Transfer<T, Dim>& transfer,
                                const Aggregation<T, Dim>& aggregation, int coarse_lines) {
    parents_.clear(), children_.clear(), moved_.clear();
    for (int line = 0; line < coarse_lines; ++line)
        for (const Vec<int, Dim>& parent : aggregation.left_in(line)) {
            parents_.push_back({parent, static_cast<int>(children_.size())});
            const Children<T, Dim> children(fine, transfer, parent);
            for_box(children.low, children.high, [&](const Vec<int, Dim>& at) {
                const CellWeights<T, Dim> weights = weights_at(fine, at);
                if (weights.inverse > T(0) && !aggregation.is_moved(at)) children_.push_back({at, -1, weights});
            });
        }
    parent_lines_.find(parents_, coarse_lines, [](const Parent& parent) { return parent.at[Dim - 1]; });
    parents_.push_back({{}, static_cast<int>(children_.size())});
    for (const MovedCell<Dim>& moved : aggregation.moved())
        if (moved.piece >= 0) moved_.push_back({moved.cell, moved.piece, weights_at(fine, moved.cell)});
    moved_lines_.find(moved_, coarse_lines, [&](const Cell& cell) { return parent_in(transfer, cell.at)[Dim - 1]; });
}

template <class T, int Dim> std::size_t DividedCells<T, Dim>::bytes() const {
    return parents_.capacity() * sizeof(Parent) + (children_.capacity() + moved_.capacity()) * sizeof(Cell) +
           parent_lines_.bytes() + moved_lines_.bytes();
}

template <class T, int Dim> void DividedCells<T, Dim>::expect(const WallRoom<Dim>& fine, const WallRoom<Dim>& coarse) {
    make_room(parents_, fine.left() + 1, coarse.cells + 1);
    make_room(children_, 2.2 * fine.moved(), fine.cells);
    make_room(moved_, fine.moved(), fine.cells);
}

template class DividedCells<float, 2>;
template class DividedCells<float, 3>;
template class DividedCells<double, 2>;
template class DividedCells<double, 3>;

}  // namespace whorl
