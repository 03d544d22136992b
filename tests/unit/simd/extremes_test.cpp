#include "simd/extremes-inl.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/random.hpp"

namespace whorl {
namespace {

template <int bytes, class T> void expect_extremes_of_each_block() {
    for (int count = 1; count <= block_count; ++count) {
        std::vector<T> values;  // no more than the blocks, so that a sanitizer sees what is read behind them
        for (int i = 0; i < count * block_cells; ++i)
            values.push_back(static_cast<T>(random_between(-5, 5, 70, static_cast<std::uint64_t>(i))));
        Extremes<T> extremes{};
        find_extremes<bytes>(values.data(), count, extremes);
        for (int block = 0; block < count; ++block) {
            const auto begin = values.begin() + block * block_cells, end = begin + block_cells;
            EXPECT_EQ(extremes.low[block], *std::min_element(begin, end)) << bytes << ' ' << count << ' ' << block;
            EXPECT_EQ(extremes.high[block], *std::max_element(begin, end)) << bytes << ' ' << count << ' ' << block;
        }
    }
}

/// With the vectors that any processor has; the tests of advection go through the wider ones.
TEST(Extremes, AreThoseOfEachBlock) {
    expect_extremes_of_each_block<16, float>();
    expect_extremes_of_each_block<16, double>();
}

}  // namespace
}  // namespace whorl
