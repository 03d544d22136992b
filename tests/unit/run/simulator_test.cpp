// What a scene does to the fluid: emitters, forces, moving numbers, and the lengths of steps.
#include "run/simulator.hpp"

#include <cmath>

#include "core/random.hpp"
#include "rig.hpp"
#include "run/fields.hpp"
#include "run/force_field.hpp"
#include "run/obstacles.hpp"

namespace whorl {
namespace {

const std::string box = "[domain]\ncells = [20, 10]\nsize = [2, 1]\n";

// A box of whole cells gives off its rate times its area times the time, and nothing before its start or after its end.
TEST(Emitters, InjectRateTimesTimeExactly) {
    for (const char* kind : {"", "set = false\nvelocity = [0, 0]\n"}) {
        const auto simulator = simulator_of(scene_of(
            box +
            "[solver]\nprecision = \"double\"\n[[emitter]]\nshape = { box = { low = [0.5, 0.2], high = [0.9, 0.4] } }\n"
            "density = 3\nstart = 0.15\nend = 0.5\n" +
            kind));
        const double area = 0.4 * 0.2;
        for (int i = 0; i < 10; ++i) ASSERT_TRUE(simulator->step(0.1));
        EXPECT_NEAR(total(*simulator, "density"), 3 * area * 0.35, 1e-8);
    }
}

TEST(SceneViscosity, IsAFormulaOfPlaceTimeAndScalars) {
    const auto simulator = simulator_of(scene_of(box + "[fluid]\nviscosity = \"x + 10*t + temperature*1e3\"\n"
                                                       "[initial]\ntemperature = \"y\"\n"));
    for (const double t : {0.0, 0.1}) {
        ASSERT_TRUE(simulator->step(0.1));
        EXPECT_NEAR(simulator->read("viscosity")(3, 2, 0), 0.35 + 10 * t + 250, 1e-3);
    }
    const auto plain = simulator_of(scene_of(box + "[fluid]\nviscosity = \"0.1 + t\"\n"));
    EXPECT_TRUE(plain->read("viscosity").values.empty());
}

TEST(SceneViscosity, BelowZeroIsRefusedWithItsPlace) {
    const Scene scene = scene_of(box + "[fluid]\nviscosity = \"0.5 - x\"\n");
    const auto refused = make_simulator(scene, serial_scheduler());
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("fluid.viscosity is -0.05 at x = 0.55"), std::string::npos)
        << refused.error().message;
}

/// Smoke stays where a wall is cut, and goes where it is not: the cuts turn and move with the wall.
TEST(SceneObstacles, CutsAreHolesThatGoWithTheWall) {
    const std::string head =
        "[domain]\ncells = [32, 32]\n[initial]\ndensity = 1\n[[obstacle]]\nshape = { box = { low = ";
    const auto simulator = simulator_of(scene_of(
        head +
        "[\"0.1 + 0.5*t\", 0.4], high = [\"0.7 + 0.5*t\", 0.6] } }\nangle = 1.5707963267948966\n"
        "cuts = [{ circle = { center = [0.2, 0.0], radius = 0.08 } }, { circle = { center = [-0.2, 0.0], radius = "
        "0.05 } }]\n"));
    for (int i = 0; i < 4; ++i) ASSERT_TRUE(simulator->step(0.05));
    const auto density = [&](double x, double y) { return simulator->sample("density", {x, y, 0}); };
    EXPECT_NEAR(density(0.5, 0.5), 0, 1e-6);  // its middle, turned by a quarter
    EXPECT_GT(density(0.5, 0.7), 0.5);
    EXPECT_GT(density(0.5, 0.3), 0.2);
    const ObstacleMoment wall = obstacle_at(simulator->scene().obstacles[0], 2, 0.2);
    EXPECT_NEAR(wall.distance({0.5, 0.7, 0}), 0.08, 1e-9);
    EXPECT_LT(wall.distance({0.5, 0.5, 0}), -0.09);
}

TEST(Emitters, PresetsGiveOffSmokeWhereTheyAre) {
    for (const char* preset : {"cigarette", "smokestack"}) {
        const auto simulator =
            simulator_of(scene_of("[domain]\ncells=[64,64]\n[[emitter]]\npreset=\"" + std::string(preset) +
                                  "\"\nat=[0.5,0.3]\nsize=0.25\nvelocity=[0,0]\n"));
        ASSERT_TRUE(simulator->step(0.01));
        const bool is_round = preset[0] == 'c';
        const double area = is_round ? 3.14159265 * 0.125 * 0.125 : 0.0625, rate = is_round ? 8 : 6;
        EXPECT_NEAR(total(*simulator, "density"), rate * area * 0.01, 0.02 * rate * area * 0.01) << preset;
    }
}

TEST(Emitters, SetHoldsTheValueAndFormulasVaryOverTheShape) {
    const auto simulator = simulator_of(scene_of(
        box +
        "[[emitter]]\nshape = { box = { low = [0.5, 0.2], high = [0.9, 0.4] } }\ndensity = \"x + t\"\nset = true\n"));
    ASSERT_TRUE(simulator->step(0.1));
    EXPECT_NEAR(simulator->sample("density", {0.55, 0.25, 0}), 0.55, 1e-6);
    ASSERT_TRUE(simulator->step(0.1));
    EXPECT_NEAR(simulator->sample("density", {0.75, 0.35, 0}), 0.75 + 0.1, 1e-6);
    EXPECT_EQ(simulator->sample("density", {1.5, 0.5, 0}), 0);
}

// A square as a polygon covers what the same box covers.
TEST(Emitters, ShapesByHandAgreeWithTheEngines) {
    const auto smoke = [](const char* shape) {
        const auto simulator =
            simulator_of(scene_of(box + "[[emitter]]\nshape = { " + shape + " }\ndensity = 3\nvelocity = [1, 0]\n"));
        for (int i = 0; i < 3; ++i) EXPECT_TRUE(simulator->step(0.05));
        return simulator->read("density").values;
    };
    const auto ours = smoke("polygon = { points = [[0.5, 0.2], [0.9, 0.2], [0.9, 0.4], [0.5, 0.4]] }");
    const auto engines = smoke("box = { low = [0.5, 0.2], high = [0.9, 0.4] }");
    for (std::size_t i = 0; i < ours.size(); ++i) EXPECT_NEAR(ours[i], engines[i], 0.05) << i;
}

TEST(Initial, FieldsAreTakenWhereTheyLie) {
    const auto simulator = simulator_of(scene_of(
        box + "left = \"periodic\"\nright = \"periodic\"\n[initial]\nvelocity = [\"y\", 0]\ndensity = \"x*y\"\n"));
    EXPECT_NEAR(simulator->read("velocity.x")(3, 4, 0), 0.45, 1e-7);
    EXPECT_NEAR(simulator->read("density")(3, 4, 0), 0.35 * 0.45, 1e-7);
    EXPECT_EQ(simulator->read("velocity.x").shape[0], 20);
    EXPECT_EQ(all_faces(*simulator, 0).shape[0], 21);
}

TEST(Initial, ValuesThatAreNotFiniteAreRefusedWithTheirPlace) {
    const auto made = make_simulator(scene_of(box + "[initial]\ndensity = \"log(x - 1)\"\n"), serial_scheduler());
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find("initial.density"), std::string::npos) << made.error().message;
}

