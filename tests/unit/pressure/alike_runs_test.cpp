// Runs of cells with the weights that most have: where they are, and that kernels give the same bits with and without.
#include <gtest/gtest.h>

#include "pressure/level.hpp"
#include "tests/dims.hpp"
#include "tests/unit/pressure/problems.hpp"
#include "tests/unit/simd/isas.hpp"

namespace whorl {
namespace {

/// A block of cells is closed, from x = 100 on and behind y = 2.
template <class T, int Dim> GeneralWeights<T, Dim> with_block(const PoissonProblem<T, Dim>& uniform, int width) {
    GeneralWeights<T, Dim> weights(uniform);
    for_each_cell(uniform.cells, [&](const auto& at) {
        if (at[0] >= 100 && at[0] < 100 + width && at[1] > 2) weights.close(at);
    });
    return weights;
}

template <int Dim> Vec<int, Dim> some_cells() {
    if constexpr (Dim == 2)
        return {201, 7};
    else
        return {201, 9, 11};
}

/// Begin, end and odd cells of the runs of a row.
std::string runs_of(const Level<float, 2>& level, int y) {
    std::string text;
    for (int i = level.first_run[y]; i < level.first_run[y + 1]; ++i) {
        const CellRun& run = level.runs[i];
        text += std::to_string(run.begin) + "-" + std::to_string(run.end) + " ";
        for (int k = run.odd[0]; k < run.odd[2]; ++k) text += "(" + std::to_string(level.odd[k]) + ") ";
        for (int k = run.odd[0]; k < run.odd[2]; ++k) EXPECT_EQ(level.odd[k] % 2 != 0, k >= run.odd[1]);
    }
    return text;
}

/// Beside walls and sides, and along the rows next to them, faces differ. What lies between two runs has 32 cells or
/// more.
TEST(AlikeRuns, AreWhereWeightsAreThoseOfMost) {
    const auto uniform = problem_of<float, 2>({201, 7}, "wd", {1, 1});
    const auto weights = with_block(uniform, 13);
    const auto level = make_finest_level(weights.problem(uniform)).value();
    EXPECT_EQ(runs_of(level, 0), "");        // a side
    EXPECT_EQ(runs_of(level, 1), "1-200 ");  // between the sides
    EXPECT_EQ(runs_of(level, 2), "1-100 132-200 ");
    EXPECT_EQ(runs_of(level, 4), "1-99 131-200 ");
    EXPECT_EQ(runs_of(level, 6), "");
    EXPECT_EQ(level.op.alike.weight, (Vec<float, 2>{1, 1}));
}

/// A few cells interrupt no run, and are odd ones: first those with an even x.
TEST(AlikeRuns, GoOnBehindThinWalls) {
    const auto uniform = problem_of<float, 2>({201, 7}, "wd", {1, 1});
    const auto weights = with_block(uniform, 3);
    const auto level = make_finest_level(weights.problem(uniform)).value();
    EXPECT_EQ(runs_of(level, 1), "1-200 ");
    EXPECT_EQ(runs_of(level, 2), "1-200 (100) (102) (101) ");
    EXPECT_EQ(runs_of(level, 4), "1-200 (100) (102) (99) (101) (103) ");
}

/// What is beside a block that is left out is of the run, too.
TEST(AlikeRuns, GoOnToWhatIsShut) {
    const auto uniform = problem_of<float, 2>({201, 7}, "wd", {1, 1});
    const auto weights = with_block(uniform, 40);
    const auto level = make_finest_level(weights.problem(uniform)).value();
    EXPECT_EQ(runs_of(level, 2), "1-100 140-200 ");  // before the block
    EXPECT_EQ(runs_of(level, 4), "1-100 (99) 140-200 (140) ");
}

/// What slabs of lines are cut by: a row with a block in it takes longer than one without, but for what is left out.
TEST(AlikeRuns, TellHowMuchThereIsToDo) {
    const auto uniform = problem_of<float, 2>({200, 7}, "ww", {1, 1});
    const auto work_of = [&](int width, int y) {
        const auto weights = with_block(uniform, width);
        const auto level = make_finest_level(weights.problem(uniform)).value();
        EXPECT_EQ(level.work.size(), 8u);
        EXPECT_EQ(level.work[0], 0);
        return level.work[static_cast<std::size_t>(y) + 1] - level.work[static_cast<std::size_t>(y)];
    };
    EXPECT_EQ(work_of(13, 1), 200);
    EXPECT_GT(work_of(13, 2), 200);
    EXPECT_GT(work_of(3, 4), work_of(3, 2));  // it has more odd cells
    EXPECT_LT(work_of(90, 4), work_of(40, 4));
}

/// Those of the first row are on a side. Behind y = 2 the block is.
TEST(AlikeRuns, AreWholeRowsWhereNothingElseIs) {
    using enum RowKind;
    const auto uniform = problem_of<float, 2>({200, 7}, "ww", {1, 1});
    const auto weights = with_block(uniform, 40);
    auto level = make_finest_level(weights.problem(uniform)).value();
    EXPECT_EQ(level.row_kinds, (std::vector{parted, whole, parted, parted, parted, parted, parted}));
    level.marks.view()[{7, 1}] = cell_mark::left_alone;
    find_clear_rows(level);
    EXPECT_EQ(level.row_kinds[1], whole);
    level.marks.view()[{7, 1}] = 0;
    find_clear_rows(level);
    EXPECT_EQ(level.row_kinds, (std::vector{parted, clear, parted, parted, parted, parted, parted}));
}

/// An odd number of cells; something odd in a row; an end that is held, or that has another weight.
TEST(AlikeRuns, AreNotWholeRowsOtherwise) {
    const auto kind = [](int cells, const char* sides, auto change) {
        const auto uniform = problem_of<float, 2>({cells, 7}, sides, {1, 1});
        GeneralWeights<float, 2> weights(uniform);
        change(weights);
        return make_finest_level(weights.problem(uniform)).value().row_kinds[3];
    };
    const auto nothing = [](GeneralWeights<float, 2>&) {};
    const auto weigh = [](int axis, Vec<int, 2> face, float weight) {
        return [=](GeneralWeights<float, 2>& weights) { weights.faces[axis].view()[face] = weight; };
    };
    EXPECT_EQ(kind(200, "ww", nothing), RowKind::whole);
    EXPECT_EQ(kind(200, "pp", nothing), RowKind::whole);
    EXPECT_EQ(kind(201, "ww", nothing), RowKind::parted);
    EXPECT_EQ(kind(200, "dd", nothing), RowKind::parted);
    EXPECT_EQ(kind(200, "ww", weigh(0, {100, 3}, 0)), RowKind::parted);
    EXPECT_EQ(kind(200, "ww", weigh(1, {0, 3}, 0.5f)), RowKind::parted);
    EXPECT_EQ(kind(200, "ww", weigh(1, {199, 4}, 0.5f)), RowKind::parted);
    EXPECT_EQ(kind(200, "ww", weigh(1, {199, 6}, 0.5f)), RowKind::whole);  // of another row
}

/// Rows of 128 cells and fewer are one run, or a part of it, or read their weights.
TEST(AlikeRuns, AreNotDividedInShortRows) {
    const auto runs_of_rows = [](int cells) {
        const auto uniform = problem_of<float, 2>({cells, 7}, "wd", {1, 1});
        const auto weights = with_block(uniform, 3);
        const auto level = make_finest_level(weights.problem(uniform)).value();
        return runs_of(level, 1) + "| " + runs_of(level, 2);
    };
    EXPECT_EQ(runs_of_rows(128), "1-127 | ");
    EXPECT_EQ(runs_of_rows(129), "1-128 | 1-128 (100) (102) (101) ");
}

/// A side may have the weight that all faces have; beyond it is nothing to read.
TEST(AlikeRuns, AreNotOnSides) {
    auto uniform = problem_of<float, 2>({201, 7}, "wd", {1, 1});
    uniform.side_weight[1] = {uniform.weight[1], uniform.weight[1]};
    const GeneralWeights<float, 2> weights(uniform);
    const auto level = make_finest_level(weights.problem(uniform)).value();
    EXPECT_EQ(level.first_run[1] - level.first_run[0], 0);
    EXPECT_EQ(level.first_run[2] - level.first_run[1], 1);
    EXPECT_EQ(level.first_run[7] - level.first_run[6], 0);
}

/// A level, and x and its residual after a sweep of both colours.
template <class T, int Dim> struct Swept {
    Field<T, Dim> x, r;

    Swept(Level<T, Dim>& level, bool has_runs) : x(noise<T, Dim>(level.op.cells, 5)) {
        if (!has_runs) std::fill(level.first_run.begin(), level.first_run.end(), 0);
        r = Field<T, Dim>::make(level.op.cells).value();
        const auto b = noise<T, Dim>(level.op.cells, 6);
        for (const int colour : {0, 1})
            relax<T, Dim>(serial_scheduler(), level, x.view(), {b.view(), T(0)}, colour, T(1.1));
        (void)residual<T, Dim>(serial_scheduler(), level, x.view(), {b.view(), T(0.25)}, r.view());
    }
};

template <class D> class AlikeRunsTest : public testing::Test {};
TYPED_TEST_SUITE(AlikeRunsTest, Dims);

TYPED_TEST(AlikeRunsTest, KernelsGiveTheSameBits) {
    constexpr int Dim = TypeParam::value;
    for (const char* sides : {"wd", "pp"})
        for (const int width : {3, 13}) {
            const double diagonal = width == 3 ? 0.0 : 0.5;
            const auto uniform = problem_of<float, Dim>(some_cells<Dim>(), sides, unit_spacing<Dim>(), diagonal);
            const auto weights = with_block(uniform, width);
            auto level = make_finest_level(weights.problem(uniform)).value();
            ASSERT_GT(level.runs.size(), 0u);
            for_each_isa([&](Isa) {
                find_runs(level);
                const Swept<float, Dim> with(level, true), without(level, false);
                for_each_cell(level.op.cells, [&](const auto& at) {
                    ASSERT_EQ(with.x.view()[at], without.x.view()[at]);
                    ASSERT_EQ(with.r.view()[at], without.r.view()[at]);
                });
            });
        }
}

}  // namespace
}  // namespace whorl
