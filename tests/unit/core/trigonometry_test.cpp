#include "core/trigonometry.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/hash.hpp"
#include "core/random.hpp"

namespace whorl {
namespace {

TEST(Trigonometry, AgreesWithTheLibraryUpToAMillion) {
    for (const double reach : {1.0, 10.0, 1e3, 1e6})
        for (std::uint64_t i = 0; i < 20'000; ++i) {
            const double x = random_between(-reach, reach, 3, i);
            ASSERT_NEAR(sine(x), std::sin(x), 1e-14) << x;
            ASSERT_NEAR(cosine(x), std::cos(x), 1e-14) << x;
        }
}

// Next to multiples of pi/2 the reduction cancels most digits.
TEST(Trigonometry, AgreesNextToMultiplesOfAQuarterTurn) {
    const double quarter = std::acos(-1.0) / 2;
    for (int k = -640'000; k <= 640'000; k += 1'601) {
        const double x = k * quarter;
        ASSERT_NEAR(sine(x), std::sin(x), 1e-14) << k;
        ASSERT_NEAR(cosine(x), std::cos(x), 1e-14) << k;
    }
}

TEST(Trigonometry, ArcTangentAgreesInAllQuadrants) {
    for (std::uint64_t i = 0; i < 20'000; ++i) {
        const double x = random_between(-1, 1, 1, i), y = random_between(-1, 1, 2, i);
        ASSERT_NEAR(arc_tangent2(y, x), std::atan2(y, x), 1e-14) << y << " " << x;
        ASSERT_NEAR(arc_tangent2(1e-9 * y, x), std::atan2(1e-9 * y, x), 1e-14);
        ASSERT_NEAR(arc_tangent2(y, 1e-9 * x), std::atan2(y, 1e-9 * x), 1e-14);
    }
    EXPECT_EQ(arc_tangent2(0, 0), 0);
    EXPECT_EQ(arc_tangent2(0, 1), 0);
    EXPECT_NEAR(arc_tangent2(0, -1), std::acos(-1.0), 1e-15);
    EXPECT_NEAR(arc_tangent2(-1, 0), -std::acos(-1.0) / 2, 1e-15);
}

TEST(Trigonometry, IsExactAtZeroAndBoundedBeyondItsRange) {
    EXPECT_EQ(sine(0), 0);
    EXPECT_EQ(cosine(0), 1);
    EXPECT_EQ(sine(1e-300), 1e-300);
    for (const double huge : {1e8, -1e9, 1e17, 1e300, -1e300}) {
        EXPECT_LE(std::fabs(sine(huge)), 1);
        EXPECT_NEAR(sine(huge) * sine(huge) + cosine(huge) * cosine(huge), 1, 1e-12) << huge;
    }
    EXPECT_TRUE(std::isnan(sine(std::numeric_limits<double>::infinity())));
    EXPECT_TRUE(std::isnan(cosine(std::numeric_limits<double>::quiet_NaN())));
}

// Pinned: other bits here are other bits in every scene with a turning wall.
TEST(Trigonometry, HasTheSameBitsEverywhere) {
    Hash hash;
    for (std::uint64_t i = 0; i < 10'000; ++i) {
        const double x = random_between(-1000, 1000, 9, i);
        hash.add(sine(x)), hash.add(cosine(x)), hash.add(arc_tangent2(x, random_between(-1000, 1000, 10, i)));
    }
    EXPECT_EQ(hash.value(), 1098174800683964670u);
}

}  // namespace
}  // namespace whorl
