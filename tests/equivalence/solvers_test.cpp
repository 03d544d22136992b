// Every pressure solver gives the same answer as every other, on problems too large for a dense matrix: sizes that are
// no power of two, walls, mixed and periodic sides, obstacles, singular or not.
#include <gtest/gtest.h>

#include "tests/dims.hpp"
#include "tests/equivalence/eigen_solve.hpp"
#include "tests/unit/pressure/problems.hpp"

namespace whorl {
namespace {

constexpr const char* solvers[] = {"auto", "multigrid", "mgpcg", "red-black", "jacobi",          "gauss-seidel",
                                   "sor",  "cg",        "pcg",   "direct",    "cyclic-reduction"};

template <int Dim> struct Answers {
    std::vector<std::string> names;
    std::vector<Field<double, Dim>> fields;
};

/// Of every solver that takes the problem; `refusing` must not.
template <int Dim>
Answers<Dim> all_answers(const PoissonProblem<double, Dim>& problem, const View<const double, Dim>& b,
                         const std::string& refusing = "") {
    Answers<Dim> answers;
    for (const std::string name : solvers) {
        auto solver = make_pressure_solver<double, Dim>(name).value();
        const auto prepared = solver->prepare(problem);
        EXPECT_EQ(static_cast<bool>(prepared), name != refusing) << name;
        if (!prepared) {
            EXPECT_NE(prepared.error().message.find("use \"m"), std::string::npos) << prepared.error().message;
            continue;
        }
        auto x = Field<double, Dim>::make(problem.cells).value();
        const auto report =
            solver->solve(x.view(), b, {.relative = 1e-9, .max_iterations = 100000}, serial_scheduler());
        EXPECT_TRUE(report.reached) << name << ": " << report.residual / report.rhs << " after " << report.iterations;
        answers.names.push_back(name);
        answers.fields.push_back(std::move(x));
    }
    return answers;
}

template <int Dim>
void expect_agreement(const PoissonProblem<double, Dim>& problem, bool is_singular, const std::string& refusing = "") {
    const auto b = noise<double, Dim>(problem.cells, 7);
    auto answers = all_answers<Dim>(problem, b.view(), refusing);
    answers.names.push_back("Eigen");
    answers.fields.push_back(eigen_solve(problem, b.view(), is_singular));
    double largest = 0;
    for_each_cell(problem.cells,
                  [&](const auto& at) { largest = std::max(largest, std::abs(answers.fields.back().view()[at])); });
    ASSERT_GT(largest, 0);
    for (std::size_t i = 0; i < answers.names.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            double apart = 0;
            for_each_cell(problem.cells, [&](const auto& at) {
                apart = std::max(apart, std::abs(answers.fields[i].view()[at] - answers.fields[j].view()[at]));
            });
            EXPECT_LT(apart, 1e-5 * largest) << answers.names[i] << " and " << answers.names[j];
        }
}

template <class D> class SolversAgree : public testing::Test {};
TYPED_TEST_SUITE(SolversAgree, Dims);

template <int Dim> Vec<int, Dim> odd_size() {
    if constexpr (Dim == 2)
        return {37, 23};
    else
        return {13, 10, 11};
}
template <int Dim> Vec<double, Dim> spacing() {
    Vec<double, Dim> h{};
    for (int a = 0; a < Dim; ++a) h[a] = 1 - 0.15 * a;
    return h;
}

TYPED_TEST(SolversAgree, InPlainBoxes) {
    constexpr int Dim = TypeParam::value;
    for (const char* sides : {"ww", "dd", "wd", "gwdd", "dwwwdd", "ppww", "wwpp", "wdpp"}) {
        SCOPED_TRACE(sides);
        const bool is_singular = std::string(sides).find_first_of("dg") == std::string::npos;
        const bool two_rings = Dim == 3 && std::string(sides).ends_with("pp");
        expect_agreement(problem_of<double, Dim>(odd_size<Dim>(), sides, spacing<Dim>()), is_singular,
                         two_rings ? "cyclic-reduction" : "");
    }
}

TYPED_TEST(SolversAgree, RoundPeriodicAxes) {
    constexpr int Dim = TypeParam::value;
    const auto problem = problem_of<double, Dim>(odd_size<Dim>(), "pp", spacing<Dim>());
    expect_agreement(problem, true, "cyclic-reduction");
}

TYPED_TEST(SolversAgree, WithADiagonal) {
    constexpr int Dim = TypeParam::value;
    expect_agreement(problem_of<double, Dim>(odd_size<Dim>(), "wd", spacing<Dim>(), 0.3), false);
    expect_agreement(problem_of<double, Dim>(odd_size<Dim>(), "ww", spacing<Dim>(), 0.01), false);
}

/// A block, a thin wall with a gap, and faces that are partly open, as obstacles make them.
template <int Dim> GeneralWeights<double, Dim> obstacles(const PoissonProblem<double, Dim>& uniform) {
    GeneralWeights<double, Dim> weights(uniform);
    std::uint64_t index = 0;
    for (int a = 0; a < Dim; ++a) {
        const auto face = weights.faces[a].view();
        set_cells(face, [&](const Vec<int, Dim>& at) {
            const bool on_side = at[a] == 0 || at[a] == uniform.cells[a];
            const bool in_wall = a == 0 && at[0] == 9 && at[1] > 1;
            const double open = random_between(0, 1, 11, index++);
            return face[at] * (in_wall ? 0 : on_side || open > 0.3 ? 1 : 0.1 + open);
        });
    }
    for_each_cell(uniform.cells, [&](const Vec<int, Dim>& at) {
        bool inside = true;
        for (int a = 0; a < Dim; ++a) inside = inside && 3 <= at[a] && at[a] < 6;
        if (inside) weights.close(at);
    });
    return weights;
}

TYPED_TEST(SolversAgree, RoundObstacles) {
    constexpr int Dim = TypeParam::value;
    for (const char* sides : {"ww", "wd", "ppww"}) {
        SCOPED_TRACE(sides);
        const auto uniform = problem_of<double, Dim>(odd_size<Dim>(), sides, spacing<Dim>());
        const auto weights = obstacles<Dim>(uniform);
        expect_agreement(weights.problem(uniform), sides[1] != 'd', "cyclic-reduction");
    }
}

/// Rows 44 and 45 of what is covered: elimination and cyclic reduction are exact, and agree with the iterations.
TYPED_TEST(SolversAgree, DirectOnesToTheLastDigits) {
    constexpr int Dim = TypeParam::value;
    const auto problem = problem_of<double, Dim>(odd_size<Dim>(), "wddw", spacing<Dim>());
    const auto b = noise<double, Dim>(problem.cells, 2);
    std::vector<Field<double, Dim>> fields;
    for (const char* name : {"direct", "cyclic-reduction", "multigrid", "cg"}) {
        auto solver = make_pressure_solver<double, Dim>(name).value();
        ASSERT_TRUE(solver->prepare(problem));
        fields.push_back(Field<double, Dim>::make(problem.cells).value());
        const auto report = solver->solve(fields.back().view(), b.view(), {.relative = 1e-12, .max_iterations = 1000},
                                          serial_scheduler());
        EXPECT_TRUE(report.reached) << name;
        EXPECT_LE(report.iterations, fields.size() <= 2 ? 2 : 1000) << name;
    }
    for_each_cell(problem.cells, [&](const auto& at) {
        for (std::size_t i = 1; i < fields.size(); ++i)
            ASSERT_NEAR(fields[0].view()[at], fields[i].view()[at], 1e-10) << i;
    });
}

}  // namespace
}  // namespace whorl
