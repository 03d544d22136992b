// Distances from walls against a search over all cells, and the boxes without walls that they promise.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "boundary/walls.hpp"
#include "core/for_box.hpp"
#include "tests/dims.hpp"

namespace whorl {
namespace {

template <class D> class WallDistances : public testing::Test {};
TYPED_TEST_SUITE(WallDistances, Dims);

template <int dim> struct Among {
    using At = Vec<int, dim>;

    /// Cells of edge 1; longer than distances are counted along x.
    static Grid<dim> grid(bool is_periodic) {
        Grid<dim> grid{};
        for (int axis = 0; axis < dim; ++axis) {
            grid.cells[axis] = axis == 0 ? 131 : dim == 2 ? 58 : 12 + axis;
            grid.size[axis] = grid.cells[axis];
            grid.periodic[axis] = is_periodic;
        }
        return grid;
    }
    static PlacedObstacle<dim> ball_at(const Vec<double, dim>& centre, double radius) {
        Pose<dim> pose{};
        pose.position = centre;
        return {capsule<dim>({}, {}, radius).value(), placement_of(pose), placement_of(pose)};
    }
    /// Balls from smaller than a cell to several cells large, somewhere in the low part of x, so that others are far.
    static std::vector<PlacedObstacle<dim>> some_balls(const Grid<dim>& grid, unsigned seed) {
        std::mt19937 random(seed);
        const auto between = [&](double low, double high) {
            return low + (high - low) * (static_cast<double>(random()) / 4294967296.0);
        };
        std::vector<PlacedObstacle<dim>> all;
        for (int k = 0; k < 3; ++k) {
            Vec<double, dim> centre{};
            for (int axis = 0; axis < dim; ++axis)
                centre[axis] = between(0.02, axis == 0 ? 0.2 : 0.9) * grid.cells[axis];
            all.push_back(ball_at(centre, k == 0 ? 0.4 : between(0.5, 4)));
        }
        return all;
    }

    static bool has_closed_face(const WallBits<dim>& walls, const At& at) {
        bool is_closed = false;
        for (int axis = 0; axis < dim; ++axis)
            is_closed = is_closed || walls.is_closed(at, axis, -1) || walls.is_closed(at, axis, 1);
        return is_closed;
    }
    template <class Is> static std::vector<At> cells_that(const Walls<double, dim>& walls, Is is) {
        std::vector<At> all;
        for_box({}, walls.grid().cells, [&](const At& at) {
            if (is(at)) all.push_back(at);
        });
        return all;
    }
    static std::vector<At> closed_cells(const Walls<double, dim>& walls) {
        return cells_that(walls, [&](const At& at) { return has_closed_face(walls.bits(), at); });
    }
    /// Cells without a box: all with a closed face, and few that are only cut.
    static std::vector<At> cells_at_walls(const Walls<double, dim>& walls) {
        const auto is_at_wall = [&](const At& at) { return walls.bits().distance[at] == 0; };
        const std::vector<At> closed = closed_cells(walls), all = cells_that(walls, is_at_wall);
        EXPECT_TRUE(std::all_of(closed.begin(), closed.end(), is_at_wall));
        EXPECT_GT(closed.size(), 3u);
        EXPECT_LT(all.size(), closed.size() + closed.size() / 8 + 2 * dim);
        return all;
    }
    /// Across seams, too.
    static int nearest(const Grid<dim>& grid, const std::vector<At>& cells, const At& at) {
        int least = 1 << 20;
        for (const At& there : cells) {
            int apart = 0;
            for (int axis = 0; axis < dim; ++axis) {
                const int way = std::abs(at[axis] - there[axis]);
                apart = std::max(apart, grid.periodic[axis] ? std::min(way, grid.cells[axis] - way) : way);
            }
            least = std::min(least, apart);
        }
        return least;
    }
    static bool is_whole_inside(const Walls<double, dim>& walls, const At& centre, int distance) {
        const Grid<dim>& grid = walls.grid();
        At low{}, high{};
        for (int axis = 0; axis < dim; ++axis) {
            low[axis] = std::max(centre[axis] - distance + 1, 0);
            high[axis] = std::min(centre[axis] + distance, grid.cells[axis]);
        }
        bool is_whole = true;
        for_box(low, high, [&](const At& at) {
            for (int axis = 0; axis < dim; ++axis)
                if (at[axis] > low[axis]) is_whole = is_whole && walls.open(axis)[at] == whole_face;
        });
        return is_whole;
    }
};

TYPED_TEST(WallDistances, AreExactNearWallsAndNeverTooLargeFarAway) {
    constexpr int dim = TypeParam::value;
    using All = Among<dim>;
    using At = Vec<int, dim>;
    constexpr int near = WallBits<dim>::near, far = WallBits<dim>::far;
    for (unsigned seed = 1; seed <= 4; ++seed) {
        auto walls = Walls<double, dim>::make(All::grid(false)).value();
        walls.rebuild(All::some_balls(walls.grid(), seed));
        const std::vector<At> at_walls = All::cells_at_walls(walls);
        int most = 0, wrong = 0, wasted = 0;
        for_box({}, walls.grid().cells, [&](const At& at) {
            const int found = walls.bits().distance[at], truth = All::nearest(walls.grid(), at_walls, at);
            const bool may_touch = truth == 1 && found == 2;  // a box that touches a wall
            wrong += found > truth && !may_touch;
            wrong += truth <= near && found != truth && !may_touch;
            wasted += found < std::min(truth - 2 * tile_cells + 2, far - 3);
            most = std::max(most, found);
        });
        EXPECT_EQ(wrong, 0) << seed;
        EXPECT_EQ(wasted, 0) << seed;
        EXPECT_GT(most, far - tile_cells) << seed;
    }
}

TYPED_TEST(WallDistances, PromiseABoxOfWholeFaces) {
    constexpr int dim = TypeParam::value;
    using All = Among<dim>;
    using At = Vec<int, dim>;
    for (const bool is_periodic : {false, true}) {
        auto walls = Walls<double, dim>::make(All::grid(is_periodic)).value();
        walls.rebuild(All::some_balls(walls.grid(), 9));
        int wrong = 0, asked = 0;
        for_box({}, walls.grid().cells, [&](const At& at) {
            const int distance = walls.bits().distance[at];
            if (distance > 12) return;
            ++asked;
            wrong += !All::is_whole_inside(walls, at, distance);
        });
        EXPECT_GT(asked, 500);
        EXPECT_EQ(wrong, 0);
    }
}

/// A wall right behind a seam is as near as one right before it.
TYPED_TEST(WallDistances, SeeWallsBehindSeams) {
    constexpr int dim = TypeParam::value;
    using All = Among<dim>;
    using At = Vec<int, dim>;
    for (const double x : {0.5, 3.0, 60.0, 129.0}) {
        auto walls = Walls<double, dim>::make(All::grid(true)).value();
        Vec<double, dim> centre{};
        for (int axis = 0; axis < dim; ++axis) centre[axis] = axis == 0 ? x : 10.5;
        walls.rebuild({All::ball_at(centre, 2)});
        const std::vector<At> closed = All::closed_cells(walls);
        int wrong = 0, apart = 0;
        for_box({}, walls.grid().cells, [&](const At& at) {
            const int found = walls.bits().distance[at], truth = All::nearest(walls.grid(), closed, at);
            wrong += found > truth && !(truth == 1 && found == 2);
            apart += found > 2;
        });
        EXPECT_EQ(wrong, 0) << x;
        EXPECT_GT(apart, 500) << x;
    }
}

/// Traces end on the sides of the domain, where the next cell is a ghost.
TYPED_TEST(WallDistances, OfGhostsAreThoseOfTheCellsBesideThem) {
    constexpr int dim = TypeParam::value;
    using All = Among<dim>;
    using At = Vec<int, dim>;
    for (const bool is_periodic : {false, true}) {
        auto walls = Walls<double, dim>::make(All::grid(is_periodic)).value();
        walls.rebuild(All::some_balls(walls.grid(), 5));
        const At cells = walls.grid().cells;
        At low{}, high{};
        for (int axis = 0; axis < dim; ++axis) low[axis] = -1, high[axis] = cells[axis] + 1;
        int wrong = 0;
        for_box(low, high, [&](const At& at) {
            At inside = at;
            for (int axis = 0; axis < dim; ++axis)
                inside[axis] =
                    is_periodic ? (at[axis] + cells[axis]) % cells[axis] : std::clamp(at[axis], 0, cells[axis] - 1);
            wrong += walls.bits().distance[at] != walls.bits().distance[inside];
        });
        EXPECT_EQ(wrong, 0);
    }
}

/// Also once walls have gone from where they were.
TYPED_TEST(WallDistances, OfRowsAreTheLeastOfTheirCells) {
    constexpr int dim = TypeParam::value;
    using All = Among<dim>;
    using At = Vec<int, dim>;
    auto walls = Walls<double, dim>::make(All::grid(false)).value();
    const auto expect_least = [&] {
        At rows = walls.grid().cells;
        rows[0] = 1;
        int number = 0, wrong = 0;
        for_box({}, rows, [&](const At& row) {
            int least = WallBits<dim>::far;
            for (At at = row; at[0] < walls.grid().cells[0]; ++at[0])
                least = std::min<int>(least, walls.bits().distance[at]);
            wrong += walls.bits().row_distance[number++] != least;
        });
        EXPECT_EQ(wrong, 0);
    };
    walls.rebuild(All::some_balls(walls.grid(), 2));
    expect_least();
    auto other = All::some_balls(walls.grid(), 3);
    other.erase(other.begin() + 1, other.end());
    walls.rebuild(other);
    expect_least();
    auto fresh = Walls<double, dim>::make(All::grid(false)).value();
    fresh.rebuild(other);
    int wrong = 0;
    for_box({}, walls.grid().cells,
            [&](const At& at) { wrong += walls.bits().distance[at] != fresh.bits().distance[at]; });
    EXPECT_EQ(wrong, 0) << "something of the walls before is left";
    walls.rebuild({});
    const auto count = static_cast<std::size_t>(walls.grid().cell_region().cells() / walls.grid().cells[0]);
    EXPECT_EQ(*std::min_element(walls.bits().row_distance, walls.bits().row_distance + count), WallBits<dim>::far);
}

}  // namespace
}  // namespace whorl
