// The public solver between steps: inputs, sampling, saving, and the parts that Nealen's program adds.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/dims.hpp"
#include "whorl/classic.hpp"

namespace whorl {
namespace {

Classic2 stirred(int steps, ClassicConfig config = {.cells = 24, .inks = 2, .viscosity = 1e-4, .diffusion = 1e-4}) {
    auto fluid = Classic2::make(config).value();
    for (int step = 0; step < steps; ++step) {
        fluid.force(0)(6 + step % 5, 12) = 40;
        fluid.force(1)(12, 6) = 30;
        fluid.source(0)(6, 12) = 20;
        fluid.source(1)(12, 6) = 20;
        (void)fluid.step(0.05).value();
    }
    return fluid;
}

TEST(ClassicState, SamplingAtACentreGivesTheStoredValue) {
    auto fluid = stirred(5);
    for (int j = 0; j < 24; ++j)
        for (int i = 0; i < 24; ++i)
            EXPECT_NEAR(fluid.sample(fluid.ink(0), {(i + 0.5) / 24, (j + 0.5) / 24}), fluid.ink(0)(i, j), 1e-12);
    EXPECT_EQ(fluid.sample(fluid.velocity(0), {0, 0.3}), 0);  // on the wall
    EXPECT_EQ(fluid.sample(fluid.ink(0), {-9, 2}), fluid.sample(fluid.ink(0), {0, 1}));
    EXPECT_EQ(fluid.sample(fluid.ink(0), {NAN, 0.5}), fluid.sample(fluid.ink(0), {0, 0.5}));
}

TEST(ClassicState, SourcesAreAddedByTheNextStepAndThenEmpty) {
    auto fluid = Classic2::make({.cells = 8}).value();
    fluid.source(0)(4, 4) = 10;
    (void)fluid.step(0.1).value();
    EXPECT_FLOAT_EQ(fluid.ink(0)(4, 4), 1.0f);
    EXPECT_EQ(fluid.source(0)(4, 4), 0.0f);
    (void)fluid.step(0.1).value();
    EXPECT_FLOAT_EQ(fluid.ink(0)(4, 4), 1.0f);
}

TEST(ClassicState, APullFadesBy085EachStep) {
    auto fluid = Classic<double, 2>::make({.cells = 8}).value();
    fluid.pull(0)(4, 4) = 1;
    for (int step = 0; step < 5; ++step) (void)fluid.step(1e-3).value();
    EXPECT_NEAR(fluid.pull(0)(4, 4), 0.4437, 5e-5);
    for (int step = 5; step < 10; ++step) (void)fluid.step(1e-3).value();
    EXPECT_NEAR(fluid.pull(0)(4, 4), 0.1969, 5e-5);
}

// The sum of 0.85^k is 6.667: that many times its first impulse is what a pull gives in all. A uniform pull in a
// closed box is all pressure, so the impulse is read from the force of each step.
TEST(ClassicState, APullGivesSixAndTwoThirdsItsFirstImpulse) {
    auto fluid = Classic<double, 2>::make({.cells = 8}).value();
    fluid.pull(0)(4, 4) = 1;
    double total = 0;
    for (int step = 0; step < 200; ++step) {
        total += fluid.pull(0)(4, 4);
        (void)fluid.step(1e-6).value();
    }
    EXPECT_NEAR(total, 1 / 0.15, 1e-9);
}

TEST(ClassicState, APulledStepIsTheSameAsAForcedOne) {
    auto pulled = Classic2::make({.cells = 12}).value();
    auto forced = Classic2::make({.cells = 12}).value();
    float strength = 3;
    pulled.pull(1)(5, 6) = strength;
    for (int step = 0; step < 4; ++step) {
        forced.force(1)(5, 6) = strength;
        strength *= 0.85f;
        (void)pulled.step(0.1).value();
        (void)forced.step(0.1).value();
        EXPECT_EQ(pulled.velocity(1)(5, 6), forced.velocity(1)(5, 6));
    }
}

TEST(ClassicState, InkKeptIsAFactorEachStep) {
    auto fluid = Classic<double, 2>::make({.cells = 8, .ink_kept = 0.99}).value();
    fluid.ink(0)(4, 4) = 1;
    for (int step = 0; step < 100; ++step) (void)fluid.step(0.1).value();
    EXPECT_NEAR(fluid.ink(0)(4, 4), std::pow(0.99, 100), 1e-12);
}

TEST(ClassicState, InksMoveAloneInAFrozenVelocity) {
    auto fluid = stirred(10);
    const auto before = fluid.save();
    const float u = fluid.velocity(0)(7, 12), ink = fluid.ink(0)(7, 12);
    for (int step = 0; step < 5; ++step) ASSERT_TRUE(fluid.step_inks(0.05));
    EXPECT_EQ(fluid.velocity(0)(7, 12), u);
    EXPECT_NE(fluid.ink(0)(7, 12), ink);
    EXPECT_EQ(fluid.steps(), 15);
}

TEST(ClassicState, ASavedStateReplaysToTheSameBits) {
    auto live = stirred(10);
    live.pull(0)(3, 3) = 2;
    live.source(1)(3, 3) = 2;
    const auto saved = live.save();
    for (int step = 0; step < 10; ++step) (void)live.step(0.05).value();
    auto replayed = stirred(0);
    ASSERT_TRUE(replayed.load(saved));
    EXPECT_EQ(replayed.steps(), 10);
    for (int step = 0; step < 10; ++step) (void)replayed.step(0.05).value();
    EXPECT_EQ(replayed.hash(), live.hash());
    EXPECT_EQ(replayed.time(), live.time());
}

TEST(ClassicState, LoadRefusesWhatItDidNotSave) {
    auto fluid = stirred(3);
    const auto hash = fluid.hash();
    auto saved = fluid.save();
    auto other = Classic2::make({.cells = 12}).value();
    EXPECT_EQ(other.load(saved).error().message,
              "the saved state has 24 cells a side, 2D, 2 inks, 4-byte numbers; this solver has 12, 2D, 1, 4: load it "
              "into one that was made alike");
    saved.pop_back();
    EXPECT_NE(fluid.load(saved).error().message.find("it was cut short"), std::string::npos);
    EXPECT_FALSE(fluid.load({}));
    EXPECT_EQ(fluid.hash(), hash);
}

TEST(ClassicState, SpeedIsCappedAndSaysSo) {
    auto fluid = Classic2::make({.cells = 8, .max_speed = 2}).value();
    fluid.force(0)(4, 4) = 1e6f;
    const auto report = fluid.step(1).value();
    EXPECT_TRUE(report.speed_capped);
    EXPECT_EQ(report.max_speed, 2);
    const auto calm = stirred(0).step(0.1).value();
    EXPECT_FALSE(calm.speed_capped);
}

// Two buffers a field, exchanged and never copied: after two swaps each is where it was.
TEST(ClassicState, BuffersSwapAndComeBack) {
    auto fluid = Classic2::make({.cells = 8, .diffusion = 0.1}).value();
    const float* const ink = fluid.ink(0).data;
    const float* const source = fluid.source(0).data;
    (void)fluid.step(0.1).value();
    EXPECT_EQ(fluid.ink(0).data, ink);
    EXPECT_EQ(fluid.source(0).data, source);
}

TEST(ClassicState, HashHearsOfEveryChange) {
    auto fluid = stirred(2);
    const auto before = fluid.hash();
    fluid.pull(1)(0, 0) = 1e-3f;
    EXPECT_NE(fluid.hash(), before);
}

template <class Dim> class ClassicEverywhere : public testing::Test {};
TYPED_TEST_SUITE(ClassicEverywhere, Dims);

// One step of each number type gives about the same ink.
TYPED_TEST(ClassicEverywhere, NumberTypesAgreeOnOneStep) {
    constexpr int dim = TypeParam::value;
    Vec<int, dim> at;
    for (int axis = 0; axis < dim; ++axis) at[axis] = 4;
    const auto ink_after = [&]<class T>(T) {
        auto fluid = Classic<T, dim>::make({.cells = 8, .diffusion = 1.0 / 64}).value();
        fluid.source(0)[at] = T(20);
        (void)fluid.step(0.25).value();
        return static_cast<double>(fluid.ink(0)[at]);
    };
    const double exact = ink_after(0.0);
    EXPECT_NEAR(ink_after(0.0f), exact, 1e-5);
    EXPECT_NEAR(ink_after(Fixed<std::int32_t, 9>()), exact, 0.05);
    EXPECT_NEAR(ink_after(Fixed<std::int16_t, 8>()), exact, 0.1);
}

}  // namespace
}  // namespace whorl
