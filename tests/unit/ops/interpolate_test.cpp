#include "ops/interpolate-inl.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/random.hpp"

namespace whorl {
namespace {

template <class T> class Interpolate : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Interpolate, Scalars);

TYPED_TEST(Interpolate, RoundsToTheNearestWithHalvesToEven) {
    using T = TypeParam;
    for (const double t : {0.0, 0.4, 0.5, 0.6, 1.0, 1.5, 2.5, 1000.49, 4194302.5, 1e-30}) {
        EXPECT_EQ(rounded(static_cast<T>(t)), std::nearbyint(static_cast<T>(t))) << t;
        EXPECT_EQ(rounded(static_cast<T>(-t)), std::nearbyint(static_cast<T>(-t))) << t;
    }
    EXPECT_EQ(rounded(largest_displacement<T>), largest_displacement<T>);
    EXPECT_EQ(rounded(-largest_displacement<T>), -largest_displacement<T>);
}

TYPED_TEST(Interpolate, ClampTakesTheLowerBoundForWhatIsNoNumber) {
    using T = TypeParam;
    EXPECT_EQ(clamped(std::numeric_limits<T>::quiet_NaN(), T(-2), T(3)), -2);
    EXPECT_EQ(clamped(std::numeric_limits<T>::infinity(), T(-2), T(3)), 3);
    EXPECT_EQ(clamped(T(1), T(-2), T(3)), 1);
}

TYPED_TEST(Interpolate, PlacesAPointBetweenTheNearestAndItsNeighbour) {
    using T = TypeParam;
    const Period<T> none{};
    const auto expect = [&](const Place<T>& place, int index, int step, double weight) {
        EXPECT_EQ(place.index, index);
        EXPECT_EQ(place.step, step);
        EXPECT_EQ(place.weight, static_cast<T>(weight));
    };
    const auto at = [&](int i, T t, const Lattice<T>& lattice = {}) { return place_on(lattice, locate(i, t, none)); };
    expect(at(1000, 0), 1000, 0, 0);
    expect(at(1000, T(0.25)), 1000, 1, 0.25);
    expect(at(1000, T(-0.25)), 1000, -1, 0.25);
    expect(at(1000, T(0.75)), 1001, -1, 0.25);
    expect(at(1000, T(-3.75)), 996, 1, 0.25);
    expect(at(1000, T(-1e-20)), 1000, -1, 1e-20);
    expect(at(0, T(-1)), -1, 0, 0);

    const auto faces = Lattice<T>::shifted(0, 1), centres = Lattice<T>::shifted(-1, 0);
    expect(at(1000, T(0), faces), 1001, -1, 0.5);
    expect(at(1000, T(0.25), faces), 1001, -1, 0.25);
    expect(at(1000, T(-0.25), faces), 1000, 1, 0.25);
    expect(at(1000, T(-0.5), faces), 1000, 0, 0);
    expect(at(1000, T(0.25), centres), 1000, -1, 0.25);
    expect(at(1000, T(-0.25), centres), 999, 1, 0.25);
}

// Wherever a point is and however far it goes, the index lies in the period and the point is the same one.
TYPED_TEST(Interpolate, WrapsAnyDisplacementIntoThePeriod) {
    using T = TypeParam;
    for (const int n : {1, 2, 3, 7, 64, 1000})
        for (std::uint64_t k = 0; k < 3000; ++k) {
            const Period<T> period{static_cast<T>(n), T(1) / static_cast<T>(n), n};
            const int i = static_cast<int>(random_between(0, n, 1, k));
            const double size = std::ldexp(1.0, static_cast<int>(random_between(-2, 23, 2, k)));
            const T t = clamped(static_cast<T>(random_between(-size, size, 3, k)), -largest_displacement<T>,
                                largest_displacement<T>);
            const Place<T> place = place_on(Lattice<T>{}, locate(i, t, period));
            ASSERT_GE(place.index, 0);
            ASSERT_LT(place.index, n);
            ASSERT_LE(place.weight, T(0.5));
            const double off = place.index + double(place.step) * double(place.weight) - (i + double(t));
            ASSERT_NEAR(off, n * std::round(off / n), 1e-9) << n << ' ' << t;
        }
}

TYPED_TEST(Interpolate, NeverLeavesTheRangeOfItsCorners) {
    using T = TypeParam;
    for (std::uint64_t k = 0; k < 100000; ++k) {
        const T a = static_cast<T>(random_between(-1, 1, 4, k));
        const T b = k % 2 ? a + static_cast<T>(random_between(-1e-7, 1e-7, 5, k)) : static_cast<T>(random_unit(5, k));
        const T weight = k % 3 ? static_cast<T>(random_between(0, 0.5, 6, k)) : T(0.5);
        const T value = towards(a, b, weight);
        ASSERT_GE(value, a < b ? a : b);
        ASSERT_LE(value, a < b ? b : a);
        ASSERT_EQ(towards(a, b, T(0.5)), towards(b, a, T(0.5)));
        ASSERT_EQ(towards(a, a, weight), a);
        ASSERT_EQ(towards(a, b, T(0)), a);
    }
}

// A product of linear functions is reproduced; the range is that of the corners.
TYPED_TEST(Interpolate, ReadsTheCornersOfItsCell) {
    using T = TypeParam;
    T values[27];
    for (int z = 0; z < 3; ++z)
        for (int y = 0; y < 3; ++y)
            for (int x = 0; x < 3; ++x) values[x + 3 * y + 9 * z] = static_cast<T>((x + 1) * (2 * y + 1) * (4 * z + 1));
    const auto at = [](int i, T t) { return place_on(Lattice<T>{}, locate(i, t, Period<T>{})); };
    const Vec<Place<T>, 3> place{at(1, T(0.25)), at(1, T(-0.5)), at(0, T(1.75))};
    const auto cube = stencil_at<T, 3>(place, {1, 3, 9});
    EXPECT_EQ(interpolate(values, cube), T(2.25 * 2 * 8));
    const auto range = range_of(values, cube);
    EXPECT_EQ(range.low, 2 * 1 * 5);
    EXPECT_EQ(range.high, 3 * 3 * 9);
    const auto square = stencil_at<T, 2>({place[0], place[1]}, {1, 3});
    EXPECT_EQ(interpolate(values, square), T(2.25 * 2));
    EXPECT_EQ(range_of(values, square).low, 2);
    EXPECT_EQ(range_of(values, square).high, 9);
}

}  // namespace
}  // namespace whorl
