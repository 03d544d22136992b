// The kernels that find out which points beside walls walk, and that keep, note and replace values there, against loops
// over single points, on every instruction set.
#include <gtest/gtest.h>

#include "tests/unit/advect/among_walls.hpp"
#include "tests/unit/simd/isas.hpp"

namespace whorl {
namespace {

template <class K> class BesideWallsKernelsOf : public testing::Test {};
TYPED_TEST_SUITE(BesideWallsKernelsOf, Kinds);

template <int dim> bool is_closed_all_around(const WallBits<dim>& walls, const Vec<int, dim>& cell) {
    bool is_closed = true;
    for (int axis = 0; axis < dim; ++axis)
        is_closed = is_closed && walls.is_closed(cell, axis, -1) && walls.is_closed(cell, axis, 1);
    return is_closed;
}

/// What is known of one point, as near_walls.hpp has it.
template <class T, int dim> struct LookedAt {
    const WalkArguments<T, dim>& in;
    Vec<int, dim> at;
    int least = WallBits<dim>::far, met = 0;
    bool is_closed = false;

    LookedAt(const WalkArguments<T, dim>& walk, const Vec<int, dim>& point) : in(walk), at(point) {
        each_cell([&](const Vec<int, dim>& cell) {
            least = std::min<int>(least, in.walls.distance[cell]);
            met = std::max<int>(met, in.near.traces.met[cell]);
        });
        is_closed = in.faces >= 0 ? in.open[in.faces][at] == 0 : is_closed_all_around(in.walls, at);
    }
    template <class F> void each_cell(F f) const {
        f(at);
        if (in.faces >= 0) f(AmongWalls<T, dim>::moved(at, in.faces, -1));
    }

    bool walks() const {
        if (is_closed || met + in.near.stencil <= least) return false;
        if (least == 0) return true;
        const TraceArguments<T, dim>& trace = in.fields->trace;
        Vec<T, dim> half = velocity_at_start(trace, at);
        for (int axis = 0; axis < dim; ++axis) half[axis] *= T(0.5) * trace.steps[axis];
        return !is_clear(half) || !is_clear(mean_of(in.near.traces.back)) || !is_clear(mean_of(in.near.traces.forward));
    }
    Vec<T, dim> mean_of(const Faces<const T, dim>& traces) const {
        Vec<T, dim> sum{};
        int count = 0;
        each_cell([&](const Vec<int, dim>& cell) {
            for (int axis = 0; axis < dim; ++axis) sum[axis] += traces[axis][cell];
            ++count;
        });
        for (int axis = 0; axis < dim; ++axis) sum[axis] /= static_cast<T>(count);
        return sum;
    }
    /// The boxes around both ends meet, and the one of the last holds the stencil.
    bool is_clear(const Vec<T, dim>& way) const {
        Vec<int, dim> end = at;
        int longest = 0;
        for (int axis = 0; axis < dim; ++axis) {
            const int step = static_cast<int>(std::floor(way[axis] + (axis == in.faces ? T(0) : T(0.5))));
            longest = std::max(longest, std::abs(step));
            end[axis] += step;
            if (end[axis] < -1 || end[axis] > in.cells[axis]) return false;
        }
        const int there = in.walls.distance[end];
        return there >= in.near.stencil && longest + 2 <= least + there;
    }
};

TYPED_TEST(BesideWallsKernelsOf, FindThePointsThatWalk) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    for (const Location<dim>& location : locations_of_flow<dim>()) {
        AmongWalls<T, dim> among(location);
        for_each_isa([&](Isa) {
            int walking = 0, asked = 0, closed = 0, wrong = 0;
            among.each_row([&](const WalkArguments<T, dim>& walk, const Vec<int, dim>& first, int count) {
                PointRun run;
                run.count = count;
                walk.find(walk.near, first, run);
                for (int i = 0; i < count; ++i) {
                    const LookedAt<T, dim> point(walk, AmongWalls<T, dim>::moved(first, 0, i));
                    wrong += (run.walks[i] != 0) != point.walks() || (run.closed[i] != 0) != point.is_closed;
                    walking += run.walks[i], closed += run.closed[i];
                    asked += point.least > 0 && run.walks[i] != 0;
                }
            });
            EXPECT_EQ(wrong, 0);
            EXPECT_GT(walking, 50);
            EXPECT_GT(asked, 10);
            EXPECT_GT(closed, 50);
        });
    }
}

/// A run of points that walk, or are closed, or neither.
PointRun some_run(int count, int seed) {
    PointRun run;
    run.count = count;
    for (int i = 0; i < count; ++i) {
        const bool is_in_block = i / 32 % 3 == seed % 3;
        const double number = random_between(0, 1, static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(i));
        run.walks[i] = number < 0.3 || (is_in_block && number < 0.6);
        run.closed[i] = run.walks[i] == 0 && (number < 0.4 || is_in_block);
    }
    return run;
}

TYPED_TEST(BesideWallsKernelsOf, KeepWhatIsClosed) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    for (const Location<dim>& location : locations_of_flow<dim>()) {
        AmongWalls<T, dim> among(location);
        for_each_isa([&](Isa) {
            auto expected = Field<T, dim>::make(among.destination().view().shape).value();
            for (const View<T, dim>& view : {among.destination().view(), expected.view()})
                for_each_with_ghosts(view, [&](const auto& at) { view[at] = T(AmongWalls<T, dim>::untouched); });
            int seed = 0;
            among.each_row([&](const WalkArguments<T, dim>& walk, const Vec<int, dim>& first, int count) {
                const PointRun run = some_run(count, seed++);
                walk.kernels.keep_closed(walk, first, run);
                for (int i = 0; i < count; ++i) {
                    const Vec<int, dim> at = AmongWalls<T, dim>::moved(first, 0, i);
                    const T kept = walk.faces >= 0 ? walk.velocity[at] : walk.fields->source[0][at];
                    if (run.closed[i] != 0) expected.view()[at] = kept;
                }
            });
            for_each_with_ghosts(expected.view(), [&](const auto& at) {
                ASSERT_EQ(among.destination().view()[at], expected.view()[at]);
            });
        });
    }
}

