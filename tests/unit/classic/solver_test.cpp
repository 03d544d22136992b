// The routines of the published solver on grids small enough to know the answer.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <set>
#include <string>

#include "classic/diffuse_bad.hpp"
#include "tests/classic_grid.hpp"
#include "tests/dims.hpp"
#include "tests/sanitizer.hpp"

namespace whorl::classic {
namespace {

template <class Dim> class ClassicSolver : public testing::Test {};
TYPED_TEST_SUITE(ClassicSolver, Dims);

TYPED_TEST(ClassicSolver, ArraysHoldNPlus2ToTheDimensionEachWithItsPlace) {
    constexpr int dim = TypeParam::value;
    for (const int n : {1, 2, 3, 7, 16}) {
        const Cells<dim, Variant::rows> cells(n);
        EXPECT_EQ(cells.size(), static_cast<Index>(std::lround(std::pow(n + 2, dim))));
        std::set<Index> places;
        Vec<int, dim> at{};
        for (Index count = 0; count < cells.size(); ++count) {
            places.insert(cells.index(at));
            for (int axis = 0; axis < dim && ++at[axis] == n + 2; ++axis) at[axis] = 0;
        }
        EXPECT_EQ(static_cast<Index>(places.size()), cells.size());
        EXPECT_EQ(*places.rbegin(), cells.size() - 1);
        EXPECT_EQ(cells.step_along[0], 1);
    }
}

TYPED_TEST(ClassicSolver, LoopsVisitEachCellOnceInEveryVariant) {
    constexpr int dim = TypeParam::value;
    const auto visit = [](const auto& cells) {
        std::set<Index> seen;
        Index count = 0;
        cells.each_cell_at([&](Index c, const Vec<int, dim>& at) {
            seen.insert(c), ++count;
            EXPECT_EQ(c, cells.index(at));
        });
        EXPECT_EQ(count, static_cast<Index>(std::lround(std::pow(5, dim))));
        EXPECT_EQ(static_cast<Index>(seen.size()), count);
    };
    visit(Cells<dim, Variant::published>(5));
    visit(Cells<dim, Variant::rows>(5));
}

TYPED_TEST(ClassicSolver, SourcesAddUpInAllCells) {
    Fluid<Stam2003<double, TypeParam::value>> fluid(4);
    fluid.randomize(fluid.x0, 0, 1, 1);
    fluid.solver.add_source(fluid.x, fluid.x0, 0.5);
    fluid.solver.add_source(fluid.x, fluid.x0, 0.25);
    for (Index c = 0; c < fluid.solver.size(); ++c) EXPECT_EQ(fluid.x[c], 0.5 * fluid.x0[c] + 0.25 * fluid.x0[c]);
}

TYPED_TEST(ClassicSolver, DiffusionKeepsMassSignAndRangeAtAnyRate) {
    for (const double a : {1.0, 40.0, 4000.0, 1e6}) {
        Fluid<Stam2003<double, TypeParam::value>> fluid(12);
        Vec<int, TypeParam::value> middle;
        for (int axis = 0; axis < TypeParam::value; ++axis) middle[axis] = 6;
        fluid.x0[fluid.solver.index(middle)] = 1;
        fluid.solver.diffuse(0, fluid.x, fluid.x0, a / 144, 1);
        double low = 1, high = 0;
        fluid.solver.each_cell([&](Index c) { low = std::min(low, fluid.x[c]), high = std::max(high, fluid.x[c]); });
        EXPECT_GE(low, 0) << a;
        EXPECT_LE(high, 1) << a;
    }
}

// A blob away from the walls keeps its mass even though 20 sweeps are far from an answer at high rates: each sweep
// starts from a field that already has the right total. From an empty buffer, as printed, it would be lost.
TYPED_TEST(ClassicSolver, DiffusionKeepsTheTotalBecauseItStartsFromTheField) {
    constexpr int dim = TypeParam::value;
    const auto kept = []<Variant V>(std::integral_constant<Variant, V>, double a) {
        constexpr int n = 64;
        Fluid<Stam2003<double, dim, V>> fluid(n);
        fluid.solver.each_cell_at([&](Index c, const Vec<int, dim>& at) {
            double r2 = 0;
            for (int axis = 0; axis < dim; ++axis) r2 += std::pow((at[axis] - 0.5) / n - 0.5, 2);
            fluid.x0[c] = std::exp(-r2 / 0.002);
        });
        const double before = fluid.total(fluid.x0);
        fluid.solver.diffuse(0, fluid.x, fluid.x0, a / (n * n), 1);
        return fluid.total(fluid.x) / before;
    };
    for (const double a : {1.0, 40.0, 4000.0}) {
        if (under_sanitizer && a != 40) continue;
        EXPECT_NEAR(kept(std::integral_constant<Variant, Variant::rows>(), a), 1, 1e-4) << a;
        EXPECT_LT(kept(std::integral_constant<Variant, Variant::published>(), a), 0.9999) << a;
    }
}

// u = half a cell a step along one axis: each value becomes the mean of its own and its neighbour's, exactly.
TYPED_TEST(ClassicSolver, HalfCellShiftIsExact) {
    constexpr int dim = TypeParam::value, n = 8;
    for (int axis = 0; axis < dim; ++axis) {
        Fluid<Stam2003<float, dim>> fluid(n);
        fluid.randomize(fluid.x0, 0, 1, 5);
        for (Index c = 0; c < fluid.solver.size(); ++c) fluid.u[axis][c] = 0.5f / n;
        fluid.solver.advect(0, fluid.x, fluid.x0, fluid.u, 1);
        const Index s = fluid.solver.step_along[axis];
        fluid.solver.each_cell(
            [&](Index c) { EXPECT_EQ(fluid.x[c], 0.5f * fluid.x0[c - s] + 0.5f * fluid.x0[c]) << axis << " " << c; });
    }
}

TYPED_TEST(ClassicSolver, AdvectionKeepsTheRange) {
    for (const double speed : {0.01, 1.0, 1e4, 1e30}) {
        Fluid<Stam2003<double, TypeParam::value>> fluid(9);
        fluid.randomize(fluid.x0, -0.25, 1, 7);
        for (int axis = 0; axis < TypeParam::value; ++axis) fluid.randomize(fluid.u[axis], -speed, speed, 11 + axis);
        fluid.solver.advect(0, fluid.x, fluid.x0, fluid.u, 0.1);
        fluid.solver.each_cell([&](Index c) {
            EXPECT_GE(fluid.x[c], -0.25 - 1e-15);
            EXPECT_LE(fluid.x[c], 1 + 1e-15);
        });
    }
}

// The same velocity moves a blob by the same part of the box, whatever the resolution.
TYPED_TEST(ClassicSolver, SpeedIsInBoxLengths) {
    const auto centre_after = [](int n) {
        Fluid<Stam2003<double, TypeParam::value>> fluid(n);
        fluid.solver.each_cell_at([&](Index c, const auto& at) {
            double r2 = 0;
            for (int axis = 0; axis < TypeParam::value; ++axis) r2 += std::pow((at[axis] - 0.5) / n - 0.4, 2);
            fluid.x0[c] = std::exp(-r2 / 0.01);
            fluid.u[0][c] = 0.3;
        });
        fluid.solver.advect(0, fluid.x, fluid.x0, fluid.u, 0.5);
        double moment = 0;
        fluid.solver.each_cell_at([&](Index c, const auto& at) { moment += fluid.x[c] * (at[0] - 0.5) / n; });
        return moment / fluid.total(fluid.x);
    };
    EXPECT_NEAR(centre_after(16), 0.55, 2e-3);
    EXPECT_NEAR(centre_after(32), 0.55, 2e-3);
}

double divergence(const auto& fluid) {
    double sum = 0;
    fluid.solver.each_cell([&](Index c) {
        double flow = 0;
        for (int axis = 0; axis < fluid.dim; ++axis) {
            const Index s = fluid.solver.step_along[axis];
            flow += fluid.u[axis][c + s] - fluid.u[axis][c - s];
        }
        sum += flow * flow;
    });
    return std::sqrt(sum);
}

TYPED_TEST(ClassicSolver, EveryProjectionLowersTheDivergence) {
    Fluid<Stam2003<double, TypeParam::value>> fluid(12);
    for (int axis = 0; axis < TypeParam::value; ++axis) {
        fluid.randomize(fluid.u[axis], -1, 1, 13 + axis);
        fluid.solver.set_bnd(axis + 1, fluid.u[axis]);
    }
    double last = divergence(fluid);
    for (int call = 0; call < 10; ++call) {
        fluid.solver.project(fluid.u, fluid.u0[0], fluid.u0[1]);
        const double now = divergence(fluid);
        EXPECT_LT(now, last) << call;
        last = now;
    }
}

// White noise keeps about 0.65 of its divergence however long one relaxes: the wide gradient and the compact Laplacian
// do not belong to each other. Smooth flow loses nearly all of it.
TEST(ClassicProjection, IsOnlyApproximate) {
    const auto left_after = [](int sweeps, bool smooth) {
        Fluid<Stam2003<double, 2>> fluid(64);
        fluid.solver.sweeps = sweeps;
        fluid.randomize(fluid.u[0], -1, 1, 17), fluid.randomize(fluid.u[1], -1, 1, 19);
        if (smooth) {
            fluid.solver.each_cell_at([&](Index c, const Vec<int, 2>& at) {
                const double x = (at[0] - 32.5) / 64, y = (at[1] - 32.5) / 64;
                fluid.u[0][c] = 0, fluid.u[1][c] = std::exp(-(x * x + y * y) / 0.01);
            });
        }
        fluid.solver.set_bnd(1, fluid.u[0]), fluid.solver.set_bnd(2, fluid.u[1]);
        const double before = divergence(fluid);
        fluid.solver.project(fluid.u, fluid.u0[0], fluid.u0[1]);
        return divergence(fluid) / before;
    };
    EXPECT_GT(left_after(20, true), 0.4);
    EXPECT_LT(left_after(under_sanitizer ? 1000 : 5000, true), under_sanitizer ? 0.4 : 0.05);
    if (!under_sanitizer) {
        EXPECT_NEAR(left_after(5000, false), 0.648, 0.02);
    }
}

// The explicit exchange gives away more than a cell has once 4 a > 1: a checkerboard of 64 cells a side, whose
// eigenvalue is 7.995, is multiplied by 1 - 7.995 a each step.
TEST(ClassicDiffuseBad, BlowsUpPastAQuarter) {
    const int steps = under_sanitizer ? 300 : 4000;
    const auto size_after = [=](double a) {
        Fluid<Stam2003<double, 2>> fluid(64);
        fluid.solver.each_cell_at([&](Index c, const Vec<int, 2>& at) { fluid.x[c] = (at[0] + at[1]) % 2 ? 1 : -1; });
        fluid.solver.set_bnd(0, fluid.x);
        for (int step = 0; step < steps; ++step) {
            std::swap(fluid.x, fluid.x0);
            diffuse_bad(fluid.solver, 0, fluid.x, fluid.x0, a / (64 * 64), 1.0);
        }
        double largest = 0;
        fluid.solver.each_cell([&](Index c) { largest = std::max(largest, std::abs(fluid.x[c])); });
        return largest;
    };
    EXPECT_LT(size_after(0.249), 1);
    EXPECT_GT(size_after(0.251), std::pow(1.0035, steps));  // it is 1.0067 a step
}

TEST(ClassicSource, IsAboutAHundredLines) {
    std::ifstream file(WHORL_SOURCE_DIR "/src/classic/stam2003.hpp");
    ASSERT_TRUE(file);
    int lines = 0;
    for (std::string line; std::getline(file, line);) ++lines;
    EXPECT_GT(lines, 60);
    EXPECT_LE(lines, 120);
}

}  // namespace
}  // namespace whorl::classic
