// What is particular to single solvers: that their iterations are as few as the theory says, and what they refuse.
#include <gtest/gtest.h>

#include "pressure/sor_young1954.hpp"
#include "simd/field_kernels.hpp"
#include "tests/dims.hpp"
#include "tests/sanitizer.hpp"
#include "tests/unit/pressure/problems.hpp"

namespace whorl {
namespace {

template <int Dim>
SolveReport solve(const char* name, const PoissonProblem<double, Dim>& problem, const View<const double, Dim>& b,
                  const View<double, Dim>& x, const SolveGoal& goal) {
    auto solver = make_pressure_solver<double, Dim>(name).value();
    EXPECT_TRUE(solver->prepare(problem)) << name;
    return solver->solve(x, b, goal, serial_scheduler());
}
template <int Dim>
int iterations(const char* name, const PoissonProblem<double, Dim>& problem, double relative = 1e-6) {
    auto x = Field<double, Dim>::make(problem.cells).value();
    const auto b = smooth<double, Dim>(problem.cells);
    const auto report = solve<Dim>(name, problem, b.view(), x.view(), {.relative = relative, .max_iterations = 100000});
    EXPECT_TRUE(report.reached) << name << " stopped at " << report.residual / report.rhs;
    return report.iterations;
}

/// What each iteration minimises: x A x / 2 - b x, up to a constant the energy norm of the error squared.
TEST(PressureMethods, EnergyFallsInEveryIterationOfCg) {
    const auto problem = problem_of<double, 2>({40, 30}, "wd", {1, 1});
    const auto b = noise<double, 2>(problem.cells);
    const auto region = Region<2>::box({}, problem.cells);
    auto right = Field<double, 2>::make(problem.cells).value();
    solve<2>("direct", problem, b.view(), right.view(), {.relative = 1e-13});
    const double least = -dot(serial_scheduler(), region, right.view(), b.view()) / 2;
    const auto level = make_finest_level(problem).value();
    for (const char* name : {"cg", "pcg"}) {
        double before = 0;  // of x = 0
        for (int iteration = 1; iteration <= 25; ++iteration) {
            auto x = Field<double, 2>::make(problem.cells).value(), r = Field<double, 2>::make(problem.cells).value();
            solve<2>(name, problem, b.view(), x.view(), {.relative = 0, .max_iterations = iteration});
            residual<double, 2>(serial_scheduler(), level, x.view(), {b.view(), 0}, r.view());
            add_scaled(serial_scheduler(), region, r.view(), 1, b.view());  // 2 b - A x
            const double energy = -dot(serial_scheduler(), region, r.view(), x.view()) / 2;
            EXPECT_LT(energy, before) << name << ' ' << iteration;
            EXPECT_GT(energy, least * (1 + 1e-12)) << name << ' ' << iteration;
            before = energy;
        }
    }
}

template <class D> class PressureGrowth : public testing::Test {};
TYPED_TEST_SUITE(PressureGrowth, Dims);

/// Twice the cells along an axis: four times the sweeps of relaxation, twice the iterations of the better ones.
TYPED_TEST(PressureGrowth, IsThatOfTheTheory) {
    constexpr int Dim = TypeParam::value;
    const auto growth = [](const char* name, int n) {
        Vec<int, Dim> small{}, large{};
        for (int a = 0; a < Dim; ++a) small[a] = n, large[a] = 2 * n;
        return static_cast<double>(iterations(name, problem_of<double, Dim>(large, "ww", unit_spacing<Dim>()))) /
               iterations(name, problem_of<double, Dim>(small, "ww", unit_spacing<Dim>()));
    };
    for (const char* name : {"gauss-seidel", "red-black", "jacobi"}) {
        if (under_sanitizer) continue;  // hundreds of sweeps of the same
        EXPECT_NEAR(growth(name, 10), 4, 0.6) << name;
    }
    for (const char* name : {"sor", "cg"}) EXPECT_NEAR(growth(name, 16), 2, 0.4) << name;
    EXPECT_LT(growth("pcg", 16), 1.8);
    EXPECT_LT(growth("mgpcg", 16), 1.35);
}

TEST(PressureMethods, IncompleteCholeskySavesMostIterations) {
    const auto problem = problem_of<double, 2>({96, 80}, "ww", {1, 1});
    EXPECT_LT(2.5 * iterations<2>("pcg", problem), iterations<2>("cg", problem));
}

/// Red-black sweeps with one factor throughout.
int sweeps_with(const Level<double, 2>& level, double omega, double relative) {
    const auto b = smooth<double, 2>(level.op.cells);
    auto x = Field<double, 2>::make(level.op.cells).value();
    const double mean = sum(serial_scheduler(), level.region(), b.view()) / level.active_cells;
    const RightSide<double, 2> rhs{b.view(), level.is_singular ? mean : 0};
    const auto norm = [&] { return residual<double, 2>(serial_scheduler(), level, x.view(), rhs); };
    int count = 0;
    for (const double start = norm(); norm() > relative * start; ++count)
        for (const int colour : {0, 1}) relax(serial_scheduler(), level, x.view(), rhs, colour, omega);
    return count;
}

/// Young's factor for a square between zeros is 2 / (1 + sin(pi / n)); any other takes more sweeps.
TEST(PressureMethods, OmegaIsTheBestOne) {
    for (const int n : {16, 32, 64}) {
        const auto level = make_finest_level(problem_of<double, 2>({n, n}, "dd", {1, 1})).value();
        EXPECT_NEAR(best_omega(level), 2 / (1 + std::sin(std::acos(-1.0) / n)), 1e-9);
    }
    for (const char* sides : {"ww", "dd", "wd", "ppdd", "wwpp"}) {
        const auto level = make_finest_level(problem_of<double, 2>({40, 26}, sides, {1, 1})).value();
        const auto sweeps = [&](double omega) { return sweeps_with(level, omega, 1e-8); };
        const double best = best_omega(level);
        EXPECT_LT(sweeps(best), sweeps(2 - 1.5 * (2 - best))) << sides;
        EXPECT_LT(sweeps(best), sweeps(2 - 0.6 * (2 - best))) << sides;
    }
}

/// A wall across the box with a small gap: the way round is what is slow, and omega is raised for it.
TEST(PressureMethods, OmegaIsRaisedBehindObstacles) {
    const auto uniform = problem_of<double, 2>({48, 48}, "ww", {1, 1});
    GeneralWeights<double, 2> weights(uniform);
    for (int y = 0; y < 45; ++y) weights.faces[0].view()(24, y) = 0;
    const auto problem = weights.problem(uniform);
    const auto level = make_finest_level(problem).value();
    EXPECT_LT(2 * iterations<2>("sor", problem), sweeps_with(level, best_omega(level), 1e-6));
}

TEST(PressureMethods, WhatIsTooLargeForTheDirectOneIsRefusedWithTheEstimate) {
    auto flat = make_pressure_solver<float, 2>("direct").value();
    EXPECT_TRUE(flat->prepare(problem_of<float, 2>({100'000, 6}, "wd", {1, 1})));  // numbered along the long axis
    const auto refused = flat->prepare(problem_of<float, 2>({600, 600}, "wd", {1, 1}));
    ASSERT_FALSE(refused);
    for (const char* part : {"direct", "1.61 GiB", "360000 cells", "multigrid"})
        EXPECT_NE(refused.error().message.find(part), std::string::npos) << refused.error().message;
    auto solid = make_pressure_solver<float, 3>("direct").value();
    EXPECT_FALSE(solid->prepare(problem_of<float, 3>({64, 64, 64}, "wd", {1, 1, 1})));
}

TEST(PressureMethods, WhatIsNotSeparableIsRefusedByCyclicReduction) {
    auto solver = make_pressure_solver<float, 2>("cyclic-reduction").value();
    const auto uniform = problem_of<float, 2>({9, 8}, "wd", {1, 1});
    EXPECT_TRUE(solver->prepare(uniform));
    const GeneralWeights<float, 2> weights(uniform);
    const auto general = solver->prepare(weights.problem(uniform));
    ASSERT_FALSE(general);
    EXPECT_NE(general.error().message.find("use \"mgpcg\""), std::string::npos) << general.error().message;
    const auto rings = solver->prepare(problem_of<float, 2>({9, 8}, "pp", {1, 1}));
    ASSERT_FALSE(rings);
    EXPECT_NE(rings.error().message.find("use \"multigrid\""), std::string::npos) << rings.error().message;
    EXPECT_TRUE(solver->prepare(problem_of<float, 2>({9, 8}, "ppww", {1, 1})));
}

/// Weights and a diagonal that change in place give what preparing again would.
TEST(PressureMethods, FollowWhatChanges) {
    const auto uniform = problem_of<double, 2>({23, 18}, "wd", {1, 1}, 0.1);
    const auto b = noise<double, 2>(uniform.cells);
    const SolveGoal goal{.relative = 1e-11, .max_iterations = 100000};
    for (const char* name : {"gauss-seidel", "sor", "cg", "pcg", "direct"}) {
        GeneralWeights<double, 2> weights(uniform);
        auto problem = weights.problem(uniform), with_diagonal = uniform;
        auto solver = make_pressure_solver<double, 2>(name).value();
        auto x = Field<double, 2>::make(uniform.cells).value(), y = Field<double, 2>::make(uniform.cells).value();
        const auto expect_same = [&] {
            solver->solve(x.view(), b.view(), goal, serial_scheduler());
            for_each_cell(uniform.cells,
                          [&](const auto& at) { ASSERT_NEAR(x.view()[at], y.view()[at], 1e-8) << name; });
        };
        ASSERT_TRUE(solver->prepare(problem));
        weights.close({5, 6}), weights.close({6, 6});
        ASSERT_TRUE(solver->refresh()) << name;
        solve<2>("multigrid", problem, b.view(), y.view(), goal);
        expect_same();

        ASSERT_TRUE(solver->prepare(uniform));
        ASSERT_TRUE(solver->set_diagonal(2)) << name;
        with_diagonal.diagonal = 2;
        solve<2>("multigrid", with_diagonal, b.view(), y.view(), goal);
        expect_same();
    }
}

}  // namespace
}  // namespace whorl
