// What comes in from outside: refused with a sentence that names value, range and remedy, and nothing changed.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "whorl/classic.hpp"

namespace whorl {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

std::string refusal(const ClassicConfig& config) {
    const auto made = Classic2::make(config);
    return made ? "" : made.error().message;
}

TEST(ClassicInput, RefusesSizesOutOfRange) {
    EXPECT_EQ(refusal({.cells = 0}), "cells is 0; it must be from 1 to 8.38861e+06");
    EXPECT_EQ(refusal({.cells = -5}), "cells is -5; it must be from 1 to 8.38861e+06");
    EXPECT_EQ(refusal({.cells = 8, .inks = 17}), "inks is 17; it must be from 0 to 16");
    EXPECT_EQ(refusal({.cells = 8, .sweeps = 0}), "sweeps is 0; it must be from 1 to 1e+06");
    EXPECT_EQ(refusal({.cells = 1}), "");
}

TEST(ClassicInput, RefusesWhatDoesNotFitIntoMemory) {
    const std::string sentence = refusal({.cells = 8'000'000});
    EXPECT_EQ(sentence.rfind("a classic solver of 8000000 cells a side needs 1.91e+06 GiB of memory and ", 0), 0u)
        << sentence;
    EXPECT_NE(sentence.find("use fewer cells"), std::string::npos);
    EXPECT_FALSE(Classic3::make({.cells = 1'000'000}));
}

TEST(ClassicInput, RefusesRatesThatAreNotFinite) {
    EXPECT_EQ(refusal({.cells = 8, .viscosity = nan}), "viscosity is nan; it must be from 0 to 1e+15");
    EXPECT_EQ(refusal({.cells = 8, .viscosity = infinity}), "viscosity is inf; it must be from 0 to 1e+15");
    EXPECT_EQ(refusal({.cells = 8, .diffusion = -1}), "diffusion is -1; it must be from 0 to 1e+15");
    EXPECT_EQ(refusal({.cells = 8, .ink_kept = 1.5}), "ink_kept is 1.5; it must be from 0 to 1");
    EXPECT_EQ(refusal({.cells = 8, .max_speed = 0}), "max_speed is 0; it must be above 0 and at most 1e+15");
}

TEST(ClassicInput, RefusesTimeStepsThatAreNotFinite) {
    auto fluid = Classic2::make({.cells = 8, .viscosity = 1e15}).value();
    const auto hash = fluid.hash();
    for (const double dt : {nan, infinity, -infinity, -0.1, 1e7}) EXPECT_FALSE(fluid.step(dt)) << dt;
    for (const double dt : {nan, infinity, -0.1}) EXPECT_FALSE(fluid.step_inks(dt)) << dt;
    EXPECT_EQ(fluid.step(-0.1).error().message, "dt is -0.1; it must be from 0 to 1e+06");
    EXPECT_EQ(fluid.step(1e4).error().message,
              "dt * viscosity * cells^2 is 6.4e+20; it must be at most 1e+20: take smaller steps");
    EXPECT_EQ(fluid.hash(), hash);
}

TEST(ClassicInput, RefusesSourcesThatAreNotFiniteAndKeepsTheState) {
    auto fluid = Classic2::make({.cells = 8, .inks = 2}).value();
    fluid.ink(1)(2, 2) = 1;
    const auto refuse = [&](View<float, 2> array, float value, const char* start) {
        array(3, 5) = value;
        const auto hash = fluid.hash();
        const auto refused = fluid.step(0.1);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().message.rfind(start, 0), 0u) << refused.error().message;
        EXPECT_EQ(fluid.hash(), hash);
        array(3, 5) = 0;
    };
    refuse(fluid.source(0), NAN,
           "source at cell (3, 5) is nan, and dt is 0.1; the value, and its product with dt, must be");
    refuse(fluid.source(1), INFINITY, "source at cell (3, 5) is inf");
    refuse(fluid.force(0), -INFINITY, "force at cell (3, 5) is -inf");
    refuse(fluid.force(1), 3e38f, "force at cell (3, 5) is 3e+38");
    refuse(fluid.pull(1), NAN, "pull at cell (3, 5) is nan");
    EXPECT_TRUE(fluid.step(0.1));
}

TEST(ClassicInput, RefusesAStateThatWasSpoiledThroughAView) {
    auto fluid = Classic2::make({.cells = 8}).value();
    fluid.velocity(0)(1, 1) = NAN;
    EXPECT_FALSE(fluid.step(0.1));
    EXPECT_FALSE(fluid.step_inks(0.1));
}

TEST(ClassicInput, RefusesAnObstacleMaskOfAnotherSize) {
    auto fluid = Classic2::make({.cells = 8}).value();
    const std::vector<std::uint8_t> mask(64);
    const auto refused = fluid.set_obstacles({mask.data(), {4, 8}, {1, 8}});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "the obstacle mask has 4 cells along axis 0; it must have 8, as the solver has");
    EXPECT_TRUE(fluid.set_obstacles({mask.data(), {8, 8}, {1, 8}}));
}

}  // namespace
}  // namespace whorl
