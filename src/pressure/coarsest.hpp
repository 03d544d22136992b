// The bottom of a hierarchy: a few dozen unknowns, solved directly by elimination in double.
//
// No pivoting is needed, since the matrix is weakly diagonally dominant with a positive diagonal. A pivot that vanishes
// belongs to a pocket in which x is free up to a constant, or to a cell outside of the problem; that unknown is 0.
#pragma once

#include <vector>

#include "pressure/level.hpp"

namespace whorl {

template <class T, int Dim> class Coarsest {
  public:
    static constexpr int max_cells = 32, max_unknowns = 256;

    bool can_solve(const Level<T, Dim>& level) const {
        return level.region().cells() <= max_cells && level.region().cells() + level.pieces.count() <= max_unknowns;
    }

    /// Factorises the level's matrix, which it must be able to solve.
    void prepare(const Level<T, Dim>& level);

    /// Sets level.x from level.b. If the level is singular, the mean of x is 0, so that x does not drift.
    void solve(Scheduler& scheduler, Level<T, Dim>& level);

    void expect(const WallRoom<Dim>& walls);
    std::size_t bytes() const { return (factors_.capacity() + values_.capacity()) * sizeof(double); }

  private:
    void substitute(Level<T, Dim>& level);

    int cells_ = 0, count_ = 0;  // the pieces come behind the cells
    std::vector<double> factors_, values_;
};

}  // namespace whorl