TYPED_TEST(BesideWallsKernelsOf, NoteWhichPointsWalkAndReplaceThem) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    for (const Location<dim>& location : locations_of_flow<dim>()) {
        AmongWalls<T, dim> among(location);
        for_each_isa([&](Isa) {
            const auto notes = among.notes().view();
            for_each_with_ghosts(notes, [&](const auto& at) { notes[at] = 0x5a; });
            for_each_with_ghosts(among.destination().view(),
                                 [&](const auto& at) { among.destination().view()[at] = 1; });
            int seed = 0;
            among.each_row([&](const WalkArguments<T, dim>& walk, const Vec<int, dim>& first, int count) {
                const PointRun run = some_run(count, seed++);
                walk.kernels.take_note(walk, first, run);
                PointRun recalled;
                recalled.count = count;
                walk.kernels.recall(walk, first, recalled);
                walk.kernels.replace(walk, walk.fields->source, first, recalled);
                for (int i = 0; i < count; ++i) {
                    const Vec<int, dim> at = AmongWalls<T, dim>::moved(first, 0, i);
                    const bool is_noted = run.walks[i] != 0 || run.closed[i] != 0;
                    const int bit = 1 << walk.note;
                    ASSERT_EQ(notes[at], is_noted ? 0x5a | bit : 0x5a & ~bit);
                    ASSERT_EQ(recalled.walks[i] != 0 || recalled.closed[i] != 0, is_noted);
                    ASSERT_EQ(among.destination().view()[at], is_noted ? walk.fields->source[0][at] : T(1));
                }
                const Vec<int, dim> before = AmongWalls<T, dim>::moved(first, 0, -1);
                const Vec<int, dim> behind = AmongWalls<T, dim>::moved(first, 0, count);
                ASSERT_EQ(notes[before], 0x5a);
                ASSERT_EQ(among.destination().view()[behind], T(1));
            });
        });
    }
}

}  // namespace
}  // namespace whorl
