// "fft" and "dct" against our own solvers, on every box that they take; and what they refuse.
#include <gtest/gtest.h>

#include "spectral/spectral_solvers.hpp"
#include "tests/dims.hpp"
#include "tests/unit/parallel/allocations.hpp"
#include "tests/unit/pressure/problems.hpp"

namespace whorl {
namespace {

template <class D> class SpectralSolvers : public testing::Test {
  protected:
    void SetUp() override { register_spectral_solvers(); }
};
TYPED_TEST_SUITE(SpectralSolvers, Dims);

template <class T, int Dim> std::string refusal(const char* name, const PoissonProblem<T, Dim>& problem) {
    const auto prepared = make_pressure_solver<T, Dim>(name).value()->prepare(problem);
    return prepared ? "" : prepared.error().message;
}

/// As far from multigrid's answer as that is from right.
template <class T, int Dim>
void expect_same(const char* name, const PoissonProblem<T, Dim>& problem, double relative, double tolerance) {
    const auto b = noise<T, Dim>(problem.cells, 4);
    auto x = noise<T, Dim>(problem.cells, 5), y = Field<T, Dim>::make(problem.cells).value();
    auto solver = make_pressure_solver<T, Dim>(name).value(), ours = make_pressure_solver<T, Dim>("multigrid").value();
    ASSERT_TRUE(solver->prepare(problem));
    ASSERT_TRUE(ours->prepare(problem));
    const auto report = solver->solve(x.view(), b.view(), {.relative = relative}, serial_scheduler());
    EXPECT_TRUE(report.reached) << report.residual / report.rhs;
    EXPECT_LE(report.iterations, 2);
    ours->solve(y.view(), b.view(), {.relative = relative, .max_iterations = 1000}, serial_scheduler());
    double largest = 1e-3;
    for_each_cell(problem.cells, [&](const auto& at) { largest = std::max(largest, std::abs(double(y.view()[at]))); });
    for_each_cell(problem.cells,
                  [&](const auto& at) { ASSERT_NEAR(x.view()[at], y.view()[at], tolerance * largest) << name; });
}

template <int Dim> std::vector<Vec<int, Dim>> sizes() {
    if constexpr (Dim == 2)
        return {{16, 16}, {15, 22}, {7, 1}, {2, 9}, {1, 1}, {1, 6}};
    else
        return {{8, 8, 8}, {7, 10, 5}, {1, 4, 9}, {2, 3, 1}};
}

TYPED_TEST(SpectralSolvers, AgreeWithMultigrid) {
    constexpr int Dim = TypeParam::value;
    Vec<double, Dim> h{};
    for (int a = 0; a < Dim; ++a) h[a] = 1 - 0.2 * a;
    for (const auto& cells : sizes<Dim>())
        for (const char* sides : {"ww", "dd", "wd", "dw", "gg", "pp", "ppww", "wdpp", "ddggww", "dwppwd"})
            for (const double diagonal : {0.0, 0.7}) {
                SCOPED_TRACE(std::string(sides) + " " + std::to_string(cells[0]) + " x " + std::to_string(cells[1]));
                const auto problem = problem_of<double, Dim>(cells, sides, h, diagonal);
                expect_same("dct", problem, 1e-11, 1e-9);
                if (std::string(sides) == "pp") expect_same("fft", problem, 1e-11, 1e-9);
            }
}

TYPED_TEST(SpectralSolvers, ServeFloatToo) {
    constexpr int Dim = TypeParam::value;
    const auto cells = sizes<Dim>()[1];
    expect_same("dct", problem_of<float, Dim>(cells, "wd", unit_spacing<Dim>()), 1e-5, 1e-4);
    expect_same("fft", problem_of<float, Dim>(cells, "pp", unit_spacing<Dim>()), 1e-5, 1e-4);
}

TYPED_TEST(SpectralSolvers, RefuseWithTheNameOfOneThatDoes) {
    constexpr int Dim = TypeParam::value;
    const auto cells = sizes<Dim>()[1];
    const auto walls = problem_of<double, Dim>(cells, "ww", unit_spacing<Dim>());
    EXPECT_NE(refusal("fft", walls).find("use \"dct\""), std::string::npos);
    EXPECT_EQ(refusal("dct", walls), "");
    const GeneralWeights<double, Dim> weights(walls);
    for (const char* name : {"fft", "dct"})
        EXPECT_NE(refusal(name, weights.problem(walls)).find("use \"mgpcg\""), std::string::npos) << name;
    const auto mixed = problem_of<double, Dim>(cells, "gw", unit_spacing<Dim>());
    EXPECT_NE(refusal("dct", mixed).find("use \"multigrid\""), std::string::npos);
}

TYPED_TEST(SpectralSolvers, FollowADiagonalAndAllocateNothing) {
    constexpr int Dim = TypeParam::value;
    auto problem = problem_of<double, Dim>(sizes<Dim>()[1], "pp", unit_spacing<Dim>(), 0.5);
    const auto b = noise<double, Dim>(problem.cells);
    for (const char* name : {"fft", "dct"}) {
        auto solver = make_pressure_solver<double, Dim>(name).value(),
             fresh = make_pressure_solver<double, Dim>(name).value();
        ASSERT_TRUE(solver->prepare(problem));
        auto x = Field<double, Dim>::make(problem.cells).value(), y = Field<double, Dim>::make(problem.cells).value();
        const long before = allocations();
        ASSERT_TRUE(solver->set_diagonal(3));
        solver->solve(x.view(), b.view(), {.relative = 1e-12}, serial_scheduler());
        EXPECT_EQ(allocations(), before) << name;
        auto changed = problem;
        changed.diagonal = 3;
        ASSERT_TRUE(fresh->prepare(changed));
        fresh->solve(y.view(), b.view(), {.relative = 1e-12}, serial_scheduler());
        for_each_cell(problem.cells, [&](const auto& at) { ASSERT_EQ(x.view()[at], y.view()[at]) << name; });
    }
}

}  // namespace
}  // namespace whorl
