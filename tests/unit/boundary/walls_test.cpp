// Walls on tiny grids, with answers that one can work out by hand.
#include "boundary/walls.hpp"

#include <gtest/gtest.h>

#include "core/for_box.hpp"
#include "tests/dims.hpp"

namespace whorl {
namespace {

template <class D> class WallsOnGrid : public testing::Test {};
TYPED_TEST_SUITE(WallsOnGrid, Dims);

/// Cells of edge 1.
template <int Dim> Walls<double, Dim> walls_of(const Vec<int, Dim>& cells, bool periodic = false) {
    Grid<Dim> grid{.cells = cells};
    for (int axis = 0; axis < Dim; ++axis) grid.size[axis] = cells[axis], grid.periodic[axis] = periodic;
    auto walls = Walls<double, Dim>::make(grid).value();
    EXPECT_TRUE(walls.make_room_for_motion());
    return walls;
}
template <int Dim> Vec<int, Dim> cells_of(int edge) {
    Vec<int, Dim> cells{};
    for (int axis = 0; axis < Dim; ++axis) cells[axis] = edge;
    return cells;
}
template <int Dim> PlacedObstacle<Dim> placed(const ObstacleShape<Dim>& shape, const Pose<Dim>& pose = {}) {
    return {shape, placement_of(pose), placement_of(pose)};
}
/// From one place to another in a second.
template <int Dim> PlacedObstacle<Dim> moved(const ObstacleShape<Dim>& shape, const Pose<Dim>& a, const Pose<Dim>& b) {
    return {shape, placement_of(a), placement_of(b), motion_between(a, b, 1)};
}
/// All of low <= x < high along axis 0, and far beyond the grid along the others.
template <int Dim> ObstacleShape<Dim> slab(double low, double high) {
    Vec<double, Dim> a{}, b{};
    for (int axis = 0; axis < Dim; ++axis) a[axis] = -50, b[axis] = 50;
    a[0] = low, b[0] = high;
    return box<Dim>(a, b).value();
}
/// A sheet across axis 0 at x.
template <int Dim> ObstacleShape<Dim> curtain(double x) {
    if constexpr (Dim == 2)
        return segment({x, -50}, {x, 50}).value();
    else
        return rectangle({x, 0, 0}, {0, 50, 0}, {0, 0, 50}).value();
}
template <int Dim> double part(const Walls<double, Dim>& walls, int axis, const Vec<int, Dim>& face) {
    return walls.open(axis)[face] / static_cast<double>(whole_face);
}
template <int Dim> bool is_closed(const Walls<double, Dim>& walls, int axis, const Vec<int, Dim>& face) {
    return (walls.bits().flags[face] & closed_bit(axis)) != 0;
}

TEST(OpenPart, OfALine) {
    EXPECT_EQ(open_part<2>({1, 2}), 1);
    EXPECT_EQ(open_part<2>({-1, -2}), 0);
    EXPECT_EQ(open_part<2>({0, -2}), 0);
    EXPECT_EQ(open_part<2>({3, -1}), 0.75);
    EXPECT_EQ(open_part<2>({-1, 3}), 0.75);
}

TEST(OpenPart, OfASquare) {
    EXPECT_EQ(open_part<3>({1, 1, 2, 3}), 1);
    EXPECT_EQ(open_part<3>({-1, -1, -2, 0}), 0);
    // Halves along either axis and along a diagonal.
    EXPECT_NEAR(open_part<3>({-1, 1, -1, 1}), 0.5, 1e-12);
    EXPECT_NEAR(open_part<3>({1, 1, -1, -1}), 0.5, 1e-12);
    EXPECT_NEAR(open_part<3>({-1, 0, 0, 1}), 0.5, 1e-12);
    // A plane that cuts one corner off, half way along both edges: an eighth of the face. All four corners alike.
    const Vec<double, 4> corner{-1, 1, 1, 3};
    for (int k = 0; k < 4; ++k) {
        Vec<double, 4> turned{};
        for (int i = 0; i < 4; ++i) turned[i ^ k] = corner[i];
        EXPECT_NEAR(open_part<3>(turned), 0.875, 1e-12) << k;
        for (int i = 0; i < 4; ++i) turned[i] = -turned[i];
        EXPECT_NEAR(open_part<3>(turned), 0.125, 1e-12) << k;
    }
}

/// The solid is cell layers 3 and 4: whole faces before it, none inside, and only those that touch it are closed.
TYPED_TEST(WallsOnGrid, AlignedSolid) {
    constexpr int Dim = TypeParam::value;
    auto walls = walls_of(cells_of<Dim>(8));
    walls.rebuild({placed(slab<Dim>(3, 5))});
    for_box({}, cells_of<Dim>(8), [&](const Vec<int, Dim>& at) {
        const bool is_solid = at[0] == 3 || at[0] == 4;
        EXPECT_EQ((walls.bits().flags[at] & wall_flag::solid) != 0, is_solid);
        EXPECT_EQ(part(walls, 0, at), at[0] >= 3 && at[0] <= 5 ? 0 : 1) << at[0];
        EXPECT_EQ(part(walls, 1, at), is_solid ? 0 : 1) << at[0];
        EXPECT_EQ(is_closed(walls, 0, at), at[0] >= 3 && at[0] <= 5) << at[0];
        EXPECT_EQ(is_closed(walls, 1, at), is_solid) << at[0];
        const int distance[] = {2, 2, 0, 0, 0, 0, 2, 2};
        EXPECT_EQ(walls.bits().distance[at], distance[at[0]]) << at[0];
    });
}

/// A box of three cells a side fits between a cell and a wall that is one cell away, if nothing is cut off any face
/// inside of it.
TYPED_TEST(WallsOnGrid, BoxesTouchWalls) {
    constexpr int Dim = TypeParam::value;
    auto walls = walls_of(cells_of<Dim>(9));
    const auto distance_at = [&](int x) {
        Vec<int, Dim> at = cells_of<Dim>(4);
        at[0] = x;
        return int(walls.bits().distance[at]);
    };
    const auto expect = [&](const std::vector<int>& distances) {
        for (int x = 0; x < 9; ++x) EXPECT_EQ(distance_at(x), distances[static_cast<std::size_t>(x)]) << x;
    };
    walls.rebuild({placed(curtain<Dim>(4))});
    expect({3, 2, 2, 0, 0, 2, 2, 3, 4});
    walls.rebuild({placed(slab<Dim>(3.75, 6))});  // it cuts faces of cells 3
    expect({3, 2, 1, 0, 0, 0, 0, 2, 2});
    walls.rebuild({placed(curtain<Dim>(2))});
    expect({2, 0, 0, 2, 2, 3, 4, 5, 6});
}

/// It ends a quarter into cell layer 3: three quarters of the faces along it are open, and no centre is inside.
TYPED_TEST(WallsOnGrid, PartlyCoveredCells) {
    constexpr int Dim = TypeParam::value;
    auto walls = walls_of(cells_of<Dim>(8));
    walls.rebuild({placed(slab<Dim>(-9, 3.25))});
    for_box({}, cells_of<Dim>(8), [&](const Vec<int, Dim>& at) {
        EXPECT_EQ(part(walls, 1, at), at[0] < 3 ? 0 : at[0] == 3 ? 0.75 : 1) << at[0];
        EXPECT_EQ(is_closed(walls, 1, at), at[0] < 3) << at[0];
        EXPECT_EQ(part(walls, 0, at), at[0] <= 3 ? 0 : 1) << at[0];
    });
}

/// A plane at 45 degrees through corners of cells: faces are whole or shut, since each lies on one side of it.
TEST(WallsOnGrid2, SlantedThroughCorners) {
    auto walls = walls_of<2>({8, 8});
    walls.rebuild({placed(half_space<2>({0, 0}, {-1, 1}).value())});
    for_box<2>({}, {8, 8}, [&](const Vec<int, 2>& at) {
        EXPECT_EQ(part(walls, 0, at), at[1] >= at[0] ? 1 : 0);
        EXPECT_EQ(part(walls, 1, at), at[1] > at[0] ? 1 : 0);
    });
}

/// The same plane, half a cell further: the faces that it crosses are half open.
TEST(WallsOnGrid2, SlantedThroughFaces) {
    auto walls = walls_of<2>({8, 8});
    walls.rebuild({placed(half_space<2>({0, 0.5}, {-1, 1}).value())});
    for_box<2>({}, {7, 7}, [&](const Vec<int, 2>& at) {
        EXPECT_NEAR(part(walls, 0, at), at[1] > at[0] ? 1 : at[1] == at[0] ? 0.5 : 0, 1e-4);
        EXPECT_NEAR(part(walls, 1, at), at[1] > at[0] + 1 ? 1 : at[1] == at[0] + 1 ? 0.5 : 0, 1e-4);
    });
}

TEST(WallsOnGrid3, ASolidCornerCutsAnEighth) {
    auto walls = walls_of<3>({4, 4, 4});
    // Behind x + y + z = 2.5, cut at z = 0 by the face between cells (0,1,0) and (0,1,-1)... and so on round.
    walls.rebuild({placed(half_space<3>({2.5, 0, 0}, {1, 1, 1}).value())});
    EXPECT_NEAR(part(walls, 2, {1, 1, 0}), 0.875, 1e-4);
    EXPECT_NEAR(part(walls, 2, {1, 0, 0}), 0.125, 1e-4);
    EXPECT_NEAR(part(walls, 0, {0, 1, 1}), 0.875, 1e-4);
    EXPECT_NEAR(part(walls, 1, {0, 0, 1}), 0.125, 1e-4);
    EXPECT_EQ(part(walls, 2, {2, 1, 0}), 1);
    EXPECT_EQ(part(walls, 2, {0, 0, 0}), 0);
}

/// A sheet, or a solid that no corner and no centre is inside of, shuts the faces between the centres on its sides.
TYPED_TEST(WallsOnGrid, ThinWallsShutFaces) {
    constexpr int Dim = TypeParam::value;
    for (const auto& shape : {curtain<Dim>(4.2), curtain<Dim>(4), slab<Dim>(4.1, 4.3)}) {
        auto walls = walls_of(cells_of<Dim>(8));
        walls.rebuild({placed(shape)});
        for_box({}, cells_of<Dim>(8), [&](const Vec<int, Dim>& at) {
            EXPECT_EQ(part(walls, 0, at), at[0] == 4 ? 0 : 1);
            EXPECT_EQ(is_closed(walls, 0, at), at[0] == 4);
            EXPECT_EQ(is_closed(walls, 1, at), false);
            EXPECT_EQ(walls.bits().flags[at] & wall_flag::solid, 0);
        });
    }
}

/// Where the grid closes on itself, face 0 and face N are one; and cells behind the seam know of the wall.
TYPED_TEST(WallsOnGrid, PeriodicSeam) {
    constexpr int Dim = TypeParam::value;
    auto walls = walls_of(cells_of<Dim>(8), true);
    walls.rebuild({placed(curtain<Dim>(8))});
    Vec<int, Dim> first{}, last{};
    last[0] = 7;
    EXPECT_TRUE(is_closed(walls, 0, first));
    EXPECT_TRUE(walls.bits().is_closed(last, 0, 1));
    EXPECT_EQ(walls.bits().distance[first], 0);
    EXPECT_EQ(walls.bits().distance[last], 0);
}

/// A sheet passes over centres at 3.5 and 4.5: those cells are refilled from the side that it came from, nearest first.
TYPED_TEST(WallsOnGrid, SweptCells) {
    constexpr int Dim = TypeParam::value;
    auto walls = walls_of(cells_of<Dim>(8));
    Pose<Dim> before{}, now{};
    before.position[0] = 3, now.position[0] = 5;
    walls.rebuild({moved(curtain<Dim>(0), before, now)});
    int layer = 0;
    for (int axis = 1; axis < Dim; ++axis) layer = layer == 0 ? 8 : 8 * layer;
    ASSERT_EQ(static_cast<int>(walls.swept_cells().size()), 2 * layer);
    for (const auto& cell : walls.swept_cells()) {
        EXPECT_TRUE(cell.at[0] == 3 || cell.at[0] == 4);
        EXPECT_EQ(cell.from, 1) << "from below along x";
    }
    EXPECT_EQ(walls.swept_cells().front().at[0], 3);
    EXPECT_EQ(walls.swept_cells().back().at[0], 4);
    EXPECT_EQ(walls.velocity()[0][walls.swept_cells().front().at], 0);  // an open face
    Vec<int, Dim> on_wall{};
    on_wall[0] = 5;
    EXPECT_EQ(walls.velocity()[0][on_wall], 2);
}

/// Behind a solid that moved on, cells are new to the flow, and get their pressure from beside.
TYPED_TEST(WallsOnGrid, OpenedCells) {
    constexpr int Dim = TypeParam::value;
    auto walls = walls_of(cells_of<Dim>(8));
    Pose<Dim> now{};
    now.position[0] = 1;
    walls.rebuild({placed(slab<Dim>(3, 5))});
    EXPECT_TRUE(walls.opened_cells().empty());
    walls.rebuild({moved(slab<Dim>(3, 5), {}, now)});
    ASSERT_FALSE(walls.opened_cells().empty());
    for (const auto& cell : walls.opened_cells()) {
        EXPECT_EQ(cell.at[0], 3);
        EXPECT_EQ(cell.from, 1);
    }
    walls.rebuild({});
    EXPECT_TRUE(walls.is_empty());
    for_box({}, cells_of<Dim>(8), [&](const Vec<int, Dim>& at) { EXPECT_EQ(part(walls, 0, at), 1); });
}

/// A solid one cell thick, turned: fractions on its two sides must not join what it divides. Flooding through faces
/// that flow passes does not get across.
TYPED_TEST(WallsOnGrid, SlantedThinSolidsDivide) {
    constexpr int Dim = TypeParam::value;
    const int n = Dim == 2 ? 24 : 14;
    const Vec<int, Dim> cells = cells_of<Dim>(n);
    for (const double thickness : {0.3, 1.0, 1.4, 2.0})
        for (int turn = 1; turn < 8; ++turn) {
            auto walls = walls_of(cells);
            Pose<Dim> pose{};
            for (int axis = 0; axis < Dim; ++axis) pose.position[axis] = 0.5 * n + 0.1 * turn;
            pose.rotation[0] = 0.2 * turn;
            if constexpr (Dim == 3) pose.rotation[1] = 0.13 * turn, pose.rotation[2] = 0.1;
            walls.rebuild({placed(slab<Dim>(-0.5 * thickness, 0.5 * thickness), pose)});
            std::vector<Vec<int, Dim>> queue{Vec<int, Dim>{}};
            auto seen = Field<std::uint8_t, Dim>::make(cells).value();
            seen.view()[queue[0]] = 1;
            const Placement<Dim> place = placement_of(pose);
            const auto side_of = [&](const Vec<int, Dim>& cell) {
                return place.to_body(walls.grid().cell_centre(cell))[0];
            };
            const double start = side_of(queue[0]);
            ASSERT_GT(std::abs(start), thickness);
            for (std::size_t next = 0; next < queue.size(); ++next)
                for (int axis = 0; axis < Dim; ++axis)
                    for (const int step : {-1, 1}) {
                        Vec<int, Dim> beside = queue[next], face = beside;
                        beside[axis] += step, face[axis] += step > 0;
                        if (beside[axis] < 0 || beside[axis] >= n || seen.view()[beside] != 0) continue;
                        if (walls.open(axis)[face] == 0) continue;
                        seen.view()[beside] = 1;
                        queue.push_back(beside);
                    }
            double furthest = 0;
            for (const auto& cell : queue) furthest = std::min(furthest, side_of(cell) * (start > 0 ? 1 : -1));
            EXPECT_GT(furthest, -0.5 * thickness - 0.01) << "thickness " << thickness << ", turn " << turn;
        }
}

}  // namespace
}  // namespace whorl