const std::string tunnel = box + "left = \"periodic\"\nright = \"periodic\"\n";

TEST(Forces, WindPullsTowardsItsVelocityAndNeverBeyond) {
    const auto simulator = simulator_of(scene_of(tunnel + "[[force]]\nkind = \"wind\"\nvelocity = [2, 0]\nrate = 5\n"));
    ASSERT_TRUE(simulator->step(0.1));
    EXPECT_NEAR(simulator->sample("velocity.x", {1, 0.5, 0}), 2 * 0.5 / 1.5, 1e-4);
    for (int i = 0; i < 40; ++i) ASSERT_TRUE(simulator->step(1.0));
    EXPECT_NEAR(simulator->sample("velocity.x", {1, 0.5, 0}), 2, 1e-4);
}

// A wind draws the flow towards its velocity at its rate, so at rate 0 it is not there.
TEST(Forces, WindAndFanOfRateZeroDoNothing) {
    for (const std::string method : {"engine", "classic"}) {
        const std::string scene = "[domain]\ncells = [16, 16]\n[solver]\nmethod = \"" + method +
                                  "\"\n[initial]\nvelocity = [\"sin(pi*x)*cos(pi*y)\", \"-cos(pi*x)*sin(pi*y)\"]\n";
        const std::string blown = scene +
                                  "[[force]]\nkind = \"wind\"\nvelocity = [2, 1]\nrate = 0\n"
                                  "[[force]]\nkind = \"fan\"\nvelocity = [2, 1]\nrate = \"0*t\"\n"
                                  "shape = { box = { low = [0.5, 0.25], high = [1, 0.75] } }\n";
        const auto calm = simulator_of(scene_of(scene)), windy = simulator_of(scene_of(blown));
        for (int i = 0; i < 3; ++i) ASSERT_TRUE(calm->step(0.1) && windy->step(0.1));
        EXPECT_EQ(windy->hash(), calm->hash()) << method;
    }
}

