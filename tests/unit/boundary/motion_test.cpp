#include "boundary/motion.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"
#include "tests/dims.hpp"
#include "tests/unit/boundary/apart.hpp"

namespace whorl {
namespace {

constexpr double pi = 3.14159265358979323846;

template <int N> Vec<double, N> random_vector(std::uint64_t seed, std::uint64_t index, double reach) {
    Vec<double, N> made{};
    for (int k = 0; k < N; ++k) made[k] = random_between(-reach, reach, seed + static_cast<std::uint64_t>(k), index);
    return made;
}

template <int Dim> Pose<Dim> random_pose(std::uint64_t seed, std::uint64_t index, double turn = 3) {
    return {random_vector<Dim>(seed, index, 5), random_vector<(Dim == 2 ? 1 : 3)>(seed + 50, index, turn)};
}

template <class Dim> class Motion : public testing::Test {};
TYPED_TEST_SUITE(Motion, Dims);

TYPED_TEST(Motion, ToBodyUndoesToWorldAndKeepsLengths) {
    constexpr int dim = TypeParam::value;
    for (std::uint64_t i = 0; i < 500; ++i) {
        const Placement<dim> placement = placement_of(random_pose<dim>(1, i, 20));
        const auto p = random_vector<dim>(7, i, 3), q = random_vector<dim>(8, i, 3);
        ASSERT_LT(apart(placement.to_body(placement.to_world(p)), p), 1e-13);
        ASSERT_LT(apart(placement.direction_to_body(placement.direction_to_world(p)), p), 1e-13);
        ASSERT_NEAR(apart(placement.to_world(p), placement.to_world(q)), apart(p, q), 1e-13);
    }
}

TYPED_TEST(Motion, BetweenHasBothEndsAndGoesEvenly) {
    constexpr int dim = TypeParam::value;
    for (std::uint64_t i = 0; i < 200; ++i) {
        const Pose<dim> a = random_pose<dim>(2, i, 1), b = random_pose<dim>(3, i, 1);
        EXPECT_EQ(between(a, b, 0), a);
        EXPECT_EQ(between(a, b, 1), b);
        const auto p = random_vector<dim>(9, i, 3);
        const auto near_b = placement_of(between(a, b, 1 - 1e-9)).to_world(p);
        ASSERT_LT(apart(near_b, placement_of(b).to_world(p)), 1e-7);
        // Half of the way, then half of that, is a quarter.
        const Pose<dim> half = between(a, b, 0.5), quarter = between(a, half, 0.5);
        ASSERT_LT(apart(placement_of(quarter).to_world(p), placement_of(between(a, b, 0.25)).to_world(p)), 1e-12);
    }
}

// u at a moving point is the difference quotient of its way.
TYPED_TEST(Motion, VelocityIsThatOfThePoints) {
    constexpr int dim = TypeParam::value;
    for (std::uint64_t i = 0; i < 200; ++i) {
        const Pose<dim> a = random_pose<dim>(4, i), far = random_pose<dim>(5, i);
        const double dt = 1e-4;
        const Pose<dim> b = between(a, far, dt);
        const RigidMotion<dim> motion = motion_between(a, b, dt);
        const auto p = random_vector<dim>(11, i, 2);
        const auto start = placement_of(a).to_world(p), end = placement_of(b).to_world(p);
        Vec<double, dim> middle{}, rate{};
        for (int axis = 0; axis < dim; ++axis)
            middle[axis] = (start[axis] + end[axis]) / 2, rate[axis] = (end[axis] - start[axis]) / dt;
        ASSERT_LT(apart(motion.at(middle), rate), 1e-5);
        ASSERT_FALSE(motion.is_still());
        ASSERT_TRUE(motion_between(a, a, dt).is_still());
        ASSERT_LT(apart(motion.at(motion.centre), motion.linear), 1e-300);
    }
}

TEST(Motion2D, TurnsToTheLeftAndAsOftenAsAsked) {
    const Placement<2> quarter = placement_of(Pose<2>{{1, 2}, {pi / 2}});
    EXPECT_LT(apart(quarter.to_world({1, 0}), {1, 3}), 1e-15);
    EXPECT_EQ(between(Pose<2>{{}, {0}}, Pose<2>{{}, {20}}, 0.5).rotation[0], 10);
    EXPECT_EQ(motion_between(Pose<2>{{}, {0}}, Pose<2>{{}, {20}}, 2).angular[0], 10);
    EXPECT_EQ((RigidMotion<2>{{}, {}, {2}}.at({1, 0})), (Vec<double, 2>{0, 2}));
}

TEST(Motion3D, TurnsByTheRightHand) {
    const Placement<3> about_z = placement_of(Pose<3>{{}, {0, 0, pi / 2}});
    EXPECT_LT(apart(about_z.to_world({1, 0, 0}), {0, 1, 0}), 1e-15);
    const Placement<3> about_x = placement_of(Pose<3>{{}, {pi / 2, 0, 0}});
    EXPECT_LT(apart(about_x.to_world({0, 1, 0}), {0, 0, 1}), 1e-15);
    const double third = 2 * pi / 3 / std::sqrt(3.0);
    const Placement<3> about_diagonal = placement_of(Pose<3>{{}, {third, third, third}});
    EXPECT_LT(apart(about_diagonal.to_world({1, 2, 3}), {3, 1, 2}), 1e-14);
    EXPECT_EQ((RigidMotion<3>{{}, {}, {0, 0, 2}}.at({1, 0, 5})), (Vec<double, 3>{0, 2, 0}));
}

TEST(Motion3D, AboutOneAxisTurnsAsOftenAsAskedElseTheShorterWay) {
    EXPECT_EQ((motion_between(Pose<3>{}, Pose<3>{{}, {0, 0, 20}}, 2).angular), (Vec<double, 3>{0, 0, 10}));
    EXPECT_EQ((between(Pose<3>{{}, {0, 1, 0}}, Pose<3>{{}, {0, 21, 0}}, 0.5).rotation), (Vec<double, 3>{0, 11, 0}));
    const auto motion = motion_between(Pose<3>{{}, {3, 0, 0}}, Pose<3>{{}, {0, 3, 0}}, 1);
    EXPECT_LE(apart(motion.angular, {0, 0, 0}), pi + 1e-12);
}

TYPED_TEST(Motion, APathHoldsAtItsEndsAndGoesEvenlyBetweenKeys) {
    constexpr int dim = TypeParam::value;
    const Pose<dim> a = random_pose<dim>(4, 0, 1), b = random_pose<dim>(4, 1, 1), c = random_pose<dim>(4, 2, 1);
    const auto path = PosePath<dim>::make({{1, a}, {3, b}, {3.5, c}}).value();
    for (const double early : {-1e9, 0.0, 1.0, double(NAN)}) EXPECT_EQ(path.at(early), a);
    for (const double late : {3.5, 4.0, 1e300}) EXPECT_EQ(path.at(late), c);
    EXPECT_EQ(path.at(3), b);
    EXPECT_EQ(path.at(1.5), between(a, b, 0.25));
    EXPECT_EQ(path.at(3.25), between(b, c, 0.5));
    const auto still = PosePath<dim>::make({{2, b}}).value();
    for (const double t : {0.0, 2.0, 9.0}) EXPECT_EQ(still.at(t), b);
}

TYPED_TEST(Motion, APathMayBeEased) {
    constexpr int dim = TypeParam::value;
    const Pose<dim> a = random_pose<dim>(5, 0, 1), b = random_pose<dim>(5, 1, 1);
    const auto smooth = PosePath<dim>::make({{0, a}, {2, b}}, Ease::smooth).value();
    EXPECT_EQ(smooth.at(0.5), between(a, b, 0.15625));  // 3/16 - 2/64
    const auto hold = PosePath<dim>::make({{0, a}, {2, b}}, Ease::hold).value();
    EXPECT_EQ(hold.at(1.999), a);
    EXPECT_EQ(hold.at(2), b);
}

TYPED_TEST(Motion, PathsThatCannotBeAreRefused) {
    constexpr int dim = TypeParam::value;
    using Path = PosePath<dim>;
    EXPECT_EQ(Path::make({}).error().message, "a path needs one key or more: times, and poses at them");
    EXPECT_EQ(Path::make({{0, {}}, {0.5, {}}, {0.5, {}}}).error().message,
              "key 2 of a path is at 0.5 seconds, and the one before it at 0.5; give times that rise");
    EXPECT_EQ(Path::make({{0, {}}, {-1, {}}}).error().message,
              "key 1 of a path is at -1 seconds, and the one before it at 0; give times that rise");
    EXPECT_EQ(Path::make({{INFINITY, {}}}).error().message, "key 0 of a path is at inf seconds; give a finite time");
    Pose<dim> bad{};
    bad.position[1] = NAN;
    EXPECT_EQ(
        Path::make({{0, {}}, {1, bad}}).error().message,
        "key 1 of a path: an obstacle's position is nan along y; it must be a number of metres between -1e9 and 1e9");
    bad = {}, bad.rotation[0] = 2e6;
    EXPECT_NE(Path::make({{0, bad}}).error().message.find("rotation is 2e+06 about"), std::string::npos);
}

}  // namespace
}  // namespace whorl
