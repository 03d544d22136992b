// How much of a grid an obstacle takes: the same wherever it is, about as much as the cells that walls find there.
#include "boundary/wall_extent.hpp"

#include "boundary/walls.hpp"
#include "core/for_box.hpp"
#include "tests/dims.hpp"

namespace whorl {
namespace {

template <class D> class WallExtentOf : public testing::Test {};
TYPED_TEST_SUITE(WallExtentOf, Dims);

template <int Dim> Grid<Dim> grid_of(int n) {
    Grid<Dim> grid{};
    for (int axis = 0; axis < Dim; ++axis) grid.cells[axis] = n, grid.size[axis] = 1;
    return grid;
}
template <int Dim> ObstacleShape<Dim> cube(double half, double thin) {
    Vec<double, Dim> low{}, high{};
    for (int axis = 0; axis < Dim; ++axis) low[axis] = -half, high[axis] = half;
    low[0] = -thin, high[0] = thin;
    return box<Dim>(low, high).value();
}
template <int Dim> WallExtent extent_at(const ObstacleShape<Dim>& shape, double x, double angle) {
    Pose<Dim> pose{};
    pose.position[0] = x, pose.rotation[0] = angle;
    return extent_of(shape.geometry(), grid_of<Dim>(32), placement_of(pose));
}

TYPED_TEST(WallExtentOf, ASolidIsItsSurfaceAndItsInside) {
    constexpr int Dim = TypeParam::value;
    const double side = 16, area = 2 * Dim * std::pow(side, Dim - 1);
    const WallExtent extent = extent_at<Dim>(cube<Dim>(0.25, 0.25), 0.3, 0.4);
    EXPECT_GT(extent.surface[0], 1.0 * area);
    EXPECT_LT(extent.surface[0], 2.2 * area);  // it lies between boxes, in both of them
    EXPECT_NEAR(extent.inside[0], std::pow(side - std::sqrt(Dim), Dim), 0.15 * std::pow(side, Dim));
    EXPECT_LT(extent.thin[0], 0.2 * extent.surface[0]);
    for (std::size_t size = 1; size < 4; ++size) EXPECT_LT(extent.surface[size], extent.surface[size - 1]);
    EXPECT_EQ(extent.surface, (extent_at<Dim>(cube<Dim>(0.25, 0.25), -7, 0).surface));
}

TYPED_TEST(WallExtentOf, APlateIsThinBesideLargeBoxes) {
    constexpr int Dim = TypeParam::value;
    const WallExtent extent = extent_at<Dim>(cube<Dim>(0.4, 0.02), 0, 0);
    EXPECT_GT(extent.thin[2], 0.8 * extent.surface[2]);
}

/// Wherever it goes, it is counted where its surface is, and as no more than a section of the domain.
TYPED_TEST(WallExtentOf, AHalfSpaceIsASectionOfTheDomain) {
    constexpr int Dim = TypeParam::value;
    Vec<double, Dim> normal{};
    normal[0] = 1, normal[1] = 0.3;
    const auto shape = half_space<Dim>({}, normal).value();
    for (const double x : {-5.0, 0.3, 5.0}) {
        const WallExtent extent = extent_at<Dim>(shape, x, 0);
        EXPECT_GT(extent.surface[0], std::pow(32, Dim - 1));
        EXPECT_LT(extent.surface[0], 1.01 * Dim * std::sqrt(Dim) * std::pow(32, Dim - 1));
    }
}

TYPED_TEST(WallExtentOf, AWayIsThatOfTheFarthestPoint) {
    constexpr int Dim = TypeParam::value;
    Pose<Dim> from{}, to{};
    to.position[1] = 0.5;
    const auto shape = cube<Dim>(0.3, 0.3);
    EXPECT_DOUBLE_EQ(way_between(shape.geometry(), from, to), 0.5);
    to.rotation[0] = 0.1;
    EXPECT_DOUBLE_EQ(way_between(shape.geometry(), from, to), 0.5 + 0.1 * 0.3 * std::sqrt(Dim));
}

}  // namespace
}  // namespace whorl
