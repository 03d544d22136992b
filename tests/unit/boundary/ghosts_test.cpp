// Each kind of side on a row of three cells whose values are known: 1, 2, 4 from the side inwards.
#include "boundary/ghosts.hpp"

#include <gtest/gtest.h>

#include "core/field.hpp"

namespace whorl {
namespace {

using Kind = SideKind;

constexpr Grid<2> nine_cells{.cells = {3, 3}, .size = {3, 3}, .periodic = {false, false}};

Sides<double, 2> with_left(const Side<2>& left) {
    return Sides<double, 2>::make(nine_cells, {{left, Kind::wall, Kind::wall, Kind::wall}}, {"density"}).value();
}

struct Fields {
    Field<double, 2> u = Field<double, 2>::make({4, 3}).value();
    Field<double, 2> v = Field<double, 2>::make({3, 4}).value();
    Field<double, 2> s = Field<double, 2>::make({3, 3}).value();

    /// Every row is 1, 2, 4 for v and s, and `through`, 2, 4, 8 for u.
    explicit Fields(double through) {
        for (int j = 0; j < 4; ++j)
            for (int i = 0; i < 4; ++i) {
                const double value = 1 << i;
                if (j < 3) u.view()(i, j) = i == 0 ? through : value;
                if (i < 3) v.view()(i, j) = value;
                if (i < 3 && j < 3) s.view()(i, j) = value;
            }
    }
    Faces<double, 2> faces() { return {u.view(), v.view()}; }
};

struct Expected {
    double through, u1, u2;  // on the side, and one and two faces beyond
    double v1, v2;           // along the side
    double s1, s2;
};

void expect(const Side<2>& left, double through, const Expected& expected) {
    const auto sides = with_left(left);
    Fields fields(through);
    fill_velocity_ghosts(sides, fields.faces());
    fill_scalar_ghosts(sides, {.scalar = 0, .ambient = 7.0, .u = read_only(fields.faces())}, fields.s.view());
    EXPECT_EQ(fields.u.view()(0, 1), expected.through);
    EXPECT_EQ(fields.u.view()(-1, 1), expected.u1);
    EXPECT_EQ(fields.u.view()(-2, 1), expected.u2);
    EXPECT_EQ(fields.v.view()(-1, 1), expected.v1);
    EXPECT_EQ(fields.v.view()(-2, 1), expected.v2);
    EXPECT_EQ(fields.s.view()(-1, 1), expected.s1);
    EXPECT_EQ(fields.s.view()(-2, 1), expected.s2);
}

TEST(Ghosts, Wall) {
    expect(Kind::wall, 9, {0, -2, -4, 1, 2, 1, 2});
}

TEST(Ghosts, NoslipThatSlides) {
    expect(Segment<2>{.kind = Kind::noslip, .velocity = {0, 5}}, 9, {0, -2, -4, 9, 8, 1, 2});
}

TEST(Ghosts, HeldScalarOnAWall) {
    expect(Segment<2>{.kind = Kind::wall, .scalars = {{"density", 10}}}, 9, {0, -2, -4, 1, 2, 19, 18});
}

TEST(Ghosts, Inflow) {
    expect(Segment<2>{.kind = Kind::inflow, .velocity = {3, 5}, .scalars = {{"density", 6}}}, 9, {3, 3, 3, 5, 5, 6, 6});
}

TEST(Ghosts, Outflow) {
    expect(Kind::outflow, -9, {-9, -9, -9, 1, 1, 1, 1});
}

TEST(Ghosts, OpenWhereFlowLeaves) {
    expect(Kind::open, -9, {-9, -9, -9, 1, 1, 1, 1});
}

TEST(Ghosts, OpenWhereFlowComesIn) {
    expect(Kind::open, 9, {9, 0, 0, 0, 0, 7, 7});
}

TEST(Ghosts, PeriodicWrapsAndClosesTheDivergence) {
    const Grid<2> ring{.cells = {3, 3}, .size = {3, 3}, .periodic = {true, false}};
    const auto sides =
        Sides<double, 2>::make(ring, {{Kind::periodic, Kind::periodic, Kind::wall, Kind::wall}}, {}).value();
    auto u = Field<double, 2>::make({3, 3}).value(), v = Field<double, 2>::make({3, 4}).value();
    for (int i = 0; i < 3; ++i) u.view()(i, 1) = v.view()(i, 1) = i + 1;
    fill_velocity_ghosts<double, 2>(sides, {u.view(), v.view()});
    for (const auto& view : {u.view(), v.view()}) {
        EXPECT_EQ(view(-1, 1), 3);
        EXPECT_EQ(view(-2, 1), 2);
        EXPECT_EQ(view(3, 1), 1);
        EXPECT_EQ(view(4, 1), 2);
    }
    u.view()(0, 1) = 11;
    close_period<double, 2>(ring, {u.view(), v.view()}, 0);
    EXPECT_EQ(u.view()(3, 1), 11);
}

TEST(Ghosts, PressureIsZeroOnFreeSidesAndLevelAtOthers) {
    const auto sides = with_left(Kind::open);
    auto p = Field<double, 2>::make({3, 3}).value();
    p.view()(0, 1) = 2, p.view()(2, 1) = 5;
    fill_pressure_ghosts(sides, p.view());
    EXPECT_EQ(p.view()(-1, 1), -2);
    EXPECT_EQ(p.view()(3, 1), 5);
}

TEST(Ghosts, AComponentBetweenTwoKindsTakesTheClosedOne) {
    const std::vector<Segment<2>> half{{.kind = Kind::open, .from = {0}, .to = {1}}, {.kind = Kind::noslip}};
    const auto sides = with_left(half);
    Fields fields(-1);
    fill_velocity_ghosts(sides, fields.faces());
    EXPECT_EQ(fields.v.view()(-1, 1), -1);  // between open and noslip
    EXPECT_EQ(fields.v.view()(-1, 2), -1);
}

}  // namespace
}  // namespace whorl
