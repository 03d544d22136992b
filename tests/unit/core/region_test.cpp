#include "core/region.hpp"

#include <gtest/gtest.h>

#include <map>
#include <tuple>
#include <vector>

#include "core/field.hpp"
#include "tests/dims.hpp"

namespace whorl {
namespace {

template <class Dim> class RegionTest : public testing::Test {};
TYPED_TEST_SUITE(RegionTest, Dims);

using Cell = std::tuple<int, int, int>;

/// How often the blocks of a region, one after the other, meet each cell.
template <int Dim> std::map<Cell, int> visits(const Region<Dim>& region) {
    std::map<Cell, int> count;
    for (int b = 0; b < region.blocks(); ++b)
        for (int i = region.block(b).first; i < region.block(b).last; ++i) {
            const Row row = region.row(i);
            for (int x = row.x0; x < row.x1; ++x) ++count[{x, row.y, row.z}];
        }
    return count;
}

template <int Dim> std::map<Cell, int> once_each(const Vec<int, Dim>& low, const Vec<int, Dim>& high) {
    const int z0 = Dim == 3 ? low[Dim - 1] : 0, z1 = Dim == 3 ? high[Dim - 1] : 1;
    std::map<Cell, int> count;
    for (int z = z0; z < z1; ++z)
        for (int y = low[1]; y < high[1]; ++y)
            for (int x = low[0]; x < high[0]; ++x) count[{x, y, z}] = 1;
    return count;
}

template <int Dim> Vec<int, Dim> corner(int x, int y, int z) {
    if constexpr (Dim == 2)
        return {x, y};
    else
        return {x, y, z};
}

TYPED_TEST(RegionTest, BlocksOfABoxMeetEachCellOnce) {
    constexpr int dim = TypeParam::value;
    const auto low = corner<dim>(-2, -1, -3);
    for (const auto& high : {corner<dim>(-1, 0, -2), corner<dim>(5, 300, 4), corner<dim>(201, 131, 2)}) {
        const auto region = Region<dim>::box(low, high);
        const auto expected = once_each<dim>(low, high);
        EXPECT_EQ(visits(region), expected);
        EXPECT_EQ(region.cells(), static_cast<std::int64_t>(expected.size()));
    }
}

TYPED_TEST(RegionTest, BlocksOfAListMeetEachCellOnce) {
    constexpr int dim = TypeParam::value;
    std::vector<Row> rows;
    std::map<Cell, int> expected;
    for (int y = 0; y < 700; ++y)
        for (int x0 = y % 3; x0 < 60; x0 += 25) {
            rows.push_back({x0, x0 + y % 21, y, dim == 3 ? y % 5 : 0});  // every 21st is empty
            for (int x = rows.back().x0; x < rows.back().x1; ++x) expected[{x, y, rows.back().z}] = 1;
        }
    const auto region = Region<dim>::list(rows.data(), static_cast<int>(rows.size()));
    EXPECT_GT(region.blocks(), 1);
    EXPECT_EQ(visits(region), expected);
    EXPECT_EQ(region.cells(), static_cast<std::int64_t>(expected.size()));
}

TYPED_TEST(RegionTest, MayBeEmpty) {
    constexpr int dim = TypeParam::value;
    const Row nothing[] = {{3, 3, 0, 0}, {5, 2, 1, 0}};
    for (const auto& region :
         {Region<dim>(), Region<dim>::box(corner<dim>(0, 4, 0), corner<dim>(9, 4, 9)),
          Region<dim>::box(corner<dim>(0, 0, 0), corner<dim>(-5, -5, 9)), Region<dim>::list(nullptr, 0),
          Region<dim>::list(nothing, 2), Region<dim>::box(corner<dim>(0, 0, 0), corner<dim>(4, 9, 9)).grown(-2)}) {
        EXPECT_EQ(region.count(), 0);
        EXPECT_EQ(region.cells(), 0);
        EXPECT_EQ(region.blocks(), 0);
    }
}

TYPED_TEST(RegionTest, BlocksAreLargeEnoughAndFewEnough) {
    constexpr int dim = TypeParam::value;
    for (const auto& high : {corner<dim>(7, 5, 3), corner<dim>(64, 64, 1), corner<dim>(512, 512, 1),
                             corner<dim>(1, 100'000, 2), corner<dim>(40'000, 30'000, 9), corner<dim>(100'000, 3, 3)}) {
        const auto region = Region<dim>::box({}, high);
        EXPECT_LE(region.blocks(), Region<dim>::max_blocks);
        for (int b = 0; b < region.blocks(); ++b) {
            const auto block = region.block(b);
            ASSERT_EQ(block.first, b == 0 ? 0 : region.block(b - 1).last);
            if (b + 1 < region.blocks()) {
                ASSERT_GE(std::int64_t(block.last - block.first) * high[0], Region<dim>::block_cells);
            } else {
                ASSERT_EQ(block.last, region.count());
            }
        }
    }
}

TYPED_TEST(RegionTest, GrowsIntoGhostsAndShrinks) {
    constexpr int dim = TypeParam::value;
    auto field = Field<float, dim>::make(corner<dim>(7, 5, 3)).value();
    const auto inner = interior(field.view());
    EXPECT_EQ(visits(inner), once_each<dim>({}, corner<dim>(7, 5, 3)));
    EXPECT_EQ(visits(inner.grown(2)), once_each<dim>(corner<dim>(-2, -2, -2), corner<dim>(9, 7, 5)));
    EXPECT_EQ(visits(inner.grown(-1)), once_each<dim>(corner<dim>(1, 1, 1), corner<dim>(6, 4, 2)));
}

TYPED_TEST(RegionTest, RowsStartWhereTheirViewSays) {
    constexpr int dim = TypeParam::value;
    auto field = Field<float, dim>::make(corner<dim>(7, 5, 3)).value();
    const auto view = field.view();
    const auto region = interior(view).grown(1);
    for (int i = 0; i < region.count(); ++i) {
        const Row row = region.row(i);
        ASSERT_EQ(row_of(view, row) + row.x0, (&view[corner<dim>(row.x0, row.y, row.z)]));
    }
}

// The cut is part of what the bits of a sum depend on.
TEST(Region, CutIsPinned) {
    EXPECT_EQ((Region<2>::box({}, {512, 512}).blocks()), 32);
    EXPECT_EQ((Region<2>::box({}, {513, 512}).blocks()), 32);
    EXPECT_EQ((Region<3>::box({}, {128, 128, 128}).blocks()), 256);
    EXPECT_EQ((Region<2>::box({}, {64, 64}).blocks()), 1);
}

}  // namespace
}  // namespace whorl
