// Own sine, exponential and company: close to the C library's, and with bits that are pinned.
#include "core/elementary.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/hash.hpp"

namespace whorl {
namespace {

using Function = double (*)(double);

/// The largest error relative to max(|value|, floor) over many places.
double worst(Function ours, Function theirs, double low, double high, double floor) {
    double largest = 0;
    for (int i = 0; i <= 20000; ++i) {
        const double x = low + (high - low) * i / 20000, right = theirs(x);
        largest = std::max(largest, std::abs(ours(x) - right) / std::max(std::abs(right), floor));
    }
    return largest;
}

TEST(Elementary, IsCloseToTheLibrary) {
    EXPECT_LT(worst(elementary::sin, std::sin, -100, 100, 0.1), 2e-15);
    EXPECT_LT(worst(elementary::cos, std::cos, -100, 100, 0.1), 2e-15);
    EXPECT_LT(worst(elementary::tan, std::tan, -1.5, 1.5, 0.1), 3e-15);
    EXPECT_LT(worst(elementary::exp, std::exp, -700, 700, 0), 1e-15);
    EXPECT_LT(worst(elementary::log, std::log, 1e-6, 50, 0.1), 1e-15);
    EXPECT_LT(worst(elementary::atan, std::atan, -30, 30, 1e-3), 2e-15);
    EXPECT_LT(worst(elementary::asin, std::asin, -1, 1, 1e-3), 3e-15);
    EXPECT_LT(worst(elementary::acos, std::acos, -1, 1, 1e-2), 3e-15);
    EXPECT_LT(worst(elementary::tanh, std::tanh, -5, 5, 1e-3), 3e-15);
    EXPECT_LT(worst(elementary::sinh, std::sinh, -5, 5, 1e-3), 3e-15);
}

TEST(Elementary, PowersAndQuadrants) {
    EXPECT_EQ(elementary::pow(3, 4), 81);
    EXPECT_EQ(elementary::pow(2, -2), 0.25);
    EXPECT_EQ(elementary::pow(-2, 3), -8);
    EXPECT_NEAR(elementary::pow(2, 0.5), std::sqrt(2.0), 1e-15);
    EXPECT_NEAR(elementary::pow(10, 100.5), std::pow(10, 100.5), 1e88);
    EXPECT_TRUE(std::isnan(elementary::pow(-2, 0.5)));
    for (const double y : {-2.0, 0.0, 2.0})
        for (const double x : {-3.0, 3.0})
            EXPECT_NEAR(elementary::atan2(y, x), std::atan2(y, x), 1e-15) << y << " " << x;
}

TEST(Elementary, StrangeNumbersStayHarmless) {
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(std::isnan(elementary::sin(infinity)));
    EXPECT_TRUE(std::isnan(elementary::log(-1)));
    EXPECT_EQ(elementary::log(0), -infinity);
    EXPECT_EQ(elementary::exp(1000), infinity);
    EXPECT_EQ(elementary::exp(-1000), 0);
    EXPECT_LE(std::abs(elementary::sin(1e300)), 1);
}

TEST(Elementary, BitsArePinned) {
    Hash hash;
    for (int i = -500; i <= 500; ++i) {
        const double x = i * 0.37;
        for (const Function f : {elementary::sin, elementary::cos, elementary::exp, elementary::atan, elementary::tanh})
            hash.add(f(x));
        hash.add(elementary::log(x * x + 0.1));
    }
    EXPECT_EQ(hash.value(), 0x48d5db6ba669dfa8u) << std::hex << hash.value();
}

}  // namespace
}  // namespace whorl
