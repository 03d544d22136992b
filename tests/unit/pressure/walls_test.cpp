// Solvers among walls: thin ones inside coarse cells too, a decade in two iterations of mgpcg.
#include <gtest/gtest.h>

#include <limits>

#include "pressure/level.hpp"
#include "pressure/pockets.hpp"
#include "simd/field_kernels.hpp"
#include "tests/dims.hpp"
#include "tests/sanitizer.hpp"
#include "tests/unit/pressure/walled_problems.hpp"

namespace whorl {
namespace {

template <class D> class PressureWalls : public testing::Test {};
TYPED_TEST_SUITE(PressureWalls, Dims);

template <int Dim> double factor_of(const char* solver, const ObstacleShape<Dim>& shape, double turn, int n) {
    Pose<Dim> pose{};
    for (int a = 0; a < Dim; ++a) pose.position[a] = 0.5;
    pose.rotation[0] = turn;
    if constexpr (Dim == 3) pose.rotation[1] = 0.7 * turn, pose.rotation[2] = 0.5 * turn;
    const WalledProblem<double, Dim> walled(n, shape, pose);
    auto b = noise<double, Dim>(walled.problem.cells);
    walled.make_solvable(b.view());
    return convergence_factor<double, Dim>(solver, walled.problem, b.view());
}

/// The smaller sizes run the same lines.
template <int Dim> bool is_too_big(int n) {
    return under_sanitizer && n > (Dim == 2 ? 64 : 32);
}

/// The bar is a decade in two iterations, 0.316; a cycle that smooths alike before and after is well below.
TYPED_TEST(PressureWalls, AClosedThinBoxCostsLittle) {
    constexpr int Dim = TypeParam::value;
    for (const int n : Dim == 2 ? std::vector<int>{32, 48, 64, 128} : std::vector<int>{16, 32, 48})
        for (const double turn : {0.0, 0.4, 0.9}) {
            if (is_too_big<Dim>(n)) continue;
            EXPECT_LE(factor_of("mgpcg", hollow_box<Dim>(0, 1.0 / n), turn, n), 0.1) << n << ", turned by " << turn;
        }
}

/// Three sheets, slanted, that cross each other and end in the flow.
TYPED_TEST(PressureWalls, CrossingSheetsMeetTheBar) {
    constexpr int Dim = TypeParam::value;
    const ObstacleShape<Dim> sheets = [] {
        if constexpr (Dim == 2)
            return unite(unite(segment({-0.3, -0.2}, {0.3, 0.25}).value(), segment({-0.25, 0.3}, {0.2, -0.3}).value())
                             .value(),
                         segment({-0.35, 0.05}, {0.3, 0.02}).value())
                .value();
        else
            return unite(unite(rectangle({}, {0.3, 0.1, 0}, {-0.05, 0.15, 0.25}).value(),
                               rectangle({}, {0.1, -0.3, 0.05}, {0.2, 0.05, -0.1}).value())
                             .value(),
                         rectangle({0.05, 0, 0}, {0.02, 0.3, 0}, {0.15, -0.01, 0.3}).value())
                .value();
    }();
    for (const int n : Dim == 2 ? std::vector<int>{48, 64, 128, 256} : std::vector<int>{24, 32, 48})
        for (const double turn : {0.0, 0.4, 0.9}) {
            if (is_too_big<Dim>(n)) continue;
            EXPECT_LE(factor_of("mgpcg", sheets, turn, n), 0.2) << n << turn;
        }
}

TYPED_TEST(PressureWalls, ABallCostsLess) {
    constexpr int Dim = TypeParam::value;
    for (const int n : Dim == 2 ? std::vector<int>{32, 64, 128} : std::vector<int>{16, 32})
        EXPECT_LE(factor_of<Dim>("mgpcg", ball<Dim>(0.2), 0, n), 0.1) << n;
}

/// Two decades, as a projection asks for them, by cycles for as long as those gain: what is reported is what is left.
TYPED_TEST(PressureWalls, AShortSolveReachesItsGoal) {
    constexpr int Dim = TypeParam::value;
    const int n = Dim == 2 ? 64 : 24;
    Pose<Dim> pose{};
    for (int a = 0; a < Dim; ++a) pose.position[a] = 0.5;
    pose.rotation[0] = 0.4;
    for (const auto& shape : {ball<Dim>(0.2), hollow_box<Dim>(0, 1.0 / n)}) {
        const WalledProblem<double, Dim> walled(n, shape, pose);
        auto b = noise<double, Dim>(walled.problem.cells), x = Field<double, Dim>::make(walled.problem.cells).value();
        walled.make_solvable(b.view());
        auto solver = make_pressure_solver<double, Dim>("auto").value();
        ASSERT_TRUE(solver->prepare(walled.problem));
        const SolveReport report = solver->solve(x.view(), b.view(), {.relative = 1e-2}, serial_scheduler());
        const auto level = make_finest_level(walled.problem).value();
        const double left = residual<double, Dim>(serial_scheduler(), level, x.view(), {b.view(), 0.0});
        EXPECT_TRUE(report.reached);
        EXPECT_LE(report.iterations, 4);
        EXPECT_NEAR(left, report.residual, 1e-6 * report.rhs);
        EXPECT_LE(left, 1.000001e-2 * report.rhs);
    }
}

/// Half of a side is open: a cycle gains too little, and conjugate gradients go on.
TYPED_TEST(PressureWalls, CyclesThatGainTooLittleGiveWay) {
    constexpr int Dim = TypeParam::value;
    const HalfOpenSide<Dim> half;
    const auto b = smooth<double, Dim>(half.cells);
    const auto iterations_of = [&](const char* name) {
        auto solver = make_pressure_solver<double, Dim>(name).value();
        EXPECT_TRUE(solver->prepare(half.problem));
        auto x = Field<double, Dim>::make(half.cells).value();
        int sum = 0;
        for (int more = 1; more <= 5; ++more) {  // decades, two at a time, as a projection goes on
            const double relative = std::pow(1e-2, more);
            const SolveReport report = solver->solve(x.view(), b.view(), {.relative = relative}, serial_scheduler());
            EXPECT_TRUE(report.reached) << name;
            sum += report.iterations;
        }
        return sum;
    };
    EXPECT_LE(iterations_of("auto"), iterations_of("mgpcg") + 3);
}

/// What a time step asks of a solver when an obstacle moved.
TYPED_TEST(PressureWalls, RefreshedIsAsPreparedAnew) {
    constexpr int Dim = TypeParam::value;
    const int n = Dim == 2 ? 40 : 18;
    const auto at = [](double x) {
        Pose<Dim> pose{};
        for (int a = 0; a < Dim; ++a) pose.position[a] = x;
        pose.rotation[0] = x;
        return pose;
    };
    for (const char* name : {"auto", "mgpcg", "multigrid", "red-black", "jacobi"}) {
        WalledProblem<double, Dim> walled(n, hollow_box<Dim>(0, 1.0 / n), at(0.4));
        auto kept = make_pressure_solver<double, Dim>(name).value();
        auto fresh = make_pressure_solver<double, Dim>(name).value();
        ASSERT_TRUE(kept->prepare(walled.problem));
        walled.put(hollow_box<Dim>(0, 1.0 / n), at(0.55));
        ASSERT_TRUE(kept->refresh()) << name;
        ASSERT_TRUE(fresh->prepare(walled.problem));
        auto b = noise<double, Dim>(walled.problem.cells);
        walled.make_solvable(b.view());
        auto x = Field<double, Dim>::make(walled.problem.cells).value();
        auto y = Field<double, Dim>::make(walled.problem.cells).value();
        const SolveGoal goal{.relative = 1e-8, .max_iterations = 6};
        (void)kept->solve(x.view(), b.view(), goal, serial_scheduler());
        (void)fresh->solve(y.view(), b.view(), goal, serial_scheduler());
        int differ = 0;
        for_each_cell(walled.problem.cells,
                      [&](const Vec<int, Dim>& cell) { differ += x.view()[cell] != y.view()[cell]; });
        EXPECT_EQ(differ, 0) << name;
    }
}

template <int Dim> Pose<Dim> in_the_middle() {
    Pose<Dim> pose{};
    for (int a = 0; a < Dim; ++a) pose.position[a] = 0.5;
    return pose;
}

/// Cells in walls, too.
TYPED_TEST(PressureWalls, WhatBeginsAnewTakesAnythingForZero) {
    constexpr int Dim = TypeParam::value, n = Dim == 2 ? 65 : 33;
    for (const char* name : {"auto", "mgpcg", "multigrid"})
        for (const double relative : {1e-2, 1e-6}) {
            WalledProblem<double, Dim> walled(n, hollow_box<Dim>(3, 1.0 / n), in_the_middle<Dim>());
            auto solver = make_pressure_solver<double, Dim>(name).value();
            ASSERT_TRUE(solver->prepare(walled.problem));
            ASSERT_TRUE(solver->begins_anew());
            auto b = noise<double, Dim>(walled.problem.cells);
            walled.make_solvable(b.view());
            auto x = Field<double, Dim>::make(walled.problem.cells).value();
            auto y = Field<double, Dim>::make(walled.problem.cells).value();
            fill(serial_scheduler(), interior(y.view()), y.view(), std::numeric_limits<double>::quiet_NaN());
            const SolveGoal goal{.relative = relative, .from_zero = true};
            EXPECT_TRUE(solver->solve(x.view(), b.view(), goal, serial_scheduler()).reached);
            EXPECT_TRUE(solver->solve(y.view(), b.view(), goal, serial_scheduler()).reached);
            int differ = 0;
            for_each_cell(walled.problem.cells,
                          [&](const Vec<int, Dim>& cell) { differ += x.view()[cell] != y.view()[cell]; });
            EXPECT_EQ(differ, 0) << name;
        }
}

/// So does a diagonal of each cell that changed in place, as that of diffusion does with the time step.
TYPED_TEST(PressureWalls, ADiagonalThatChangesInPlaceGivesTheSameBitsAsANewOne) {
    constexpr int Dim = TypeParam::value;
    Vec<int, Dim> cells{};
    for (int a = 0; a < Dim; ++a) cells[a] = 24 - 2 * a;
    const auto uniform = problem_of<double, Dim>(cells, "ww", unit_spacing<Dim>(), 0.01);
    GeneralWeights<double, Dim> weights(uniform);
    for (const char* name : {"multigrid", "mgpcg"}) {
        set_cells(weights.diagonal.view(), [](const auto&) { return 0.01; });
        auto kept = make_pressure_solver<double, Dim>(name).value();
        auto fresh = make_pressure_solver<double, Dim>(name).value();
        ASSERT_TRUE(kept->prepare(weights.problem(uniform)));
        set_cells(weights.diagonal.view(), [](const auto& at) { return at[0] == 3 ? 9.0 : 5.0; });
        ASSERT_TRUE(kept->refresh()) << name;
        auto later = weights.problem(uniform);
        later.diagonal = 5;
        ASSERT_TRUE(fresh->prepare(later));
        const auto b = noise<double, Dim>(cells);
        auto x = Field<double, Dim>::make(cells).value(), y = Field<double, Dim>::make(cells).value();
        const SolveGoal goal{.relative = 1e-8, .max_iterations = 3};
        (void)kept->solve(x.view(), b.view(), goal, serial_scheduler());
        (void)fresh->solve(y.view(), b.view(), goal, serial_scheduler());
        int differ = 0;
        for_each_cell(cells, [&](const Vec<int, Dim>& cell) { differ += x.view()[cell] != y.view()[cell]; });
        EXPECT_EQ(differ, 0) << name;
    }
}

/// Eight cells a side, all axes halved, a sheet inside of coarse cells 1 along x: the children on one side of it are
/// pieces of their own, and no coarse unknown has children on both.
TYPED_TEST(PressureWalls, ASheetInsideACoarseCell) {
    constexpr int Dim = TypeParam::value;
    Vec<int, Dim> cells{};
    for (int a = 0; a < Dim; ++a) cells[a] = 8;
    const auto uniform = problem_of<double, Dim>(cells, "ww", unit_spacing<Dim>());
    GeneralWeights<double, Dim> weights(uniform);
    const auto face = weights.faces[0].view();
    set_cells(face, [&](const Vec<int, Dim>& at) { return at[0] == 3 ? 0.0 : face[at]; });
    auto fine = make_finest_level<double, Dim>(weights.problem(uniform)).value();
    const auto coarse = make_coarser_level(fine).value();
    const auto& aggregation = fine.aggregation;
    ASSERT_EQ(coarse.pieces.count(), Dim == 2 ? 4 : 16);
    ASSERT_EQ(static_cast<int>(aggregation.moved().size()), Dim == 2 ? 8 : 64);
    const int side = aggregation.moved().front().cell[0] < 3 ? 0 : 1;  // that the pieces are on
    for (const auto& cell : aggregation.moved()) {
        EXPECT_EQ(cell.parent[0], 1);
        EXPECT_EQ(cell.cell[0], side == 0 ? 2 : 3);
        EXPECT_EQ(aggregation.parent_of(fine.transfer, cell.cell), ~cell.piece);
    }
    for_each_cell(cells, [&](Vec<int, Dim> at) {
        if (at[0] != 2) return;
        const int below = aggregation.parent_of(fine.transfer, at);
        ++at[0];
        EXPECT_NE(below, aggregation.parent_of(fine.transfer, at));
    });
    // A piece is linked to the cell away from the sheet, as strongly as a whole cell, and to the pieces beside it, half
    // as strongly, having half of the width.
    for (const auto& piece : coarse.pieces.list)
        for (int i = piece.begin; i < piece.end; ++i) {
            const auto& link = coarse.pieces.links[static_cast<std::size_t>(i)];
            EXPECT_EQ(link.weight, link.node < 0 ? 0.125 : 0.25);
            if (link.node < 0) continue;
            EXPECT_EQ(cell_of(coarse.op.cells, link.node)[0], side == 0 ? 0 : 2);
        }
    // And what is on its other side has lost the face to that cell.
    for_each_cell(coarse.op.cells, [&](const Vec<int, Dim>& at) {
        if (at[0] != 1) return;
        EXPECT_EQ(weight_towards(coarse.op, at, 0, side), 0.0);
        EXPECT_EQ(weight_towards(coarse.op, at, 0, 1 - side), 0.25);
    });
}

/// Every equation of a coarser level with pieces, summed over a pocket, is zero for a constant; and its matrix is
/// symmetric: what a piece feels of a cell, the cell feels of the piece.
TYPED_TEST(PressureWalls, PiecesKeepTheNullSpace) {
    constexpr int Dim = TypeParam::value;
    Pose<Dim> pose{};
    for (int a = 0; a < Dim; ++a) pose.position[a] = 0.5;
    pose.rotation[0] = 0.4;
    const WalledProblem<double, Dim> walled(20, hollow_box<Dim>(0, 0.05), pose);
    std::vector<Level<double, Dim>> levels;
    levels.push_back(make_finest_level<double, Dim>(walled.problem).value());
    while (levels.size() < 4) levels.push_back(make_coarser_level(levels.back()).value());
    for (std::size_t k = 1; k < levels.size(); ++k) {
        auto& level = levels[k];
        ASSERT_GT(level.pieces.count(), 0) << k;
        auto x = Field<double, Dim>::make(level.op.cells, 0).value();
        set_cells(x.view(), [](const auto&) { return 1.0; });
        auto felt = Field<double, Dim>::make(level.op.cells, 0).value();
        for (int i = 0; i < level.pieces.count(); ++i) level.pieces.change(i, 1.0, felt.view().data);
        for (int i = 0; i < level.pieces.count(); ++i)
            EXPECT_NEAR(level.pieces.residual(i, x.view().data), 0, 1e-12) << k;
        for_each_cell(level.op.cells,
                      [&](const Vec<int, Dim>& at) { EXPECT_NEAR(felt.view()[at], level.op.extra[at], 1e-9) << k; });
        for (int i = 0; i < level.pieces.count(); ++i)
            for (int j = level.pieces.list[i].begin; j < level.pieces.list[i].end; ++j) {
                const auto& link = level.pieces.links[j];
                if (link.node >= 0) continue;
                const auto& other = level.pieces.list[~link.node];
                double back = 0;
                for (int m = other.begin; m < other.end; ++m)
                    if (level.pieces.links[m].node == ~i) back = level.pieces.links[m].weight;
                EXPECT_NEAR(back, link.weight, 1e-12 * link.weight);
            }
    }
}

}  // namespace
}  // namespace whorl
