// Which cell of the domain an index stands for that may be a ghost's.
#pragma once

#include <algorithm>

#include "boundary/grid.hpp"

namespace whorl {

/// Along a periodic axis the one that the ghost is a copy of, else the nearest.
template <int Dim> int cell_for(const Grid<Dim>& grid, int axis, int index) {
    const int cells = grid.cells[axis];
    if (index >= 0 && index < cells) return index;
    if (!grid.periodic[axis]) return std::clamp(index, 0, cells - 1);
    return (index % cells + cells) % cells;
}

}  // namespace whorl
