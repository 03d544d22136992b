// What a projection begins with: the last pressure, if that leaves no more of the divergence than there is. And what it
// goes on with, where a solver left more than it was asked to.
#include <gtest/gtest.h>

#include "boundary/ghosts.hpp"
#include "pressure/project.hpp"
#include "pressure/projection_problem.hpp"
#include "tests/unit/pressure/problems.hpp"

namespace whorl {
namespace {

/// A box of noise between walls.
struct Noise {
    Grid<2> grid{.cells = {40, 33}, .size = {1, 1}, .periodic = {}};
    Sides<double, 2> sides = Sides<double, 2>::make(grid, {}, {}).value();
    Field<double, 2> u = noise<double, 2>(grid.face_shape(0), 1), v = noise<double, 2>(grid.face_shape(1), 2);
    Field<double, 2> q = Field<double, 2>::make(grid.cells).value(), b = Field<double, 2>::make(grid.cells).value();
    Field<double, 2> change = Field<double, 2>::make(grid.cells).value();
    bool* took_guess = nullptr;

    ProjectReport project() { return project(*make_pressure_solver<double, 2>("multigrid").value(), 1e-3); }
    ProjectReport project(PressureSolver<double, 2>& solver, double tolerance) {
        const Faces<double, 2> faces{u.view(), v.view()};
        fill_velocity_ghosts(sides, faces);
        EXPECT_TRUE(solver.prepare(projection_problem<double, 2>(sides, {})));
        return whorl::project<double, 2>(
            serial_scheduler(), sides, solver,
            {.u = faces, .q = q.view(), .divergence = b.view(), .change = change.view(), .took_guess = took_guess},
            {.tolerance = tolerance});
    }
    void guess(double factor, const Field<double, 2>& of) {
        set_cells(q.view(), [&](const auto& at) { return factor * of.view()[at]; });
    }
};

TEST(ProjectGuess, AUselessOneIsAsGoodAsNone) {
    Noise plain, guessed;
    guessed.guess(10, noise<double, 2>(guessed.grid.cells, 3));
    const ProjectReport one = plain.project(), other = guessed.project();
    EXPECT_TRUE(other.reached);
    EXPECT_EQ(one.iterations, other.iterations);
    for_each_cell(plain.grid.face_shape(0),
                  [&](const auto& at) { ASSERT_EQ(plain.u.view()[at], guessed.u.view()[at]); });
}

TEST(ProjectGuess, WhatIsExpectedOfItChangesNothing) {
    Noise solved;
    (void)solved.project();
    for (const double factor : {0.9, -3.0})
        for (const bool expected : {false, true}) {
            Noise one, other;
            one.guess(factor, solved.q), other.guess(factor, solved.q);
            bool took = expected;
            other.took_guess = &took;
            EXPECT_EQ(one.project().iterations, other.project().iterations);
            EXPECT_EQ(took, factor > 0);
            for_each_cell(one.grid.cells, [&](const auto& at) { ASSERT_EQ(one.q.view()[at], other.q.view()[at]); });
            for_each_cell(one.grid.face_shape(0),
                          [&](const auto& at) { ASSERT_EQ(one.u.view()[at], other.u.view()[at]); });
        }
}

TEST(ProjectGuess, AGoodOneSavesCycles) {
    Noise plain, guessed;
    const ProjectReport first = plain.project();
    guessed.guess(1.01, plain.q);
    const ProjectReport second = guessed.project();
    EXPECT_TRUE(second.reached);
    EXPECT_LT(second.iterations, first.iterations);
}

/// Does 0.7 of the work that it says it did.
class Lazy final : public PressureSolver<double, 2> {
  public:
    const char* name() const override { return "lazy"; }
    Result<void> prepare(const PoissonProblem<double, 2>& problem) override { return honest_->prepare(problem); }
    bool begins_anew() const override { return honest_->begins_anew(); }
    SolveReport solve(View<double, 2> x, View<const double, 2> b, const SolveGoal& goal,
                      Scheduler& scheduler) override {
        ++solves;
        SolveReport report = honest_->solve(x, b, goal, scheduler);
        set_cells(x, [&](const auto& at) { return 0.7 * x[at]; });
        report.mean_left *= 0.7;
        return report;
    }
    std::size_t bytes() const override { return honest_->bytes(); }
    int solves = 0;

  private:
    std::unique_ptr<PressureSolver<double, 2>> honest_ = make_pressure_solver<double, 2>("multigrid").value();
};

/// 0.3 and a little are left each time: of 1, 0.3, 0.09, 0.027 the next one is below the goal. Each solve is asked for
/// no more than the goal, and so expected to be the last.
TEST(ProjectGuess, GoesOnWithWhatIsLeft) {
    Noise noise;
    Lazy solver;
    const ProjectReport report = noise.project(solver, 0.02);
    EXPECT_TRUE(report.reached);
    EXPECT_EQ(solver.solves, 4);
}

}  // namespace
}  // namespace whorl