TEST(Forces, ARateBelowZeroIsRefusedWithItsTime) {
    const auto simulator =
        simulator_of(scene_of(tunnel + "[[force]]\nkind = \"wind\"\nvelocity = [2, 0]\nrate = \"0.15 - t\"\n"));
    ASSERT_TRUE(simulator->step(0.1) && simulator->step(0.1));
    const auto stepped = simulator->step(0.1);
    ASSERT_FALSE(stepped);
    EXPECT_NE(stepped.error().message.find("rate: it is -0.05 at t = 0.2 s"), std::string::npos)
        << stepped.error().message;
}

TEST(Forces, GravityAcceleratesWhatIsFreeToMove) {
    const auto simulator =
        simulator_of(scene_of(tunnel + "[[force]]\nkind = \"gravity\"\nacceleration = [3, 0]\nend = 0.25\n"));
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(simulator->step(0.1));
    EXPECT_NEAR(simulator->sample("velocity.x", {1, 0.5, 0}), 0.75, 1e-4);
}

TEST(Forces, AttractTurnAndStirAsTheyShould) {
    const Scene scene = scene_of(box +
                                 "[[force]]\nkind=\"point\"\ncenter=[1,0.5]\nstrength=2\nradius=0.1\n"
                                 "[[force]]\nkind=\"vortex\"\ncenter=[1,0.5]\nstrength=2\nradius=0.1\n"
                                 "[[force]]\nkind=\"turbulence\"\nstrength=2\nradius=0.3\n");
    const ForceField point(scene, scene.forces[0], 0), vortex(scene, scene.forces[1], 0),
        gusts(scene, scene.forces[2], 0);
    EXPECT_NEAR(point.along(0, {1.5, 0.5, 0}), -2 * 0.5 / std::pow(0.26, 1.5), 1e-12);
    EXPECT_EQ(point.along(1, {1.5, 0.5, 0}), 0);
    EXPECT_NEAR(vortex.along(1, {1.5, 0.5, 0}), 2 * 0.5 / 0.26, 1e-12);
    EXPECT_NEAR(vortex.along(0, {1, 0.8, 0}), -2 * 0.3 / 0.1, 1e-12);
    double sum = 0, divergence = 0;
    const double e = 1e-5;
    for (int i = 0; i < 200; ++i) {
        const Place at{random_between(0, 10, 1, static_cast<std::uint64_t>(i)),
                       random_between(0, 10, 2, static_cast<std::uint64_t>(i)), 0};
        sum += gusts.along(0, at) * gusts.along(0, at) + gusts.along(1, at) * gusts.along(1, at);
        divergence = std::max(divergence,
                              std::abs(gusts.along(0, {at[0] + e, at[1], 0}) - gusts.along(0, {at[0] - e, at[1], 0}) +
                                       gusts.along(1, {at[0], at[1] + e, 0}) - gusts.along(1, {at[0], at[1] - e, 0})) /
                                  (2 * e));
    }
    EXPECT_NEAR(std::sqrt(sum / 200), 2, 0.5);
    EXPECT_LT(divergence, 1e-5);
}

// Numbers that move change the engine's configuration under way; where they stand still it is the same run.
TEST(MovingNumbers, ReachTheEngine) {
    const std::string hot = "[domain]\ncells=[16,16]\n[initial]\ntemperature=\"x\"\n[fluid]\nbuoyancy = ";
    const auto rise = [&](const std::string& buoyancy) {
        const auto simulator = simulator_of(scene_of(hot + buoyancy + "\n"));
        for (int i = 0; i < 6; ++i) EXPECT_TRUE(simulator->step(0.05));
        return simulator->hash();
    };
    EXPECT_EQ(rise("{ keys = [[0, 1.5], [10, 1.5]] }"), rise("1.5"));
    EXPECT_NE(rise("{ keys = [[0, 1.5], [0.2, 3]] }"), rise("1.5"));
}

