// Obstacles that a host moves: where they end, what they push, and that they take nothing across.
#include "tests/sanitizer.hpp"
#include "tests/unit/parallel/allocations.hpp"
#include "tests/unit/step/obstacle_fluids.hpp"

namespace whorl {
namespace {

/// The flux through a plane across x outside of a ball, from the faces nearest to its middle, and the ball's section
/// with that plane.
template <int Dim> struct Backflow { double flux = 0, section = 0; };
template <int Dim> Backflow<Dim> flow_round(const Fluid<Dim>& fluid, const Vec<double, Dim>& middle, double radius) {
    constexpr int parts = 8;  // of a face's edge, to find what of it is outside
    const auto u = fluid.view("velocity.x");
    const double h = 1.0 / fluid.config().cells[0];
    const int plane = static_cast<int>(std::lround(middle[0] / h));
    const double away = plane * h - middle[0], squared = radius * radius - away * away;
    Backflow<Dim> result{.section = Dim == 2 ? 2 * std::sqrt(squared) : 3.14159265 * squared};
    each_of(u.shape, [&](const Vec<int, Dim>& at) {
        if (at[0] != plane) return;
        Vec<int, Dim - 1> shape{};
        double area = 1, outside = 0, count = 0;
        for (int k = 0; k < Dim - 1; ++k) shape[k] = parts, area /= fluid.config().cells[k + 1];
        each_of(shape, [&](const Vec<int, Dim - 1>& part) {
            double r2 = 0;
            for (int k = 0; k < Dim - 1; ++k) {
                const double x = (at[k + 1] + (part[k] + 0.5) / parts) / fluid.config().cells[k + 1];
                r2 += (x - middle[k + 1]) * (x - middle[k + 1]);
            }
            outside += r2 > squared, count += 1;
        });
        result.flux += static_cast<double>(u[at]) * area * outside / count;
    });
    return result;
}

/// What stands still has no velocity to keep; what moves gets memory for it once, before the step.
TYPED_TEST(FluidObstacles, OnlyThoseThatMoveKeepAVelocity) {
    constexpr int Dim = TypeParam::value;
    FluidConfig<Dim> config{};
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = 20 + axis, config.size[axis] = 1;
    auto fluid = Fluid<Dim>::make(config).value();
    Pose<Dim> pose{.position = all<Dim>(0.5)};
    const int number = fluid.set_obstacle({ball<Dim>(0.2), pose}).value();
    (void)fluid.step(0.02).value();
    const std::size_t still = fluid.bytes();
    ASSERT_TRUE(fluid.move_obstacle(number, pose));
    EXPECT_EQ(fluid.bytes(), still);
    pose.position[0] += 0.01;
    ASSERT_TRUE(fluid.move_obstacle(number, pose));
    const std::size_t moving = fluid.bytes();
    EXPECT_GE(moving, still + Dim * sizeof(float) * static_cast<std::size_t>(std::pow(20, Dim)));
    (void)fluid.step(0.02).value();
    ASSERT_TRUE(fluid.move_obstacle(number, {.position = all<Dim>(0.6)}));
    EXPECT_NEAR(static_cast<double>(fluid.bytes()), static_cast<double>(moving), 0.01 * static_cast<double>(moving));
}

/// A host has keyframes and moves one collider by them, frame by frame, beside one that stands still: nothing stirs
/// while it waits; as it moves, what it sweeps comes back round it, and stops when it does. The still one holds the
/// flow up and is free of smoke, where without it both would pass.
TYPED_TEST(FluidObstacles, AHostAnimatesAColliderBesideAStillOne) {
    constexpr int Dim = TypeParam::value;
    const double frames = 30, starts = 0.2, ends = 0.6, from = 0.25, to = 0.45, radius = 0.13;
    Vec<double, Dim> begin = all<Dim>(0.5), end = begin, still = begin;
    begin[0] = from, end[0] = to, still[0] = 0.75;
    const auto path = PosePath<Dim>::make({{starts, {.position = begin}}, {ends, {.position = end}}}).value();
    double held_up[2]{}, smoke[2]{};
    const bool is_short = under_sanitizer && Dim == 3;
    for (const bool has_still : {false, true}) {
        if (is_short && !has_still) continue;
        FluidConfig<Dim> config{.substeps = 2};
        for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = (Dim == 2 ? 40 : 20) + axis, config.size[axis] = 1;
        auto fluid = Fluid<Dim>::make(config).value();
        set_scalar(fluid, "density", [](const auto& x) { return x[0] > 0.5 ? 1 : 0; });
        if (has_still) (void)fluid.set_obstacle({ball<Dim>(0.12), {.position = still}}).value();
        const int moving = fluid.set_obstacle({ball<Dim>(radius), path.at(0)}).value();
        for (int frame = 1; frame <= (is_short ? 9 : 22); ++frame) {
            const double t = frame / frames;
            ASSERT_TRUE(fluid.move_obstacle(moving, path.at(t)));
            (void)fluid.advance(1 / frames).value();
            const bool is_moving = t > starts + 1e-9 && t < ends + 1e-9;
            const double speed = (to - from) / (ends - starts);
            const Backflow<Dim> back = flow_round(fluid, path.at(t).position, radius);
            EXPECT_NEAR(back.flux, is_moving ? -speed * back.section : 0, 0.05 * speed * back.section) << t;
            if (t < starts) {
                EXPECT_EQ(mean_energy(fluid), 0) << t;
            }
            Vec<double, Dim> surface = still;
            surface[0] -= 0.12;
            held_up[has_still] = std::max(held_up[has_still], std::abs(fluid.sample("velocity.x", surface)));
        }
        const auto density = fluid.view("density");
        each_of(density.shape, [&](const Vec<int, Dim>& at) {
            double r2 = 0;
            for (int axis = 0; axis < Dim; ++axis) {
                const double off = position(fluid, -1, at)[axis] - still[axis];
                r2 += off * off;
            }
            if (r2 < 0.12 * 0.12) smoke[has_still] = std::max<double>(smoke[has_still], density[at]);
        });
    }
    if (is_short) return;
    EXPECT_GT(held_up[false], 0.05);
    EXPECT_LT(held_up[true], (Dim == 2 ? 0.4 : 0.65) * held_up[false]);  // in 3D cells are larger
    EXPECT_GT(smoke[false], 0.5);
    EXPECT_EQ(smoke[true], 0);
}

/// A move is spread over the steps of an advance, and is over with it.
TYPED_TEST(FluidObstacles, MovesEndWhereTheyWereSentTo) {
    constexpr int Dim = TypeParam::value;
    FluidConfig<Dim> config{};
    config.substeps = 4;
    auto fluid = small_fluid<Dim>(config);
    set_velocity(fluid, [](const auto&) { return Vec<double, Dim>{}; });
    const int number = fluid.set_obstacle({ball<Dim>(0.15), {.position = all<Dim>(0.3)}}).value();
    (void)fluid.move_obstacle(number, {.position = all<Dim>(0.7)});
    EXPECT_EQ(fluid.advance(0.4).value().steps, 4);
    Vec<int, Dim> there{};
    for (int axis = 0; axis < Dim; ++axis) there[axis] = static_cast<int>(0.7 * fluid.config().cells[axis]);
    fluid.edit("density")[there] = 1;
    (void)fluid.advance(0.1).value();  // stands still now
    EXPECT_EQ(fluid.view("density")[there], 0);
}

/// A step of no time that moves a wall: what it passed over is on its other side all the same.
TYPED_TEST(FluidObstacles, AWallThatJumpsTakesNothingAcross) {
    constexpr int Dim = TypeParam::value;
    auto fluid = small_fluid<Dim>();
    set_scalar(fluid, "density", [](const auto& x) {
        double most = 0;
        for (int axis = 0; axis < Dim; ++axis) most = std::max(most, std::abs(x[axis] - 0.4));
        return most < inner ? 1.0 : 0.0;
    });
    const int box = fluid.set_obstacle({hollow_box<Dim>(0, 1), {.position = all<Dim>(0.4)}}).value();
    (void)fluid.step(0.01).value();
    ASSERT_TRUE(fluid.move_obstacle(box, {.position = all<Dim>(0.55)}));
    (void)fluid.step(0).value();
    for (int step = 0; step < 10; ++step) (void)fluid.step(0.02).value();
    const auto density = fluid.view("density");
    each_of(density.shape, [&](const auto& at) {
        const Vec<double, Dim> x = position(fluid, -1, at);
        double most = 0;
        for (int axis = 0; axis < Dim; ++axis) most = std::max(most, std::abs(x[axis] - 0.55));
        EXPECT_TRUE(most <= inner || density[at] == 0.0f) << density[at];
    });
}

TYPED_TEST(FluidObstacles, MovingAllocatesNothing) {
    if (!counts_allocations()) GTEST_SKIP() << "a sanitizer has its own operator new";
    constexpr int Dim = TypeParam::value;
    FluidConfig<Dim> config{.viscosity = 1e-3, .buoyancy = 1, .vorticity_confinement = 0.2};
    config.scalars[0].diffusion = 1e-3;
    for (const Scheme scheme : {Scheme::cubic, Scheme::bfecc, Scheme::flux})
        config.scalars.push_back({.name = "smoke " + std::to_string(static_cast<int>(scheme)), .advection = scheme});
    auto fluid = small_fluid<Dim>(config);
    const int solid = fluid.set_obstacle({ball<Dim>(0.15), {.position = all<Dim>(0.3)}, Slip::none}).value();
    const int sheet = fluid.set_obstacle({hollow_box<Dim>(0, 1), {.position = all<Dim>(0.5)}}).value();
    const auto move = [&](int step) {
        Pose<Dim> pose{.position = all<Dim>(0.3 + 0.02 * (step % 3))}, turned{.position = all<Dim>(0.5)};
        turned.rotation[0] = 0.1 * (step % 4);
        (void)fluid.move_obstacle(solid, pose);
        (void)fluid.move_obstacle(sheet, turned);
        (void)fluid.step(0.02 + 0.001 * (step % 3));
    };
    const int warm = under_sanitizer ? 12 : 24, last = under_sanitizer ? 16 : 36;
    for (int step = 0; step < warm; ++step) move(step);
    const auto before = allocations();
    for (int step = warm; step < last; ++step) move(step);
    EXPECT_EQ(allocations() - before, 0);
}

/// A ball on its way through the box.
template <int Dim> Obstacle<Dim> ball_at(int step) {
    return {ball<Dim>(0.2), {.position = all<Dim>(0.35 + 0.021 * step)}, Slip::none};
}
template <int Dim> void run(Fluid<Dim>& fluid, int number, int from, int to) {
    for (int step = from; step < to; ++step) {
        (void)fluid.move_obstacle(number, ball_at<Dim>(step + 1).pose);
        (void)fluid.step(0.02).value();
    }
}

TYPED_TEST(FluidObstacles, ASavedStateGoesOnToTheSameBits) {
    constexpr int Dim = TypeParam::value;
    auto whole = small_fluid<Dim>(), broken = small_fluid<Dim>();
    const int number = whole.set_obstacle(ball_at<Dim>(0)).value();
    run(whole, number, 0, 5);
    const int again = broken.set_obstacle(ball_at<Dim>(5)).value();
    ASSERT_TRUE(broken.load(whole.save()));
    run(whole, number, 5, 9);
    run(broken, again, 5, 9);
    EXPECT_EQ(whole.hash(), broken.hash());
}

/// A game's rewind: the wall is put back to where it was, and sweeps nothing on the way there.
TYPED_TEST(FluidObstacles, AStateOfLongAgoGoesOnToTheSameBits) {
    constexpr int Dim = TypeParam::value;
    auto fluid = small_fluid<Dim>();
    const int number = fluid.set_obstacle(ball_at<Dim>(0)).value();
    run(fluid, number, 0, 2);
    const auto saved = fluid.save();
    run(fluid, number, 2, 8);
    const auto first = fluid.hash();
    ASSERT_TRUE(fluid.load(saved));
    ASSERT_TRUE(fluid.set_obstacle(number, ball_at<Dim>(2)));
    run(fluid, number, 2, 8);
    EXPECT_EQ(fluid.hash(), first);
}

}  // namespace
}  // namespace whorl
