#include "classic/conjugate_gradient.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/classic_grid.hpp"
#include "tests/dims.hpp"
#include "whorl/classic.hpp"

namespace whorl::classic {
namespace {

template <class Dim> class ClassicConjugateGradient : public testing::Test {};
TYPED_TEST_SUITE(ClassicConjugateGradient, Dims);

template <int Dim> using Solver = Stam2003<double, Dim>;

/// |x0 - (c x - a sum)| / |x0|.
template <int Dim> double residual(Fluid<Solver<Dim>>& fluid, double a, double c) {
    double sum = 0, size = 0;
    fluid.solver.each_cell([&](Index i) {
        const double left = fluid.x0[i] - (c * fluid.x[i] - a * fluid.solver.neighbours(fluid.x, i));
        sum += left * left, size += fluid.x0[i] * fluid.x0[i];
    });
    return std::sqrt(sum / size);
}

/// A right-hand side without a mean, as a closed box needs.
template <int Dim> void balance(Fluid<Solver<Dim>>& fluid) {
    fluid.randomize(fluid.x0, -1, 1, 23);
    const double mean = fluid.total(fluid.x0) / std::pow(fluid.solver.N, Dim);
    fluid.solver.each_cell([&](Index i) { fluid.x0[i] -= mean; });
}

TYPED_TEST(ClassicConjugateGradient, ReachesItsToleranceInIterationsThatGrowWithTheSide) {
    constexpr int dim = TypeParam::value;
    int at_8 = 0;
    for (const int n : {8, 16, 32}) {
        Fluid<Solver<dim>> fluid(n);
        fluid.solver.tolerance = 1e-8;
        balance(fluid);
        fluid.solver.lin_solve(0, fluid.x, fluid.x0, 1, 2 * dim);
        EXPECT_LT(residual(fluid, 1, 2 * dim), 2e-8) << n;
        if (n == 8) at_8 = fluid.solver.iterations;
        EXPECT_LT(fluid.solver.iterations, 1.25 * at_8 * n / 8) << n;
    }
}

// Both converge to the same x, for the pressure and for each kind of diffusion.
TYPED_TEST(ClassicConjugateGradient, AgreesWithRelaxation) {
    constexpr int dim = TypeParam::value;
    for (int b = 0; b <= dim; ++b) {
        Fluid<Solver<dim>> relaxed(8), solved(8);
        relaxed.solver.sweeps = 5000;
        solved.solver.tolerance = 1e-12;
        relaxed.randomize(relaxed.x0, 0, 1, 29), solved.randomize(solved.x0, 0, 1, 29);
        relaxed.solver.diffuse(b, relaxed.x, relaxed.x0, 0.1, 1);
        solved.solver.diffuse(b, solved.x, solved.x0, 0.1, 1);
        for (Index c = 0; c < relaxed.solver.size(); ++c) EXPECT_NEAR(relaxed.x[c], solved.x[c], 1e-10) << b;
    }
}

// The error in the norm of the operator falls with every iteration.
TEST(ClassicConjugateGradientEnergy, FallsMonotonically) {
    Fluid<Solver<2>> exact(12);
    exact.solver.tolerance = 1e-14;
    exact.randomize(exact.x0, -1, 1, 31);
    const double a = 3, c = 13;
    exact.solver.lin_solve(0, exact.x, exact.x0, a, c);
    double last = INFINITY;
    for (double tolerance = 0.5; tolerance > 1e-10; tolerance *= 0.5) {
        Fluid<Solver<2>> fluid(12);
        fluid.solver.tolerance = tolerance;
        fluid.x0 = exact.x0;
        fluid.solver.lin_solve(0, fluid.x, fluid.x0, a, c);
        for (Index i = 0; i < fluid.solver.size(); ++i) fluid.x[i] -= exact.x[i];
        double energy = 0;
        fluid.solver.each_cell(
            [&](Index i) { energy += fluid.x[i] * (c * fluid.x[i] - a * fluid.solver.neighbours(fluid.x, i)); });
        EXPECT_LE(energy, last) << tolerance;
        last = energy;
    }
    EXPECT_LT(last, 1e-15);
}

// Two rooms that nothing connects: each has a pressure of its own, and an unbalanced right-hand side in one of them
// ends the iteration instead of spoiling the other.
TEST(ClassicConjugateGradientPockets, AreSolvedSeparately) {
    std::vector<std::uint8_t> mask(64);
    for (int j = 0; j < 8; ++j) mask[8 * j + 3] = mask[8 * j + 4] = 1;
    const Solids<2> solids(8, {mask.data(), {8, 8}, {1, 8}});
    Fluid<Solver<2>> fluid(8);
    fluid.solver.solids = &solids;
    fluid.solver.tolerance = 1e-10;
    fluid.x0[fluid.solver.index({1, 1})] = 1, fluid.x0[fluid.solver.index({3, 8})] = -1;
    fluid.x0[fluid.solver.index({6, 2})] = 5;
    fluid.solver.lin_solve(0, fluid.x, fluid.x0, 1, 4);
    EXPECT_LT(fluid.solver.iterations, 64);
    double left = 0, right = 0;
    fluid.solver.each_cell_at([&](Index i, const Vec<int, 2>& at) {
        ASSERT_TRUE(std::isfinite(fluid.x[i]));
        double sum = fluid.solver.neighbours(fluid.x, i) + solids.reflected(0, fluid.x, i);
        const double r = std::abs(fluid.x0[i] - (4 * fluid.x[i] - sum));
        (at[0] < 4 ? left : right) = std::max(at[0] < 4 ? left : right, r);
    });
    EXPECT_LT(left, 1e-8);
    EXPECT_NEAR(right, 5.0 / 24, 1e-8);  // the mean that no pressure can remove
}

TEST(ClassicConjugateGradientFixed, IsRefused) {
    const auto refused = Classic<Fixed23_9, 2>::make({.cells = 8, .solver = whorl::ClassicSolver::conjugate_gradient});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              "conjugate gradients lose their digits in fixed point; use ClassicSolver::relaxation");
}

TEST(ClassicConjugateGradientApi, LeavesLessDivergenceThanRelaxation) {
    const auto left = [](whorl::ClassicSolver solver) {
        auto fluid = Classic<double, 2>::make({.cells = 48, .solver = solver}).value();
        for (int j = 0; j < 48; ++j)
            for (int i = 0; i < 48; ++i)
                fluid.force(0)(i, j) = std::exp(-((i - 24) * (i - 24) + (j - 24) * (j - 24)) / 30.0);
        const auto report = fluid.step(0.1).value();
        EXPECT_LT(report.residual, solver == whorl::ClassicSolver::relaxation ? 1 : 1e-9);
        return report.divergence_left;
    };
    EXPECT_LT(left(whorl::ClassicSolver::conjugate_gradient), 0.5 * left(whorl::ClassicSolver::relaxation));
}

}  // namespace
}  // namespace whorl::classic
