#include "core/field.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "tests/dims.hpp"

namespace whorl {
namespace {

template <class Dim> class FieldTest : public testing::Test {};
TYPED_TEST_SUITE(FieldTest, Dims);

template <int Dim> Vec<int, Dim> odd_shape() {
    if constexpr (Dim == 2)
        return {7, 5};
    else
        return {7, 5, 3};
}

TYPED_TEST(FieldTest, RowsStartOnACacheLine) {
    auto field = Field<float, TypeParam::value>::make(odd_shape<TypeParam::value>()).value();
    const auto view = field.view();
    Vec<int, TypeParam::value> at{};
    for (at[1] = 0; at[1] < view.shape[1]; ++at[1])
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&view[at]) % cache_line, 0u);
}

// Every cell and ghost has a place of its own inside the block: each is given its own number, and all are
// read back.
TYPED_TEST(FieldTest, CellsAndGhostsDoNotOverlap) {
    constexpr int dim = TypeParam::value;
    auto field = Field<float, dim>::make(odd_shape<TypeParam::value>(), 2).value();
    const auto view = field.view();
    const auto visit = [&](auto&& f) {
        Vec<int, dim> at{};
        for (int axis = 0; axis < dim; ++axis) at[axis] = -2;
        for (float count = 0;; ++count) {
            f(at, count);
            int axis = 0;
            while (axis < dim && ++at[axis] == view.shape[axis] + 2) at[axis++] = -2;
            if (axis == dim) return;
        }
    };
    visit([&](const auto& at, float count) {
        const std::ptrdiff_t place = field.layout().first + view.offset(at);
        ASSERT_GE(place, 0);
        ASSERT_LT(place, field.layout().size);
        view[at] = count;
    });
    visit([&](const auto& at, float count) { EXPECT_EQ(view[at], count); });
}

TYPED_TEST(FieldTest, StartsAsZeroAndSwapsWithoutCopying) {
    constexpr int dim = TypeParam::value;
    auto a = Field<float, dim>::make(odd_shape<TypeParam::value>()).value();
    auto b = Field<float, dim>::make(odd_shape<TypeParam::value>()).value();
    EXPECT_EQ((a.view()[Vec<int, dim>{}]), 0.0f);
    float* const a_data = a.view().data;
    float* const b_data = b.view().data;
    std::swap(a, b);
    EXPECT_EQ(a.view().data, b_data);
    EXPECT_EQ(b.view().data, a_data);
}

TEST(Layout, PitchesAvoidMultiplesOfAPage) {
    for (const int n : {60, 124, 252, 508, 1020, 1024, 2044, 4092}) {
        const auto flat = make_layout<2>({n, n}, sizeof(float));
        EXPECT_NE(flat.stride[1] * 4 % 4096, 0) << n;
        EXPECT_GE(flat.stride[1], n + 4) << n;
        const auto deep = make_layout<3>({n, 60, 4}, sizeof(float));
        EXPECT_NE(deep.stride[2] * 4 % 4096, 0) << n;
        EXPECT_EQ(deep.stride[2] * 4 % 64, 0) << n;
    }
}

TEST(Layout, RowsAreHalfLinesApartWhereThatSavesMemory) {
    EXPECT_EQ(make_layout<3>({128, 128, 128}, sizeof(float)).stride[1], 136);
    EXPECT_EQ(make_layout<3>({128, 128, 128}, sizeof(double)).stride[1], 136);
    EXPECT_EQ(make_layout<2>({512, 512}, sizeof(float)).stride[1], 528);
    EXPECT_EQ(make_layout<3>({124, 10, 10}, sizeof(float)).stride[1], 128);
    EXPECT_EQ(make_layout<3>({128, 128, 128}, 1).stride[1], 144);
    EXPECT_EQ(make_layout<3>({129, 129, 129}, 2).stride[1], 136);
    EXPECT_EQ(make_layout<2>({512, 512}, 1).stride[1], 528);
}

TEST(Field, LivesInMemoryOfOthers) {
    auto owner = Field<float, 2>::make({40, 10}).value(), guest = Field<float, 2>::make({8, 8}, 0).value();
    ASSERT_LE(guest.memory().size(), owner.memory().size());
    owner.view()[{0, 0}] = 7;
    guest.live_in(owner.memory().data());
    EXPECT_EQ(guest.bytes(), 0u);
    EXPECT_EQ(guest.view().data, reinterpret_cast<float*>(owner.memory().data()));
    guest.view()[{0, 0}] = 3;
    EXPECT_EQ(*reinterpret_cast<float*>(owner.memory().data()), 3);
}

TEST(Field, RefusesEmptyShapes) {
    const auto none = Field<float, 2>::make({0, 4});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().message, "a grid of 0 x 4 cells is empty; every size must be at least 1");
    EXPECT_FALSE((Field<double, 3>::make({4, 4, -1})));
}

TEST(Field, RefusesWhatDoesNotFit) {
    const auto huge = Field<float, 3>::make({2'000'000'000, 2'000'000'000, 2'000'000'000});
    ASSERT_FALSE(huge);
    EXPECT_NE(huge.error().message.find("2000000000 x 2000000000 x 2000000000"), std::string::npos);
    EXPECT_NE(huge.error().message.find("use fewer cells"), std::string::npos);
}

TEST(View, ConvertsToConstAndIsTriviallyCopyable) {
    static_assert(std::is_trivially_copyable_v<View<float, 3>>);
    auto field = Field<float, 2>::make({4, 3}).value();
    field.view()(3, 2) = 5;
    const View<const float, 2> view = field.view();
    EXPECT_EQ(view(3, 2), 5.0f);
    EXPECT_EQ(view.cells(), 12);
}

}  // namespace
}  // namespace whorl
