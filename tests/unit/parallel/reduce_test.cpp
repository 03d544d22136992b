#include "parallel/reduce.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/random.hpp"
#include "tests/unit/parallel/schedulers.hpp"

namespace whorl {
namespace {

/// A value for each cell that makes sums depend on their order: sizes from 1e-8 to 1e8, either sign.
double value_at(int x, int y) {
    const auto index = static_cast<std::uint64_t>(y + 1000) * 100'000 + static_cast<std::uint64_t>(x + 1000);
    return random_between(-1, 1, 1, index) * std::ldexp(1.0, static_cast<int>(random_between(-27, 27, 2, index)));
}

struct Sign {
    double factor;
};
void add_values(const Sign& in, const Row& row, Lanes& lanes) {
    add_row(lanes, row, [=, y = row.y](int x) { return in.factor * value_at(x, y); });
}
void max_values(const Sign& in, const Row& row, Lanes& lanes) {
    max_row(lanes, row, [=, y = row.y](int x) { return in.factor * value_at(x, y); });
}

/// The rule, written out: lanes, tree, blocks.
double sum_by_the_rule(const Region<2>& region) {
    double total = 0;
    for (int b = 0; b < region.blocks(); ++b) {
        double lane[16] = {};
        for (int i = region.block(b).first; i < region.block(b).last; ++i) {
            const Row row = region.row(i);
            for (int x = row.x0; x < row.x1; ++x) lane[(x - row.x0) & 15] += value_at(x, row.y);
        }
        for (const int width : {8, 4, 2, 1})
            for (int l = 0; l < width; ++l) lane[l] += lane[l + width];
        total = b == 0 ? lane[0] : total + lane[0];
    }
    return total;
}

TEST(Reduce, SumsByTheRuleOnEveryScheduler) {
    for (const auto& region : {Region<2>::box({-2, -1}, {131, 402}), Region<2>::box({0, 0}, {15, 3}),
                               Region<2>::box({3, 0}, {3 + 48, 1000}), Region<2>::box({0, 0}, {1, 20'000})}) {
        const double expected = sum_by_the_rule(region);
        EXPECT_EQ(reduce_sum(serial_scheduler(), region, add_values, {1}), expected);
        for (const auto& scheduler : other_schedulers())
            for (int again = 0; again < 5; ++again)
                ASSERT_EQ(reduce_sum(*scheduler, region, add_values, {1}), expected);
    }
}

// If it were equal, the test above could not tell one order from another.
TEST(Reduce, PlainSumHasOtherBits) {
    const auto region = Region<2>::box({-2, -1}, {131, 402});
    double plain = 0;
    for (int y = -1; y < 402; ++y)
        for (int x = -2; x < 131; ++x) plain += value_at(x, y);
    EXPECT_NE(plain, sum_by_the_rule(region));
    EXPECT_NEAR(plain, sum_by_the_rule(region), 1.0);
}

TEST(Reduce, FindsTheLargest) {
    const auto region = Region<2>::box({-2, -1}, {131, 402});
    for (const double sign : {1.0, -1.0}) {
        double largest = -std::numeric_limits<double>::infinity();
        for (int y = -1; y < 402; ++y)
            for (int x = -2; x < 131; ++x) largest = std::max(largest, sign * value_at(x, y));
        for (const auto& scheduler : other_schedulers())
            EXPECT_EQ(reduce_max(*scheduler, region, max_values, {sign}), largest);
    }
}

void max_of_nan(const Sign& in, const Row& row, Lanes& lanes) {
    max_row(lanes, row, [=](int x) { return x % 3 ? std::nan("") : in.factor * x; });
}

TEST(Reduce, MaxPassesOverNan) {
    EXPECT_EQ(reduce_max(serial_scheduler(), Region<2>::box({}, {100, 1}), max_of_nan, {1}), 99);
    EXPECT_EQ(reduce_max(serial_scheduler(), Region<2>::box({}, {100, 1}), max_of_nan, {-1}), 0);
}

TEST(Reduce, KnowsWhatNothingIs) {
    EXPECT_EQ(reduce_sum(serial_scheduler(), Region<3>(), add_values, {1}), 0);
    EXPECT_EQ(reduce_max(serial_scheduler(), Region<3>(), max_values, {1}), -std::numeric_limits<double>::infinity());
}

// Segments of active tiles, uneven and in any order: the lanes start afresh with each of them.
TEST(Reduce, WorksOnLists) {
    std::vector<Row> rows;
    for (int y = 0; y < 900; ++y)
        for (const int x0 : {64, 0}) rows.push_back({x0, x0 + y % 40, y, 0});
    const auto region = Region<2>::list(rows.data(), static_cast<int>(rows.size()));
    ASSERT_GT(region.blocks(), 1);
    for (const auto& scheduler : other_schedulers())
        EXPECT_EQ(reduce_sum(*scheduler, region, add_values, {1}), sum_by_the_rule(region));
}

}  // namespace
}  // namespace whorl
