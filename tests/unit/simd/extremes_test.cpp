#include "simd/extremes-inl.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/random.hpp"

namespace whorl {
namespace {

template <int lanes, class T, int rows> void expect_extremes_of_each_block() {
    for (int count = 1; count <= block_count; ++count) {
        std::vector<T> values;  // no more than the blocks, so that a sanitizer sees what is read behind them
        for (int i = 0; i < rows * count * block_cells; ++i)
            values.push_back(static_cast<T>(random_between(-5, 5, 70, static_cast<std::uint64_t>(i))));
        FoldedBlocks<lanes, T, rows> folded;
        folded.count = count;
        for (int row = 0; row < rows; ++row)
            for (int block = 0; block < count; ++block)
                folded.fold(row, block, values.data() + (row * count + block) * block_cells);
        const BlockExtremes<T, rows> extremes(folded);
        ASSERT_EQ(extremes.count, rows * count);
        for (int i = 0; i < rows * count; ++i) {
            const auto begin = values.begin() + i * block_cells, end = begin + block_cells;
            EXPECT_EQ(extremes.low()[i], *std::min_element(begin, end)) << lanes << ' ' << count << ' ' << i;
            EXPECT_EQ(extremes.opposite_of_high()[i], -*std::max_element(begin, end))
                << lanes << ' ' << count << ' ' << i;
        }
    }
}

/// With the vectors that any processor has; the tests of advection go through the wider ones.
TEST(Extremes, AreThoseOfEachBlock) {
    expect_extremes_of_each_block<4, float, 1>();
    expect_extremes_of_each_block<4, float, 3>();
    expect_extremes_of_each_block<2, double, 2>();
}

}  // namespace
}  // namespace whorl
