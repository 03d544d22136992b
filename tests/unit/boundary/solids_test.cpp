// Solids: known distances, and for every shape the promises of Geometry on random points and lines.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/random.hpp"
#include "tests/dims.hpp"
#include "tests/unit/boundary/apart.hpp"
#include "whorl/obstacles.hpp"

namespace whorl {
namespace {

template <int Dim> using Point = Vec<double, Dim>;

template <int Dim> Point<Dim> filled(double value) {
    Point<Dim> point{};
    for (int axis = 0; axis < Dim; ++axis) point[axis] = value;
    return point;
}

template <int Dim> Point<Dim> random_point(std::uint64_t seed, std::uint64_t index, double reach = 1.5) {
    Point<Dim> point{};
    for (int axis = 0; axis < Dim; ++axis)
        point[axis] = random_between(-reach, reach, seed + static_cast<std::uint64_t>(axis) * 1000, index);
    return point;
}

template <int Dim> Point<Dim> blend(const Point<Dim>& a, const Point<Dim>& b, double t) {
    Point<Dim> mix{};
    for (int axis = 0; axis < Dim; ++axis) mix[axis] = a[axis] + t * (b[axis] - a[axis]);
    return mix;
}

const std::vector<Vec<double, 2>> arrow = {{-0.8, -0.5}, {0.9, 0}, {-0.8, 0.6}, {-0.3, 0.1}};

void add_flat(std::vector<ObstacleShape<2>>& shapes) {
    shapes.push_back(circle({0.1, 0.2}, 0.5).value());
    shapes.push_back(polygon(arrow).value());
}
void add_flat(std::vector<ObstacleShape<3>>& shapes) {
    shapes.push_back(sphere({0.1, 0.2, -0.1}, 0.5).value());
}

template <int Dim> std::vector<ObstacleShape<Dim>> solids() {
    std::vector<ObstacleShape<Dim>> shapes;
    add_flat(shapes);
    shapes.push_back(box(filled<Dim>(-0.4), filled<Dim>(0.6)).value());
    shapes.push_back(capsule(filled<Dim>(-0.4), filled<Dim>(0.5), 0.2).value());
    shapes.push_back(half_space(filled<Dim>(0.1), random_point<Dim>(77, 3)).value());
    shapes.push_back(unite(shapes[0], shapes[1]).value());
    shapes.push_back(subtract(shapes[0], capsule(filled<Dim>(0.3), filled<Dim>(0.9), 0.3).value()).value());
    return shapes;
}

template <class Dim> class Solids : public testing::Test {};
TYPED_TEST_SUITE(Solids, Dims);

// Points along the line cannot be inside without the line meeting; a line that meets has a point near the surface.
TYPED_TEST(Solids, MeetWhatHasAPointInside) {
    constexpr int dim = TypeParam::value, samples = 200;
    const auto shapes = solids<dim>();
    for (std::size_t s = 0; s < shapes.size(); ++s) {
        const Geometry<dim>& shape = shapes[s].geometry();
        int met = 0, missed = 0;
        for (std::uint64_t i = 0; i < 2000; ++i) {
            const Point<dim> a = random_point<dim>(1, i), b = blend(a, random_point<dim>(2, i), 0.3);
            double nearest = 1e9;
            for (int k = 0; k <= samples; ++k)
                nearest = std::min(nearest, shape.distance(blend(a, b, k / double{samples})));
            const bool meets = shape.meets(a, b);
            if (nearest <= 0) {
                ASSERT_TRUE(meets) << "shape " << s << ", line " << i;
            }
            if (meets) {
                ASSERT_LE(nearest, apart(a, b) * (0.5 / samples + 2e-4)) << "shape " << s << ", line " << i;
            }
            ASSERT_EQ(meets, shape.meets(b, a)) << "shape " << s << ", line " << i;
            ++(meets ? met : missed);
        }
        EXPECT_GT(met, 50) << s;
        EXPECT_GT(missed, 50) << s;
    }
}

TYPED_TEST(Solids, DistancesGrowNoFasterThanTheWay) {
    constexpr int dim = TypeParam::value;
    for (const ObstacleShape<dim>& shape : solids<dim>())
        for (std::uint64_t i = 0; i < 2000; ++i) {
            const Point<dim> a = random_point<dim>(3, i), b = random_point<dim>(4, i);
            const double da = shape.geometry().distance(a), db = shape.geometry().distance(b);
            ASSERT_LE(std::fabs(da - db), apart(a, b) + 1e-12);
        }
}

TYPED_TEST(Solids, LieWithinTheirBounds) {
    constexpr int dim = TypeParam::value;
    for (const ObstacleShape<dim>& shape : solids<dim>()) {
        const Bounds<dim> bounds = shape.geometry().bounds();
        for (std::uint64_t i = 0; i < 2000; ++i) {
            const Point<dim> at = random_point<dim>(5, i);
            if (shape.geometry().distance(at) > 0) continue;
            for (int axis = 0; axis < dim; ++axis) {
                ASSERT_GE(at[axis], bounds.low[axis]);
                ASSERT_LE(at[axis], bounds.high[axis]);
            }
        }
        EXPECT_FALSE(shape.geometry().is_sheet());
    }
}

TYPED_TEST(Solids, TouchingTheSurfaceIsMeeting) {
    constexpr int dim = TypeParam::value;
    const auto cube = box(filled<dim>(0), filled<dim>(1)).value();
    Point<dim> a = filled<dim>(0.5), b = a;
    a[0] = 1, b[0] = 2;
    EXPECT_TRUE(cube.geometry().meets(a, b)) << "an end on the surface";
    a[0] = std::nextafter(1.0, 2.0);
    EXPECT_FALSE(cube.geometry().meets(a, b));
    a[0] = 1, a[1] = -3, b[0] = 1, b[1] = 3;
    EXPECT_TRUE(cube.geometry().meets(a, b)) << "a line along a face";
    EXPECT_TRUE(cube.geometry().meets(filled<dim>(0.2), filled<dim>(0.3))) << "a line inside";
    EXPECT_TRUE(cube.geometry().meets(filled<dim>(1), filled<dim>(1))) << "a point";

    Point<dim> up{}, out{};
    up[1] = 1, out[0] = 1;
    const auto floor = half_space(Point<dim>{}, up).value();
    EXPECT_TRUE(floor.geometry().meets(Point<dim>{}, out));
    EXPECT_EQ(floor.geometry().bounds().high[1], 0);
    EXPECT_EQ(floor.geometry().bounds().low[1], -std::numeric_limits<double>::infinity());
}

TYPED_TEST(Solids, KnownDistances) {
    constexpr int dim = TypeParam::value;
    const double root = std::sqrt(double{dim});
    const auto cube = box(filled<dim>(-1), filled<dim>(1)).value();
    EXPECT_EQ(cube.geometry().distance(filled<dim>(0)), -1);
    EXPECT_NEAR(cube.geometry().distance(filled<dim>(2)), root, 1e-15);
    const auto pill = capsule(filled<dim>(-1), filled<dim>(1), 0.25).value();
    EXPECT_EQ(pill.geometry().distance(filled<dim>(0.5)), -0.25);
    EXPECT_NEAR(pill.geometry().distance(filled<dim>(2)), root - 0.25, 1e-15);
    const auto both = unite(cube, capsule(filled<dim>(3), filled<dim>(3), 1).value()).value();
    EXPECT_EQ(both.geometry().distance(filled<dim>(3)), -1);
    const auto shell = subtract(cube, box(filled<dim>(-0.5), filled<dim>(0.5)).value()).value();
    EXPECT_EQ(shell.geometry().distance(filled<dim>(0)), 0.5);
    EXPECT_EQ(shell.geometry().distance(filled<dim>(0.75)), -0.25);
    EXPECT_FALSE(shell.geometry().meets(filled<dim>(-0.4), filled<dim>(0.4)));
    EXPECT_TRUE(shell.geometry().meets(filled<dim>(-0.4), filled<dim>(0.6)));
}

TEST(Polygon, SignAndDistanceInEitherDirection) {
    const std::vector<Vec<double, 2>> backwards(arrow.rbegin(), arrow.rend());
    const auto a = polygon(arrow).value(), b = polygon(backwards).value();
    for (std::uint64_t i = 0; i < 1000; ++i) {
        const Point<2> at = random_point<2>(6, i);
        ASSERT_NEAR(a.geometry().distance(at), b.geometry().distance(at), 1e-14);
    }
    EXPECT_LT(a.geometry().distance({0, 0}), 0);
    EXPECT_GT(a.geometry().distance({-0.6, 0.05}), 0) << "in the notch";
    EXPECT_NEAR(a.geometry().distance({1.9, 0}), 1, 1e-15);
    EXPECT_TRUE(a.geometry().meets({0.9, -1}, {0.9, 1})) << "through the tip alone";
    EXPECT_FALSE(a.geometry().meets({-0.75, 0.05}, {-0.5, 0.05})) << "within the notch";
}

template <class Shape> void expect_refused(const Result<Shape>& made, const char* words) {
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find(words), std::string::npos) << made.error().message;
}

TEST(Shapes, RefuseWhatHasNoExtentOrIsNoNumber) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    using Points = std::vector<Vec<double, 2>>;
    expect_refused(circle({0, 0}, 0), "radius is 0");
    expect_refused(circle({nan, 0}, 1), "centre");
    expect_refused(sphere({0, 0, 0}, -1), "radius is -1");
    expect_refused(sphere({0, 0, 0}, infinity), "at most");
    expect_refused(box<2>({0, 0}, {1, 0}), "along y");
    expect_refused(capsule<3>({0, 0, 0}, {0, 0, infinity}, 1), "second end");
    expect_refused(half_space<2>({0, 0}, {0, 0}), "no length");
    expect_refused(polygon(Points{{0, 0}, {1, 0}, {1, 0}, {0, 0}}), "2 different corners");
    expect_refused(polygon(Points{{0, 0}, {1, 1}, {1, 0}, {0, 1}}), "touches itself");
    expect_refused(polygon(Points{{0, 0}, {1, 0}, {2, 0}}), "touches itself");
    expect_refused(segment({1, 1}, {1, 1}), "1 different points");
    expect_refused(polyline(Points{{0, 0}, {1, 0}}, true), "at least 3");
    expect_refused(polyline(Points{{0, 0}, {1, nan}}), "along y");
    expect_refused(rectangle({0, 0, 0}, {1, 0, 0}, {0.1, 1, 0}), "right angle");
    expect_refused(rectangle({0, 0, 0}, {1, 0, 0}, {0, 0, 0}), "more than 0");
    expect_refused(disc({0, 0, 0}, {0, 0, 0}, 1), "no length");
    expect_refused(disc({0, 0, 0}, {0, 0, 1}, nan), "radius");
    const auto ball = circle({0, 0}, 1).value(), line = segment({0, 0}, {1, 0}).value();
    expect_refused(subtract(line, ball), "first shape");
    expect_refused(subtract(ball, line), "second shape");
}

}  // namespace
}  // namespace whorl
