#include "pressure/axis.hpp"

#include <cmath>

namespace whorl {

double Axis::distance(int face) const {
    const int low = face - 1, high = face;
    if (periodic) return (width_of((low + cells) % cells) + width_of(high % cells)) / 2;
    if (low < 0) return width_of(high) / 2 + beyond[0];
    if (high == cells) return width_of(low) / 2 + beyond[1];
    return (width_of(low) + width_of(high)) / 2;
}

double Axis::coefficient(int cell, int side) const {
    if (periodic && cells == 1) return 0;  // a cell that is its own neighbour feels nothing
    return weight / (width_of(cell) * distance(cell + side));
}

Axis Axis::coarser() const {
    Axis coarse = *this;
    coarse.cells = (cells + 1) / 2;
    coarse.width = 2 * width;
    coarse.last = cells % 2 == 0 ? width_of(cells - 2) + last : last;
    return coarse;
}

AxisTransfer transfer_at(const Axis& fine, const Axis& coarse, int cell) {
    const int parent = cell / 2;
    AxisTransfer result{fine.width_of(cell) / coarse.width_of(parent), 1, 0};

    // From the parent's centre to the cell's: half of what the parent is wider, away from its other child.
    const double offset = (coarse.width_of(parent) - fine.width_of(cell)) / 2;
    if (offset == 0) return result;
    const int face = parent + (cell % 2);
    if (coarse.is_side(parent, cell % 2)) {
        result.near = 1 - offset / coarse.distance(face);  // towards the zero beyond the side; 1 at a wall
    } else {
        result.far = coarse.cells == 1 ? 0 : offset / coarse.distance(face);
        result.near = 1 - result.far;
    }
    return result;
}

OpenSide open_side(const Axis& fine, const Axis& coarse, int side) {
    Axis open_fine = fine, open_coarse = coarse;
    open_fine.beyond[side] = open_coarse.beyond[side] = 0;
    const int cell = side == 0 ? 0 : fine.cells - 1;
    const AxisTransfer at = transfer_at(open_fine, open_coarse, cell);
    return {1 - at.near - at.far, fine.weight / (fine.width * (fine.width_of(cell) / 2))};
}

}  // namespace whorl
