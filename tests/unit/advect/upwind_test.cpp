// The explicit scheme that is there to be seen failing: rows 84 and 86.
#include "tests/unit/advect/rig.hpp"

namespace whorl {
namespace {

template <class K> class AdvectUpwind : public testing::Test {
  protected:
    /// The largest value after 200 steps of a field within -1..1 in a uniform flow of this sum of |u| dt / h.
    static double largest_after(double cfl, bool diagonal) {
        using T = typename K::T;
        constexpr int dim = K::dim;
        auto rig = Rig<T, dim>::make(odd_cells<dim>(), true);
        Vec<double, dim> speed{};
        for (int axis = 0; axis < dim; ++axis) speed[axis] = diagonal ? cfl / dim : axis == 1 ? -cfl : 0;
        rig.set_uniform(speed);
        auto field = rig.noise(at_centres<dim>(), 60);
        for (int step = 0; step < 200; ++step) {
            field = rig.advected(field, Scheme::upwind, 1);
            rig.fill(field.view());
        }
        double largest = 0;
        for_each_cell(field.view(),
                      [&](const auto& at) { largest = std::max(largest, std::abs(double(field.view()[at]))); });
        return largest;
    }
};
TYPED_TEST_SUITE(AdvectUpwind, Kinds);

TYPED_TEST(AdvectUpwind, StaysBoundedBelowItsLimit) {
    for (const bool diagonal : {false, true}) EXPECT_LE(this->largest_after(0.9, diagonal), 1.0001);
}

TYPED_TEST(AdvectUpwind, BlowsUpPastItsLimit) {
    for (const bool diagonal : {false, true}) {
        EXPECT_GT(this->largest_after(1.1, diagonal), 1e6);
        EXPECT_GT(this->largest_after(1.2, diagonal), this->largest_after(1.1, diagonal));
    }
}

// At exactly one cell a step it is a shift; the other schemes are one at any speed.
TYPED_TEST(AdvectUpwind, OneCellAStepIsAShift) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    for (int axis = 0; axis < dim; ++axis)
        for (const int step : {1, -1}) {
            auto rig = Rig<T, dim>::make(odd_cells<dim>(), true);
            Vec<double, dim> speed{};
            speed[axis] = step;
            rig.set_uniform(speed);
            std::uint64_t index = 0;  // small integers, whose differences are exact
            auto before = rig.scalar([&](const auto&) { return std::floor(random_between(0, 100, 61, index++)); });
            rig.fill(before.view());
            const auto after = rig.advected(before, Scheme::upwind, 1);
            for_each_cell(after.view(), [&](const auto& at) {
                auto from = at;
                from[axis] -= step;
                ASSERT_EQ(after.view()[at], before.view()[from]);
            });
        }
}

}  // namespace
}  // namespace whorl
