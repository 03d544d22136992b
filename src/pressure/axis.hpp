// One axis of a multigrid level: where its cells lie, and what couples them.
//
// Lengths are in cells of the finest level. All cells of a level have the same width but the last, which is narrower
// where a size along the way was odd and the last coarse cell has a single child:
//
//     |  0  |  1  |  2  |  3  | 4|      9 fine cells became 4 wide ones and a last one
//
// Keeping the true widths and distances is what makes odd sizes converge like even ones (0.15 a cycle; with the last
// cell padded to full width it was 0.5, Neumann, 129 squared).
#pragma once

#include <limits>

namespace whorl {

struct Axis {
    static constexpr double wall = std::numeric_limits<double>::infinity();

    int cells = 1;
    bool periodic = false;
    double weight = 0;                ///< 1/h^2 of the finest cells
    double width = 1, last = 1;       ///< of all cells, and of the last one
    double beyond[2] = {wall, wall};  ///< how far outside of either side x is zero

    double width_of(int cell) const { return cell == cells - 1 ? last : width; }

    /// Between the two points that face i couples: cell centres, or the last centre and where x is zero.
    double distance(int face) const;

    /// What the cell's equation has for its low (0) or high (1) face: conductance over volume.
    double coefficient(int cell, int side) const;
    bool is_side(int cell, int side) const { return !periodic && (side == 0 ? cell == 0 : cell == cells - 1); }

    /// Round an odd number of cells the first and the last have the same colour.
    bool has_seam() const { return periodic && cells % 2 == 1 && cells > 1; }

    /// How strongly neighbours are coupled; 0 where there are none.
    double strength() const { return cells > 1 ? weight / (width * width) : 0; }

    Axis coarser() const;
};

/// How values go from the fine cells of an axis to the coarse ones and back; see transfer_table.hpp.
struct AxisTransfer {
    double share;      ///< of the fine cell in its parent's average
    double near, far;  ///< of the parent, and of the parent's neighbour on the fine cell's side, when interpolating
};
AxisTransfer transfer_at(const Axis& fine, const Axis& coarse, int cell);

/// What an open side (x is zero on it) takes off the parent's weight, and the weight of a face that is wholly open.
struct OpenSide {
    double taken, weight;
};
OpenSide open_side(const Axis& fine, const Axis& coarse, int side);

}  // namespace whorl
