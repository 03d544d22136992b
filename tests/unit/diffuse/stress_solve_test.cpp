// The solver of the full stress: how many iterations, what it says of itself, the same bits everywhere.
#include <gtest/gtest.h>

#include "core/hash.hpp"
#include "tests/dims.hpp"
#include "tests/unit/diffuse/stress_lumps.hpp"
#include "tests/unit/parallel/allocations.hpp"
#include "tests/unit/parallel/schedulers.hpp"
#include "tests/unit/simd/isas.hpp"

namespace whorl {
namespace {

using Kind = SideKind;

TEST(StressSolve, AContrastOfTenThousandTakesFewIterationsAtAnySize) {
    for (const int n : {32, 64, 128})
        for (const Lumps lumps : {Lumps::one, Lumps::smooth}) {
            const SolveReport report = solve_lumps(n, lumps, 1, 1e4);
            EXPECT_TRUE(report.reached) << n;
            EXPECT_LE(report.iterations, lumps == Lumps::one ? 50 : 35) << n;
        }
}

TEST(StressSolve, SaysWhatItReachedWhenItMayNotGoOn) {
    Stirred<double> stirred(32);
    stirred.rig.set_viscosity([](const Vec<double, 2>& x) { return viscosity_at(Lumps::sixteen, 1, 1e4, x); });
    const SolveReport report = stirred.diffuse(1e-9, 5);
    EXPECT_EQ(report.iterations, 5);
    EXPECT_FALSE(report.reached);
    EXPECT_GT(report.residual, 1e-9 * report.rhs);
    EXPECT_LT(report.residual, report.rhs);
}

// A residual of 1e-5 would have let the lump turn the wrong way by half of its speed: what counts is the velocity.
TEST(StressSolve, TheVelocityIsRightBesideAStiffLump) {
    Stirred<double> coarse(64), fine(64);
    for (Stirred<double>* each : {&coarse, &fine})
        each->rig.set_viscosity([](const Vec<double, 2>& x) { return viscosity_at(Lumps::one, 1, 1e6, x); });
    EXPECT_TRUE(coarse.diffuse(1e-5).reached);
    EXPECT_TRUE(fine.diffuse(1e-10, 1000).reached);
    double off = 0, size = 0;
    for (int axis = 0; axis < 2; ++axis)
        for_box({}, coarse.rig.grid().face_shape(axis), [&](const Vec<int, 2>& at) {
            const double a = coarse.u.faces()[axis][at], b = fine.u.faces()[axis][at];
            off += (a - b) * (a - b), size += b * b;
        });
    EXPECT_LT(std::sqrt(off / size), 1e-3);
}

TEST(StressSolve, NeitherFluidNeedsViscosity) {
    Stirred<float> stirred(40);
    stirred.rig.set_viscosity([](const Vec<double, 2>& x) { return x[0] < 0.5 ? 1.0 : 0.0; });
    Stirred<float> before(40);
    fill_velocity_ghosts(before.rig.sides, before.u.faces());
    EXPECT_TRUE(stirred.diffuse().reached);
    // Beyond the interface everything is as it was.
    for (int axis = 0; axis < 2; ++axis)
        for_box({22, 0}, stirred.rig.grid().face_shape(axis), [&](const Vec<int, 2>& at) {
            EXPECT_NEAR(stirred.u.faces()[axis][at], before.u.faces()[axis][at], 1e-6f);
        });
    stirred.rig.set_viscosity([](const auto&) { return 0.0; });
    const SolveReport nothing = stirred.diffuse();
    EXPECT_TRUE(nothing.reached);
    EXPECT_EQ(nothing.iterations, 0);
}

TEST(StressSolve, AllocatesNothing) {
    Stirred<float> stirred(48);
    const auto step = [&](double contrast) {
        const auto nu = stirred.rig.stress.viscosity();
        for_box({}, stirred.rig.grid().cells, [&](const Vec<int, 2>& at) {
            nu[at] = static_cast<float>(viscosity_at(Lumps::one, 0.1, contrast, stirred.rig.grid().cell_centre(at)));
        });
        stirred.rig.stress.take_viscosity(stirred.rig.domain());
        stirred.diffuse();
    };
    const auto before = allocations();
    step(1), step(1e4), step(0);
    EXPECT_EQ(allocations() - before, 0);
}

template <class Dim> class StressBits : public testing::Test {};
TYPED_TEST_SUITE(StressBits, Dims);

template <class T, int Dim> std::uint64_t hash_after(Scheduler& scheduler) {
    Grid<Dim> grid{};
    Vec<Side<Dim>, 2 * Dim> kinds{};
    const int cells[] = {67, Dim == 2 ? 150 : 34, 9};
    for (int axis = 0; axis < Dim; ++axis) {
        grid.cells[axis] = cells[axis], grid.size[axis] = cells[axis] * 0.1;
        kinds[2 * axis] = axis == 0 ? Kind::noslip : axis == 1 ? Kind::periodic : Kind::wall;
        kinds[2 * axis + 1] = axis == 0 ? Kind::open : axis == 1 ? Kind::periodic : Kind::wall;
    }
    StressRig<T, Dim> rig(grid, kinds);
    rig.scheduler = &scheduler;
    rig.set_viscosity([](const Vec<double, Dim>& x) { return x[0] < 3 ? 0.01 : 10.0 + x[1]; });
    Flow<T, Dim> u(rig.grid());
    u.randomise(rig.stress, 4);
    fill_velocity_ghosts(rig.sides, u.faces());
    rig.stress.diffuse(rig.domain(), 0.1, u.faces(), {.relative = 1e-5, .max_iterations = Dim == 2 ? 12 : 4});
    Hash hash;
    for (auto& field : u.component) hash.add(field.view());
    return hash.value();
}

TYPED_TEST(StressBits, AreTheSameOnAllInstructionSetsAndThreads) {
    constexpr int dim = TypeParam::value;
    const std::uint64_t in_float = hash_after<float, dim>(serial_scheduler());
    const std::uint64_t in_double = hash_after<double, dim>(serial_scheduler());
    EXPECT_EQ(in_float, dim == 2 ? 2298906784235188380u : 9546414580423649202u);
    EXPECT_EQ(in_double, dim == 2 ? 540720958879324043u : 1546481408825247019u);
    for_each_isa([&](Isa) {
        EXPECT_EQ((hash_after<float, dim>(serial_scheduler())), in_float);
        EXPECT_EQ((hash_after<double, dim>(serial_scheduler())), in_double);
    });
    for (const auto& scheduler : schedulers_for_long_work()) EXPECT_EQ((hash_after<float, dim>(*scheduler)), in_float);
}

}  // namespace
}  // namespace whorl
