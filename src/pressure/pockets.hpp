// The parts that walls divide the flow into. In each one that nothing holds (no free side), the pressure is known up to
// a constant, and what flows in must flow out: the mean of the divergence is what no pressure can remove.
//
// Cells are joined by runs: the cells of a row that are connected along x are one item, so that labelling costs about
// as much as reading the weights once.
#pragma once

#include <vector>

#include "pressure/operator_table.hpp"

namespace whorl {

template <class T, int Dim> class Pockets {
  public:
    /// From a problem that is not uniform. Allocates only if there are more runs than were expected.
    void find(const PoissonProblem<T, Dim>& problem) { find(operator_of(problem)); }
    void find(const Operator<T, Dim>& op);
    void expect_walls(const WallExtent& walls, const Vec<int, Dim>& cells);

    std::size_t bytes() const {
        return runs_.capacity() * sizeof(Run) + first_run_.capacity() * sizeof(int) +
               pockets_.capacity() * sizeof(Pocket);
    }

    /// How many there are; cells outside of the problem are in none.
    int count() const { return static_cast<int>(pockets_.size()); }
    bool is_held(int pocket) const { return pockets_[pocket].is_held; }
    /// A cell of it.
    Vec<int, Dim> cell_of(int pocket) const { return pockets_[pocket].cell; }

    struct Removed {
        double mean = 0;  ///< the largest by size
        int pocket = 0;
    };
    /// Takes from b, in every pocket that nothing holds, its mean.
    Removed remove_means(const View<T, Dim>& b);

  private:
    struct Run {
        int first, end;  // along x
        int pocket;      // the number of an earlier run of the same pocket, or its own; in the end ~label
        bool is_held;    // by a side or a diagonal
    };
    struct Pocket {
        Vec<int, Dim> cell;
        bool is_held;
        double cells, sum;
    };
    template <class F> void each_run(F f);
    template <class F> void each_cell(F f);
    Vec<int, Dim> cell_at(int row, int x) const;
    int root_of(int run);
    void join(int a, int b);
    struct Rows {
        int row, other, axis;
        bool is_above;  // faces of the row's cells, else those below
    };
    void join_rows(const Operator<T, Dim>& op, const Rows& rows);
    void add_runs(const Operator<T, Dim>& op, int row);
    void join_row(const Operator<T, Dim>& op, int row);
    void label_runs();

    Vec<int, Dim> cells_{};
    std::vector<Run> runs_;
    std::vector<int> first_run_;  // of each row, and one more
    std::vector<Pocket> pockets_;
};

}  // namespace whorl
