// Floods a grid over links between neighbouring cell centres that meet no wall: what is reached has leaked.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "boundary/motion.hpp"

namespace whorl {

template <int Dim> struct Wall {
    ObstacleShape<Dim> shape;
    Pose<Dim> pose;
};

/// Cells of a grid whose centres are at (i + offset) * h.
template <int Dim> struct Lattice {
    Vec<int, Dim> cells{};
    double h = 1;
    double offset = 0.5;

    Vec<double, Dim> centre(const Vec<int, Dim>& at) const {
        Vec<double, Dim> point{};
        for (int axis = 0; axis < Dim; ++axis) point[axis] = (at[axis] + offset) * h;
        return point;
    }
    int count() const {
        int product = 1;
        for (int axis = 0; axis < Dim; ++axis) product *= cells[axis];
        return product;
    }
};

template <int Dim>
bool is_closed(const std::vector<Wall<Dim>>& walls, const Vec<double, Dim>& a, const Vec<double, Dim>& b) {
    for (const Wall<Dim>& wall : walls) {
        const Placement<Dim> placement = placement_of(wall.pose);
        if (wall.shape.geometry().meets(placement.to_body(a), placement.to_body(b))) return true;
    }
    return false;
}

/// The cells that can be reached from `start` over links that meet no wall.
template <int Dim> struct Flood {
    const Lattice<Dim>& grid;
    std::vector<bool> seen{};
    int reached = 0;

    Flood(const Lattice<Dim>& over, const std::vector<Wall<Dim>>& walls, const Vec<int, Dim>& start) : grid(over) {
        seen.resize(static_cast<std::size_t>(grid.count()));
        std::vector<Vec<int, Dim>> todo{start};
        seen[index(start)] = true;
        while (!todo.empty()) {
            const Vec<int, Dim> at = todo.back();
            todo.pop_back();
            ++reached;
            for (int side = 0; side < 2 * Dim; ++side) {
                Vec<int, Dim> next = at;
                next[side / 2] += side % 2 ? 1 : -1;
                if (next[side / 2] < 0 || next[side / 2] >= grid.cells[side / 2] || seen[index(next)]) continue;
                if (is_closed(walls, grid.centre(at), grid.centre(next))) continue;
                seen[index(next)] = true;
                todo.push_back(next);
            }
        }
    }

    std::size_t index(const Vec<int, Dim>& at) const {
        std::size_t sum = 0;
        for (int axis = Dim - 1; axis >= 0; --axis)
            sum = sum * static_cast<std::size_t>(grid.cells[axis]) + static_cast<std::size_t>(at[axis]);
        return sum;
    }
};

/// The first cell of the grid is outside, the middle one inside, and none leads to the other.
template <int Dim> void expect_tight(const Lattice<Dim>& grid, const std::vector<Wall<Dim>>& walls, const char* what) {
    Vec<int, Dim> middle{};
    for (int axis = 0; axis < Dim; ++axis) middle[axis] = grid.cells[axis] / 2;
    const Flood<Dim> outside(grid, walls, {});
    EXPECT_FALSE(outside.seen[outside.index(middle)]) << what << " leaks at a spacing of " << grid.h;
    EXPECT_GT(outside.reached, grid.count() / 4) << what << " is closed all over";
}

}  // namespace whorl
