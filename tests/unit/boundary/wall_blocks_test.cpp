// Parts of rows, by what walls take of the faces of their cells.
#include "boundary/wall_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "boundary/walls.hpp"
#include "core/random.hpp"
#include "tests/dims.hpp"

namespace whorl {
namespace {

template <class D> class WallBlocksOf : public testing::Test {};
TYPED_TEST_SUITE(WallBlocksOf, Dims);

template <int dim> Grid<dim> long_grid(int cells) {
    Grid<dim> grid{};
    for (int axis = 0; axis < dim; ++axis) {
        grid.cells[axis] = axis == 0 ? cells : 7 + axis;
        grid.size[axis] = grid.cells[axis];
    }
    return grid;
}

template <int dim> PlacedObstacle<dim> ball_at(const Grid<dim>& grid, double x, double radius) {
    Pose<dim> pose{};
    for (int axis = 0; axis < dim; ++axis) pose.position[axis] = axis == 0 ? x : 0.4 * grid.size[axis];
    return {capsule<dim>({}, {}, radius).value(), placement_of(pose), placement_of(pose)};
}

/// The least and the most that is open of any face of a row's cells from first on.
template <int dim> std::pair<int, int> open_of(const Walls<double, dim>& walls, const Row& row, int first, int last) {
    std::pair<int, int> range{whole_face, 0};
    for (int x = first; x < last; ++x)
        for (int axis = 0; axis < dim; ++axis)
            for (const int side : {0, 1}) {
                Vec<int, dim> face{};
                face[0] = x, face[1] = row.y;
                if (dim == 3) face[dim - 1] = row.z;
                face[axis] += side;
                const int open = walls.open(axis)[face];
                range = {std::min(range.first, open), std::max(range.second, open)};
            }
    return range;
}

TYPED_TEST(WallBlocksOf, PartsAreWhatTheySay) {
    constexpr int dim = TypeParam::value;
    int found[3] = {};
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const auto grid = long_grid<dim>(300 + static_cast<int>(seed));
        auto walls = Walls<double, dim>::make(grid).value();
        const double x = random_between(0, grid.size[0], seed, 1);
        walls.rebuild({ball_at<dim>(grid, x, random_between(0.3, 90, seed, 2)), ball_at<dim>(grid, 0.5 * x, 2)});
        const Region<dim> cells = grid.cell_region();
        for (int i = 0; i < cells.count(); ++i) {
            const Row row = cells.row(i);
            int end = 0, wrong = 0;
            for_wall_parts(walls.blocks(), row, [&](WallPart part, int x0, int x1) {
                const auto [least, most] = open_of<dim>(walls, row, x0, x1);
                wrong += x0 != end || x1 <= x0;
                wrong += part == WallPart::whole && least < whole_face;
                wrong += part == WallPart::shut && most > 0;
                ++found[static_cast<int>(part)];
                end = x1;
            });
            EXPECT_EQ(wrong, 0) << seed;
            EXPECT_EQ(end, grid.cells[0]);
        }
    }
    for (const int count : found) EXPECT_GT(count, 50);
}

/// One byte has room for 63 blocks of a part.
TYPED_TEST(WallBlocksOf, LongRowsHaveSeveralParts) {
    constexpr int dim = TypeParam::value;
    const auto grid = long_grid<dim>(32 * 200 + 5);
    auto walls = Walls<double, dim>::make(grid).value();
    for (const bool has_ball : {false, true}) {
        if (has_ball) walls.rebuild({ball_at<dim>(grid, 32 * 100, 3)});
        int cells = 0, cut = 0;
        for_wall_parts(walls.blocks(), Row{0, grid.cells[0], 3, 0}, [&](WallPart part, int x0, int x1) {
            EXPECT_EQ(x0, cells);
            cells = x1;
            cut += part == WallPart::cut ? x1 - x0 : 0;
        });
        EXPECT_EQ(cells, grid.cells[0]);
        EXPECT_EQ(cut, has_ball ? 64 : 0);
    }
}

/// Faces on the last side belong to the cells before them.
TYPED_TEST(WallBlocksOf, RowsOfFacesBeyondTheLastCells) {
    constexpr int dim = TypeParam::value;
    const auto grid = long_grid<dim>(200);
    auto walls = Walls<double, dim>::make(grid).value();
    walls.rebuild({ball_at<dim>(grid, 100, 60)});
    const int y = grid.cells[1] - 1, z = dim == 3 ? grid.cells[dim - 1] - 1 : 0;
    const auto parts_of = [&](const Row& row) {
        std::vector<int> parts;
        for_wall_parts(walls.blocks(), row, [&](WallPart part, int, int x1) {
            parts.push_back(static_cast<int>(part)), parts.push_back(x1);
        });
        return parts;
    };
    const auto last = parts_of({0, 201, y, z});
    EXPECT_EQ(last.back(), 201);
    EXPECT_GT(last.size(), 4u);
    EXPECT_EQ(parts_of({0, 201, y + 1, z}), last);
    EXPECT_EQ(parts_of({0, 201, y, dim == 3 ? z + 1 : 0}), last);
}

}  // namespace
}  // namespace whorl
