#include "whorl/fixed.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/classic_grid.hpp"
#include "whorl/classic.hpp"

namespace whorl {
namespace {

// The papers' macros by their names: X1_0, I2X, F2X, X2I, X2F, XM, XD.
TEST(Fixed, MacrosOfThePaper) {
    using F = Fixed23_9;
    EXPECT_EQ(F::raw_one, 512);                              // X1_0
    EXPECT_EQ(F(3).raw(), 1536);                             // I2X
    EXPECT_EQ(F(0.25).raw(), 128);                           // F2X
    EXPECT_EQ(static_cast<int>(F(2.75)), 2);                 // X2I
    EXPECT_EQ(static_cast<int>(F(-0.25)), -1);               // a shift goes towards minus infinity
    EXPECT_EQ(static_cast<double>(F::from_raw(640)), 1.25);  // X2F
    EXPECT_EQ((F(1.5) * F(2.5)).raw(), 1920);                // XM: 3.75
    EXPECT_EQ((F(3.0) / F(4)).raw(), 384);                   // XD: 0.75
    EXPECT_EQ((F(0.05) * F(0.05)).raw(), 1);                 // 0.00195, the smallest step
    const F x(2.5), f(3.0), y(2.0);
    EXPECT_EQ(static_cast<int>(x * f / y), 3);                          // X2I(XD(XM(x, f), y))
    EXPECT_EQ((Fixed8_8(6) * (Fixed8_8(1) / Fixed8_8(4))).raw(), 384);  // XM(a, XD(b, c)) = 1.5
}

// h * h for N = 64 vanishes in both formats; dt * N times diff * N does not.
TEST(Fixed, OrderOfFactorsDecidesWhetherARateSurvives) {
    EXPECT_EQ((Fixed23_9(1.0 / 64) * Fixed23_9(1.0 / 64)).raw(), 0);
    EXPECT_EQ((Fixed8_8(1.0 / 64) * Fixed8_8(1.0 / 64)).raw(), 0);
    const Fixed8_8 a = (Fixed8_8(0.1) * Fixed8_8(64)) * (Fixed8_8(0.01) * Fixed8_8(64));
    EXPECT_NEAR(static_cast<double>(a), 0.1 * 0.01 * 64 * 64, 1.2);
}

TEST(Fixed, SaturatesInsteadOfWrapping) {
    using F = Fixed8_8;
    EXPECT_EQ(F(127) + F(5), F::max());
    EXPECT_EQ(F(-127) - F(5), F::min());
    EXPECT_EQ(F(100) * F(-2), F::min());
    EXPECT_EQ(F(100) / F(0.25), F::max());
    EXPECT_EQ(F(1) / F(0), F::max());
    EXPECT_EQ(F(-1) / F(0), F::min());
    EXPECT_EQ(F(0) / F(0), F(0));
    EXPECT_EQ(F(1000), F::max());
    EXPECT_EQ(F(-1e300), F::min());
    EXPECT_EQ(-F::min(), F::max());
    EXPECT_NEAR(static_cast<double>(F::max()), 128, 0.01);
}

TEST(Fixed, WideSaturatesToo) {
    using W = Fixed<std::int64_t, 9>;
    EXPECT_EQ(W::max() + W(1), W::max());
    EXPECT_EQ(W::min() - W(1), W::min());
    EXPECT_EQ(W::max() * W(-2), W::min());
    EXPECT_EQ(W::min() / W::from_raw(-1), W::max());
}

// Rounding: a product or quotient is never more than half a unit off.
TEST(Fixed, RoundsToNearest) {
    using F = Fixed8_8;
    for (int a = -40; a <= 40; ++a)
        for (int b = -40; b <= 40; ++b) {
            const F x = F::from_raw(static_cast<std::int16_t>(37 * a)),
                    y = F::from_raw(static_cast<std::int16_t>(29 * b));
            const double product = static_cast<double>(x) * static_cast<double>(y);
            if (std::abs(product) < 127) {
                EXPECT_LE(std::abs(static_cast<double>(x * y) - product), 0.5 / 256);
            }
            if (b == 0) continue;
            const double quotient = static_cast<double>(x) / static_cast<double>(y);
            EXPECT_LE(std::abs(static_cast<double>(x / y) - quotient), 0.5 / 256);
        }
}

// A field of equal values stays as it is under every routine: no rounding may feed on itself.
TEST(Fixed, EqualValuesStayEqual) {
    using Solver = classic::Stam2003<Fixed8_8, 2>;
    for (const int raw : {1, 3, 100, 5000}) {
        classic::Fluid<Solver> fluid(8);
        for (classic::Index c = 0; c < fluid.solver.size(); ++c) {
            fluid.x[c] = Fixed8_8::from_raw(static_cast<std::int16_t>(raw));
            fluid.u[0][c] = Fixed8_8(0.3), fluid.u[1][c] = Fixed8_8(-0.17);
        }
        fluid.solver.dens_step(fluid.x, fluid.x0, fluid.u, Fixed8_8(0.05), Fixed8_8(0.1));
        fluid.solver.each_cell([&](classic::Index c) { EXPECT_EQ(fluid.x[c].raw(), raw); });
    }
}

TEST(Fixed, RefusesSizesAndRatesItCannotHold) {
    const auto large = Classic<Fixed8_8, 2>::make({.cells = 200});
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().message, "cells is 200; it must be from 1 to 125");
    const auto slow = Classic<Fixed8_8, 2>::make({.cells = 32, .viscosity = 0.0001});
    ASSERT_FALSE(slow);
    EXPECT_NE(slow.error().message.find("rounds to 0; its smallest step is 0.00390625"), std::string::npos);
    auto fluid = Classic<Fixed8_8, 2>::make({.cells = 32}).value();
    EXPECT_FALSE(fluid.step(0.0001));
    EXPECT_FALSE(fluid.step(200));
    EXPECT_TRUE(fluid.step(0.1));
}

}  // namespace
}  // namespace whorl
