// How much a cycle or an iteration gains: the bar is a residual 5 times smaller per V(1,1) cycle of multigrid, and a
// decade in two iterations of mgpcg, whatever the size and the sides.
#include <gtest/gtest.h>

#include "tests/dims.hpp"
#include "tests/unit/pressure/convergence.hpp"

namespace whorl {
namespace {

TEST(PressureConvergence, EverySizeAndSide2) {
    for (const Vec<int, 2> cells : {Vec<int, 2>{32, 32}, {64, 64}, {100, 100}, {128, 128}, {129, 129}, {127, 33}})
        for (const char* sides : {"ww", "dd", "wd", "wwdd", "gg", "pp", "ppww", "ppwd"})
            expect_fast<double>(cells, sides, {1, 1});
}

TEST(PressureConvergence, LongDomains2) {
    for (const Vec<int, 2> cells : {Vec<int, 2>{300, 70}, {65, 130}, {512, 64}, {17, 136}, {8, 400}, {2, 300}})
        for (const char* sides : {"ww", "wd", "ppww"}) expect_fast<double>(cells, sides, {1, 1});
}

TEST(PressureConvergence, LongCells2) {
    for (const double aspect : {1.0, 1.1, 1.2, 1.4, 2.0, 3.0, 5.0, 8.0, 1 / 8.0})
        for (const char* sides : {"ww", "wd", "pp"}) expect_fast<double, 2>({100, 128}, sides, {aspect, 1});
}

TEST(PressureConvergence, EverySizeAndSide3) {
    for (const Vec<int, 3> cells : {Vec<int, 3>{16, 16, 16}, {32, 32, 32}, {33, 33, 33}, {48, 48, 48}, {50, 31, 20}})
        for (const char* sides : {"ww", "dd", "wd", "pp", "ppwwwd"}) expect_fast<double>(cells, sides, {1, 1, 1});
}

TEST(PressureConvergence, LongCellsAndDomains3) {
    for (const Vec<double, 3> h : {Vec<double, 3>{8, 1, 1}, {1, 8, 8}, {1, 3, 8}, {1.2, 1, 1}, {1, 1.2, 1.2}})
        expect_fast<double, 3>({32, 36, 33}, "wwwd", h);
    expect_fast<double, 3>({128, 16, 16}, "ww", {1, 1, 1});
    expect_fast<double, 3>({12, 96, 24}, "wdppww", {1, 1, 1});
}

TEST(PressureConvergence, ADiagonalOnlyHelps) {
    for (const double diagonal : {1e-6, 1e-3, 0.1, 10.0, 1e4}) {
        expect_fast<double, 2>({100, 65}, "ww", {1, 1}, diagonal);
        expect_fast<double, 3>({32, 20, 25}, "wg", {1, 1, 1}, diagonal);
    }
}

/// Float meets the same bar until its floor.
TEST(PressureConvergence, Float) {
    expect_fast<float, 2>({128, 100}, "ww", {1, 1}, 0, 4);
    expect_fast<float, 3>({32, 40, 33}, "wd", {1, 1, 1}, 0, 4);
}

template <class D> class PressureConvergence : public testing::Test {};
TYPED_TEST_SUITE(PressureConvergence, Dims);

/// A side that is half wall and half open: where the halves meet, x is not smooth, and a plain cycle gains less.
TYPED_TEST(PressureConvergence, HalfOfASideIsOpen) {
    constexpr int Dim = TypeParam::value;
    const HalfOpenSide<Dim> half;
    for (const auto& b : {noise<double, Dim>(half.cells), smooth<double, Dim>(half.cells)}) {
        EXPECT_LT(convergence_factor<double>("multigrid", half.problem, b.view()), 0.7);
        EXPECT_LT(convergence_factor<double>("mgpcg", half.problem, b.view()), 0.25);
        EXPECT_LT(convergence_factor<double>("auto", half.problem, b.view()), 0.25);
    }
}

/// General weights that happen to be uniform gain as much as the uniform form.
TYPED_TEST(PressureConvergence, GeneralForm) {
    constexpr int Dim = TypeParam::value;
    Vec<int, Dim> cells{};
    for (int a = 0; a < Dim; ++a) cells[a] = Dim == 2 ? 100 - 35 * a : 33 - a;
    for (const char* sides : {"ww", "dd", "wd", "pp"}) {
        const auto uniform = problem_of<double, Dim>(cells, sides, unit_spacing<Dim>());
        expect_fast(GeneralWeights<double, Dim>(uniform).problem(uniform), std::string("general ") + sides);
    }
}

/// A block in the middle, not on even cells. No bar yet, but it has to get there.
TYPED_TEST(PressureConvergence, WithABlockInside) {
    constexpr int Dim = TypeParam::value;
    Vec<int, Dim> cells{};
    for (int a = 0; a < Dim; ++a) cells[a] = Dim == 2 ? 96 : 32;
    const auto uniform = problem_of<double, Dim>(cells, "wd", unit_spacing<Dim>());
    GeneralWeights<double, Dim> weights(uniform);
    for_each_cell(cells, [&](const auto& at) {
        bool is_inside = true;
        for (int a = 0; a < Dim; ++a) is_inside = is_inside && at[a] >= cells[a] / 3 + 1 && at[a] < cells[a] / 2 + 2;
        if (is_inside) weights.close(at);
    });
    const auto problem = weights.problem(uniform);
    const auto b = noise<double, Dim>(cells);
    EXPECT_LT(convergence_factor<double>("multigrid", problem, b.view()), 0.6);
    EXPECT_LT(convergence_factor<double>("mgpcg", problem, b.view()), 0.316);
}

}  // namespace
}  // namespace whorl
