#include "core/random.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace whorl {
namespace {

TEST(Random, IsAFunctionOfSeedAndIndex) {
    EXPECT_EQ(random_bits(1, 2), random_bits(1, 2));
    EXPECT_NE(random_bits(1, 2), random_bits(2, 1));
    EXPECT_NE(random_bits(1, 2), random_bits(1, 3));
}

// Mean and variance of 1e5 uniform numbers, within five standard errors.
TEST(Random, IsUniform) {
    constexpr int count = 100'000;
    double sum = 0, squares = 0;
    for (int i = 0; i < count; ++i) {
        const double x = random_between(-1, 1, 7, static_cast<std::uint64_t>(i));
        ASSERT_GE(x, -1);
        ASSERT_LT(x, 1);
        sum += x, squares += x * x;
    }
    EXPECT_NEAR(sum / count, 0, 5 * std::sqrt(1.0 / 3 / count));
    EXPECT_NEAR(squares / count, 1.0 / 3, 5 * std::sqrt(4.0 / 45 / count));
}

}  // namespace
}  // namespace whorl
