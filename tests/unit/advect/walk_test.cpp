// The kernel of points that walk from cell to cell beside walls, on every instruction set, against a walk that is
// written out here for one point: from face to face, and then through the cells of the stencil one by one.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/advect/among_walls.hpp"
#include "tests/unit/simd/isas.hpp"

namespace whorl {
namespace {

template <class K> class WalkKernelOf : public testing::Test {};
TYPED_TEST_SUITE(WalkKernelOf, Kinds);

template <class T, int dim> struct Walker {
    const WalkArguments<T, dim>& in;
    Vec<int, dim> at, cell{};
    Vec<double, dim> inside{};
    Vec<T, dim> d{};
    bool is_stopped = false;

    bool is_centred(int axis) const { return axis != in.faces; }
    bool is_barred(const Vec<int, dim>& from, int axis, int step) const {
        if (in.faces < 0) return in.walls.is_closed(from, axis, step);
        return in.open[axis][AmongWalls<T, dim>::moved(from, axis, step > 0 ? 1 : 0)] == 0;
    }

    /// From the point itself by a share of the step, to the first face that bars the way.
    void walk(T share, const Vec<T, dim>& u) {
        const Vec<T, dim> whole = moved(in.fields->trace, at, share, u);
        Vec<int, dim> passed{};
        Vec<double, dim> start{};
        cell = at;
        for (int axis = 0; axis < dim; ++axis) {
            start[axis] = is_centred(axis) ? 0.5 : whole[axis] < 0 ? 1 : 0;
            if (!is_centred(axis) && whole[axis] < 0) --cell[axis];
        }
        double part = 1;
        int stopped = -1;
        while (true) {
            int next = -1;
            double soonest = 1;
            for (int axis = 0; axis < dim; ++axis) {
                if (whole[axis] == 0) continue;
                const double first = is_centred(axis) ? 0.5 : 1;
                const double meets = (first + passed[axis]) / std::abs(static_cast<double>(whole[axis]));
                if (meets < soonest) next = axis, soonest = meets;
            }
            if (next < 0) break;
            const int step = whole[next] > 0 ? 1 : -1, to = cell[next] + step;
            if (to < -1 || to > in.cells[next] || is_barred(cell, next, step)) {
                part = soonest, stopped = next;
                break;
            }
            cell[next] = to, ++passed[next];
        }
        for (int axis = 0; axis < dim; ++axis) {
            const double gone = static_cast<double>(whole[axis]) * part;
            inside[axis] = start[axis] + gone + (whole[axis] > 0 ? -passed[axis] : passed[axis]);
            inside[axis] = std::min(std::max(inside[axis], 0.0), 1.0);
            if (axis == stopped) inside[axis] = whole[axis] > 0 ? 1 : 0;
            d[axis] = static_cast<T>(gone);
        }
        is_stopped = is_stopped || stopped >= 0;
    }

    /// Where the corner k of the stencil lies, as a cell; and which of them can be reached.
    Vec<int, dim> corner(int k) const {
        Vec<int, dim> there = cell;
        for (int axis = 0; axis < dim; ++axis)
            if ((k >> axis & 1) != 0 && is_centred(axis)) there[axis] += inside[axis] < 0.5 ? -1 : 1;
        return there;
    }
    std::vector<bool> reached() const {
        std::vector<bool> is_reached(1 << dim, false);
        is_reached[0] = true;
        for (int round = 0; round < dim; ++round)
            for (int k = 0; k < 1 << dim; ++k)
                for (int axis = 0; axis < dim; ++axis) {
                    const int step = corner(k ^ 1 << axis)[axis] - corner(k)[axis];
                    const bool is_way = step == 0 || !is_barred(corner(k), axis, step);
                    if (is_reached[k] && is_way) is_reached[k ^ 1 << axis] = true;
                }
        return is_reached;
    }
    T mean(const View<const T, dim>& values) const {
        const std::vector<bool> counts = reached();
        double weight[1 << dim], all = 0, sum = 0, least = 1e300, most = -1e300;
        Vec<int, dim> place[1 << dim];
        for (int k = 0; k < 1 << dim; ++k) {
            weight[k] = counts[k] ? 1 : 0;
            place[k] = corner(k);
            for (int axis = 0; axis < dim; ++axis) {
                const double beside = is_centred(axis) ? std::abs(inside[axis] - 0.5) : inside[axis];
                weight[k] *= (k >> axis & 1) != 0 ? beside : 1 - beside;
                if (!is_centred(axis) && (k >> axis & 1) != 0) ++place[k][axis];
            }
            const double open = in.faces >= 0 ? in.open[in.faces][place[k]] : 0;
            if (open > 0) weight[k] *= open / whole_face;
            all += weight[k];
        }
        for (int k = 0; k < 1 << dim; ++k) {
            if (weight[k] / all <= 0) continue;
            const double value = values[place[k]];
            sum += weight[k] / all * value;
            least = std::min(least, value), most = std::max(most, value);
        }
        return static_cast<T>(std::min(std::max(static_cast<double>(static_cast<T>(sum)), least), most));
    }
};

TYPED_TEST(WalkKernelOf, WritesWhatCanBeReachedFromTheEndOfAWalk) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    for (const Location<dim>& location : locations_of_flow<dim>()) {
        AmongWalls<T, dim> among(location);
        const auto result = among.destination().view();
        for_each_isa([&](Isa) {
            for_each_with_ghosts(result, [&](const auto& at) { result[at] = T(AmongWalls<T, dim>::untouched); });
            int walked = 0, stopped = 0, apart = 0, wrong = 0;
            among.each_row([&](const WalkArguments<T, dim>& walk, const Vec<int, dim>& first, int count) {
                PointRun run;
                run.count = count;
                walk.find(walk.near, first, run);
                walk.go(walk, first, run);
                for (int i = 0; i < count; ++i) {
                    const Vec<int, dim> at = AmongWalls<T, dim>::moved(first, 0, i);
                    if (run.walks[i] == 0) {
                        wrong += result[at] != T(AmongWalls<T, dim>::untouched);
                        continue;
                    }
                    const TraceArguments<T, dim>& trace = walk.fields->trace;
                    Walker<T, dim> walker{walk, at};
                    walker.walk(T(0.5), velocity_at_start(trace, at));
                    walker.walk(T(1), velocity_at(trace, at, walker.d));
                    wrong += result[at] != walker.mean(walk.fields->source[0]);
                    const auto reached = walker.reached();
                    ++walked, stopped += walker.is_stopped;
                    apart += std::count(reached.begin(), reached.end(), false) > 0;
                }
            });
            EXPECT_EQ(wrong, 0);
            EXPECT_GT(walked, 50);
            EXPECT_GT(stopped, 10);
            EXPECT_GT(apart, 5);
        });
    }
}

}  // namespace
}  // namespace whorl
