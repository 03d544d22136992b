// Walls inside coarse cells. A coarse cell whose children are divided by a wall can stand for one side of it only: the
// children on the other side join the coarse cell beyond their open face instead. Without this a wall between siblings
// leaks on every coarser level: a cycle gained 0.75 to 0.86 with a closed thin box, worse with size, where it gains
// 0.12.
//
//     +-----+-----+-----+-----+         | is a wall inside of coarse cell P:
//     |  P  |  p     q  |  q  |           p has joined Q
//     +-----+-----+-----+-----+
//        P           Q
//
// Interpolation does not reach across closed coarse faces either. All of this concerns few cells, which are listed.
#pragma once

#include <cstdint>
#include <vector>

#include "core/field.hpp"
#include "pressure/transfer_table.hpp"

namespace whorl {

/// A fine cell that belongs to another coarse cell than the one it lies in.
template <int Dim> struct MovedCell { Vec<int, Dim> cell, from, to; };

/// A fine cell whose correction is put together from these coarse cells.
template <class T, int Dim> struct BlendedCell {
    Vec<int, Dim> cell{};
    int count = 0;
    Vec<int, Dim> corner[1 << Dim]{};
    T weight[1 << Dim]{};
};

template <class T, int Dim> class Aggregation {
  public:
    Result<void> make(const Vec<int, Dim>& fine_cells);
    std::size_t bytes() const;

    /// From the weights of the fine level and the axes that are halved.
    void find_moved(const Operator<T, Dim>& fine, const Transfer<T, Dim>& transfer);
    /// From those of the coarse level too.
    void find_blended(const Operator<T, Dim>& fine, const Transfer<T, Dim>& transfer, const Operator<T, Dim>& coarse);

    const std::vector<MovedCell<Dim>>& moved() const { return moved_; }
    const std::vector<BlendedCell<T, Dim>>& blended() const { return blended_; }
    /// Not 0 for the cells that are blended.
    View<const std::uint8_t, Dim> special() const { return special_.view(); }
    /// The coarse cell that a fine one belongs to.
    Vec<int, Dim> parent_of(const Transfer<T, Dim>& transfer, const Vec<int, Dim>& cell) const;

  private:
    /// Children of one coarse cell, in connected groups. A group is cut off from the rest of its parent.
    struct Group {
        Vec<int, Dim> child[1 << Dim];
        int count;
    };
    void divide(const Operator<T, Dim>& fine, const Transfer<T, Dim>& transfer, const Vec<int, Dim>& parent);
    bool find_way(const Operator<T, Dim>& fine, const Transfer<T, Dim>& transfer, const Group& group);

    std::vector<MovedCell<Dim>> moved_;
    std::vector<BlendedCell<T, Dim>> blended_;
    std::vector<Group> groups_;               // those that look for another parent
    Field<std::uint8_t, Dim> special_, way_;  // way: 0 for the parent it lies in, or which of the cells around that
};

template <class T, int Dim> Vec<int, Dim> parent_in(const Transfer<T, Dim>& transfer, Vec<int, Dim> cell) {
    for (int a = 0; a < Dim; ++a)
        if (transfer.halved[a]) cell[a] /= 2;
    return cell;
}

}  // namespace whorl
