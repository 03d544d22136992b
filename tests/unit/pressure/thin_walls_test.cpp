// What thin walls make of coarse levels: ends inside of cells, pieces, and slits between them.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "pressure/hierarchy.hpp"
#include "tests/dims.hpp"
#include "tests/unit/parallel/schedulers.hpp"
#include "tests/unit/pressure/walled_problems.hpp"

namespace whorl {
namespace {

template <class D> class PressurePieces : public testing::Test {};
TYPED_TEST_SUITE(PressurePieces, Dims);

/// A wall between two of the four children of a coarse cell ends in that cell: a way through it along x passes half as
/// much halfway, so it is 0.25 + 1 + 0.25 as long as it would be, from the centres beside it 1.25.
TEST(PressureWallEnds, NarrowTheCoarseFacesBesideThem) {
    const auto uniform = problem_of<double, 2>({8, 8}, "ww", {1, 1});
    GeneralWeights<double, 2> weights(uniform);
    weights.faces[0].view()[{3, 2}] = 0;
    auto fine = make_finest_level(weights.problem(uniform)).value();
    const auto coarse = make_coarser_level(fine).value();
    EXPECT_EQ(coarse.pieces.count(), 0);
    for_each_cell(coarse.op.face[0].shape, [&](const Vec<int, 2>& at) {
        const bool is_side = at[0] == 0 || at[0] == 4, is_beside = at[1] == 1 && (at[0] == 1 || at[0] == 2);
        EXPECT_DOUBLE_EQ(coarse.op.face[0][at], is_side ? 0 : is_beside ? 0.25 / 1.25 : 0.25) << at[0] << at[1];
    });
    for_each_cell(coarse.op.face[1].shape, [&](const Vec<int, 2>& at) {
        EXPECT_DOUBLE_EQ(coarse.op.face[1][at], at[1] == 0 || at[1] == 4 ? 0 : 0.25) << at[0] << at[1];
    });
}

/// The bits do not depend on whether pieces change one by one, or line by line with notes.
TYPED_TEST(PressurePieces, GoWithTheirLines) {
    constexpr int Dim = TypeParam::value;
    const int n = Dim == 2 ? 48 : 24;
    Pose<Dim> pose{};
    for (int a = 0; a < Dim; ++a) pose.position[a] = 0.5;
    pose.rotation[0] = 0.4;
    const WalledProblem<float, Dim> walled(n, hollow_box<Dim>(0, 1.0 / n), pose);
    auto fine = make_finest_level(walled.problem).value();
    const auto coarse = make_coarser_level(fine).value();
    Pieces<float, Dim> one = coarse.pieces;
    ASSERT_GT(one.count(), 10);
    const auto x = noise<float, Dim>(coarse.op.cells, 1);
    auto one_b = noise<float, Dim>(coarse.op.cells, 2), other_b = noise<float, Dim>(coarse.op.cells, 2);
    for (int i = 0; i < one.count(); ++i) one.x[i] = x.view().data[i], one.b[i] = x.view().data[i + 1];
    Pieces<float, Dim> other = one;
    const auto lines = [&](auto f) {
        for (int line = coarse.op.cells[Dim - 1] - 1; line >= 0; --line) f(line);
    };
    for (const int colour : {0, 1}) {
        one.relax(x.view(), one_b.view(), colour, 1.1f);
        lines([&](int line) { other.relax_line(line, x.view().data, colour, 1.1f); });
        lines([&](int line) { other.take_notes(line, 1 - colour, other.relaxed, other_b.view().data); });
    }
    EXPECT_EQ(one.x, other.x);
    for_each_cell(coarse.op.cells, [&](const auto& at) { ASSERT_EQ(one_b.view()[at], other_b.view()[at]); });
}

/// On levels that are worth several threads, many thin walls: whoever runs the lines, and in which order.
TEST(PressureWallCycles, HaveTheSameBitsWithAnyScheduler) {
    ObstacleShape<2> sheets = segment({-0.45, -0.45}, {-0.4, -0.36}).value();
    for (int i = 1; i < 40; ++i) {
        const double x = -0.45 + 0.11 * (i % 8), y = -0.45 + 0.18 * (i / 8);
        sheets = unite(sheets, segment({x, y}, {x + 0.08 * std::cos(0.7 * i), y + 0.08 * std::sin(0.7 * i)}).value())
                     .value();
    }
    const WalledProblem<float, 2> walled(512, sheets, {.position = {0.5, 0.5}});
    Hierarchy<float, 2> hierarchy;
    ASSERT_TRUE(hierarchy.prepare(make_finest_level(walled.problem).value()));
    ASSERT_TRUE(hierarchy.is_divided());
    const auto b = noise<float, 2>(walled.problem.cells, 3);
    const auto cycled = [&](Scheduler& scheduler) {
        auto x = Field<float, 2>::make(walled.problem.cells).value();
        for (const bool from_zero : {true, false})
            hierarchy.cycle(scheduler, x.view(), {b.view(), 0}, ColourOrder::same, from_zero);
        return x;
    };
    const auto expected = cycled(serial_scheduler());
    for (const auto& scheduler : other_schedulers()) {
        const auto x = cycled(*scheduler);
        int differ = 0;
        for_each_cell(walled.problem.cells, [&](const auto& at) { differ += x.view()[at] != expected.view()[at]; });
        EXPECT_EQ(differ, 0);
    }
}

/// Rooms that are open to the rest through slits are slow modes, which a solve has to find, also when it is done two
/// decades at a time.
TEST(PressureSlits, AreNotForgotten) {
    for (const unsigned seed : {3u, 4u}) {
        std::mt19937 random(seed);
        const auto some = [&] { return 0.9 * (static_cast<double>(random() % 10000) / 10000 - 0.5); };
        const auto sheet = [&] {
            const double x0 = some(), y0 = some(), x1 = some(), y1 = some();
            return segment({x0, y0}, {x1, y1}).value();
        };
        ObstacleShape<2> sheets = sheet();
        for (int i = 1; i < 8; ++i) sheets = unite(sheets, sheet()).value();
        const WalledProblem<double, 2> walled(128, sheets, {.position = {0.5, 0.5}});
        auto b = noise<double, 2>(walled.problem.cells);
        walled.make_solvable(b.view());
        auto solver = make_pressure_solver<double, 2>("auto").value();
        ASSERT_TRUE(solver->prepare(walled.problem));
        const auto level = make_finest_level(walled.problem).value();
        int iterations = 0;
        for (int decades = 0; decades < 6; decades += 2) {
            auto x = Field<double, 2>::make(walled.problem.cells).value();
            auto left = Field<double, 2>::make(walled.problem.cells).value();
            const SolveReport report = solver->solve(x.view(), b.view(), {.relative = 1e-2}, serial_scheduler());
            EXPECT_TRUE(report.reached);
            iterations += report.iterations;
            (void)residual<double, 2>(serial_scheduler(), level, x.view(), {b.view(), 0.0}, left.view());
            b = std::move(left);
        }
        EXPECT_LE(iterations, 20) << seed;
    }
}

}  // namespace
}  // namespace whorl
