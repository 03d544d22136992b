#include "boundary/sides.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace whorl {
namespace {

using Kind = SideKind;

TEST(SideNames, AreOursAndThoseOfTheSurvey) {
    EXPECT_EQ(find_side_kind("open").value(), Kind::open);
    EXPECT_EQ(find_side_kind("clamping").value(), Kind::wall);
    EXPECT_EQ(find_side_kind("continuing").value(), Kind::outflow);
    EXPECT_EQ(find_side_kind("repeating").value(), Kind::periodic);
    EXPECT_EQ(find_side_kind("wind tunnel").value(), Kind::inflow);
    const auto wrong = find_side_kind("opne");
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.error().message.find("open"), std::string::npos) << wrong.error().message;
}

Result<Sides<float, 2>> make(const Vec<Side<2>, 4>& sides, bool periodic_x = false) {
    return Sides<float, 2>::make({.cells = {8, 4}, .size = {2, 1}, .periodic = {periodic_x, false}}, sides,
                                 {"density"});
}

TEST(SidesTable, SegmentsCoverTheirPartAndTheFirstCounts) {
    const Segment<2> hole{.kind = Kind::inflow, .velocity = {1, 2}, .from = {0.25}, .to = {0.75}};
    const auto sides =
        make({{std::vector<Segment<2>>{hole, {.kind = Kind::noslip}}, Kind::open, Kind::wall, Kind::wall}}).value();
    EXPECT_EQ(sides.face(0, false, {0, 0}).kind, Kind::noslip);
    EXPECT_EQ(sides.face(0, false, {0, 1}).kind, Kind::inflow);
    EXPECT_EQ(sides.face(0, false, {0, 2}).velocity[1], 2.0f);
    EXPECT_EQ(sides.face(0, false, {0, 3}).kind, Kind::noslip);
    EXPECT_EQ(sides.face(0, false, {0, 99}).kind, Kind::noslip);  // beyond the end: the last
    EXPECT_TRUE(sides.is_passable(0, false));
    EXPECT_TRUE(sides.is_all(0, true, Kind::open));
    EXPECT_FALSE(sides.is_passable(1, true));
}

TEST(SidesTable, ProfilesAreTakenAtTheFaces) {
    const Segment<2> jet{.kind = Kind::inflow, .profile = [](const Vec<double, 2>& x) {
                             return Vec<double, 2>{x[1], -x[0]};
                         }};
    const auto sides = make({{Kind::wall, jet, Kind::wall, Kind::wall}}).value();
    EXPECT_FLOAT_EQ(sides.face(0, true, {0, 2}).velocity[0], 0.625f);
    EXPECT_FLOAT_EQ(sides.face(0, true, {0, 2}).velocity[1], -2.0f);
}

TEST(SidesTable, AWallSlidesAlongItselfOnly) {
    const Segment<2> lid{.kind = Kind::noslip, .velocity = {1, 5}};
    const auto sides = make({{Kind::wall, Kind::wall, Kind::wall, lid}}).value();
    EXPECT_EQ(sides.face(1, true, {3, 0}).velocity[0], 1.0f);
    EXPECT_EQ(sides.face(1, true, {3, 0}).velocity[1], 0.0f);
}

TEST(SidesTable, RefusesWhatDoesNotFitTogether) {
    EXPECT_EQ(make({{Kind::periodic, Kind::wall, Kind::wall, Kind::wall}}).error().message,
              "the left side is periodic and the right side is not; make both periodic or neither");
    EXPECT_EQ(make({{Kind::wall, Kind::wall,
                     std::vector<Segment<2>>{{.kind = Kind::periodic, .from = {0}, .to = {1}}, {}}, Kind::wall}})
                  .error()
                  .message,
              "a part of the bottom side is periodic; only a whole side can be");
    EXPECT_EQ(make({{Segment<2>{.kind = Kind::inflow, .velocity = {NAN, 0}}, Kind::wall, Kind::wall, Kind::wall}})
                  .error()
                  .message,
              "the velocity on the left side is nan; it must be finite");
    const auto unknown = make({{Segment<2>{.scalars = {{"dnsity", 1}}}, Kind::wall, Kind::wall, Kind::wall}});
    ASSERT_FALSE(unknown);
    EXPECT_NE(unknown.error().message.find("did you mean \"density\"?"), std::string::npos) << unknown.error().message;
}

}  // namespace
}  // namespace whorl
