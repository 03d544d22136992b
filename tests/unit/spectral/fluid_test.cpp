// The spectral fluid, line by line of its step.
#include <gtest/gtest.h>

#include "spectral/spectral_fluid.hpp"
#include "tests/dims.hpp"
#include "tests/unit/parallel/allocations.hpp"
#include "tests/unit/parallel/schedulers.hpp"
#include "tests/unit/pressure/problems.hpp"

namespace whorl {
namespace {

const double pi = std::acos(-1.0);

template <class D> class Spectral : public testing::Test {};
TYPED_TEST_SUITE(Spectral, Dims);

template <int Dim> SpectralConfig<Dim> box() {
    SpectralConfig<Dim> config;
    for (int a = 0; a < Dim; ++a) config.cells[a] = 16 + 4 * a, config.size[a] = 1 + 0.5 * a;
    return config;
}
template <int Dim> SpectralFluid<Dim> made(const SpectralConfig<Dim>& config) {
    return std::move(SpectralFluid<Dim>::make(config)).value();
}
template <int Dim> void stir(SpectralFluid<Dim>& fluid, double speed = 1) {
    for (int a = 0; a < Dim; ++a) {
        const auto start = noise<double, Dim>(fluid.config().cells, static_cast<std::uint64_t>(a + 1));
        set_cells(fluid.velocity(a), [&](const auto& at) { return speed * start.view()[at]; });
    }
}

/// A wave along x that points along y moves nothing but itself, so that viscosity is all that acts.
TYPED_TEST(Spectral, ASingleModeDecaysByTheFilterExactly) {
    constexpr int Dim = TypeParam::value;
    for (const auto filter : {ViscousFilter::exponential, ViscousFilter::implicit}) {
        auto config = box<Dim>();
        const double k = 2 * pi * 3 / config.size[0], dt = 0.1;
        config.viscosity = 1 / (k * k * dt);  // nu dt k^2 = 1
        config.filter = filter;
        auto fluid = made(config);
        const auto wave = [&](const auto& at) { return std::sin(2 * pi * 3 * at[0] / config.cells[0]); };
        set_cells(fluid.velocity(1), wave);
        ASSERT_TRUE(fluid.step(dt));
        const double left = filter == ViscousFilter::exponential ? std::exp(-1.0) : 0.5;
        for_each_cell(config.cells, [&](const auto& at) {
            ASSERT_NEAR(fluid.velocity(1)[at], left * wave(at), 1e-14);
            ASSERT_NEAR(fluid.velocity(0)[at], 0, 1e-14);
        });
    }
}

TYPED_TEST(Spectral, DerivesEachWaveExactlyForItsDivergence) {
    constexpr int Dim = TypeParam::value;
    auto fluid = made(box<Dim>());
    const auto& config = fluid.config();
    const double k = 2 * pi * 3 / config.size[1];
    const auto phase = [&](const auto& at) { return 2 * pi * 3 * at[1] / config.cells[1]; };
    set_cells(fluid.velocity(1), [&](const auto& at) { return std::sin(phase(at)); });
    const auto divergence = fluid.divergence_field();
    for_each_cell(config.cells, [&](const auto& at) { ASSERT_NEAR(divergence[at], k * std::cos(phase(at)), 1e-12); });
    const SpectralReport report = fluid.step(1e-9).value();
    EXPECT_NEAR(report.divergence_before, k / std::sqrt(2.0), 1e-6);
    EXPECT_LT(report.divergence, 1e-12);
}

TYPED_TEST(Spectral, ASavedStateGoesOnToTheSameBits) {
    constexpr int Dim = TypeParam::value;
    auto fluid = made(box<Dim>()), other = made(box<Dim>());
    stir(fluid);
    fluid.ink()[Vec<int, Dim>{}] = 1;
    fluid.force(0)[Vec<int, Dim>{}] = 3;
    ASSERT_TRUE(fluid.step(0.02));
    const auto saved = fluid.save();
    ASSERT_TRUE(other.load(saved));
    EXPECT_EQ(other.hash(), fluid.hash());
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(fluid.step(0.02) && other.step(0.02));
    EXPECT_EQ(other.hash(), fluid.hash());
    EXPECT_EQ(other.steps(), 4);
    auto config = box<Dim>();
    config.cells[0] += 2;
    auto larger = made(config);
    EXPECT_FALSE(larger.load(saved));
    EXPECT_FALSE(other.load({saved.begin(), saved.end() - 1}));
    EXPECT_FALSE(other.load({}));
}

TYPED_TEST(Spectral, ViscosityChangesUnderWayAndStaysInRange) {
    auto fluid = made(box<TypeParam::value>());
    EXPECT_TRUE(fluid.set_viscosity(0.5));
    EXPECT_EQ(fluid.config().viscosity, 0.5);
    EXPECT_FALSE(fluid.set_viscosity(-1));
    EXPECT_EQ(fluid.config().viscosity, 0.5);
}

TYPED_TEST(Spectral, NoDivergenceIsLeftInAnyWave) {
    auto fluid = made(box<TypeParam::value>());
    stir(fluid);
    EXPECT_GT(fluid.divergence(), 0.1);
    ASSERT_TRUE(fluid.step(0.01));
    EXPECT_LT(fluid.divergence(), 1e-14 * 100);  // k reaches 100 / m
    stir(fluid);
    ASSERT_TRUE(fluid.step(100));
    EXPECT_LT(fluid.divergence(), 1e-14 * 100);
}

TYPED_TEST(Spectral, TheMeanFlowIsLeftAloneAndOneLoopDoesAll) {
    constexpr int Dim = TypeParam::value;
    auto config = box<Dim>();
    config.viscosity = 10;
    auto fluid = made(config);
    for (int a = 0; a < Dim; ++a) set_cells(fluid.velocity(a), [&](const auto&) { return 0.5 + a; });
    const auto report = fluid.step(0.3);
    ASSERT_TRUE(report);
    EXPECT_EQ(report.value().fourier_loops, 1);
    EXPECT_NEAR(report.value().cfl, 0.3 * std::max({0.5 * 16, 1.5 * 20 / 1.5, Dim == 3 ? 2.5 * 24 / 2 : 0}), 1e-12);
    for (int a = 0; a < Dim; ++a)
        for_each_cell(config.cells, [&](const auto& at) { ASSERT_NEAR(fluid.velocity(a)[at], 0.5 + a, 1e-13); });
}

/// Traces leave the box on either side, many times over, and come back in by modulo.
TYPED_TEST(Spectral, TracesGoRoundTheBox) {
    constexpr int Dim = TypeParam::value;
    for (const double turns : {-3.0, -0.25, 0.25, 1.0, 7.5}) {
        auto fluid = made(box<Dim>());
        const auto& config = fluid.config();
        const auto start = noise<double, Dim>(config.cells, 9);
        set_cells(fluid.ink(), [&](const auto& at) { return start.view()[at]; });
        set_cells(fluid.velocity(0), [&](const auto&) { return turns * config.size[0]; });
        ASSERT_TRUE(fluid.step(1));
        const int shift = static_cast<int>(turns * config.cells[0]);
        for_each_cell(config.cells, [&](const auto& at) {
            auto from = at;
            from[0] = ((at[0] - shift) % config.cells[0] + config.cells[0]) % config.cells[0];
            ASSERT_NEAR(fluid.ink()[at], start.view()[from], 1e-11) << turns;
        });
    }
}

TEST(SpectralForces, FadeByAFactorEachStep) {
    auto fluid = made<2>({.cells = {8, 8}});
    set_cells(fluid.force(1), [](const auto&) { return 1.0; });
    for (int step = 0; step < 5; ++step) ASSERT_TRUE(fluid.step(0.1));
    EXPECT_NEAR(fluid.force(1)(3, 3), 0.4437, 1e-4);
    EXPECT_NEAR(fluid.velocity(1)(3, 3), 0.1 * (1 - 0.4437) / 0.15, 1e-4);
}

TEST(SpectralInks, AreKeptByAFactor) {
    auto fluid = made<2>({.cells = {8, 8}, .inks = 2, .ink_kept = 0.99});
    set_cells(fluid.ink(1), [](const auto&) { return 1.0; });
    for (int step = 0; step < 100; ++step) ASSERT_TRUE(fluid.step(0.1));
    EXPECT_NEAR(fluid.ink(1)(3, 3), 0.366, 1e-3);
    EXPECT_EQ(fluid.steps(), 100);
    EXPECT_NEAR(fluid.time(), 10, 1e-9);
}

TEST(SpectralSizes, OddOnesAreMadeEvenAndSaid) {
    const auto odd = made<2>({.cells = {63, 64}});
    EXPECT_EQ(odd.config().cells, (Vec<int, 2>{64, 64}));
    EXPECT_EQ(odd.correction(), "63 cells along axis 0 are odd: made 64");
    EXPECT_EQ(made<2>({.cells = {64, 64}}).correction(), "");
    EXPECT_EQ(made<3>({.cells = {5, 4, 7}}).config().cells, (Vec<int, 3>{6, 4, 8}));
}

TEST(SpectralSizes, WhatIsOutOfRangeIsRefusedInWords) {
    const auto message = [](const SpectralConfig<2>& config) {
        const auto fluid = SpectralFluid<2>::make(config);
        return fluid ? std::string("accepted") : fluid.error().message;
    };
    EXPECT_EQ(message({.cells = {8, 8}}), "accepted");
    EXPECT_NE(message({.cells = {8, 1}}).find("1 cells along axis 1"), std::string::npos);
    EXPECT_NE(message({.cells = {8, 8}, .size = {1, 0}}).find("all of them or none"), std::string::npos);
    EXPECT_NE(message({.cells = {8, 8}, .viscosity = -1}).find("viscosity is -1"), std::string::npos);
    EXPECT_NE(message({.cells = {8, 8}, .ink_kept = 2}).find("ink_kept is 2"), std::string::npos);
    EXPECT_NE(message({.cells = {8, 8}, .inks = 17}).find("inks is 17"), std::string::npos);
    EXPECT_NE(message({.cells = {1 << 20, 1 << 20}}).find("GiB"), std::string::npos);
}

TYPED_TEST(Spectral, AnyStepAndForcingStaysFiniteAndBadNumbersAreRefused) {
    constexpr int Dim = TypeParam::value;
    auto fluid = made(box<Dim>());
    for (const double dt : {1e-3, 1.0, 1e4}) {
        stir(fluid, 1e3);
        set_cells(fluid.force(0), [&](const auto& at) { return at[0] == 3 ? 1e300 : -1e5; });
        const auto report = fluid.step(dt);
        ASSERT_TRUE(report);
        EXPECT_TRUE(report.value().speed_capped);
        for_each_cell(fluid.config().cells, [&](const auto& at) { ASSERT_LT(std::abs(fluid.velocity(0)[at]), 1e4); });
    }
    EXPECT_FALSE(fluid.step(0));
    EXPECT_FALSE(fluid.step(std::nan("")));
    const Vec<int, Dim> corner{};
    fluid.ink()[corner] = std::nan("");
    const double before = fluid.velocity(0)[corner];
    EXPECT_FALSE(fluid.step(0.1));
    EXPECT_EQ(fluid.velocity(0)[corner], before);
}

TYPED_TEST(Spectral, SameBitsForAnyThreadsAndNothingAllocated) {
    constexpr int Dim = TypeParam::value;
    auto config = box<Dim>();
    for (int a = 0; a < Dim; ++a) config.cells[a] = Dim == 2 ? 128 : 32;
    config.viscosity = 1e-3;
    auto serial = made(config);
    stir(serial);
    ASSERT_TRUE(serial.step(0.05));
    for (const auto& scheduler : other_schedulers()) {
        config.scheduler = scheduler.get();
        auto fluid = made(config);
        stir(fluid);
        ASSERT_TRUE(fluid.step(0.05));
        for_each_cell(config.cells, [&](const auto& at) { ASSERT_EQ(fluid.velocity(0)[at], serial.velocity(0)[at]); });
        const long before = allocations();
        ASSERT_TRUE(fluid.step(0.05));
        EXPECT_EQ(allocations(), before);
    }
}

struct Verbs final : Observer {
    std::vector<std::string> told{};
    void after(std::string_view verb) override { told.emplace_back(verb); }
};

TYPED_TEST(Spectral, TellsAnObserverAfterEachVerb) {
    auto fluid = made(box<TypeParam::value>());
    Verbs verbs;
    fluid.observe(&verbs);
    ASSERT_TRUE(fluid.step(0.1));
    EXPECT_EQ(verbs.told,
              (std::vector<std::string>{"add_forces", "advect_velocity", "filter_and_project", "advect_inks"}));
    fluid.observe(nullptr);
    ASSERT_TRUE(fluid.step(0.1));
    EXPECT_EQ(verbs.told.size(), 4u);
}

TYPED_TEST(Spectral, AnotherViscosityHoldsFromTheNextStepOn) {
    auto config = box<TypeParam::value>();
    auto fluid = made(config);
    stir(fluid);
    config = fluid.config();
    config.viscosity = 10;
    ASSERT_TRUE(fluid.change(config));
    ASSERT_TRUE(fluid.step(1));
    double most = 0;
    for (int x = 0; x < config.cells[0]; ++x)
        most = std::max(most, std::abs(fluid.velocity(0).data[x] - fluid.velocity(0).data[0]));
    EXPECT_LT(most, 1e-9);  // nothing but the mean flow is left
    ++config.cells[0];
    EXPECT_FALSE(fluid.change(config));
    config = fluid.config(), config.viscosity = -1;
    EXPECT_FALSE(fluid.change(config));
}

}  // namespace
}  // namespace whorl
