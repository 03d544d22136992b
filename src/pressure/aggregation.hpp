// Which coarse unknown the unknowns of a fine level belong to, where walls divide coarse cells: children that are
// connected inside of their parent form one part of it. The heaviest part is the coarse cell itself, each of the others
// one of its pieces (pieces.hpp). Without this a wall between siblings leaks on every coarser level: a cycle gained
// 0.75 to 0.86 with a closed thin box, worse with size.
#pragma once

#include <cstdint>
#include <vector>

#include "pressure/pieces.hpp"
#include "pressure/transfer_table.hpp"

namespace whorl {

/// A fine cell that belongs to a piece of the coarse cell that it lies in.
template <int Dim> struct MovedCell {
    int number;  // of the fine cell; they are listed in this order
    Vec<int, Dim> cell, parent;
    int piece;  // below 0: none, nothing is coupled to the cell
};

template <class T, int Dim> class Aggregation {
  public:
    static constexpr int nowhere = 1 << 30;  ///< the parent of an unknown that nothing is coupled to

    /// `marks` are those of the fine level.
    void make(const View<std::uint8_t, Dim>& marks) { marks_ = marks, fine_cells_ = marks.shape; }
    std::size_t bytes() const;
    void expect(const WallRoom<Dim>& fine, const WallRoom<Dim>& coarse);

    /// From the weights of the fine level, its diagonal beside them, and the axes that are halved. Lists the pieces of
    /// the coarse cells, without links. Allocates only if there are more than were expected.
    void find(const Operator<T, Dim>& fine, const View<const T, Dim>& own, const Pieces<T, Dim>& pieces,
              const Transfer<T, Dim>& transfer, Pieces<T, Dim>& coarse);

    const std::vector<MovedCell<Dim>>& moved() const { return moved_; }
    std::span<const MovedCell<Dim>> moved_in(int line) const { return moved_lines_.of(moved_, line); }  ///< coarse line
    /// Coarse cells that children have moved from.
    std::span<const Vec<int, Dim>> left_in(int line) const { return left_lines_.of(left_, line); }
    /// Numbers of coarse cells that may have more than one part.
    const std::vector<int>& divided() const { return divided_; }
    bool is_moved(const Vec<int, Dim>& cell) const { return (marks_[cell] & cell_mark::moved) != 0; }
    /// The coarse unknown of a fine cell: number of a cell, or ~index of a piece.
    int parent_of(const Transfer<T, Dim>& transfer, const Vec<int, Dim>& cell) const;
    int parent_of_piece(int piece) const { return parent_of_piece_[static_cast<std::size_t>(piece)]; }

  private:
    void divide(const Operator<T, Dim>& fine, const View<const T, Dim>& own, const Pieces<T, Dim>& pieces,
                const Transfer<T, Dim>& transfer, const Vec<int, Dim>& parent, Pieces<T, Dim>& coarse);
    int root_of(int member) const;
    void join(int a, int b);

    Vec<int, Dim> fine_cells_{}, coarse_cells_{};
    std::vector<MovedCell<Dim>> moved_;
    std::vector<Vec<int, Dim>> left_;
    LineStarts moved_lines_, left_lines_;  // of the coarse level
    std::vector<int> parent_of_piece_;
    View<std::uint8_t, Dim> marks_{};

    std::vector<int> divided_;
    std::vector<int> group_;  // of each member of a coarse cell: an earlier one of the same group, or itself
    std::vector<double> weight_;
    std::vector<int> node_;
};

template <class T, int Dim> Vec<int, Dim> parent_in(const Transfer<T, Dim>& transfer, Vec<int, Dim> cell) {
    for (int a = 0; a < Dim; ++a)
        if (transfer.halved[a]) cell[a] /= 2;
    return cell;
}

/// The children of a coarse cell: low <= at < high.
template <class T, int Dim> struct Children {
    Vec<int, Dim> low, high{};

    Children(const Operator<T, Dim>& fine, const Transfer<T, Dim>& transfer, const Vec<int, Dim>& parent)
        : low(parent) {
        for (int a = 0; a < Dim; ++a) {
            if (transfer.halved[a]) low[a] = 2 * parent[a];
            high[a] = low[a] + (transfer.halved[a] ? 2 : 1);
            if (high[a] > fine.cells[a]) high[a] = fine.cells[a];
        }
    }
    /// 0 to 2^Dim - 1, by the place among the children; -1 for other cells.
    int slot_of(const Vec<int, Dim>& at) const {
        int slot = 0;
        for (int a = 0; a < Dim; ++a) {
            if (at[a] < low[a] || at[a] >= high[a]) return -1;
            slot += (at[a] - low[a]) << a;
        }
        return slot;
    }
};

/// The neighbour, round periodic axes too; false if there is none.
template <class T, int Dim> bool to_neighbour(const Operator<T, Dim>& op, Vec<int, Dim>& cell, int axis, int side) {
    cell[axis] += side != 0 ? 1 : -1;
    if (op.periodic[axis]) cell[axis] = (cell[axis] + op.cells[axis]) % op.cells[axis];
    return cell[axis] >= 0 && cell[axis] < op.cells[axis];
}
template <class T, int Dim> T weight_towards(const Operator<T, Dim>& op, Vec<int, Dim> cell, int axis, int side) {
    cell[axis] += side;
    return op.weight(axis, cell);
}

}  // namespace whorl
