#include "forces/limit.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/field.hpp"

namespace whorl {
namespace {

TEST(Limit, CutsFlushesAndCounts) {
    auto field = Field<float, 2>::make({7, 1}).value();
    const auto x = field.view();
    const float values[] = {0.5f, -3.0f, 3.0f, 1e-31f, -1e-38f, NAN, -INFINITY};
    for (int i = 0; i < 7; ++i) x(i, 0) = values[i];
    const Limited limited = limit(serial_scheduler(), interior(x), x, 2);
    EXPECT_EQ(limited.cut, 4);
    EXPECT_EQ(limited.largest, 2);
    const float expected[] = {0.5f, -2.0f, 2.0f, 0, 0, 0, -2.0f};
    for (int i = 0; i < 7; ++i) EXPECT_EQ(x(i, 0), expected[i]) << i;
}

}  // namespace
}  // namespace whorl