int steps_of(const std::string& time, double fps, int frames) {
    const Scene scene = scene_of(
        "[domain]\ncells=[8,8]\nleft=\"periodic\"\nright=\"periodic\"\n[initial]\nvelocity=[1,0]\n[time]\nfps=" +
        std::to_string(fps) + "\n" + time + "\n");
    RunOptions options;
    options.writes = false, options.frames = frames, options.threads = 1;
    auto run = Run::prepare(scene, options).value();
    const RunResult result = run.go().value();
    return static_cast<int>(result.steps);
}

TEST(Time, StepsAreThoseOfTheScene) {
    EXPECT_EQ(steps_of("", 24, 7), 7);
    EXPECT_EQ(steps_of("substeps = 3", 24, 7), 21);
    EXPECT_EQ(steps_of("step = 0.1", 4, 10), 25);
    EXPECT_EQ(steps_of("step = 0.1", 100, 10), 1);
    EXPECT_EQ(steps_of("cfl = 1", 1, 2), 16);  // a cell is 1/8 m, the flow 1 m/s
    EXPECT_EQ(steps_of("cfl = 100\nmax_step = 0.25", 1, 2), 8);
}

TEST(Time, AdaptiveStepsEndOnFrames) {
    const Scene scene =
        scene_of("[domain]\ncells=[8,8]\n[fluid]\nbuoyancy=3\n[initial]\ntemperature=\"x\"\n[time]\nfps=10\ncfl=0.5\n");
    RunOptions options;
    options.writes = false, options.frames = 5, options.threads = 1;
    std::vector<double> times;
    options.progress = [&](const RunProgress& progress) { times.push_back(progress.time); };
    auto run = Run::prepare(scene, options).value();
    ASSERT_TRUE(run.go());
    ASSERT_EQ(times.size(), 5u);
    for (int i = 0; i < 5; ++i) EXPECT_NEAR(times[static_cast<std::size_t>(i)], (i + 1) * 0.1, 1e-9);
}

/// Large grids keep less of a cell than small ones, and the estimate knows from which size on.
TEST(Memory, TheEstimateKnowsLargeGrids) {
    const auto expect_close = [](const Scene& scene, double real) {
        const double estimate = estimate_memory(scene).value();
        EXPECT_GT(estimate, 0.98 * real);
        EXPECT_LT(estimate, 1.2 * real);  // small grids, which it is made from, have more ghosts
    };
    for (const int lines : {60, 130}) {  // half a million cells, and a million
        const auto cells = "[domain]\ncells=[128,64," + std::to_string(lines) + "]\n";
        auto fluid = Fluid3::make({.cells = {128, 64, lines}}).value();
        expect_close(scene_of(cells), static_cast<double>(fluid.bytes()));
        const auto ball = sphere({0.5, 0.5, 0.5}, 0.2).value();
        const int number = fluid.set_obstacle({.shape = ball}).value();
        ASSERT_TRUE(fluid.move_obstacle(number, {.position = {0.1, 0, 0}}));
        expect_close(scene_of(cells + "[[obstacle]]\nshape={sphere={center=[0.5,0.5,0.5],radius=0.2}}\n"),
                     static_cast<double>(fluid.bytes()));
    }
}

TEST(Memory, TheEstimateIsCloseAndRefusesInTime) {
    const Scene scene = scene_of("[domain]\ncells=[300,200]\n[fluid]\nviscosity=0.1\n");
    const double estimate = estimate_memory(scene).value();
    FluidConfig<2> config{.cells = {300, 200}, .viscosity = 0.1};
    const double real = static_cast<double>(Fluid2::make(config).value().bytes());
    EXPECT_GT(estimate, 0.8 * real);
    EXPECT_LT(estimate, 2.0 * real);
    RunOptions options;
    options.writes = false, options.max_memory = 1e5;
    const auto run = Run::prepare(scene, options);
    ASSERT_FALSE(run);
    EXPECT_NE(run.error().message.find("MiB"), std::string::npos) << run.error().message;
    const auto huge = Run::prepare(scene_of("[domain]\ncells=[1000000,1000000]\n"), {.writes = false});
    ASSERT_FALSE(huge);
    EXPECT_NE(huge.error().message.find("GiB"), std::string::npos) << huge.error().message;
}

}  // namespace
}  // namespace whorl
