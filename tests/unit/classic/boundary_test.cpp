// Walls and obstacles of the published solver: the tables on the slides, entry by entry, and the rule behind them.
#include <gtest/gtest.h>

#include "tests/classic_grid.hpp"

namespace whorl::classic {
namespace {

using Solver2 = Stam2003<float, 2>;
using Table = std::vector<std::vector<float>>;  // top row first, as the slides print them

void put(const Solver2& solver, float* x, const Table& table) {
    for (int j = 1; j <= solver.N; ++j)
        for (int i = 1; i <= solver.N; ++i) x[solver.index({i, j})] = table[solver.N - j][i - 1];
}

void expect_table(const Solver2& solver, const float* x, const Table& table) {
    for (int j = 0; j <= solver.N + 1; ++j)
        for (int i = 0; i <= solver.N + 1; ++i)
            EXPECT_FLOAT_EQ(x[solver.index({i, j})], table[solver.N + 1 - j][i])
                << "row " << solver.N + 1 - j << " col " << i;
}

const Table slide = {{.5f, .1f, .2f}, {.4f, .2f, .0f}, {.2f, .1f, .0f}};

TEST(ClassicWalls, HorizontalVelocityTableOfTheSlides) {
    Fluid<Solver2> fluid(3);
    put(fluid.solver, fluid.x, slide);
    fluid.solver.set_bnd(1, fluid.x);
    expect_table(fluid.solver, fluid.x,
                 {{0, .5f, .1f, .2f, 0},
                  {-.5f, .5f, .1f, .2f, -.2f},
                  {-.4f, .4f, .2f, .0f, .0f},
                  {-.2f, .2f, .1f, .0f, .0f},
                  {0, .2f, .1f, .0f, 0}});
}

TEST(ClassicWalls, VerticalVelocityTableOfTheSlides) {
    Fluid<Solver2> fluid(3);
    put(fluid.solver, fluid.x, slide);
    fluid.solver.set_bnd(2, fluid.x);
    expect_table(fluid.solver, fluid.x,
                 {{0, -.5f, -.1f, -.2f, 0},
                  {.5f, .5f, .1f, .2f, .2f},
                  {.4f, .4f, .2f, .0f, .0f},
                  {.2f, .2f, .1f, .0f, .0f},
                  {0, -.2f, -.1f, .0f, 0}});
}

TEST(ClassicWalls, DensityContinuesAndCornersAreTheMeanOfTheirNeighbours) {
    Fluid<Solver2> fluid(3);
    put(fluid.solver, fluid.x, slide);
    fluid.solver.set_bnd(0, fluid.x);
    expect_table(fluid.solver, fluid.x,
                 {{.5f, .5f, .1f, .2f, .2f},
                  {.5f, .5f, .1f, .2f, .2f},
                  {.4f, .4f, .2f, .0f, .0f},
                  {.2f, .2f, .1f, .0f, .0f},
                  {.2f, .2f, .1f, .0f, .0f}});
}

TEST(ClassicWalls, NothingFlowsThroughThem) {
    Fluid<Stam2003<float, 3>> fluid(4);
    for (int axis = 0; axis < 3; ++axis) {
        fluid.randomize(fluid.u[axis], -1, 1, 1);
        fluid.solver.set_bnd(axis + 1, fluid.u[axis]);
        fluid.solver.each_ghost([&](Index c, int wall, Index in) {
            const float sign = wall == axis ? -1.0f : 1.0f;
            EXPECT_EQ(fluid.u[axis][c], sign * fluid.u[axis][c + in]);
        });
    }
}

// In 3D an edge is the mean of two faces' ghosts, a corner that of three edges; all 98 ghosts of 3^3 cells are written.
TEST(ClassicWalls, EveryGhostOfABoxIsWritten) {
    Fluid<Stam2003<float, 3>> fluid(3);
    for (Index c = 0; c < fluid.solver.size(); ++c) fluid.x[c] = -7;
    fluid.solver.each_cell([&](Index c) { fluid.x[c] = 2; });
    fluid.solver.set_bnd(0, fluid.x);
    for (Index c = 0; c < fluid.solver.size(); ++c) EXPECT_EQ(fluid.x[c], 2.0f) << c;
}

/// 1: solid. Top row first.
std::vector<std::uint8_t> mask_of(const std::vector<const char*>& rows) {
    std::vector<std::uint8_t> mask;
    for (auto row = rows.rbegin(); row != rows.rend(); ++row)
        for (const char* cell = *row; *cell; ++cell) mask.push_back(*cell == '#');
    return mask;
}

Solids<2> solids_of(const std::vector<const char*>& rows) {
    const int n = static_cast<int>(rows.size());
    const auto mask = mask_of(rows);
    return Solids<2>(n, {mask.data(), {n, n}, {1, n}});
}

// An obstacle of three cells with every number of free neighbours from one to three, in the three roles of a field.
TEST(ClassicObstacles, SolidCellsTakeTheMeanOfTheirFreeDirectNeighbours) {
    const Solids<2> solids = solids_of({".....", ".##..", ".#...", ".....", "....."});
    Fluid<Solver2> fluid(5);
    fluid.solver.solids = &solids;
    const Table values = {{.9f, .5f, .7f, .9f, .9f},
                          {.1f, 9.f, 9.f, .3f, .9f},
                          {.4f, 9.f, .6f, .9f, .9f},
                          {.9f, .2f, .9f, .9f, .9f},
                          {.9f, .9f, .9f, .9f, .9f}};
    const auto at = [&](int row, int column) { return fluid.x[fluid.solver.index({column + 1, 5 - row})]; };

    put(fluid.solver, fluid.x, values);
    fluid.solver.set_bnd(0, fluid.x);
    EXPECT_FLOAT_EQ(at(1, 1), .3f);                    // .5 above and .1 to the left: the slides' misprinted 0.2
    EXPECT_FLOAT_EQ(at(1, 2), (.7f + .3f + .6f) / 3);  // above, right, below
    EXPECT_FLOAT_EQ(at(2, 1), (.4f + .6f + .2f) / 3);  // left, right, below

    put(fluid.solver, fluid.x, values);
    fluid.solver.set_bnd(1, fluid.x);  // neighbours to the left and right are negated
    EXPECT_FLOAT_EQ(at(1, 1), (.5f - .1f) / 2);
    EXPECT_FLOAT_EQ(at(1, 2), (.7f - .3f + .6f) / 3);
    EXPECT_FLOAT_EQ(at(2, 1), (-.4f - .6f + .2f) / 3);

    put(fluid.solver, fluid.x, values);
    fluid.solver.set_bnd(2, fluid.x);  // neighbours above and below are negated
    EXPECT_FLOAT_EQ(at(1, 1), (-.5f + .1f) / 2);
    EXPECT_FLOAT_EQ(at(1, 2), (-.7f + .3f - .6f) / 3);
    EXPECT_FLOAT_EQ(at(2, 1), (.4f + .6f - .2f) / 3);
}

TEST(ClassicObstacles, ACellInsideHoldsZero) {
    const Solids<2> solids = solids_of({"...", "...", "..."});
    EXPECT_EQ(solids.pockets(), 1);
    const Solids<2> block = solids_of({"###", "###", "##."});
    Fluid<Solver2> fluid(3);
    fluid.solver.solids = &block;
    for (Index c = 0; c < fluid.solver.size(); ++c) fluid.x[c] = 5;
    fluid.solver.set_bnd(0, fluid.x);
    EXPECT_EQ(fluid.x[fluid.solver.index({1, 3})], 0.0f);
    EXPECT_EQ(fluid.x[fluid.solver.index({2, 1})], 5.0f);
}

TEST(ClassicObstacles, PocketsAreCounted) {
    EXPECT_EQ(solids_of({".....", ".###.", ".#.#.", ".###.", "....."}).pockets(), 2);
    EXPECT_EQ(solids_of({"..#..", "..#..", "#####", "..#..", "..#.."}).pockets(), 4);
}

TEST(ClassicObstacles, TracesStopInFrontOfAWall) {
    const Solids<2> solids = solids_of({"......", "......", "..##..", "..##..", "......", "......"});
    const auto stopped = solids.stop_before_wall<float>({6, 3}, {0.5f, 3.0f});
    EXPECT_GE(stopped[0], 4.5f);
    EXPECT_LE(stopped[0], 5.0f);
    const auto free = solids.stop_before_wall<float>({6, 6}, {0.5f, 6.0f});
    EXPECT_EQ(free[0], 0.5f);
}

}  // namespace
}  // namespace whorl::classic
