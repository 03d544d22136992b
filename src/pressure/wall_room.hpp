// What walls may take of one level of a hierarchy: lists of what lies beside them get their room from it.
//
// That is an expectation, not a bound: how many elements lists have for a cell of a surface is measured, of balls,
// plates and boxes of many sizes as they turn and move, and rounded up generously. A list that nearly fills its room
// nevertheless gets more before the next step (room.hpp).
#pragma once

#include <algorithm>
#include <cmath>

#include "core/room.hpp"
#include "whorl/obstacles.hpp"

namespace whorl {

template <int Dim> struct WallRoom {
    double cells = 0;                          // of the level
    double surface = 0, thin = 0, inside = 0;  // of them, as in WallExtent
    static constexpr double few = 8;           // where two obstacles come together, or one comes to a side

    /// Cells that belong to pieces of their parents. A plate along the middles of coarse cells has one for each of its
    /// own, which `thin` counts as sqrt(Dim).
    double moved() const { return std::min(2 * few + thin / std::sqrt(Dim) + 0.1 * surface, cells); }
    /// The parents of these.
    double left() const { return (Dim == 2 ? 0.75 : 0.45) * moved(); }
    /// Of a coarse level. Small closed sheets have some however coarse it is.
    double pieces() const { return few + (Dim == 2 ? 1.0 : 0.6) * thin + 0.1 * surface; }
};

/// Of a level with so many cells, of which there are more on the finest. Where surfaces are so near to each other that
/// several pass through one coarse cell, each counts.
template <int Dim>
WallRoom<Dim> room_of(const WallExtent& walls, const Vec<int, Dim>& cells, const Vec<int, Dim>& finest) {
    double count = 1, all = 1;
    for (int axis = 0; axis < Dim; ++axis) count *= cells[axis], all *= finest[axis];
    const double side = Dim == 2 ? std::sqrt(all / count) : std::cbrt(all / count);
    std::size_t size = 0;
    while (size + 1 < WallExtent::sizes && std::ldexp(1.0, static_cast<int>(size) + 1) <= 1.01 * side) ++size;
    const double smooth = std::ldexp(1.0, -(Dim - 1) * static_cast<int>(size));
    // One plate may lie along the grid, where it divides most cells; of many plates few do at a time.
    constexpr double together[] = {0.5, 0.6, 0.8};
    const double of_others = size < 3 ? together[size] : 1;
    const double thin =
        (walls.largest + of_others * (1 - walls.largest)) * std::max(walls.thin[size], smooth * walls.thin[0]);
    return {count, std::max(walls.surface[size], smooth * walls.surface[0]), thin, std::min(walls.inside[size], count)};
}

}  // namespace whorl
