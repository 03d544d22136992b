// Every solver against Gaussian elimination, on grids small enough to write the matrix down.
#include <gtest/gtest.h>

#include "tests/dims.hpp"
#include "tests/unit/pressure/problems.hpp"

namespace whorl {
namespace {

constexpr const char* every_solver[] = {"auto", "multigrid", "mgpcg", "red-black", "jacobi",          "gauss-seidel",
                                        "sor",  "cg",        "pcg",   "direct",    "cyclic-reduction"};

template <int Dim> struct Reference {
    std::vector<double> x;
    double mean = 0;  // of b, as removed
    bool is_singular = false;
};

/// In a singular system, b without its mean over the cells of the problem, and x with a mean of 0.
template <int Dim>
Reference<Dim> reference(const PoissonProblem<double, Dim>& problem, const View<const double, Dim>& b) {
    Dense<double, Dim> dense(problem);
    Reference<Dim> result;
    std::vector<double> right;
    std::vector<bool> inside;
    double row_sums = 0, total = 0, count = 0;
    for (int i = 0; i < dense.count(); ++i) {
        double row_sum = 0, size = 0;
        for (int j = 0; j < dense.count(); ++j) row_sum += dense.entry(i, j), size += std::abs(dense.entry(i, j));
        inside.push_back(size > 0 || problem.is_uniform());  // nothing but weights says that a cell is outside
        right.push_back(inside.back() ? b[dense.cell(i)] : 0);
        row_sums += row_sum;
        if (inside.back()) total += right.back(), count += 1;
    }
    result.is_singular = row_sums < 1e-9;
    if (result.is_singular && count > 0) result.mean = total / count;
    for (std::size_t i = 0; i < right.size(); ++i)
        if (inside[i]) right[i] -= result.mean;
    result.x = dense.solve(right);
    if (!result.is_singular) return result;
    double mean = 0;
    for (const double value : result.x) mean += value / count;
    for (std::size_t i = 0; i < right.size(); ++i)
        if (inside[i]) result.x[i] -= mean;
    return result;
}

template <int Dim> void expect_solved(const PoissonProblem<double, Dim>& problem) {
    const auto b = noise<double, Dim>(problem.cells, 3);
    const auto expected = reference<Dim>(problem, b.view());
    const Dense<double, Dim> dense(problem);
    double largest = 1e-3;
    for (const double value : expected.x) largest = std::max(largest, std::abs(value));
    for (const char* name : every_solver) {
        SCOPED_TRACE(name);
        auto solver = make_pressure_solver<double, Dim>(name).value();
        if (!solver->prepare(problem)) {
            ASSERT_STREQ(name, "cyclic-reduction");  // the only one that does not take every problem
            continue;
        }
        auto x = noise<double, Dim>(problem.cells, 5);  // a useless guess, outside of the problem too
        const auto report =
            solver->solve(x.view(), b.view(), {.relative = 1e-12, .max_iterations = 20000}, serial_scheduler());
        EXPECT_TRUE(report.reached || report.residual < 1e-10 * (report.rhs + 1)) << report.residual / report.rhs;
        EXPECT_NEAR(report.removed_mean, expected.mean, 1e-12);
        for (int i = 0; i < dense.count(); ++i)
            ASSERT_NEAR(x.view()[dense.cell(i)], expected.x[static_cast<std::size_t>(i)], 1e-8 * largest) << i;
    }
}

template <class D> class PressureDense : public testing::Test {};
TYPED_TEST_SUITE(PressureDense, Dims);

template <int Dim> std::vector<Vec<int, Dim>> small_sizes() {
    if constexpr (Dim == 2)
        return {{8, 8}, {7, 5}, {9, 4}, {3, 3}, {2, 3}, {1, 6}, {5, 1}, {1, 1}, {13, 2}};
    else
        return {{4, 4, 4}, {5, 3, 2}, {3, 3, 3}, {7, 2, 5}, {1, 4, 3}, {2, 1, 1}, {1, 1, 1}, {6, 5, 1}};
}
const char* const side_mixes[] = {"ww",   "dd",   "wd",   "dw",     "gg",     "pp",
                                  "ppww", "wwpp", "wdpp", "ddwwpp", "ppppww", "gwdd"};

TYPED_TEST(PressureDense, AllSidesAndSizes) {
    constexpr int Dim = TypeParam::value;
    Vec<double, Dim> h{};
    for (int a = 0; a < Dim; ++a) h[a] = 1 - 0.2 * a;
    for (const auto& cells : small_sizes<Dim>())
        for (const char* sides : side_mixes) {
            SCOPED_TRACE(std::string(sides) + " " + std::to_string(cells[0]) + " x " + std::to_string(cells[1]));
            expect_solved(problem_of<double, Dim>(cells, sides, h));
        }
}

TYPED_TEST(PressureDense, WithADiagonal) {
    constexpr int Dim = TypeParam::value;
    for (const auto& cells : small_sizes<Dim>())
        for (const double diagonal : {0.02, 0.5, 100.0})
            for (const char* sides : {"ww", "gd", "pp"})
                expect_solved(problem_of<double, Dim>(cells, sides, unit_spacing<Dim>(), diagonal));
}

TYPED_TEST(PressureDense, WeightsOfTheirOwnAtEveryFace) {
    constexpr int Dim = TypeParam::value;
    for (const auto& cells : small_sizes<Dim>())
        for (const char* sides : side_mixes) {
            SCOPED_TRACE(std::string(sides) + " " + std::to_string(cells[0]) + " x " + std::to_string(cells[1]));
            const auto uniform = problem_of<double, Dim>(cells, sides, unit_spacing<Dim>());
            GeneralWeights<double, Dim> weights(uniform);
            std::uint64_t index = 0;
            for (int a = 0; a < Dim; ++a) {
                const auto face = weights.faces[a].view();
                set_cells(face, [&](const auto& at) {
                    if (uniform.periodic[a] && at[a] == cells[a]) {
                        auto first = at;
                        first[a] = 0;
                        return face[first];  // x runs fastest, so that the first face is set by now
                    }
                    return face[at] * random_between(0.5, 2, 9, index++);
                });
            }
            expect_solved(weights.problem(uniform));
        }
}

TYPED_TEST(PressureDense, CellsOutsideOfTheProblem) {
    constexpr int Dim = TypeParam::value;
    Vec<int, Dim> cells{};
    for (int a = 0; a < Dim; ++a) cells[a] = 7 - a;
    for (const char* sides : {"ww", "wd", "pp"})
        for (const double diagonal : {0.0, 0.1}) {
            const auto uniform = problem_of<double, Dim>(cells, sides, unit_spacing<Dim>(), diagonal);
            GeneralWeights<double, Dim> weights(uniform);
            for (int y = 1; y <= 2; ++y)
                for (int x = 2; x <= 4; ++x) {
                    Vec<int, Dim> at{};
                    at[0] = x, at[1] = y;
                    for (at[Dim - 1] = Dim == 3 ? 0 : y; at[Dim - 1] <= (Dim == 3 ? 2 : y); ++at[Dim - 1])
                        weights.close(at);
                }
            expect_solved(weights.problem(uniform));
        }
}

TYPED_TEST(PressureDense, HalfOfASideIsOpen) {
    constexpr int Dim = TypeParam::value;
    Vec<int, Dim> cells{};
    for (int a = 0; a < Dim; ++a) cells[a] = 6 + a;
    const auto uniform = problem_of<double, Dim>(cells, "ww", unit_spacing<Dim>());
    GeneralWeights<double, Dim> weights(uniform);
    const auto face = weights.faces[1].view();
    set_cells(face, [&](const auto& at) { return at[1] == cells[1] && at[0] < 3 ? 2.0 : face[at]; });
    expect_solved(weights.problem(uniform));
}

TEST(PressureDense, AxisWithoutWeight) {
    expect_solved(problem_of<double, 2>({40, 5}, "ggdd", {1e9, 1}));  // as good as none
    auto problem = problem_of<double, 2>({40, 5}, "wwdd", {1, 1});
    problem.weight[0] = 0;
    expect_solved(problem);
    problem.side_weight[0] = {3, 0};
    expect_solved(problem);
    problem.weight[1] = 0;  // nothing coupled to anything: some cells are held, others not in the problem
    problem.diagonal = 1;
    expect_solved(problem);
}

}  // namespace
}  // namespace whorl
