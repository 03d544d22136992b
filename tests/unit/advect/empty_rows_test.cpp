// Rows that hold nothing but the background are passed over (advect/empty_rows.hpp): to the same bits.
#include "advect/empty_rows.hpp"

#include <gtest/gtest.h>

#include "tests/unit/advect/rig.hpp"

namespace whorl {
namespace {

template <class T, int dim> Rig<T, dim> rig_of(const Vec<bool, dim>& periodic, double speed) {
    Vec<int, dim> cells{};
    for (int axis = 0; axis < dim; ++axis) cells[axis] = axis == 0 ? 36 : dim == 2 ? 40 : 22;
    auto rig = Rig<T, dim>::make(cells, false);
    rig.grid.periodic = periodic;
    rig.passable[1] = {true, true};
    rig.make_velocity();
    rig.set_noise(speed, 71);
    return rig;
}

/// Noise in the rows from 8 to 10, background elsewhere.
template <class T, int dim> Field<T, dim> puff(const Rig<T, dim>& rig, T background) {
    auto field = rig.noise(at_centres<dim>(), 72);
    for_each_cell(field.view(), [&](const auto& at) {
        bool is_inside = true;
        for (int axis = 1; axis < dim; ++axis) is_inside = is_inside && std::abs(at[axis] - 9) < 2;
        if (!is_inside) field.view()[at] = background;
    });
    rig.fill(field.view());
    return field;
}

template <class K> class EmptyRowsOf : public testing::Test {};
TYPED_TEST_SUITE(EmptyRowsOf, Kinds);

TYPED_TEST(EmptyRowsOf, StayAsTheyAre) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    for (int period = -1; period < dim; ++period)
        for (const T background : {T(0), T(2.7)})
            for (const double speed : {0.3, 1.0, 2.4})
                for (const Scheme scheme : {Scheme::linear, Scheme::maccormack}) {
                    Vec<bool, dim> periodic{};
                    if (period >= 0) periodic[period] = true;
                    auto rig = rig_of<T, dim>(periodic, speed);
                    const auto field = puff(rig, background);
                    const auto plain = rig.advected(field, scheme, 1);
                    EmptyRows<T, dim> empty(rig.grid);
                    empty.find(serial_scheduler(), field.view(), background);
                    rig.empty = &empty;
                    EXPECT_TRUE(same_values(plain, rig.advected(field, scheme, 1)))
                        << period << ' ' << speed << ' ' << static_cast<int>(scheme);
                }
}

/// Of a predictor, what nobody reads is not written; but rows of one field are read with those of another that has
/// smoke there.
TYPED_TEST(EmptyRowsOf, StayBesideOtherFields) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    auto rig = rig_of<T, dim>({}, 1.0);
    const T background = T(2.7);
    Field<T, dim> sources[2] = {puff(rig, background), rig.scalar([&](const auto&) { return background; })};
    const auto plain = rig.advected(sources[0], Scheme::maccormack, 1);
    EmptyRows<T, dim> empty[2];
    Field<T, dim> results[2], predictors[2];
    AdvectedField<T, dim> fields[2];
    for (int i = 0; i < 2; ++i) {
        empty[i] = EmptyRows<T, dim>(rig.grid);
        empty[i].find(serial_scheduler(), sources[i].view(), background);
        results[i] = Field<T, dim>::make(rig.grid.cells).value();
        predictors[i] = Field<T, dim>::make(rig.grid.cells).value();
        fields[i] = {sources[i].view(),    results[i].view(), Scheme::maccormack,
                     predictors[i].view(), nullptr,           &empty[i]};
    }
    Vec<Field<T, dim>, dim> back{}, forward{};
    AdvectScratch<T, dim> scratch{};
    for (int axis = 0; axis < dim; ++axis) {
        back[axis] = Field<T, dim>::make(rig.grid.cells).value();
        forward[axis] = Field<T, dim>::make(rig.grid.cells).value();
        scratch.back[axis] = back[axis].view(), scratch.forward[axis] = forward[axis].view();
    }
    const auto fill = [&](int, const View<T, dim>& view) { rig.fill(view); };
    scratch.fill = fill;
    rig.empty = &empty[0];  // for the speed
    (void)advect_scalars<T, dim>(rig.context(1), rig.velocity(), fields, scratch);
    EXPECT_TRUE(same_values(results[0], plain));
    EXPECT_TRUE(same_values(results[1], sources[1]));
}

TYPED_TEST(EmptyRowsOf, ArePassedOver) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    auto rig = rig_of<T, dim>({}, 0.3);
    const auto field = puff(rig, T(0));
    auto other = puff(rig, T(0));
    EmptyRows<T, dim> empty(rig.grid);
    empty.find(serial_scheduler(), field.view(), 0);
    rig.empty = &empty;
    Vec<int, dim> corner{};
    for (int axis = 0; axis < dim; ++axis) corner[axis] = rig.grid.cells[axis] - 2;
    other.view()[corner] = 5;  // nobody told
    EXPECT_EQ(rig.advected(other, Scheme::maccormack, 1).view()[corner], T(0));
}

TYPED_TEST(EmptyRowsOf, AreThoseInReachOfNothing) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    const auto rig = rig_of<T, dim>({}, 0);
    const auto field = puff(rig, T(1));
    EmptyRows<T, dim> empty(rig.grid);
    empty.find(serial_scheduler(), field.view(), 1);
    const int z = dim == 3 ? 9 : 0;
    EXPECT_FALSE(empty.holds({0, 36, 10, z}, {0, 0}));
    EXPECT_TRUE(empty.holds({0, 36, 11, z}, {0, 0}));
    EXPECT_FALSE(empty.holds({0, 36, 11, z}, {1, 0}));
    EXPECT_TRUE(empty.holds({0, 36, 14, z}, {3, 9}));
    EXPECT_FALSE(empty.holds({0, 36, 14, z}, {4, 9}));
    if (dim == 3) {
        EXPECT_TRUE(empty.holds({0, 36, 9, 14}, {9, 3}));
        EXPECT_FALSE(empty.holds({0, 36, 9, 14}, {9, 4}));
    }
    empty.find(serial_scheduler(), field.view(), 2);
    EXPECT_FALSE(empty.holds({0, 36, 14, z}, {0, 0}));
}

/// What is stored as 0 is not a background that stays.
TYPED_TEST(EmptyRowsOf, DoNotHoldDust) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    const auto rig = rig_of<T, dim>({}, 0);
    const auto field = puff(rig, T(1e-35));
    EmptyRows<T, dim> empty(rig.grid);
    empty.find(serial_scheduler(), field.view(), T(1e-35));
    EXPECT_FALSE(empty.holds({0, 36, 14, 0}, {0, 0}));
}

/// Rows that stay may not be written at all, so they hold their background in every bit.
TYPED_TEST(EmptyRowsOf, HoldNoNegativeZeros) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    const auto rig = rig_of<T, dim>({}, 0);
    const auto field = rig.scalar([](const auto&) { return -0.0; });
    EmptyRows<T, dim> empty(rig.grid);
    empty.find(serial_scheduler(), field.view(), 0);
    EXPECT_FALSE(empty.holds({0, 36, 14, 0}, {0, 0}));
    empty.find(serial_scheduler(), rig.scalar([](const auto&) { return 0.0; }).view(), T(-0.0));
    EXPECT_TRUE(empty.holds({0, 36, 14, 0}, {0, 0})) << "0 is the background, whatever its sign";
}

}  // namespace
}  // namespace whorl
