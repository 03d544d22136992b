// Solids from images and from samples.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "boundary/mask_distance.hpp"
#include "core/random.hpp"
#include "flood.hpp"
#include "tests/dims.hpp"
#include "whorl/obstacles.hpp"

namespace whorl {
namespace {

/// From the centre of pixel `at` to the nearest pixel of the other kind, by trying all.
double by_trying(const Mask& mask, int x, int y) {
    const auto kind = [&](int i, int j) { return mask.solid[static_cast<std::size_t>(j * mask.shape[0] + i)] != 0; };
    double nearest = 1e300;
    for (int j = 0; j < mask.shape[1]; ++j)
        for (int i = 0; i < mask.shape[0]; ++i) {
            if (kind(i, j) == kind(x, y)) continue;
            const double dx = std::max(std::abs(i - x) - 0.5, 0.0) * mask.pixel[0];
            const double dy = std::max(std::abs(j - y) - 0.5, 0.0) * mask.pixel[1];
            nearest = std::min(nearest, std::sqrt(dx * dx + dy * dy));
        }
    return kind(x, y) ? -nearest : nearest;
}

TEST(MaskDistance, IsExact) {
    for (std::uint64_t trial = 0; trial < 40; ++trial) {
        Mask mask{
            {}, {13 + static_cast<int>(trial % 5), 1 + static_cast<int>(trial % 17)}, {0.1, trial % 2 ? 0.1 : 0.37}};
        const double share = random_between(0.02, 0.98, 1, trial);
        const int count = mask.shape[0] * mask.shape[1];
        for (int i = 0; i < count; ++i)
            mask.solid.push_back(random_unit(100 + trial, static_cast<std::uint64_t>(i)) < share ? 255 : 0);
        mask.solid[0] = 1, mask.solid[1] = 0;
        const std::vector<float> distances = signed_distances(mask);
        for (int y = 0; y < mask.shape[1]; ++y)
            for (int x = 0; x < mask.shape[0]; ++x)
                ASSERT_NEAR(static_cast<double>(distances[static_cast<std::size_t>(y * mask.shape[0] + x)]),
                            by_trying(mask, x, y), 1e-6)
                    << x << " " << y << " of trial " << trial;
    }
}

TEST(ImageMask, HasItsEdgesWherePixelsHaveTheirs) {
    // Row 0 is the top: the solid is the lower left quarter and one pixel more.
    const std::vector<unsigned char> picture = {0, 0, 0, 0,  //
                                                0, 0, 0, 0,  //
                                                9, 9, 0, 0,  //
                                                9, 9, 9, 0};
    const auto made = image_mask(picture, 4, 4, {0, 0}, {4, 8}).value();
    const Geometry<2>& shape = made.geometry();
    EXPECT_LT(shape.distance({0.5, 1}), 0);
    EXPECT_LT(shape.distance({2.4, 1}), 0);
    EXPECT_GT(shape.distance({3.4, 1}), 0);
    EXPECT_GT(shape.distance({0.5, 5}), 0);
    EXPECT_NEAR(shape.distance({0.5, 4}), 0, 1e-6) << "the upper edge";
    EXPECT_NEAR(shape.distance({0, 2}), 0, 1e-6) << "the picture's edge ends the solid";
    EXPECT_NEAR(shape.distance({-1, 1}), 1, 1e-6);
    EXPECT_FALSE(shape.is_sheet());
    EXPECT_EQ(shape.bounds().high[1], 8);
    EXPECT_TRUE(shape.meets({0.5, 6}, {0.5, 3.9}));
    EXPECT_FALSE(shape.meets({0.5, 6}, {0.5, 4.1}));
    EXPECT_TRUE(shape.meets({-1, 1}, {0, 1}));
    EXPECT_FALSE(shape.meets({-1, 1}, {-0.1, 1}));
}

// A ring of pixels that touch at their corners alone.
TEST(ImageMask, PixelsThatTouchAtCornersAreTight) {
    constexpr int size = 15, middle = 7;
    std::vector<unsigned char> picture(size * size);
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x)
            picture[static_cast<std::size_t>(y * size + x)] = std::abs(x - middle) + std::abs(y - middle) == 5;
    const auto ring = image_mask(picture, size, size, {-1, -1}, {1, 1}).value();
    for (std::uint64_t i = 0; i < 20; ++i) {
        const Lattice<2> grid{{40, 42}, 0.06, 0.5};
        const Pose<2> pose{grid.centre({20, 21}), {i == 0 ? 0 : random_between(-3, 3, 50, i)}};
        expect_tight<2>(grid, {{ring, pose}}, "a ring of pixels");
    }
}

TEST(ImageMask, AllSolidIsABox) {
    const auto made = image_mask(std::vector<unsigned char>(6, 1), 3, 2, {0, 0}, {3, 2}).value();
    EXPECT_EQ(made.geometry().distance({1.5, 1}), -1);
    EXPECT_EQ(made.geometry().distance({4, 1}), 1);
}

TEST(ImageMask, RefusesWhatIsNoPicture) {
    const std::vector<unsigned char> four = {0, 1, 1, 0}, none(4);
    EXPECT_FALSE(image_mask(four, 2, 3, {0, 0}, {1, 1}));
    EXPECT_FALSE(image_mask(four, -2, -2, {0, 0}, {1, 1}));
    EXPECT_FALSE(image_mask(four, 2, 2, {0, 0}, {1, 0}));
    EXPECT_FALSE(image_mask(none, 2, 2, {0, 0}, {1, 1}));
    EXPECT_TRUE(image_mask(four, 2, 2, {0, 0}, {1, 1}));
    EXPECT_NE(image_mask(four, 2, 3, {0, 0}, {1, 1}).error().message.find("needs 6"), std::string::npos);
}

template <class Dim> class SampledDistance : public testing::Test {
  protected:
    static constexpr int dim = Dim::value;
    static constexpr int nodes = 33;
    using Point = Vec<double, dim>;

    static double length(const Point& at) {
        double sum = 0;
        for (int axis = 0; axis < dim; ++axis) sum += at[axis] * at[axis];
        return std::sqrt(sum);
    }
    static Point filled(double value) {
        Point point{};
        for (int axis = 0; axis < dim; ++axis) point[axis] = value;
        return point;
    }
    static Point random_point(std::uint64_t seed, std::uint64_t i, double reach) {
        Point point{};
        for (int axis = 0; axis < dim; ++axis)
            point[axis] = random_between(-reach, reach, seed + static_cast<std::uint64_t>(axis), i);
        return point;
    }
    /// steepness * (|x| - radius) on the nodes of [-1, 1]^dim.
    static ObstacleShape<dim> ball(double radius, double steepness) {
        std::vector<float> samples;
        Vec<int, dim> shape{};
        int count = 1;
        for (int axis = 0; axis < dim; ++axis) shape[axis] = nodes, count *= nodes;
        for (int i = 0; i < count; ++i) {
            Point at{};
            for (int axis = 0, rest = i; axis < dim; ++axis, rest /= nodes)
                at[axis] = -1 + 2.0 * (rest % nodes) / (nodes - 1);
            samples.push_back(static_cast<float>(steepness * (length(at) - radius)));
        }
        return sampled_distance(samples, shape, filled(-1), filled(1)).value();
    }
};
TYPED_TEST_SUITE(SampledDistance, Dims);

TYPED_TEST(SampledDistance, OfABallIsTheBalls) {
    const auto shape = this->ball(0.6, 1);
    for (std::uint64_t i = 0; i < 3000; ++i) {
        const auto at = this->random_point(10, i, 0.99);
        const double exact = this->length(at) - 0.6;
        ASSERT_NEAR(shape.geometry().distance(at), exact, 0.06);
        if (std::fabs(exact) < 0.2) {
            ASSERT_NEAR(shape.geometry().distance(at), exact, 0.004);
        }
    }
}

TYPED_TEST(SampledDistance, OutsideItsBoxIsABoundThatGrows) {
    const auto shape = this->ball(0.6, 1);
    for (std::uint64_t i = 0; i < 3000; ++i) {
        const auto at = this->random_point(20, i, 5);
        const double exact = this->length(at) - 0.6, found = shape.geometry().distance(at);
        ASSERT_LE(found, exact + 0.004);
        if (exact > 1.5) {
            ASSERT_GT(found, 0.5 * exact);
        }
    }
}

// Samples a hundred times too steep would make steps along a line that jump over the solid.
TYPED_TEST(SampledDistance, MeetsLinesHoweverSteepItsSamples) {
    for (const double steepness : {1.0, 1.3, 100.0}) {
        const auto shape = this->ball(0.3, steepness);
        int met = 0;
        for (std::uint64_t i = 0; i < 2000; ++i) {
            const auto a = this->random_point(30, i, 1.5), b = this->random_point(40, i, 1.5);
            double nearest = 1e9;
            for (int k = 0; k <= 100; ++k) {
                typename TestFixture::Point at{};
                for (int axis = 0; axis < this->dim; ++axis) at[axis] = a[axis] + k / 100.0 * (b[axis] - a[axis]);
                nearest = std::min(nearest, this->length(at));
            }
            const bool meets = shape.geometry().meets(a, b);
            if (nearest < 0.295) {
                ASSERT_TRUE(meets) << steepness << " " << i;
            }
            if (nearest > 0.33) {
                ASSERT_FALSE(meets) << steepness << " " << i;
            }
            met += meets;
        }
        EXPECT_GT(met, 30);
    }
}

TYPED_TEST(SampledDistance, RefusesWhatIsNoDistance) {
    Vec<int, TestFixture::dim> two{}, one{};
    for (int axis = 0; axis < this->dim; ++axis) two[axis] = 2, one[axis] = 1;
    const auto low = this->filled(0), high = this->filled(1);
    std::vector<float> samples(std::size_t{1} << this->dim, -1.0f);
    EXPECT_TRUE(sampled_distance(samples, two, low, high));
    EXPECT_FALSE(sampled_distance(samples, two, high, low));
    EXPECT_FALSE(sampled_distance(std::vector<float>{-1}, one, low, high));
    samples[1] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(sampled_distance(samples, two, low, high));
    samples.assign(samples.size(), 1.0f);
    EXPECT_FALSE(sampled_distance(samples, two, low, high));
    samples.push_back(-1);
    EXPECT_FALSE(sampled_distance(samples, two, low, high));
}

}  // namespace
}  // namespace whorl
