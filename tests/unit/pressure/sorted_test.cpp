// A level whose rows are sorted against the same level as it comes: to the bit.
#include "pressure/sorted_level.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "simd/field_kernels.hpp"
#include "tests/dims.hpp"
#include "tests/unit/pressure/problems.hpp"
#include "tests/unit/simd/isas.hpp"

namespace whorl {
namespace {

template <class D> class SortedLevel : public testing::Test {};
TYPED_TEST_SUITE(SortedLevel, Dims);

template <class T, int Dim> struct TwoLevels {
    Level<T, Dim> fine, coarse;

    TwoLevels(const Vec<int, Dim>& cells, const char* sides, const Vec<double, Dim>& h)
        : fine(make_finest_level(problem_of<T, Dim>(cells, sides, h, 0.1)).value()),
          coarse(make_coarser_level(fine).value()) {}

    RightSide<T, Dim> rhs(const Field<T, Dim>& b) const { return {b.view(), T(0.25)}; }

    void smooth(Scheduler& scheduler, const Smoothing<T, Dim>& how) const {
        (how.from_zero ? relax_from_zero<T, Dim> : relax<T, Dim>)(scheduler, fine, how.x, how.rhs, how.first_colour,
                                                                  how.omega);
        relax(scheduler, fine, how.x, how.rhs, 1 - how.first_colour, how.omega);
    }
    const TransferKernels<T, Dim>& kernels() const {
        return kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(transfer_table)).uniform;
    }
    /// The way down as it is without sorting.
    void descend(Scheduler& scheduler, const Smoothing<T, Dim>& how, const View<T, Dim>& coarse_b) const {
        smooth(scheduler, how);
        parallel_rows(scheduler, coarse.region(), kernels().restrict_residual,
                      {fine.op, how.x, how.rhs.b, how.rhs.mean, fine.transfer, coarse_b});
    }
    void ascend(Scheduler& scheduler, const Smoothing<T, Dim>& how, const View<const T, Dim>& coarse_x) const {
        parallel_rows(scheduler, fine.region(), kernels().prolong, {fine.op, how.x, fine.transfer, coarse_x});
        smooth(scheduler, how);
    }
};

template <class T, int Dim> bool same(const Field<T, Dim>& one, const Field<T, Dim>& other) {
    return one.memory().size() == other.memory().size() &&
           std::memcmp(one.memory().data(), other.memory().data(), one.memory().size()) == 0;
}

template <class T, int Dim> Field<T, Dim> sorted(const Field<T, Dim>& values) {
    auto result = Field<T, Dim>::make(values.view().shape).value();
    const int evens = (values.view().shape[0] + 1) / 2;
    for_each_cell(values.view().shape, [&](const Vec<int, Dim>& at) {
        Vec<int, Dim> to = at;
        to[0] = at[0] % 2 * evens + at[0] / 2;
        result.view()[to] = values.view()[at];
    });
    return result;
}

template <class T, int Dim>
void expect_same(const Vec<int, Dim>& cells, const char* sides, const Vec<double, Dim>& h, Scheduler& scheduler) {
    SCOPED_TRACE(std::to_string(cells[0]) + " x " + std::to_string(cells[1]) + ", " + sides);
    TwoLevels<T, Dim> levels(cells, sides, h);
    ASSERT_TRUE(can_be_sorted(levels.fine));
    const auto b = noise<T, Dim>(cells, 3), correction = noise<T, Dim>(levels.coarse.op.cells, 4);
    for (const bool from_zero : {true, false})
        for (const int colour : {0, 1}) {
            auto x = noise<T, Dim>(cells, 5), y = noise<T, Dim>(cells, 5);
            auto below = Field<T, Dim>::make(levels.coarse.op.cells, 0).value();
            levels.descend(scheduler, {x.view(), levels.rhs(b), T(1.15), colour, from_zero}, below.view());
            descend_sorted<T, Dim>(scheduler, levels.fine, {y.view(), levels.rhs(b), T(1.15), colour, from_zero},
                                   levels.coarse);
            EXPECT_TRUE(same(below, levels.coarse.b));
            levels.ascend(scheduler, {x.view(), levels.rhs(b), T(0.9), colour, false}, correction.view());
            const bool is_sorted = colour == 1 && levels.coarse.op.cells[0] >= 32;
            levels.coarse.x = is_sorted ? sorted<T, Dim>(correction) : noise<T, Dim>(levels.coarse.op.cells, 4);
            ascend_sorted<T, Dim>(scheduler, levels.fine, {y.view(), levels.rhs(b), T(0.9), colour, false},
                                  levels.coarse, {is_sorted, true});
            EXPECT_TRUE(same(x, y));
        }
}

/// Weights that are no powers of two: with those, orders of rounding would not show.
template <int Dim> Vec<double, Dim> spacing(double along_x = 0.7, double across = 0.7) {
    Vec<double, Dim> h{};
    for (int a = 0; a < Dim; ++a) h[a] = a == 0 ? along_x : across;
    return h;
}

template <int Dim> Vec<int, Dim> size_of(int x, int last) {
    Vec<int, Dim> cells{};
    for (int a = 0; a < Dim; ++a) cells[a] = a == 0 ? x : a == Dim - 1 ? last : 14;
    return cells;
}

TYPED_TEST(SortedLevel, HasTheBitsOfOthers) {
    constexpr int Dim = TypeParam::value;
    const auto pool = std::move(make_thread_pool(2)).value();
    for_each_isa([&](Isa) {
        for (const char* sides : {"ww", "wdgw", "ppww", "wwpp"})
            for (const int x : {32, 33, 38, 47, 64, 66, 67, 71}) {
                if (sides[0] == 'p' && x % 2 != 0) continue;
                expect_same<float, Dim>(size_of<Dim>(x, 16), sides, spacing<Dim>(), serial_scheduler());
                expect_same<double, Dim>(size_of<Dim>(x, 16), sides, spacing<Dim>(), serial_scheduler());
            }
        // Wide enough for threads.
        expect_same<float, Dim>(size_of<Dim>(Dim == 2 ? 257 : 64, 130), "wd", spacing<Dim>(), *pool);
        expect_same<float, Dim>(size_of<Dim>(Dim == 2 ? 256 : 65, 130), "wwpp", spacing<Dim>(), *pool);
    });
}

/// The other axes keep their cells where they are coupled less.
TYPED_TEST(SortedLevel, MayBeHalvedAlongXAlone) {
    constexpr int Dim = TypeParam::value;
    expect_same<float, Dim>(size_of<Dim>(50, 16), "wd", spacing<Dim>(0.7, 2.1), serial_scheduler());
}

/// Cells of one colour would be neighbours, or there is nothing to gain.
TYPED_TEST(SortedLevel, IsNotForAll) {
    constexpr int Dim = TypeParam::value;
    const auto h = spacing<Dim>();
    const auto can = [&](const Vec<int, Dim>& cells, const char* sides, const Vec<double, Dim>& apart) {
        return can_be_sorted(TwoLevels<float, Dim>(cells, sides, apart).fine);
    };
    EXPECT_TRUE(can(size_of<Dim>(40, 16), "pp", h));
    EXPECT_FALSE(can(size_of<Dim>(41, 16), "pp", h));
    EXPECT_FALSE(can(size_of<Dim>(40, 17), "pp", h));
    EXPECT_FALSE(can(size_of<Dim>(30, 16), "ww", h));
    EXPECT_FALSE(can(size_of<Dim>(40, 16), "ww", spacing<Dim>(2.1, 0.7)));
}

}  // namespace
}  // namespace whorl
