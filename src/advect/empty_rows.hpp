// Rows of a field that hold its background and nothing else: clean air around smoke. Whatever flows, a row with none
// but such rows in reach stays as it is, to the bit, and need not be advected.
#pragma once

#include <vector>

#include "boundary/grid.hpp"
#include "whorl/parallel.hpp"

namespace whorl {

/// Of one field at the centres of cells. Rows of ghosts count as rows.
template <class T, int Dim> class EmptyRows {
  public:
    EmptyRows() = default;
    explicit EmptyRows(const Grid<Dim>& grid);

    /// Looks at all rows of a field with two layers of filled ghosts.
    void find(Scheduler& scheduler, const View<const T, Dim>& field, T background);

    /// This row is empty, and so are all those within `reach` of it across y and z; all rows, if that is beyond a
    /// period.
    bool holds(const Row& row, const Vec<int, 2>& reach) const;

    T background() const { return background_; }
    std::size_t bytes() const { return counts_.capacity() * sizeof counts_[0]; }

  private:
    int& count(int y, int z) { return counts_[static_cast<std::size_t>(z * (rows_ + 1) + y)]; }
    int count(int y, int z) const { return counts_[static_cast<std::size_t>(z * (rows_ + 1) + y)]; }

    Grid<Dim> grid_{};
    T background_ = 0;
    int rows_ = 0, planes_ = 0;  // with ghosts
    std::vector<int> counts_{};  // of rows before (y, z) that are not empty
};

}  // namespace whorl
