// A scene's pictures: every view by name, camera, lights, dyes, stages, skins, meshes, and what is refused.
#include <cmath>
#include <fstream>

#include "io/png.hpp"
#include "render/compare.hpp"
#include "render/stages.hpp"
#include "render/view.hpp"
#include "rig.hpp"
#include "run/card.hpp"
#include "run/obstacles.hpp"
#include "run/picture.hpp"

namespace whorl {
namespace {

const std::string flat =
    "[domain]\ncells=[24,16]\nsize=[1.5,1]\n[time]\nfps=20\nframes=2\n[fluid]\nvorticity_confinement=\"1+t\"\n"
    "[[dye]]\nname=\"red\"\ncolor=\"#d02030\"\n[[dye]]\nname=\"blue\"\ncolor=[0.02,0.05,0.5]\n"
    "[initial]\nvelocity=[\"sin(pi*x)*cos(pi*y)\",\"-cos(pi*x)*sin(pi*y)\"]\ndensity=\"x\"\nred=\"x<0.6\"\nblue=\"x>0."
    "4\"\n";
const std::string deep =
    "[domain]\ncells=[14,12,18]\nsize=[0.7,0.6,0.9]\n[time]\nfps=20\nframes=2\n[fluid]\nbuoyancy=2\n"
    "[initial]\ndensity=\"(x-0.35)^2+(y-0.3)^2+(z-0.3)^2<0.02\"\ntemperature=\"z<0.4\"\n"
    "[[dye]]\nname=\"density\"\ncolor=\"#808080\"\n";

double mean(const Image& image) {
    double sum = 0;
    for (int y = 0; y < image.height(); ++y)
        for (const Color& pixel : image.row(y)) sum += static_cast<double>(pixel.g);
    return sum / image.width() / image.height();
}

std::string error_of(const std::string& text) {
    const auto scene = parse_scene(text, "test.toml");
    return scene ? "" : scene.error().message;
}

TEST(Pictures, EveryViewOfASceneDraws) {
    for (const std::string& words : {flat, deep}) {
        Scene scene = scene_of(words);
        std::vector<std::string> names = view_names(scene.dim, field_names(scene));
        if (scene.dim == 2) names.insert(names.end(), stage_names().begin(), stage_names().end());
        for (const std::string& name : names) {  // stages are recorded for outputs alone
            scene.outputs.push_back({.look = {.view = name, .width = 40, .title = name, .samples = 2}});
            EXPECT_EQ(error_of(words + "[[output]]\nkind=\"sheet\"\nview=\"" + name + "\"\n"), "") << name;
        }
        const auto simulator = simulator_of(scene);
        ASSERT_TRUE(simulator->step(0.05));
        for (const SceneOutput& output : scene.outputs) {
            const Image image = drawn(output.look, *simulator);
            EXPECT_GT(image.width(), 39) << output.look.view;
            for (int y = 0; y < image.height(); ++y)
                for (const Color& pixel : image.row(y)) ASSERT_TRUE(std::isfinite(pixel.g)) << output.look.view;
        }
    }
}

// The engine sets itself up anew at each step while confinement grows; the recorder must follow.
TEST(Pictures, StagesAreThoseOfTheLastStep) {
    Scene scene = scene_of(flat);
    scene.outputs.push_back({.look = {.view = "confinement", .width = 200}});
    const auto simulator = simulator_of(scene);
    Image before = drawn({.width = 8}, *simulator);
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(simulator->step(0.05));
        const Image now = drawn(scene.outputs[0].look, *simulator);
        EXPECT_LE(now.width(), 200);
        if (i > 0) {
            EXPECT_GT(difference_of(before, now).mean, 1e-6);
        }
        before = now;
    }
}

TEST(Pictures, ACameraAtAPositionIsTheSameThatCircles) {
    const auto simulator = simulator_of(scene_of(deep));
    const std::string circling = deep + "[camera]\ntarget=[0.3,0.3,0.4]\ndistance=2\nazimuth=-90\nelevation=0\n";
    const std::string standing = deep + "[camera]\ntarget=[0.3,0.3,0.4]\nposition=[0.3,-1.7,0.4]\n";
    const Image one = drawn({.view = "volume", .width = 40}, *simulator_of(scene_of(circling)));
    const Image two = drawn({.view = "volume", .width = 40}, *simulator_of(scene_of(standing)));
    EXPECT_LT(difference_of(one, two).mean, 1e-4);
    EXPECT_GT(difference_of(one, drawn({.view = "volume", .width = 40}, *simulator)).mean, 1e-3);
}

TEST(Pictures, TheCameraFollowsItsKeys) {
    const std::string camera = "[camera]\nazimuth={keys=[[0,-60],[0.1,30]]}\n";
    const auto moving = simulator_of(scene_of(deep + camera)), still = simulator_of(scene_of(deep));
    const SceneLook look{.view = "surface", .width = 60};
    EXPECT_LT(difference_of(drawn(look, *moving), drawn(look, *still)).mean, 1e-5);
    for (int i = 0; i < 2; ++i) ASSERT_TRUE(moving->step(0.05) && still->step(0.05));
    const auto turned = simulator_of(scene_of(deep + "[camera]\nazimuth=30\n"));
    for (int i = 0; i < 2; ++i) ASSERT_TRUE(turned->step(0.05));
    EXPECT_LT(difference_of(drawn(look, *moving), drawn(look, *turned)).mean, 1e-5);
    EXPECT_GT(difference_of(drawn(look, *moving), drawn(look, *still)).mean, 1e-3);
}

// In 3D dyes are drawn in space, as inks before a light wall or as lights in the dark; on a slice as in 2D.
TEST(Pictures, DyesOf3DFlowsAreDrawnInSpaceAndOnSlices) {
    const std::string inks =
        "[domain]\ncells=[14,12,18]\nsize=[0.7,0.6,0.9]\n[[dye]]\nname=\"red\"\ncolor=\"#e01020\"\n"
        "[[dye]]\nname=\"blue\"\ncolor=\"#1020e0\"\n[initial]\nred=\"x<0.4\"\nblue=\"x>0.3\"\n"
        "[camera]\nazimuth=-90\nelevation=0\n";
    const auto simulator = simulator_of(scene_of(inks));
    for (const InkMixing mixing : {InkMixing::pigment, InkMixing::light}) {
        SceneLook look{.view = "dyes", .width = 64, .height = 64, .floor = false, .mixing = mixing};
        look.smoke.extinction = 3;
        const Image space = drawn(look, *simulator);
        const Image slice = drawn({.view = "slice", .width = 64, .field = "dyes", .mixing = mixing}, *simulator);
        for (const auto& [image, left, right] : {std::tuple(&space, 20, 44), {&slice, 10, 54}}) {
            const Color &a = (*image)(left, 32), &both = (*image)(32, 32), &b = (*image)(right, 32);
            EXPECT_GT(a.r, 1.5f * a.b) << left;
            EXPECT_GT(b.b, 1.5f * b.r) << right;
            if (mixing == InkMixing::pigment) {
                EXPECT_LT(luminance(both), std::min(luminance(a), luminance(b)));
            } else {
                EXPECT_GT(luminance(both), std::max(luminance(a), luminance(b)));
            }
        }
    }
    EXPECT_NE(error_of(inks + "[[output]]\nkind=\"frames\"\nview=\"dyes\"\nslice={at=0.5}\n").find("field = \"dyes\""),
              std::string::npos);
    EXPECT_EQ(error_of(inks + "[[output]]\nkind=\"frames\"\nview=\"slice\"\nfield=\"dyes\"\nmixing=\"light\"\n"), "");
    EXPECT_NE(error_of(inks + "[[output]]\nkind=\"frames\"\nview=\"surface\"\nfield=\"dyes\"\n"), "");
}

TEST(Pictures, ObstaclesStandInSurfacesUnlessLeftOut) {
    const std::string wall = deep +
                             "[[obstacle]]\nname=\"ball\"\nshape={sphere={center=[0.35,0.3,0.6],radius=0.15}}\n"
                             "[camera]\nazimuth=-90\nelevation=0\n";
    const auto simulator = simulator_of(scene_of(wall));
    SceneLook look{.view = "surface", .width = 60, .height = 60, .field = "density", .level = 0.5};
    const Image with = drawn(look, *simulator);
    look.obstacles = false;
    const Image without = drawn(look, *simulator);
    EXPECT_GT(with(30, 22).g, 3 * without(30, 22).g);                       // where the ball is
    EXPECT_NEAR(with(30, 40).g, without(30, 40).g, 0.2f * with(30, 40).g);  // where the smoke is
    look.obstacles = true;
    look.camera = SceneCamera{.position = Place3{0.35, 0.25, 0.6}};
    EXPECT_FALSE(Picture::make(look, simulator->scene()));
}

TEST(Pictures, LightsShineAsStronglyAsTheyAreAsked) {
    const auto brightness = [](const char* light) {
        return mean(drawn({.view = "volume", .width = 40, .floor = false},
                          *simulator_of(scene_of(deep + std::string("[[light]]\n") + light))));
    };
    const double one = brightness("direction=[1,1,-1]\nintensity=1\n");
    EXPECT_GT(brightness("direction=[1,1,-1]\nintensity=4\n"), 1.5 * one);
    EXPECT_GT(brightness("position=[0,-0.5,0.5]\nintensity={keys=[[0,8],[1,0]]}\n"), one);
    EXPECT_LT(brightness("direction=[1,1,-1]\nintensity=0\n"), one);
}

// Row 152: each dye keeps its mass as well as the scheme does, however they mix, and two are darker than one (as inks)
// or brighter (as lights).
TEST(Pictures, DyesKeepTheirMassAndMix) {
    const auto simulator = simulator_of(scene_of(flat));
    const double red = total(*simulator, "red"), blue = total(*simulator, "blue");
    const Image paper = drawn({.view = "dyes", .width = 24}, *simulator);
    const Image light =
        drawn({.view = "dyes", .width = 24, .ground = Color{0, 0, 0, 1}, .mixing = InkMixing::light}, *simulator);
    EXPECT_LT(luminance(paper(8, 8)), luminance(paper(2, 8)));   // both inks, red alone
    EXPECT_LT(luminance(paper(8, 8)), luminance(paper(20, 8)));  // blue alone
    EXPECT_GT(luminance(light(8, 8)), luminance(light(2, 8)));
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(simulator->step(0.05));
    const auto alone = simulator_of(scene_of(flat, {"initial.blue=0"}));
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(alone->step(0.05));
    EXPECT_EQ(total(*simulator, "red"), total(*alone, "red"));  // not a bit of it is the other's doing
    EXPECT_NEAR(total(*simulator, "red"), red, 0.03 * red);
    EXPECT_NEAR(total(*simulator, "blue"), blue, 0.03 * blue);
}

TEST(Pictures, EmittersNameDyes) {
    const auto simulator =
        simulator_of(scene_of(flat + "[[emitter]]\nshape={box={low=[0.5,0.5],high=[1,0.75]}}\nblue=3\n"));
    const double before = total(*simulator, "blue");
    ASSERT_TRUE(simulator->step(0.1));
    EXPECT_NEAR(total(*simulator, "blue") - before, 3 * 0.1 * 0.125, 2e-3);
}

TEST(Pictures, FilesHaveTheSameBytesForAnyNumberOfThreads) {
    const std::string outputs =
        "[[output]]\nkind=\"frames\"\nfile=\"v#.png\"\nview=\"volume\"\nwidth=40\n"
        "[[output]]\nkind=\"frames\"\nfile=\"l#.png\"\nview=\"lic\"\n[[output]]\nkind=\"mesh\"\nfile=\"m#.obj\"\nlevel="
        "0.3\n";
    const ScratchFolder one, three;
    for (const auto& [folder, threads] : {std::pair{&one, 1}, {&three, 3}}) {
        auto run = Run::prepare(scene_of(deep + outputs), {.out = folder->path(), .threads = threads});
        ASSERT_TRUE(run && run.value().go());
    }
    for (const char* file : {"v1.png", "v2.png", "l2.png", "m2.obj"}) {
        EXPECT_EQ(text_of(one / file), text_of(three / file)) << file;
        EXPECT_GT(text_of(one / file).size(), 200u) << file;
    }
}

TEST(Pictures, MeshesAreClosedAndLandscapesHaveTheirSize) {
    const ScratchFolder folder;
    run_in(folder.path(), scene_of(deep + "[[output]]\nkind=\"mesh\"\nwhen=\"end\"\nlevel=0.4\n"
                                          "[[output]]\nkind=\"mesh\"\nfile=\"p#.ply\"\nevery=2\n"));
    const Mesh ball = mesh_of_obj(text_of(folder / "mesh.obj")).value();
    EXPECT_TRUE(is_closed_manifold(ball));
    EXPECT_GT(volume_of(ball), 1e-3);
    EXPECT_TRUE(text_of(folder / "p1.ply").starts_with("ply\n"));
    const ScratchFolder other;
    run_in(other.path(), scene_of(flat + "[[output]]\nkind=\"mesh\"\nwhen=\"end\"\nfile=\"land.obj\"\n"));
    const Mesh land = mesh_of_obj(text_of(other / "land.obj")).value();
    float widest = 0;
    for (const Vec3& corner : land.positions) widest = std::max(widest, corner[0]);
    EXPECT_NEAR(widest, 1.5f, 1e-4f);
}

TEST(Pictures, AFieldWrapsAroundAMeshFromAFile) {
    const ScratchFolder folder;
    std::ofstream(folder / "plate.obj") << "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
                                           "f 1/1 2/2 3/3 4/4\n";
    std::ofstream(folder / "bare.obj") << "v 0 0 0\nv 1 0 0\nv 1 0 1\nf 1 2 3\n";
    const auto scene = [&](const char* mesh) {
        auto made = parse_scene(flat + "[[output]]\nkind=\"frames\"\nwhen=\"end\"\npalette=\"gray\"\nmesh=\"" + mesh +
                                    "\"\nwidth=60\ncamera={azimuth=-90,elevation=0}\n",
                                folder / "test.toml");
        EXPECT_TRUE(made);
        return made.value();
    };
    const Scene good = scene("plate.obj");
    const Image image = drawn(good.outputs[0].look, *simulator_of(good));
    EXPECT_LT(image(20, 30).g, 0.7f * image(40, 30).g);  // the density grows with x
    const auto refused = [&](const char* mesh) {
        const auto run = Run::prepare(scene(mesh), {.out = folder / "out"});
        return run ? std::string() : run.error().message;
    };
    EXPECT_NE(refused("absent.obj").find("cannot read the mesh"), std::string::npos);
    EXPECT_NE(refused("bare.obj").find("UV coordinates"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

TEST(Pictures, ACameraInsideAWallIsRefusedBeforeAnythingIsWritten) {
    const ScratchFolder folder;
    const Scene scene = scene_of(deep +
                                 "[[obstacle]]\nname=\"ball\"\nshape={sphere={center=[0.35,0.3,0.4],radius=0.15}}\n"
                                 "[camera]\nposition=[0.35,0.25,0.4]\n[[output]]\nkind=\"sheet\"\n");
    const auto run = Run::prepare(scene, {.out = folder / "out"});
    ASSERT_FALSE(run);
    EXPECT_NE(run.error().message.find("inside the obstacle \"ball\""), std::string::npos) << run.error().message;
    EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

TEST(Pictures, ObstaclesShowUnlessTheyAreLeftOut) {
    const auto simulator =
        simulator_of(scene_of(flat + "[[obstacle]]\nshape={circle={center=[0.75,0.5],radius=0.2}}\n"));
    const Image with = drawn({.view = "speed", .width = 60}, *simulator);
    const Image without = drawn({.view = "speed", .width = 60, .obstacles = false}, *simulator);
    EXPECT_EQ(with(30, 20), (Color{0.205f, 0.235f, 0.279f, 1}));
    EXPECT_NE(without(30, 20), with(30, 20));
    EXPECT_EQ(without(2, 2), with(2, 2));
}

// Row 159: smoke that meets a ball head-on parts evenly, and none of it is inside.
TEST(Pictures, SmokeAgainstASphereIsEvenAndStaysOutside) {
    const Scene scene = read_scene(WHORL_SOURCE_DIR "/scenes/sphere-3d.toml",
                                   {"domain.cells=[28,28,36]", "fluid.vorticity_confinement=0",
                                    "emitter.0.shape={sphere={center=[0.4,0.4,0.1],radius=0.06}}"})
                            .value();
    const auto simulator = simulator_of(scene);
    for (int i = 0; i < 70; ++i) ASSERT_TRUE(simulator->step(0.02));
    const Array3 density = simulator->read("density");
    const ObstacleMoment ball = obstacle_at(scene.obstacles[0], 3, 0);
    double most = 0, uneven = 0, inside = 0, underneath = 0;
    for (int k = 0; k < 36; ++k)
        for (int j = 0; j < 28; ++j)
            for (int i = 0; i < 28; ++i) {
                const double here = density(i, j, k), h = 0.8 / 28;
                const double away = ball.distance({(i + 0.5) * h, (j + 0.5) * h, (k + 0.5) * 1.04 / 36});
                most = std::max(most, here);
                uneven = std::max(uneven, std::abs(here - density(27 - i, j, k)));
                if (away < -h) inside = std::max(inside, here);
                if (away > 0 && away < 2 * h) underneath = std::max(underneath, here);
            }
    EXPECT_GT(underneath, 0.05 * most);  // it has reached the ball
    EXPECT_LT(uneven, 0.02 * most);
    EXPECT_EQ(inside, 0);
}

TEST(Pictures, CardsNameWhatMatters) {
    const Scene scene = scene_of("title=\"Plume\"\n" + deep);
    EXPECT_EQ(parameters_of(scene), (std::vector<std::string>{"14 x 12 x 18 cells", "buoyancy 2"}));
    EXPECT_TRUE(draw_card(scene, {.seconds = 1}, 20, 12));  // far too small for letters
    EXPECT_GT(mean(draw_card(scene, {.seconds = 1, .lines = {"a line"}}, 300, 200).value()), 0.02);
}

TEST(Pictures, WhatASceneCannotShowIsRefusedWhenItIsRead) {
    const auto output = [](const std::string& scene, const std::string& keys) {
        return error_of(scene + "[[output]]\nkind=\"frames\"\n" + keys);
    };
    const auto says = [](const std::string& error, const char* words) {
        return error.find(words) != std::string::npos ? testing::AssertionSuccess()
                                                      : testing::AssertionFailure() << error;
    };
    EXPECT_TRUE(says(output(flat, "view=\"vorticty\"\n"), "did you mean \"vorticity\"?"));
    EXPECT_TRUE(says(output(flat, "view=\"vorticty\"\n"), "test.toml:"));
    EXPECT_TRUE(says(output(flat, "view=\"speed + arows\"\n"), "did you mean \"arrows\"?"));
    EXPECT_TRUE(says(output(flat, "palette=\"virids\"\n"), "did you mean \"viridis\"?"));
    EXPECT_TRUE(says(output(flat, "view=\"volume\"\n"), "three dimensions"));
    EXPECT_TRUE(says(output(deep, "view=\"projection\"\n"), "2D"));
    EXPECT_TRUE(says(output(flat, "view=\"projection + arrows\"\n"), "alone"));
    EXPECT_TRUE(says(output("[domain]\ncells=[8,8]\n[time]\nfps=24\nstep=0.1\n", "view=\"projection\"\n"), "longer"));
    EXPECT_TRUE(says(output("[domain]\ncells=[8,8]\n", "view=\"dyes\"\n"), "[[dye]]"));
    EXPECT_TRUE(says(output(flat, "level=2\n"), "is for the view surface"));
    EXPECT_TRUE(says(output(flat, "height=20\n"), "follows from its width"));
    EXPECT_TRUE(says(output(flat, "width=0\n"), "1 to 8192"));
    EXPECT_TRUE(says(error_of(flat + "[[output]]\nkind=\"sheet\"\nview=\"speed\"\nbar=true\n"), "give a range"));
    EXPECT_TRUE(says(output(flat, "view=\"lic\"\npalette=\"height\"\n"), "values of a field"));
    EXPECT_TRUE(says(output(flat, "mesh=\"cube\"\n"), "globe, vase"));
    EXPECT_TRUE(says(output(flat, "ground=\"red\"\n"), "is no colour"));
    EXPECT_TRUE(says(output(flat, "view=\"height\"\nfield=\"densty\"\n"), "did you mean \"density\"?"));
    EXPECT_TRUE(says(output(deep, "smoke={extincton=3}\n"), "did you mean \"extinction\"?"));
    EXPECT_TRUE(says(output(flat, "when=\"end\"\nevery=2\n"), "both given"));
    EXPECT_TRUE(says(error_of(deep + "[camera]\nposition=[1,1,1]\nazimuth=3\n"), "give `position`"));
    EXPECT_TRUE(says(error_of(deep + "[camera]\nelevation=91\n"), "-90 to 90"));
    EXPECT_TRUE(says(error_of(deep + "[[light]]\ncolor=\"#ffffff\"\n"), "give one of them"));
    EXPECT_TRUE(says(error_of(deep + "[[light]]\ndirection=[0,0,0]\n"), "[0, 0, 0]"));
    EXPECT_TRUE(says(error_of(flat + "[[dye]]\nname=\"red\"\ncolor=\"#000000\"\n"), "two dyes"));
    EXPECT_TRUE(says(error_of(flat + "[[dye]]\nname=\"lic\"\ncolor=\"#000000\"\n"), "another meaning"));
}

}  // namespace
}  // namespace whorl
