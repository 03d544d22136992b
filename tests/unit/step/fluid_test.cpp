// The public fluid: what it refuses, what it keeps, what it promises.
#include <limits>

#include "tests/dims.hpp"
#include "tests/fluids.hpp"
#include "tests/unit/parallel/allocations.hpp"
#include "tests/unit/step/refusal.hpp"

namespace whorl {
namespace {

TEST(Fluid, RefusesNumbersOutOfRange) {
    EXPECT_EQ(refusal({.cells = {0, 8}}), "cells along axis 0 are 0; they must be from 1 to 1048576");
    EXPECT_EQ(refusal({.cells = {8, -1}}), "cells along axis 1 are -1; they must be from 1 to 1048576");
    EXPECT_EQ(refusal({.cells = {8, 8}, .size = {1, -1}}),
              "size along axis 1 is -1; it must be from 1e-06 to 1e+09 metres");
    EXPECT_EQ(refusal({.cells = {8, 8}, .viscosity = -1}), "viscosity is -1; it must be from 0 to 1e+15");
    EXPECT_EQ(refusal({.cells = {8, 8}, .viscosity = NAN}), "viscosity is nan; it must be from 0 to 1e+15");
    EXPECT_EQ(refusal({.cells = {8, 8}, .vorticity_confinement = INFINITY}),
              "vorticity_confinement is inf; it must be from 0 to 1e+15");
    EXPECT_EQ(refusal({.cells = {8, 8}, .scalars = {{.name = "a"}, {.name = "a"}}}),
              "the scalar name \"a\" is empty or given twice; each needs its own");
    EXPECT_EQ(refusal({.cells = {8, 8}, .substeps = 2, .cfl = 1}),
              "more than one of substeps, step and cfl is given; choose one");
    EXPECT_EQ(refusal({.cells = {8, 8}, .max_speed = 0}), "max_speed is 0; it must be above 0 and at most 1e+15");
    EXPECT_NE(refusal({.cells = {8, 8}, .pressure = "multigird"}).find("multigrid"), std::string::npos);
    EXPECT_NE(refusal({.cells = {1 << 20, 1 << 20}}).find("use fewer cells"), std::string::npos);
}

TEST(Fluid, RefusesBadInputAndStaysAsItWas) {
    auto fluid = Fluid2::make({.cells = {8, 8}}).value();
    const auto hash = fluid.hash();
    EXPECT_FALSE(fluid.add(Circle{{NAN, 0.5f}, 0.1f}, {.density = 1}));
    EXPECT_FALSE(fluid.add(Circle{{0.5f, 0.5f}, -1}, {.density = 1}));
    EXPECT_FALSE(fluid.add(Circle{{0.5f, 0.5f}, 0.1f}, {.density = INFINITY}));
    EXPECT_FALSE(fluid.add(Circle{{0.5f, 0.5f}, 0.1f}, {.velocity = {NAN, 0}}));
    const auto unknown = fluid.add(Circle{{0.5f, 0.5f}, 0.1f}, {.scalars = {{"densty", 1}}});
    ASSERT_FALSE(unknown);
    EXPECT_NE(unknown.error().message.find("density"), std::string::npos);
    EXPECT_FALSE(fluid.push(Circle{{0.5f, 0.5f}, 0.1f}, {0, NAN}));
    for (const double dt : {-1.0, double(NAN), double(INFINITY), 1e7}) {
        EXPECT_FALSE(fluid.advance(dt)) << dt;
        EXPECT_FALSE(fluid.step(dt)) << dt;
    }
    EXPECT_EQ(fluid.step(-1).error().message, "dt is -1; it must be from 0 to 1e+06 seconds");
    EXPECT_EQ(fluid.hash(), hash);
    fluid.edit("density")(2, 2) = NAN;
    EXPECT_EQ(fluid.step(0.1).error().message, "1 values of the state are not finite; write finite ones");
    fluid.edit("density")(2, 2) = 0;
    EXPECT_TRUE(fluid.step(0.1));
}

TEST(Fluid, EmittersGiveOffRateTimesTimeTimesCoverage) {
    auto fluid =
        Fluid<2, double>::make({.cells = {64, 64}, .size = {1, 1}, .scalars = {{.name = "density"}, {.name = "soot"}}})
            .value();
    (void)fluid.add(Circle{{0.5f, 0.5f}, 0.2f}, {.density = 3, .scalars = {{"soot", 1}}});
    (void)fluid.advance(0.5).value();
    const double area = 3.14159265 * 0.04;
    EXPECT_NEAR(total(fluid, "density") / 4096, 1.5 * area, 2e-3 * area);
    EXPECT_NEAR(total(fluid, "soot") / 4096, 0.5 * area, 2e-3 * area);
    (void)fluid.advance(0.5).value();  // it was for one advance only
    EXPECT_NEAR(total(fluid, "density") / 4096, 1.5 * area, 2e-3 * area);
}

TEST(Fluid, ShapesCoverWhatTheySay) {
    const auto area = [](const Shape<2>& shape) {
        auto fluid = Fluid2::make({.cells = {100, 100}, .size = {1, 1}}).value();
        (void)fluid.add(shape, {.density = 1});
        (void)fluid.step(1).value();
        return total(fluid, "density") / 10000;
    };
    EXPECT_NEAR(area(Box<2>{{0.2f, 0.3f}, {0.6f, 0.5f}}), 0.08, 1e-3);
    EXPECT_NEAR(area(Capsule<2>{{0.3f, 0.3f}, {0.6f, 0.7f}, 0.05f}), 0.05 + 3.14159 * 0.0025, 1e-3);
    EXPECT_EQ(area(Circle{{5, 5}, 0.1f}), 0);
}

TEST(Fluid, AdvanceTakesTheStepsItIsToldTo) {
    const auto steps = [](FluidConfig<2> config) {
        config.cells = {16, 16};
        auto fluid = Fluid2::make(config).value();
        set_velocity(fluid, [](const auto& x) { return Vec<double, 2>{x[1] - 0.5, 0.5 - x[0]}; });
        const auto report = fluid.advance(0.5).value();
        EXPECT_NEAR(fluid.time(), 0.5, 1e-12);
        return report.steps;
    };
    EXPECT_EQ(steps({}), 1);
    EXPECT_EQ(steps({.substeps = 5}), 5);
    EXPECT_EQ(steps({.step = 0.125}), 4);
    EXPECT_EQ(steps({.cfl = 1}), 4);  // half a metre a second, 16 cells a metre, half a second
}

// Steps of a given length stay on their grid of times, whatever the frames are.
TEST(Fluid, FixedStepsDoNotDependOnTheFrames) {
    const auto run = [](int frames) {
        auto fluid = Fluid2::make({.cells = {16, 16}, .step = 0.03}).value();
        set_velocity(fluid, [](const auto& x) { return Vec<double, 2>{x[1] - 0.5, 0.5 - x[0]}; });
        for (int frame = 0; frame < frames; ++frame) (void)fluid.advance(1.0 / frames).value();
        EXPECT_EQ(fluid.steps(), 33);
        EXPECT_NEAR(fluid.time(), 0.99, 1e-12);
        return fluid.hash();
    };
    EXPECT_EQ(run(1), run(24));
    EXPECT_EQ(run(1), run(60));
}

TEST(Fluid, AStepAllocatesNothing) {
    for (const char* order : {"whorl", "reflection"}) {
        auto fluid = Fluid2::make({.cells = {40, 24},
                                   .viscosity = 1e-3,
                                   .buoyancy = 1,
                                   .vorticity_confinement = 0.2,
                                   .scalars = {{.name = "density", .diffusion = 1e-3, .advection = Scheme::flux},
                                               {.name = "temperature"},
                                               {.name = "dye", .advection = Scheme::cubic},
                                               {.name = "ink", .advection = Scheme::bfecc}},
                                   .order = order})
                         .value();
        for (int step = 0; step < 3; ++step) (void)fluid.step(0.02).value();
        (void)fluid.add(Circle{{0.5f, 0.2f}, 0.1f}, {.density = 1, .temperature = 1, .velocity = {0, 1}});
        const auto before = allocations();
        (void)fluid.step(0.02);
        (void)fluid.step(0.03);  // another dt
        EXPECT_EQ(allocations() - before, 0);
    }
}

/// However fast: the first step is too slow for anything, the last one too fast for slabs.
TEST(Fluid, AStepOfALargeGridAllocatesNothing) {
    for (const bool has_ball : {false, true}) {
        auto fluid = Fluid3::make({.cells = {128, 64, 128}, .size = {1, 1, 1}, .vorticity_confinement = 0.2}).value();
        if (has_ball) (void)fluid.set_obstacle({.shape = sphere({0.5, 0.5, 0.6}, 0.1).value()}).value();
        (void)fluid.step(0.02).value();
        for (const float push : {1.f, 300.f, 3000.f}) {
            (void)fluid.push(Sphere{{0.5f, 0.5f, 0.5f}, 0.1f}, {0, 0, push});
            const auto before = allocations();
            (void)fluid.step(0.02);
            EXPECT_EQ(allocations() - before, 0) << has_ball;
        }
    }
}

/// What whole fields of traces and predictors would take is not there. 16 numbers a cell, ghosts and padding included.
TEST(Fluid, ALargeGridTakesLittleMemory) {
    const auto bytes_per_cell = [](const FluidConfig<3>& config, bool has_ball = false) {
        auto fluid = Fluid3::make(config).value();
        if (has_ball) (void)fluid.set_obstacle({.shape = sphere({0.5, 0.5, 0.6}, 0.1).value()}).value();
        return static_cast<double>(fluid.bytes()) / (config.cells[0] * config.cells[1] * config.cells[2]);
    };
    EXPECT_LE(bytes_per_cell({.cells = {128, 128, 128}, .vorticity_confinement = 0.3}), 64);
    EXPECT_LE(bytes_per_cell({.cells = {128, 128, 128}, .vorticity_confinement = 0.3, .pressure = "mgpcg"}, true), 102);
    EXPECT_GT(bytes_per_cell({.cells = {128, 128, 128}, .advection = Scheme::bfecc}), 90) << "these need whole fields";
}

template <class Dim> class FluidState : public testing::Test {};
TYPED_TEST_SUITE(FluidState, Dims);

template <int Dim> Fluid<Dim> stirred(int steps) {
    FluidConfig<Dim> config{.buoyancy = 1};
    const int cells[] = {20, 14, 16};
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = cells[axis];
    auto fluid = Fluid<Dim>::make(config).value();
    for (int step = 0; step < steps; ++step) {
        Box<Dim> box{};
        for (int axis = 0; axis < Dim; ++axis) box.low[axis] = 0.2f, box.high[axis] = 0.4f;
        (void)fluid.add(box, {.density = 1, .temperature = 3});
        (void)fluid.step(0.05).value();
    }
    return fluid;
}

TYPED_TEST(FluidState, ASavedStateReplaysToTheSameBits) {
    constexpr int dim = TypeParam::value;
    auto live = stirred<dim>(6);
    const auto saved = live.save();
    for (int step = 0; step < 5; ++step) (void)live.step(0.04).value();
    auto replayed = stirred<dim>(0);
    ASSERT_TRUE(replayed.load(saved));
    EXPECT_EQ(replayed.steps(), 6);
    for (int step = 0; step < 5; ++step) (void)replayed.step(0.04).value();
    EXPECT_EQ(replayed.hash(), live.hash());
}

TYPED_TEST(FluidState, LoadRefusesWhatItDidNotSave) {
    auto fluid = stirred<TypeParam::value>(1);
    auto saved = fluid.save();
    const auto hash = fluid.hash();
    saved.pop_back();
    EXPECT_FALSE(fluid.load(saved));
    EXPECT_FALSE(fluid.load({}));
    auto other = Fluid<TypeParam::value>::make({.cells = fluid.config().cells, .scalars = {}}).value();
    EXPECT_FALSE(other.load(fluid.save()));
    EXPECT_EQ(fluid.hash(), hash);
}

TEST(Fluid, ViewsAndSamplesByName) {
    auto fluid = Fluid2::make({.cells = {8, 4}, .size = {2, 1}}).value();
    set_scalar(fluid, "density", [](const auto& x) { return 3 * x[0] - x[1]; });
    set_velocity(fluid, [](const auto& x) { return Vec<double, 2>{x[0] + x[1], x[0]}; });
    EXPECT_NEAR(fluid.sample("density", {0.9, 0.6}), 2.1, 1e-6);
    EXPECT_NEAR(fluid.sample("velocity.x", {0.3, 0.5}), 0.8, 1e-6);
    EXPECT_NEAR(fluid.sample("velocity.y", {1.1, 0.35}), 1.1, 1e-6);
    EXPECT_EQ(fluid.view("velocity.x").shape, (Vec<int, 2>{9, 4}));
    EXPECT_EQ(fluid.view("nothing").data, nullptr);
    EXPECT_NE(fluid.view("pressure").data, nullptr);
    EXPECT_GT(fluid.bytes(), std::size_t{1000});
}

// Its equation would have an infinite diagonal; what it does is less than rounding.
TEST(Fluid, DiffusionTooSlowForAnyDigitIsNone) {
    const auto hash_with = [](double rate) {
        auto fluid =
            Fluid2::make({.cells = {8, 6}, .viscosity = rate, .scalars = {{.name = "density", .diffusion = rate}}})
                .value();
        EXPECT_TRUE(fluid.set_obstacle({.shape = box<2>({0.2, 0.2}, {0.4, 0.4}).value()}));
        for (int i = 0; i < 3; ++i) {
            EXPECT_TRUE(fluid.add(Circle{{0.6f, 0.3f}, 0.2f}, {.density = 1, .velocity = {1, 0}}));
            EXPECT_TRUE(fluid.step(0.1));
        }
        return fluid.hash();
    };
    EXPECT_EQ(hash_with(1e-300), hash_with(1e-200));
    EXPECT_EQ(hash_with(5e-324), hash_with(1e-40));
    EXPECT_NE(hash_with(1e-3), hash_with(1e-40));
}

// A time that is over at once leaves one cycle; plenty of it goes on to what rounding allows.
TEST(Fluid, ABudgetOfTimeEndsThePressureSolve) {
    const auto stirred = [](double milliseconds) {
        auto fluid =
            Fluid2::make({.cells = {64, 64}, .tolerance = 0, .max_cycles = 1000, .max_milliseconds = milliseconds})
                .value();
        EXPECT_TRUE(fluid.add(Circle{{0.4f, 0.3f}, 0.1f}, {.velocity = {1, 2}}));
        return fluid.step(0.1).value();
    };
    const Report hasty = stirred(1e-6), patient = stirred(1e5);
    EXPECT_EQ(hasty.iterations, 1);
    EXPECT_LT(hasty.divergence, hasty.divergence_before);
    EXPECT_GT(patient.iterations, 3);
    EXPECT_LT(patient.divergence, 1e-2 * hasty.divergence);
    EXPECT_NE(refusal({.cells = {8, 8}, .max_milliseconds = -1}), "");
}

TEST(Fluid, SpeedIsCappedAndSaysSo) {
    auto fluid = Fluid2::make({.cells = {16, 16}, .max_speed = 2}).value();
    (void)fluid.push(Circle{{0.5f, 0.5f}, 0.2f}, {1000, 0});
    EXPECT_TRUE(fluid.step(0.1).value().speed_capped);
    const auto u = fluid.view("velocity.x");
    each_of(u.shape, [&](const auto& at) { EXPECT_LE(std::abs(u[at]), 2.0f); });
}

/// Beyond the open part of a side a trace sees the ghosts beside the lid, which are twice as fast: smoke comes from
/// further away than the flow itself or the lid gets.
TEST(Fluid, SmokeComesFromBesideALid) {
    FluidConfig<2> config{.cells = {16, 64}, .size = {0.25, 1}};
    Segment<2> lid{.kind = SideKind::noslip, .velocity = {0, 1}};
    lid.from = {0.1}, lid.to = {0.9};
    config.left = Side<2>(std::vector<Segment<2>>{lid, Segment<2>{.kind = SideKind::open}});
    config.right = SideKind::open;
    auto fluid = Fluid2::make(config).value();
    const auto u = fluid.edit("velocity.x"), v = fluid.edit("velocity.y"), density = fluid.edit("density");
    each_of(u.shape, [&](const auto& at) { u[at] = 4; });
    each_of(v.shape, [&](const auto& at) { v[at] = at[1] > 0 && at[1] < 64 ? -1.0f : 0.0f; });
    each_of(density.shape, [&](const auto& at) { density[at] = at[1] == 20 ? 1.0f : 0.0f; });
    (void)fluid.step(2.0 / 64).value();
    EXPECT_GT(fluid.view("density")(0, 26), 0.5f);
}

TEST(Fluid, ConfinementTakesARowOfOneCell) {
    auto fluid = Fluid2::make({.cells = {1, 40}, .vorticity_confinement = 0.1}).value();
    EXPECT_TRUE(fluid.step(0.01));
}

TEST(Fluid, AScalarHeldOnAPartOfASideSpreadsRoundAnObstacle) {
    FluidConfig<2> config{.cells = {32, 32}};
    config.scalars = {{.name = "density", .diffusion = 0.01}};
    Segment<2> plate{.kind = SideKind::wall, .scalars = {{"density", 1}}};
    plate.from = {0.2}, plate.to = {0.8};
    config.bottom = Side<2>(plate);
    auto fluid = Fluid2::make(config).value();
    (void)fluid.set_obstacle({circle({0, 0}, 0.1).value(), {.position = {0.5, 0.5}}}).value();
    (void)fluid.step(0.01).value();
    EXPECT_GT(fluid.view("density")(16, 0), 0.1f);
    EXPECT_LT(fluid.view("density")(1, 0), 1e-3f);
}

}  // namespace
}  // namespace whorl
