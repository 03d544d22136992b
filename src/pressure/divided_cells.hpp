// The fine cells that restriction beside walls asks for one by one: those of coarse cells that walls divide. With their
// weights, side by side: they lie far apart in the fields.
#pragma once

#include "pressure/aggregation.hpp"

namespace whorl {

template <class T, int Dim> class DividedCells {
  public:
    struct Cell {
        Vec<int, Dim> at;
        int piece;  // that it belongs to, if it has moved
        CellWeights<T, Dim> weights;
    };
    /// A coarse cell that children have moved from.
    struct Parent {
        Vec<int, Dim> at;
        int begin;  // of the children that have not, which end where those of the next begin
    };

    void find(const Operator<T, Dim>& fine, const Transfer<T, Dim>& transfer, const Aggregation<T, Dim>& aggregation,
              int coarse_lines);
    std::size_t bytes() const;
    void expect(const WallRoom<Dim>& fine, const WallRoom<Dim>& coarse);

    std::span<const Parent> parents_in(int line) const { return parent_lines_.of(parents_, line); }  ///< coarse line
    std::span<const Cell> children_of(const Parent& parent) const {
        return {children_.data() + parent.begin, children_.data() + (&parent)[1].begin};
    }
    std::span<const Cell> moved_in(int line) const { return moved_lines_.of(moved_, line); }

  private:
    std::vector<Parent> parents_;  // and one more, where the children of the last end
    std::vector<Cell> children_, moved_;
    LineStarts parent_lines_, moved_lines_;
};

}  // namespace whorl
