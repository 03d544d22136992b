// The full stress beside obstacles: sticky, slippery, thin as a sheet, turning.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/dims.hpp"
#include "tests/unit/diffuse/stress_rig.hpp"

namespace whorl {
namespace {

using Kind = SideKind;

template <int Dim> PlacedObstacle<Dim> still(const ObstacleShape<Dim>& shape, Slip slip) {
    return {.shape = shape, .before = placement_of(Pose<Dim>{}), .now = placement_of(Pose<Dim>{}), .slip = slip};
}

template <int Dim> ObstacleShape<Dim> ball(double radius) {
    if constexpr (Dim == 2)
        return circle({0.5, 0.5}, radius).value();
    else
        return sphere({0.5, 0.5, 0.5}, radius).value();
}

/// All below y = height, or a sheet there.
template <int Dim> ObstacleShape<Dim> floor_at(double height) {
    Vec<double, Dim> point{}, normal{};
    point[1] = height, normal[1] = 1;
    return half_space<Dim>(point, normal).value();
}
template <int Dim> ObstacleShape<Dim> sheet_at(double height) {
    if constexpr (Dim == 2)
        return segment({-1, height}, {2, height}).value();
    else
        return rectangle({0.5, height, 0.5}, {1.5, 0, 0}, {0, 0, 1.5}).value();
}

template <int Dim> Grid<Dim> cube(int cells) {
    Grid<Dim> grid{};
    for (int axis = 0; axis < Dim; ++axis) grid.cells[axis] = cells, grid.size[axis] = 1;
    return grid;
}

template <int Dim> struct Walled : StressRig<double, Dim> {
    Walls<double, Dim> walls;
    std::vector<PlacedObstacle<Dim>> obstacles;
    Flow<double, Dim> u;

    Walled(int cells, const Vec<Side<Dim>, 2 * Dim>& kinds, std::vector<PlacedObstacle<Dim>> given)
        : StressRig<double, Dim>(cube<Dim>(cells), kinds),
          walls(Walls<double, Dim>::make(this->grid()).value()),
          obstacles(std::move(given)),
          u(this->grid()) {
        (void)walls.make_room_for_motion();
        walls.rebuild(obstacles);
        (void)this->stress.make_room_for_walls(this->grid());
        this->stress.follow_walls(this->sides, walls, obstacles);
    }
    StressDomain<double, Dim> domain() const { return {*this->scheduler, this->sides, &walls}; }
    template <class Nu> void set_viscosity(Nu nu) {
        const auto view = this->stress.viscosity();
        for_box({}, this->grid().cells, [&](const Vec<int, Dim>& at) { view[at] = nu(this->grid().cell_centre(at)); });
        this->stress.take_viscosity(domain());
    }
    SolveReport diffuse(double dt, double relative = 1e-9) {
        fill_velocity_ghosts(this->sides, u.faces());
        return this->stress.diffuse(domain(), dt, u.faces(), {.relative = relative, .max_iterations = 1000});
    }
    /// f(component, face, x) for each face that flow passes.
    template <class F> void each_open_face(F f) {
        for (int axis = 0; axis < Dim; ++axis)
            for_box({}, this->grid().face_shape(axis), [&](const Vec<int, Dim>& at) {
                if (walls.open(axis)[at] == 0) return;
                Vec<double, Dim> x = this->grid().cell_centre(at);
                x[axis] = at[axis] * this->grid().spacing(axis);
                f(axis, at, x);
            });
    }
};

template <int Dim> Vec<Side<Dim>, 2 * Dim> sides_of(Kind x, Kind low_y, const Side<Dim>& high_y) {
    Vec<Side<Dim>, 2 * Dim> kinds{};
    for (int side = 0; side < 2 * Dim; ++side) kinds[side] = x;
    kinds[2] = low_y, kinds[3] = high_y;
    return kinds;
}

template <class Dim> class StressWalls : public testing::Test {};
TYPED_TEST_SUITE(StressWalls, Dims);

TYPED_TEST(StressWalls, TheOperatorIsSymmetricAndPositive) {
    constexpr int dim = TypeParam::value;
    for (const Slip slip : {Slip::free, Slip::none})
        for (const auto& shape : {ball<dim>(0.27), floor_at<dim>(0.33), sheet_at<dim>(0.5)}) {
            Walled<dim> rig(8, sides_of<dim>(Kind::periodic, Kind::noslip, Kind::open), {still(shape, slip)});
            rig.set_viscosity([](const Vec<double, dim>& x) { return x[0] < 0.5 ? 10.0 : 0.01 + x[1]; });
            ASSERT_TRUE(rig.stress.set_dt(*rig.scheduler, 10));
            Flow<double, dim> a(rig.grid()), b(rig.grid()), ka(rig.grid()), kb(rig.grid());
            for (std::uint64_t seed = 0; seed < 5; ++seed) {
                a.randomise(rig.stress, 2 * seed), b.randomise(rig.stress, 2 * seed + 1);
                for (Flow<double, dim>* flow : {&a, &b})
                    for (int axis = 0; axis < dim; ++axis)
                        for_box({}, rig.grid().face_shape(axis), [&](const Vec<int, dim>& at) {
                            if (rig.walls.open(axis)[at] == 0) flow->faces()[axis][at] = 0;
                        });
                EXPECT_GT(rig.stress.apply(*rig.scheduler, ka.faces(), a.faces()), 0);
                rig.stress.apply(*rig.scheduler, kb.faces(), b.faces());
                double akb = 0, bka = 0, size = 0;
                for (int axis = 0; axis < dim; ++axis)
                    for_box({}, rig.grid().face_shape(axis), [&](const Vec<int, dim>& at) {
                        akb += a.faces()[axis][at] * kb.faces()[axis][at];
                        bka += b.faces()[axis][at] * ka.faces()[axis][at];
                        size += std::abs(a.faces()[axis][at] * kb.faces()[axis][at]);
                    });
                EXPECT_NEAR(akb, bka, 1e-12 * size);
            }
        }
}

TYPED_TEST(StressWalls, FluidThatTurnsWithItsObstacleIsNotStrained) {
    constexpr int dim = TypeParam::value;
    auto obstacle = still(ball<dim>(0.23), Slip::none);
    for (int axis = 0; axis < dim; ++axis) obstacle.motion.centre[axis] = 0.5;
    obstacle.motion.angular[0] = 0.7;
    Walled<dim> rig(dim == 2 ? 24 : 12, sides_of<dim>(Kind::open, Kind::open, Kind::open), {obstacle});
    rig.set_viscosity([](const Vec<double, dim>& x) { return x[0] < 0.4 ? 1e4 : 1.0; });
    const auto turning = [&](const Vec<double, dim>& x) { return obstacle.motion.at(x); };
    rig.u.set(rig.grid(), turning);
    EXPECT_TRUE(rig.diffuse(1, 1e-5).reached);
    double off = 0;
    rig.each_open_face([&](int axis, const auto& at, const auto& x) {
        off = std::max(off, std::abs(rig.u.faces()[axis][at] - turning(x)[axis]));
    });
    EXPECT_LT(off, 1e-11);
}

// Below the middle of a cell the surface may lie anywhere and the profile above it is the straight line. Above it the
// face in the middle of the cell is still flow, and stands for the surface.
TYPED_TEST(StressWalls, ShearAboveAFloorBetweenTheFaces) {
    constexpr int dim = TypeParam::value;
    Segment<dim> lid{.kind = Kind::noslip};
    lid.velocity[0] = 1;
    for (const double height : {0.25, 0.26, 0.28, 0.295, 0.32, 0.36}) {
        Walled<dim> rig(8, sides_of<dim>(Kind::periodic, Kind::noslip, lid),
                        {still(floor_at<dim>(height), Slip::none)});
        rig.set_viscosity(
            [&](const Vec<double, dim>& x) { return x[1] < height ? 1e3 : 2.0; });  // of the solid: nothing
        EXPECT_TRUE(rig.diffuse(1e6).reached);
        rig.each_open_face([&](int axis, const auto& at, const auto& x) {
            const double expected = axis == 0 ? std::max(0.0, (x[1] - height) / (1 - height)) : 0;
            EXPECT_NEAR(rig.u.faces()[axis][at], expected, height < 0.3125 ? 1e-5 : 0.1)
                << height << ' ' << axis << ' ' << x[1];
        });
    }
}

TYPED_TEST(StressWalls, ASheetKeepsTwoStreamsApart) {
    constexpr int dim = TypeParam::value;
    for (const Slip slip : {Slip::free, Slip::none}) {
        Walled<dim> rig(8, sides_of<dim>(Kind::periodic, Kind::wall, Kind::wall), {still(sheet_at<dim>(0.5), slip)});
        rig.set_viscosity([](const auto&) { return 1.0; });
        rig.u.set(rig.grid(), [](const Vec<double, dim>& x) {
            Vec<double, dim> v{};
            v[0] = x[1] > 0.5 ? 1 : 0;
            return v;
        });
        EXPECT_TRUE(rig.diffuse(1).reached);
        rig.each_open_face([&](int axis, const auto& at, const auto& x) {
            const double value = rig.u.faces()[axis][at];
            if (axis != 0 || x[1] < 0.5)
                EXPECT_NEAR(value, 0, 1e-9);
            else if (slip == Slip::free)
                EXPECT_NEAR(value, 1, 1e-9);
            else
                EXPECT_LT(value, 0.2);
        });
    }
}

TYPED_TEST(StressWalls, FlowAboutAStickyObstacleDecays) {
    constexpr int dim = TypeParam::value;
    const auto energy_after = [](Slip slip) {
        Walled<dim> rig(12, sides_of<dim>(Kind::periodic, Kind::periodic, Kind::periodic),
                        {still(ball<dim>(0.25), slip)});
        rig.set_viscosity([](const Vec<double, dim>& x) { return x[0] < 0.5 ? 1.0 : 0.1; });
        rig.u.set(rig.grid(), [](const Vec<double, dim>&) {
            Vec<double, dim> v{};
            v[0] = 1;
            return v;
        });
        double before = 0, after = 0, last = 1e300;
        rig.each_open_face([&](int, const auto&, const auto&) { before += 1.0 / dim; });
        for (int step = 0; step < 5; ++step) {
            EXPECT_TRUE(rig.diffuse(0.2).reached);
            after = 0;
            rig.each_open_face([&](int axis, const auto& at, const auto&) {
                after += rig.u.faces()[axis][at] * rig.u.faces()[axis][at];
            });
            EXPECT_LE(after, last);
            last = after;
        }
        return after / before;
    };
    EXPECT_LT(energy_after(Slip::none), 0.2);
    EXPECT_GT(energy_after(Slip::free), 0.9);
}

}  // namespace
}  // namespace whorl
