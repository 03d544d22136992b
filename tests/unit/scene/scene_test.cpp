// Scenes that are right: what they say arrives, and what they leave out has its default.
#include "scene/scene.hpp"

#include <gtest/gtest.h>

namespace whorl {
namespace {

const char* const plume = R"toml(
title = "Plume"
[domain]
cells = [128, 192]
size = [1.0, 1.5]
left = "wall"
top = "open"
bottom = { kind = "noslip", temperature = 1.0 }
right = [{ from = 0.2, to = 0.4, kind = "inflow", velocity = ["-4*y*(1-y)", 0], density = 0.5 }, { kind = "wall" }]
[time]
fps = 30
frames = 90
step = 0.01
[fluid]
gravity = [0, -9.81]
buoyancy = { keys = [[0, 1.0], [2, 3.5]], ease = "smooth" }
[scalars.dye]
dissipation = 0.1
advection = "linear"
[initial]
velocity = ["sin(pi*x)*cos(pi*y)", "-cos(pi*x)*sin(pi*y)"]
density = "exp(-((x-0.5)^2 + (y-0.2)^2) / 0.01)"
[[emitter]]
shape = { circle = { center = ["0.5 + 0.2*sin(t)", 0.1], radius = 0.05 } }
dye = 2
velocity = [0, 1]
end = 4
[[force]]
kind = "wind"
velocity = [2, 0]
[solver]
budget = { cycles = 4 }
precision = "double"
[[measure]]
name = "u_mid"
kind = "profile"
field = "velocity.x"
from = [0.5, 0]
to = [0.5, 1]
samples = 129
every = 0.1
[[output]]
kind = "video"
file = "plume.mp4"
)toml";

TEST(Scene, KnowsEveryScheme) {
    const std::pair<const char*, Scheme> schemes[] = {{"linear", Scheme::linear}, {"maccormack", Scheme::maccormack},
                                                      {"upwind", Scheme::upwind}, {"cubic", Scheme::cubic},
                                                      {"bfecc", Scheme::bfecc},   {"flux", Scheme::flux}};
    for (const auto& [name, scheme] : schemes) {
        const std::string words = std::string("advection = \"") + name + "\"\n";
        const std::string domain = "[domain]\ncells = [8, 8]\n";
        EXPECT_EQ(parse_scene(domain + "[scalars.density]\n" + words, "a.toml").value().scalars[0].advection, scheme);
        if (scheme == Scheme::flux) continue;
        EXPECT_EQ(parse_scene(domain + "[solver]\n" + words, "a.toml").value().solver.advection, scheme);
    }
}

TEST(Scene, SaysWhatTheFileSays) {
    const Scene scene = parse_scene(plume, "a/plume.toml").value();
    EXPECT_EQ(scene.name, "plume");
    EXPECT_EQ(scene.title, "Plume");
    EXPECT_EQ(scene.dim, 2);
    EXPECT_EQ(scene.cells[1], 192);
    EXPECT_EQ(scene.sides[2][0].kind, SideKind::noslip);
    EXPECT_EQ(scene.sides[2][0].scalars[0].first, "temperature");
    ASSERT_EQ(scene.sides[1].size(), 2u);
    EXPECT_EQ(scene.sides[1][0].to[0], 0.4);
    EXPECT_NEAR((*scene.sides[1][0].velocity)[0].at(0, {0, 0.25, 0}), -0.75, 1e-15);
    EXPECT_EQ(scene.time.step, 0.01);
    EXPECT_NEAR(scene.fluid.buoyancy.at(1), 2.25, 1e-15);
    ASSERT_EQ(scene.scalars.size(), 3u);
    EXPECT_EQ(scene.scalars[2].name, "dye");
    EXPECT_EQ(scene.scalars[2].advection, Scheme::linear);
    EXPECT_TRUE(scene.emitters[0].shape.depends_on_time());
    EXPECT_EQ(scene.emitters[0].end, 4);
    EXPECT_EQ(scene.solver.max_cycles, 4);
    EXPECT_EQ(scene.measures[0].samples, 129);
    EXPECT_EQ(scene.outputs[0].file, "plume.mp4");
}

TEST(Scene, TheSmallestHasDefaults) {
    const Scene scene = parse_scene("[domain]\ncells = [8, 4, 2]\n", "s.toml").value();
    EXPECT_EQ(scene.dim, 3);
    EXPECT_EQ(scene.size[0], 1);
    EXPECT_EQ(scene.size[2], 0.25);
    EXPECT_EQ(scene.time.substeps, 1);
    EXPECT_EQ(scene.scalars.size(), 2u);
    for (const SceneSide& side : scene.sides) EXPECT_EQ(side[0].kind, SideKind::wall);
}

TEST(Scene, FingerprintIgnoresTitleFramesAndOrderOfKeys) {
    const std::uint64_t first = parse_scene(plume, "a.toml").value().fingerprint;
    EXPECT_EQ(parse_scene(plume, "b.toml", {"title=Other", "time.frames=5"}).value().fingerprint, first);
    EXPECT_NE(parse_scene(plume, "b.toml", {"fluid.weight=0.5"}).value().fingerprint, first);
    const Scene scene = parse_scene(plume, "a.toml").value();
    EXPECT_EQ(parse_scene(scene.text, "c.toml").value().fingerprint, first) << scene.text;
}

TEST(Scene, PresetsFillInWhatIsNotGiven) {
    const Scene scene =
        parse_scene(
            "[domain]\ncells=[40,20]\nsize=[2,1]\npreset=\"wind-tunnel\"\nspeed=3\ntop=\"noslip\"\n"
            "[[emitter]]\npreset=\"cigarette\"\nat=[0.5,0.5]\n[[emitter]]\npreset=\"smokestack\"\ndensity=1\n",
            "s.toml")
            .value();
    EXPECT_EQ(scene.sides[0][0].kind, SideKind::inflow);
    EXPECT_EQ((*scene.sides[0][0].velocity)[0].at(0), 3);
    EXPECT_EQ(scene.sides[1][0].kind, SideKind::outflow);
    EXPECT_EQ(scene.sides[3][0].kind, SideKind::noslip);
    EXPECT_EQ(scene.emitters[0].shape.kind, ShapeKind::circle);
    EXPECT_NEAR(scene.emitters[0].shape.radius.at(0), 0.02, 1e-12);
    EXPECT_EQ(scene.emitters[1].shape.kind, ShapeKind::box);
    EXPECT_EQ(scene.emitters[1].scalars[0].second.at(0), 1);
}

TEST(Shape, DistancesAreSignedAndExact) {
    const StillShape circle{ShapeKind::circle, 2, {{0, 0, 0}}, 2};
    EXPECT_EQ(circle.distance({3, 4, 0}), 3);
    EXPECT_EQ(circle.distance({0, 1, 0}), -1);
    const StillShape box{ShapeKind::box, 2, {{0, 0, 0}, {2, 4, 0}}, 0};
    EXPECT_EQ(box.distance({1, 1, 0}), -1);
    EXPECT_EQ(box.distance({5, 8, 0}), 5);
    const StillShape triangle{ShapeKind::polygon, 2, {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, 0};
    EXPECT_EQ(triangle.distance({1, 1, 0}), -1);
    EXPECT_EQ(triangle.distance({1, -2, 0}), 2);
    const StillShape capsule{ShapeKind::capsule, 3, {{0, 0, 0}, {0, 0, 4}}, 1};
    EXPECT_EQ(capsule.distance({3, 0, 2}), 2);
    EXPECT_EQ(capsule.distance({0, 0, 7}), 2);
    EXPECT_EQ(capsule.low()[2], -1);
}

}  // namespace
}  // namespace whorl
