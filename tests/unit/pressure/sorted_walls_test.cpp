// Cycles among walls on rows that are sorted, against the same cycles on rows as they come: to the bit.
#include <gtest/gtest.h>

#include "pressure/hierarchy.hpp"
#include "pressure/sorted_level.hpp"
#include "tests/dims.hpp"
#include "tests/unit/pressure/problems.hpp"
#include "tests/unit/simd/isas.hpp"

namespace whorl {
namespace {

/// Thin walls across rows and along them, but for the first few rows, a solid block, and cells of which each face is
/// open as far as it happens.
template <class T, int Dim> void put_walls(GeneralWeights<T, Dim>& weights, int shift) {
    const Vec<int, Dim> cells = weights.diagonal.view().shape;
    for_each_cell(cells, [&](const Vec<int, Dim>& at) {
        const bool is_block = at[0] >= 5 * cells[0] / 8 + shift && at[0] < 5 * cells[0] / 8 + shift + 21;
        if (is_block && 3 * at[1] > cells[1]) weights.close(at);
        if (at[0] == 7 + shift && at[1] > 6) weights.faces[0].view()[at] = 0;
        if (at[0] == 20 + at[1] / 2 && at[1] > 5 && at[1] < cells[1] - 3) weights.faces[0].view()[at] = 0;
        if (at[1] == 9 + shift && at[0] > 3 && at[0] < 30) weights.faces[1].view()[at] = 0;
        if (at[Dim - 1] < 12 || at[0] < cells[0] / 4 || at[0] > cells[0] / 4 + 10) return;
        for (int a = 0; a < Dim; ++a) {
            std::uint64_t number = 0;
            for (int axis = 0; axis < Dim; ++axis) number = 1000 * number + static_cast<std::uint64_t>(at[axis]);
            weights.faces[a].view()[at] *=
                static_cast<T>(random_between(0, 1, 7 + static_cast<std::uint64_t>(a), number));
        }
    });
}

template <class T, int Dim> struct SortedAndPlain {
    Hierarchy<T, Dim> sorted, plain;

    explicit SortedAndPlain(const PoissonProblem<T, Dim>& problem) {
        EXPECT_TRUE(sorted.prepare(make_finest_level(problem).value()));
        EXPECT_TRUE(plain.prepare(make_finest_level(problem).value(), false));
    }
    /// Cells outside of the problem are 0, of either sign.
    void expect_same(Scheduler& scheduler) {
        const Vec<int, Dim>& cells = plain.finest().op.cells;
        const auto b = noise<T, Dim>(cells, 3);
        for (const ColourOrder order : {ColourOrder::same, ColourOrder::reversed}) {
            auto x = Field<T, Dim>::make(cells).value(), y = Field<T, Dim>::make(cells).value();
            for (const bool from_zero : {true, false}) {
                plain.cycle(scheduler, x.view(), {b.view(), T(0.25)}, order, from_zero);
                sorted.cycle(scheduler, y.view(), {b.view(), T(0.25)}, order, from_zero);
                int different = 0;
                for_each_cell(cells, [&](const auto& at) { different += x.view()[at] != y.view()[at]; });
                EXPECT_EQ(different, 0) << "cells";
                EXPECT_NE(x.view().data[0], T(0));
            }
        }
    }
};

template <class T, int Dim> struct Walled {
    PoissonProblem<T, Dim> uniform;
    GeneralWeights<T, Dim> weights;

    /// Weights that are no powers of two: with those, orders of rounding would not show.
    Walled(const Vec<int, Dim>& cells, const char* sides, double diagonal)
        : uniform(problem_of<T, Dim>(cells, sides, spacing(), diagonal)),
          weights(uniform) {
        put_walls(weights, 0);
    }
    static Vec<double, Dim> spacing() {
        Vec<double, Dim> h{};
        for (int a = 0; a < Dim; ++a) h[a] = 0.7;
        return h;
    }
};

template <int Dim> Vec<int, Dim> walled_size(int x, int last) {
    Vec<int, Dim> cells{};
    for (int a = 0; a < Dim; ++a) cells[a] = a == 0 ? x : a == Dim - 1 ? last : 14;
    return cells;
}

template <class T, int Dim>
void expect_same_cycles(const Vec<int, Dim>& cells, const char* sides, double diagonal, Scheduler& scheduler) {
    SCOPED_TRACE(std::to_string(cells[0]) + " x " + std::to_string(cells[1]) + ", " + sides);
    const Walled<T, Dim> walled(cells, sides, diagonal);
    SortedAndPlain<T, Dim> both(walled.weights.problem(walled.uniform));
    ASSERT_TRUE(can_be_sorted(both.sorted.finest()));
    both.expect_same(scheduler);
}

template <class D> class SortedWalls : public testing::Test {};
TYPED_TEST_SUITE(SortedWalls, Dims);

TYPED_TEST(SortedWalls, HaveTheBitsOfOthers) {
    constexpr int Dim = TypeParam::value;
    const auto pool = std::move(make_thread_pool(2)).value();
    for_each_isa([&](Isa) {
        for (const char* sides : {"ww", "wdgw", "ppww", "wwpp"})
            for (const int x : {32, 33, 34, 47, 66, 71, 150, 151, 192}) {
                if (sides[0] == 'p' && x % 2 != 0) continue;
                if (Dim == 3 && (x == 32 || x == 34 || x == 47 || x == 71 || x > 150)) continue;
                const double diagonal = x % 3 == 0 ? 0.1 : 0;
                expect_same_cycles<float, Dim>(walled_size<Dim>(x, x < 50 ? 20 : 40), sides, diagonal,
                                               serial_scheduler());
                expect_same_cycles<double, Dim>(walled_size<Dim>(x, x < 50 ? 20 : 40), sides, diagonal,
                                                serial_scheduler());
            }
        // Wide enough for threads.
        expect_same_cycles<float, Dim>(walled_size<Dim>(Dim == 2 ? 257 : 64, 130), "wd", 0, *pool);
        expect_same_cycles<float, Dim>(walled_size<Dim>(Dim == 2 ? 256 : 65, 130), "wwpp", 0, *pool);
    });
}

/// What is listed of a level's cells is listed anew.
TYPED_TEST(SortedWalls, FollowWeightsThatChange) {
    constexpr int Dim = TypeParam::value;
    Walled<float, Dim> walled(walled_size<Dim>(150, 40), "wd", 0.1);
    SortedAndPlain<float, Dim> both(walled.weights.problem(walled.uniform));
    both.expect_same(serial_scheduler());
    put_walls(walled.weights, 4);
    for (Hierarchy<float, Dim>* each : {&both.sorted, &both.plain}) ASSERT_TRUE(each->refresh());
    both.expect_same(serial_scheduler());
    for (Hierarchy<float, Dim>* each : {&both.sorted, &both.plain}) each->set_diagonal(0.4f);
    both.expect_same(serial_scheduler());
}

/// Or the tests above would be about less than they seem.
TYPED_TEST(SortedWalls, HaveCellsOfAllKinds) {
    constexpr int Dim = TypeParam::value;
    const Walled<float, Dim> walled(walled_size<Dim>(150, 20), "ww", 0);
    const SortedAndPlain<float, Dim> both(walled.weights.problem(walled.uniform));
    const Level<float, Dim>& level = both.sorted.finest();
    for (const RowKind kind : {RowKind::parted, RowKind::clear})
        EXPECT_GT(std::count(level.row_kinds.begin(), level.row_kinds.end(), kind), 0) << static_cast<int>(kind);
    EXPECT_GT(level.runs.size(), 0u);
    EXPECT_GT(level.odd.size(), 0u);
    EXPECT_GT(level.shut.size(), 0u);
    EXPECT_TRUE(both.sorted.has_pieces());
}

}  // namespace
}  // namespace whorl
