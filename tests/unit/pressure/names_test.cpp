// Solvers by name, and those that users bring.
#include <gtest/gtest.h>

#include "simd/field_kernels.hpp"
#include "tests/unit/pressure/problems.hpp"

namespace whorl {
namespace {

TEST(PressureNames, AnUnknownOneIsRefusedWithTheNearest) {
    const auto wrong = make_pressure_solver<float, 2>("multgrid");
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().message.find("there is no pressure solver \"multgrid\", did you mean \"multigrid\"? "), 0u);
    for (const char* name : {"auto", "multigrid", "mgpcg", "red-black", "jacobi", "gauss-seidel", "sor", "cg", "pcg",
                             "cyclic-reduction", "direct"})
        EXPECT_NE(wrong.error().message.find(name), std::string::npos) << name;
    EXPECT_FALSE((make_pressure_solver<double, 3>("")));
}

/// This test is linked without whorl::spectral.
TEST(PressureNames, WhatNeedsAPackageNamesIt) {
    for (const char* name : {"fft", "dct"}) {
        const auto missing = make_pressure_solver<float, 2>(name);
        ASSERT_FALSE(missing);
        for (const char* part : {name, "whorl::spectral", "libfftw3-dev", "multigrid"})
            EXPECT_NE(missing.error().message.find(part), std::string::npos) << missing.error().message;
    }
}

TEST(PressureNames, AutoPicksByTheProblem) {
    auto solver = make_pressure_solver<float, 2>("auto").value();
    EXPECT_STREQ(solver->name(), "auto");
    const auto uniform = problem_of<float, 2>({8, 6}, "wd", {1, 1});
    ASSERT_TRUE(solver->prepare(uniform));
    EXPECT_STREQ(solver->name(), "multigrid");
    ASSERT_TRUE(solver->prepare(GeneralWeights<float, 2>(uniform).problem(uniform)));
    EXPECT_STREQ(solver->name(), "mgpcg");
}

/// Ten lines of one's own: x = b / diagonal, right where nothing is coupled.
class DiagonalSolver final : public PressureSolver<double, 3> {
  public:
    const char* name() const override { return "diagonal"; }
    Result<void> prepare(const PoissonProblem<double, 3>& problem) override {
        if (!(problem.diagonal > 0)) return Error{"\"diagonal\" needs a diagonal; try \"multigrid\""};
        diagonal_ = problem.diagonal;
        return {};
    }
    SolveReport solve(View<double, 3> x, View<const double, 3> b, const SolveGoal&, Scheduler& scheduler) override {
        copy(scheduler, interior(x), x, b);
        scale(scheduler, interior(x), x, 1 / diagonal_);
        return {.iterations = 1, .reached = true};
    }
    std::size_t bytes() const override { return sizeof *this; }

  private:
    double diagonal_ = 0;
};

TEST(PressureNames, AUsersOwnSolverIsFoundByItsName) {
    const auto maker = [] { return std::make_unique<DiagonalSolver>(); };
    ASSERT_TRUE((register_pressure_solver<double, 3>("diagonal", maker)));
    EXPECT_FALSE((register_pressure_solver<double, 3>("diagonal", maker)));
    EXPECT_FALSE((register_pressure_solver<double, 3>("multigrid", maker)));
    EXPECT_FALSE((register_pressure_solver<double, 3>("", maker)));
    EXPECT_FALSE((register_pressure_solver<double, 3>("nothing", nullptr)));

    auto solver = make_pressure_solver<double, 3>("diagonal").value();
    EXPECT_FALSE(solver->prepare({.cells = {2, 2, 2}}));
    ASSERT_TRUE(solver->prepare({.cells = {2, 2, 2}, .diagonal = 4}));
    auto x = Field<double, 3>::make({2, 2, 2}).value(), b = noise<double, 3>({2, 2, 2});
    EXPECT_TRUE(solver->solve(x.view(), b.view(), {}, serial_scheduler()).reached);
    EXPECT_EQ(x.view()(1, 0, 1), b.view()(1, 0, 1) / 4);
}

/// One that works with another, as one that measures it would.
class WrappedSolver final : public PressureSolver<float, 3> {
  public:
    const char* name() const override { return "wrapped"; }
    Result<void> prepare(const PoissonProblem<float, 3>& problem) override { return inner_->prepare(problem); }
    SolveReport solve(View<float, 3> x, View<const float, 3> b, const SolveGoal& goal, Scheduler& scheduler) override {
        return inner_->solve(x, b, goal, scheduler);
    }
    std::size_t bytes() const override { return inner_->bytes(); }

  private:
    std::unique_ptr<PressureSolver<float, 3>> inner_ = make_pressure_solver<float, 3>("multigrid").value();
};

/// A maker that waits for the lock that it is called with would wait for ever.
TEST(PressureNames, AUsersOwnSolverCanBeMadeOfOthers) {
    const auto maker = [] { return std::make_unique<WrappedSolver>(); };
    ASSERT_TRUE((register_pressure_solver<float, 3>("wrapped", maker)));
    auto solver = make_pressure_solver<float, 3>("wrapped").value();
    EXPECT_TRUE(solver->prepare({.cells = {4, 4, 4}, .weight = {1, 1, 1}}));
}

TEST(PressureNames, BadProblemsAreRefusedInWords) {
    const auto message = [](PoissonProblem<float, 2> problem) {
        const auto result = make_pressure_solver<float, 2>("auto").value()->prepare(problem);
        return result ? std::string("accepted") : result.error().message;
    };
    const auto good = problem_of<float, 2>({8, 6}, "wd", {1, 1});
    EXPECT_EQ(message(good), "accepted");
    auto bad = good;
    bad.cells[1] = 0;
    EXPECT_NE(message(bad).find("0 cells along axis 1"), std::string::npos);
    bad = good, bad.weight[0] = -1;
    EXPECT_NE(message(bad).find("weight of axis 0 is -1"), std::string::npos);
    bad = good, bad.side_weight[1][1] = std::nanf("");
    EXPECT_NE(message(bad).find("side weight of axis 1"), std::string::npos);
    bad = good, bad.diagonal = -2;
    EXPECT_NE(message(bad).find("diagonal is -2"), std::string::npos);

    GeneralWeights<float, 2> weights(good);
    bad = weights.problem(good);
    EXPECT_EQ(message(bad), "accepted");
    bad.face_weight[1] = {};
    EXPECT_NE(message(bad).find("face_weight of axis 1"), std::string::npos);
    weights.faces[0].view()(3, 3) = -1;
    EXPECT_NE(message(weights.problem(good)).find("negative"), std::string::npos);
}

}  // namespace
}  // namespace whorl
