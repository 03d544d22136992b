// The operator itself, seen through the solvers' building blocks.
#include <gtest/gtest.h>

#include "parallel/reduce.hpp"
#include "pressure/hierarchy.hpp"
#include "simd/field_kernels.hpp"
#include "tests/dims.hpp"
#include "tests/unit/pressure/problems.hpp"
#include "tests/unit/simd/isas.hpp"

namespace whorl {
namespace {

template <class D> class PressureOperator : public testing::Test {};
TYPED_TEST_SUITE(PressureOperator, Dims);

template <int Dim> Vec<int, Dim> odd_size() {
    Vec<int, Dim> cells{};
    for (int a = 0; a < Dim; ++a) cells[a] = 23 - 6 * a;
    return cells;
}

/// A x by way of a residual with b = 0.
template <class T, int Dim> Field<T, Dim> applied(const Level<T, Dim>& level, const View<const T, Dim>& x) {
    auto zero = Field<T, Dim>::make(level.op.cells).value();
    auto result = Field<T, Dim>::make(level.op.cells).value();
    residual<T, Dim>(serial_scheduler(), level, x, {zero.view(), 0}, result.view());
    scale(serial_scheduler(), level.region(), result.view(), T(-1));
    return result;
}

TYPED_TEST(PressureOperator, IsSymmetric) {
    constexpr int Dim = TypeParam::value;
    for (const char* sides : {"ww", "dd", "pp", "wdpp", "ggppww"}) {
        const auto uniform = problem_of<double, Dim>(odd_size<Dim>(), sides, unit_spacing<Dim>(), 0.1);
        GeneralWeights<double, Dim> weights(uniform);
        for (const auto& problem : {uniform, weights.problem(uniform)}) {
            const auto level = make_finest_level(problem).value();
            const auto x = noise<double, Dim>(problem.cells, 1), y = noise<double, Dim>(problem.cells, 2);
            const auto Ax = applied<double, Dim>(level, x.view()), Ay = applied<double, Dim>(level, y.view());
            const double one = dot(serial_scheduler(), level.region(), Ax.view(), y.view());
            const double other = dot(serial_scheduler(), level.region(), x.view(), Ay.view());
            EXPECT_NEAR(one, other, 1e-12 * std::abs(one) + 1e-10) << sides;
        }
    }
}

TYPED_TEST(PressureOperator, IsTheSameInItsTwoForms) {
    constexpr int Dim = TypeParam::value;
    for (const char* sides : {"ww", "gd", "pp", "wdpp"}) {
        const auto uniform = problem_of<double, Dim>(odd_size<Dim>(), sides, unit_spacing<Dim>(), 0.1);
        GeneralWeights<double, Dim> weights(uniform);
        const auto one = make_finest_level(uniform).value(),
                   other = make_finest_level(weights.problem(uniform)).value();
        ASSERT_TRUE(one.op.is_uniform() && !other.op.is_uniform());
        const auto x = noise<double, Dim>(uniform.cells, 1);
        const auto Ax = applied<double, Dim>(one, x.view()), Bx = applied<double, Dim>(other, x.view());
        for_each_cell(uniform.cells,
                      [&](const auto& at) { EXPECT_NEAR(Ax.view()[at], Bx.view()[at], 1e-12) << sides; });
    }
}

/// A constant is in the null space to the last bit, in float too: fluxes are differences.
TYPED_TEST(PressureOperator, ConstantsFeelNothingBetweenWalls) {
    constexpr int Dim = TypeParam::value;
    for (const char* sides : {"ww", "pp"}) {
        const auto level =
            make_finest_level(problem_of<float, Dim>(odd_size<Dim>(), sides, unit_spacing<Dim>())).value();
        auto x = Field<float, Dim>::make(level.op.cells).value();
        fill(serial_scheduler(), level.region(), x.view(), 12345.678f);
        EXPECT_EQ(max_abs(serial_scheduler(), level.region(), applied<float, Dim>(level, x.view()).view()), 0);
    }
}

/// No kernel reads or writes a ghost: garbage there changes nothing and stays.
TYPED_TEST(PressureOperator, LeavesGhostsAlone) {
    constexpr int Dim = TypeParam::value;
    for (const char* name : {"multigrid", "mgpcg", "red-black", "jacobi", "gauss-seidel", "sor", "cg", "pcg", "direct",
                             "cyclic-reduction"})
        for (const char* sides : {"wd", "pp"}) {
            if (std::string(name) == "cyclic-reduction" && sides[0] == 'p') continue;
            const auto problem = problem_of<float, Dim>(odd_size<Dim>(), sides, unit_spacing<Dim>());
            auto solver = make_pressure_solver<float, Dim>(name).value();
            ASSERT_TRUE(solver->prepare(problem));
            auto x = Field<float, Dim>::make(problem.cells).value(), b = noise<float, Dim>(problem.cells);
            auto y = Field<float, Dim>::make(problem.cells).value();
            for (auto* field : {&y, &b}) {
                auto kept = noise<float, Dim>(problem.cells);
                fill(serial_scheduler(), Region<Dim>::box({}, problem.cells).grown(2), field->view(), std::nanf(""));
                set_cells(field->view(), [&](const auto& at) { return field == &b ? kept.view()[at] : 0; });
            }
            const auto plain = noise<float, Dim>(problem.cells);
            solver->solve(x.view(), plain.view(), {.max_iterations = 3}, serial_scheduler());
            solver->solve(y.view(), b.view(), {.max_iterations = 3}, serial_scheduler());
            for_each_cell(problem.cells, [&](const auto& at) { EXPECT_EQ(x.view()[at], y.view()[at]) << name; });
            EXPECT_TRUE(std::isnan(y.view().data[-1]));
        }
}

/// Sums over products with A p, all from one pass.
TYPED_TEST(PressureOperator, ImagesAreThoseOfTheOperator) {
    constexpr int Dim = TypeParam::value;
    const auto uniform = problem_of<double, Dim>(odd_size<Dim>(), "wdpp", unit_spacing<Dim>(), 0.01);
    const GeneralWeights<double, Dim> weights(uniform);
    for (const auto& problem : {uniform, weights.problem(uniform)}) {
        const auto level = make_finest_level(problem).value();
        auto p = noise<double, Dim>(problem.cells, 1), r = noise<double, Dim>(problem.cells, 2);
        auto nothing = Field<double, Dim>::make(problem.cells).value(), Ap = noise<double, Dim>(problem.cells, 3);
        Scheduler& serial = serial_scheduler();
        (void)residual<double, Dim>(serial, level, p.view(), {nothing.view(), 0}, Ap.view());
        scale(serial, level.region(), Ap.view(), -1.0);
        const auto sums = reduce({&sum_fold, &sum_fold, &sum_fold}, serial, level.region(), kernels_of(level.op).images,
                                 {level.op, {}, r.view(), p.view(), {}, 0.0});
        EXPECT_NEAR(sums[0], dot(serial, level.region(), r.view(), Ap.view()), 1e-9);
        EXPECT_NEAR(sums[1], dot(serial, level.region(), Ap.view(), Ap.view()), 1e-9);
        EXPECT_NEAR(sums[2], dot(serial, level.region(), p.view(), Ap.view()), 1e-9);
    }
}

/// What mgpcg relies on: the energy of the error, x A x / 2 - r x but for a constant, falls in a cycle.
TYPED_TEST(PressureOperator, ACycleTakesEnergyFromTheError) {
    constexpr int Dim = TypeParam::value;
    for (const char* sides : {"dd", "ww", "wdpp"}) {
        const auto problem = problem_of<double, Dim>(odd_size<Dim>(), sides, unit_spacing<Dim>(), 0.01);
        Hierarchy<double, Dim> hierarchy;
        ASSERT_TRUE(hierarchy.prepare(make_finest_level(problem).value()));
        const auto region = hierarchy.finest().region();
        const auto r = noise<double, Dim>(problem.cells, 1);
        auto x = noise<double, Dim>(problem.cells, 3), left = noise<double, Dim>(problem.cells, 3);
        hierarchy.cycle(serial_scheduler(), x.view(), {r.view(), 0}, ColourOrder::same, true);
        (void)residual<double, Dim>(serial_scheduler(), hierarchy.finest(), x.view(), {r.view(), 0}, left.view());
        const double rx = dot(serial_scheduler(), region, r.view(), x.view());
        const double xAx = rx - dot(serial_scheduler(), region, left.view(), x.view());
        EXPECT_GT(rx, 0) << sides;
        EXPECT_NEAR(xAx, rx, 0.2 * rx) << sides;  // at its lowest along x they are equal
    }
}

/// <M r, s> close to <r, M s>, and positive.
TYPED_TEST(PressureOperator, ReversedCycleIsNearlySymmetricAndPositive) {
    constexpr int Dim = TypeParam::value;
    for (const char* sides : {"dd", "ww", "wdpp"}) {
        const auto problem = problem_of<double, Dim>(odd_size<Dim>(), sides, unit_spacing<Dim>(), 0.01);
        Hierarchy<double, Dim> hierarchy;
        ASSERT_TRUE(hierarchy.prepare(make_finest_level(problem).value()));
        const auto r = noise<double, Dim>(problem.cells, 1), s = noise<double, Dim>(problem.cells, 2);
        auto Mr = noise<double, Dim>(problem.cells, 3), Ms = noise<double, Dim>(problem.cells, 3);
        hierarchy.cycle(serial_scheduler(), Mr.view(), {r.view(), 0}, ColourOrder::reversed, true);
        hierarchy.cycle(serial_scheduler(), Ms.view(), {s.view(), 0}, ColourOrder::reversed, true);
        const auto region = hierarchy.finest().region();
        const double size = std::sqrt(dot(serial_scheduler(), region, r.view(), Mr.view()) *
                                      dot(serial_scheduler(), region, s.view(), Ms.view()));
        EXPECT_GT(size, 0);
        EXPECT_NEAR(dot(serial_scheduler(), region, Mr.view(), s.view()),
                    dot(serial_scheduler(), region, r.view(), Ms.view()), 0.05 * size)
            << sides;
    }
}

}  // namespace
}  // namespace whorl
