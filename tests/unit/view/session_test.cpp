// What was played is a scene: `whorl run` gives the same bits.
#include <random>

#include "apps/view/painted_walls.hpp"
#include "tests/unit/view/replay.hpp"

namespace whorl::view {
namespace {

TEST(ViewSession, StrokesAreTimedEmittersThatRunToTheSameBits) {
    App app = app_of(scene());
    play_words(app, "wait 0.1\n" + std::string(a_drag) + "wait 0.1\n" + a_drag + "wait 0.1");
    EXPECT_GT(total(app.fluid().field("red")), 0);
    EXPECT_GT(total(app.fluid().field("blue")), 0);  // each drag takes the next ink
    EXPECT_EQ(replayed(app), app.fluid().hash());
}

TEST(ViewSession, SavedBeforeAnyStepItRunsNone) {
    App app = app_of(scene("[initial]\nvelocity = [\"sin(pi*x)*cos(pi*y)\", \"-cos(pi*x)*sin(pi*y)\"]\n"));
    EXPECT_EQ(replayed(app), app.fluid().hash());
    play_words(app, "wait 0.1");
    choose(app, "pressure", "gauss-seidel");
    EXPECT_EQ(replayed(app), app.fluid().hash()) << "at the moment that a session starts anew";
    play_words(app, "wait 0.02");
    EXPECT_EQ(replayed(app), app.fluid().hash());
}

TEST(ViewSession, AStrokeLeftOutWouldShow) {
    App app = app_of(scene()), still = app_of(scene());
    play_words(app, a_drag);
    play_words(still, "wait 0.2");
    EXPECT_NE(app.fluid().hash(), still.fluid().hash());
}

TEST(ViewSession, TurnedParametersAreKeyframesThatHold) {
    App app = app_of(scene());
    play_words(app, std::string(a_drag) + "key V\nwait 0.1\nkey d\nwait 0.1\nkey O\nwait 0.05\nkey C\nwait 0.1");
    EXPECT_EQ(replayed(app), app.fluid().hash());
}

TEST(ViewSession, EveryParameterIsTurnedAndReplayed) {
    App app = app_of(scene());
    play_words(app, std::string(a_drag) + "wait 0.05");
    for (const Parameter& each : app.fluid().parameters()) {
        const double value =
            each.is_logarithmic ? std::max(each.value, 1e-4) * 1.5 : 0.9 * each.value + 0.05 * each.high;
        app.handle({.kind = Event::Kind::parameter, .name = each.id, .value = each.id == "is_confined" ? 1 : value});
        EXPECT_EQ(app.message(), "") << each.id;
        play_words(app, std::string("wait 0.04\n") + a_drag);
        EXPECT_EQ(replayed(app), app.fluid().hash()) << each.id;
    }
}

TEST(ViewSession, ClearedFieldsAreLogged) {
    App app =
        app_of(scene("[[emitter]]\nshape = { circle = { center = [0.5, 0.2], radius = 0.1 } }\ndensity = 3.0\n"
                     "velocity = [\"0.1*x\", 1.0]\n"));
    play_words(app, std::string(a_drag) + "key z\nwait 0.1\nkey a\nwait 0.1");
    EXPECT_EQ(replayed(app), app.fluid().hash());
}

TEST(ViewSession, WhatWasUndoneAndRestoredIsNotSaved) {
    App app = app_of(scene());
    play_words(app, std::string(a_drag) + "wait 0.1\nkey n\n" + a_drag + "key shift-n\nwait 0.1\n" + a_drag +
                        "key ctrl-z\nwait 0.05");
    EXPECT_EQ(replayed(app), app.fluid().hash());
}

TEST(ViewSession, ThreeDimensionsStirInAPlane) {
    App app(
        std::move(read_live_scene("[domain]\ncells = [16, 12, 16]\n[time]\nfps = 60\n", "box.toml", serial_scheduler()))
            .value(),
        serial_scheduler());
    play_words(app, a_drag);
    EXPECT_GT(total(app.fluid().field("density")), 0);
    EXPECT_EQ(app.look().picture.depth, 12);
    EXPECT_EQ(replayed(app), app.fluid().hash());
}

TEST(ViewSession, PlacedEmittersActAndGo) {
    App app = app_of(scene());
    take(app, Tool::emitter);
    play_words(app, "wait 0.1\ndown 0.5 0.5\nup\nwait 0.1\nkey S\nwait 0.05");
    EXPECT_GT(total(app.fluid().field("density")), 0) << app.message();
    const Replayed saved = replay(app);
    EXPECT_EQ(saved.hash, app.fluid().hash());
    EXPECT_EQ(saved.saved.state_file, "") << "it has a start of its own and needs no state";
    take(app, Tool::erase);
    play_words(app, "down 0.5 0.5\nup\nwait 0.05\nkey a\nwait 0.1");
    EXPECT_EQ(total(app.fluid().field("density")), 0);
    EXPECT_EQ(replayed(app), app.fluid().hash());
}

/// Walls are a picture: the brush adds to it without gaps and cuts out of it, undo brings back, and a run of what is
/// saved has the same bits.
TEST(ViewSession, WallsArePaintedAndPartlyErased) {
    App app = app_of(scene("[initial]\nvelocity = [\"sin(pi*x)*cos(pi*y)\", \"-cos(pi*x)*sin(pi*y)\"]\n"));
    take(app, Tool::wall);
    play_words(app, "wait 0.1\ndown 0.2 0.5\nmove 0.8 0.5\nup\nwait 0.1");
    const double painted = total(app.fluid().solids());
    ASSERT_GT(painted, 40) << app.message();
    const std::vector<float> walls = app.fluid().solids();
    for (int x = 8; x < 24; ++x) EXPECT_GT(walls[static_cast<std::size_t>(16 * 32 + x)], 0.4f) << "a gap at " << x;
    const Replayed first = replay(app);
    EXPECT_EQ(first.hash, app.fluid().hash());
    EXPECT_EQ(first.saved.pictures.size(), 1u);

    take(app, Tool::erase);
    play_words(app, "down 0.5 0.5\nup\nwait 0.1");
    EXPECT_LT(total(app.fluid().solids()), painted - 2);
    EXPECT_GT(total(app.fluid().solids()), 0.6 * painted) << "the rest stands";
    EXPECT_EQ(replayed(app), app.fluid().hash());

    const std::uint64_t before = app.fluid().hash();
    play_words(app, "down 0.3 0.5\nup\nwait 0.1\nkey ctrl-z");
    EXPECT_EQ(app.fluid().hash(), before);
    EXPECT_LT(total(app.fluid().solids()), painted - 2);
    play_words(app, "key ctrl-z");
    EXPECT_NEAR(total(app.fluid().solids()), painted, 1e-3) << "and the hole is filled again";
    play_words(app, "wait 0.05");
    EXPECT_EQ(replayed(app), app.fluid().hash());
}

/// In a window walls are set up some times a second; a session has them from the moment that the flow had them.
TEST(ViewSession, WallsThatWaitAreSavedAsTheFlowHadThem) {
    App app = app_of(scene("[initial]\nvelocity = [\"sin(pi*x)*cos(pi*y)\", \"-cos(pi*x)*sin(pi*y)\"]\n"));
    app.drops_quality = true;
    take(app, Tool::wall);
    play_words(
        app,
        "wait 0.1\ndown 0.3 0.5\nwait 0.02\nmove 0.4 0.5\nwait 0.02\nmove 0.5 0.5\nwait 0.02\nmove 0.6 0.5\nwait 0.02");
    EXPECT_TRUE(app.fluid().saved_scene("s")) << "in the middle of a stroke";
    play_words(app, "wait 0.02");
    EXPECT_EQ(replayed(app), app.fluid().hash());
    play_words(app, "move 0.7 0.5\nwait 0.04\nup\nwait 0.1");
    EXPECT_EQ(replayed(app), app.fluid().hash());
    const double walls = total(app.fluid().solids());
    take(app, Tool::erase);
    play_words(app, "down 0.3 0.5\nwait 0.02\nmove 0.4 0.5\nwait 0.02\nkey ctrl-z\nup\nwait 0.1");
    EXPECT_NEAR(total(app.fluid().solids()), walls, 1e-3);
    EXPECT_EQ(replayed(app), app.fluid().hash());
}

TEST(ViewSession, TheEraserLeavesNoSkins) {
    const auto made = parse_scene("[domain]\ncells = [32, 32]\n", "test.toml");
    PaintedWalls walls(made.value(), false);
    EXPECT_TRUE(walls.paint({0.5, 0.5, 0}, 0.2, true));
    EXPECT_TRUE(walls.paint({0.52, 0.5, 0}, 0.19, false));
    const Image8& picture = walls.picture();
    int solid = 0;
    for (std::size_t i = 0; i < picture.rgba.size(); i += 4) solid += picture.rgba[i] == 0;
    EXPECT_EQ(solid, 0) << "a sickle of two pixels at its thickest";
}

TEST(ViewSession, PartOfTheScenesOwnWallIsErased) {
    App app =
        app_of(scene("[[obstacle]]\nshape = { box = { low = [0.2, 0.4], high = [0.8, 0.6] } }\nslip = \"none\"\n"
                     "[[obstacle]]\nshape = { segment = { from = [0.1, 0.9], to = [0.9, 0.9] } }\n"));
    const double whole = total(app.fluid().solids());
    take(app, Tool::erase);
    play_words(app, "wait 0.05\ndown 0.5 0.5\nup\nwait 0.1");
    EXPECT_EQ(app.message(), "");
    EXPECT_LT(total(app.fluid().solids()), whole - 2);
    EXPECT_GT(total(app.fluid().solids()), 0.7 * whole);
    take(app, Tool::stir);
    play_words(app, a_drag);
    const Replayed saved = replay(app);
    EXPECT_EQ(saved.hash, app.fluid().hash());
    EXPECT_NE(saved.saved.toml.find("slip = \"none\""), std::string::npos);
    take(app, Tool::erase);
    play_words(app, "down 0.5 0.9\nup\nwait 0.05");  // the last of the scene's own
    take(app, Tool::wall);
    play_words(app, "down 0.3 0.2\nup\nwait 0.05");
    EXPECT_EQ(app.message(), "");
    EXPECT_EQ(replayed(app), app.fluid().hash());
}

/// In 3D the eraser cuts balls out of walls, the scene's own and those that were placed; what is swallowed is gone.
TEST(ViewSession, WallsOfABoxAreCut) {
    App app(
        std::move(read_live_scene("[domain]\ncells = [24, 24, 24]\n[time]\nfps = 60\n[initial]\nvelocity = [0.0, 0.0, "
                                  "\"0.3*sin(pi*x)\"]\n[[obstacle]]\nname = \"bar\"\nshape = { box = { low = "
                                  "[0.1, 0.4, 0.4], high = [0.9, 0.6, 0.6] } }\n",
                                  "box.toml", serial_scheduler()))
            .value(),
        serial_scheduler());
    app.handle({.kind = Event::Kind::parameter, .name = "brush", .value = 0.12});
    const double whole = total(app.fluid().solids());
    ASSERT_GT(whole, 300);
    take(app, Tool::erase);
    play_words(app, "wait 0.03\ndown 0.5 0.5\nup\nwait 0.05");
    const double cut = total(app.fluid().solids());
    EXPECT_LT(cut, 0.8 * whole) << app.message();
    EXPECT_GT(cut, 0.4 * whole);
    EXPECT_EQ(replayed(app), app.fluid().hash());
    play_words(app, "key ctrl-z\nwait 0.02");
    EXPECT_NEAR(total(app.fluid().solids()), whole, 1e-3) << "undo fills it again";
    play_words(app, "down 0.1 0.5\nmove 0.9 0.5\nup\nwait 0.03");
    EXPECT_EQ(total(app.fluid().solids()), 0) << "all of it";
    take(app, Tool::wall);
    play_words(app, "down 0.5 0.5\nup\nwait 0.03");
    const double ball = total(app.fluid().solids());
    take(app, Tool::erase);
    play_words(app, "down 0.6 0.5\nup\nwait 0.03");
    EXPECT_LT(total(app.fluid().solids()), 0.9 * ball);
    EXPECT_GT(total(app.fluid().solids()), 0.1 * ball);
    EXPECT_EQ(replayed(app), app.fluid().hash());
}

/// A ball that is carried through smoke pushes it, and what it did is in the saved scene: put in before the first
/// step, to the same bits.
TEST(ViewSession, ABallIsDraggedThroughTheSmoke) {
    App app = app_of(scene("[initial]\ndensity = \"x > 0.4 && x < 0.6 ? 1 : 0\"\n"));
    app.handle({.kind = Event::Kind::tool, .value = static_cast<double>(Tool::ball)});
    app.handle({.kind = Event::Kind::down, .time = 0, .at = {0.3, 0.5}});
    app.press("p");
    app.advance(0.01);
    app.press("p");
    const double before = total(app.fluid().solids());
    EXPECT_GT(before, 4) << app.message();
    play_words(app, "wait 0.1");
    EXPECT_EQ(most(app.fluid().velocity(0)), 0);
    play_words(
        app,
        "move 0.35 0.5\nwait 0.02\nmove 0.4 0.5\nwait 0.02\nmove 0.45 0.52\nwait 0.1\nmove 0.5 0.5\nwait 0.02\nup\n");
    EXPECT_GT(most(app.fluid().velocity(0)), 0.5) << app.message();
    EXPECT_NEAR(total(app.fluid().solids()), before, 0.3 * before);
    EXPECT_EQ(replayed(app), app.fluid().hash());
    const std::vector<float> there = app.fluid().solids();
    play_words(app, "down 0.5 0.5\nwait 0.02\nmove 0.6 0.5\nwait 0.05\nup\nkey ctrl-z\n");
    EXPECT_EQ(app.fluid().solids(), there) << "undo carries it back";
    play_words(app, "wait 0.05");
    EXPECT_EQ(replayed(app), app.fluid().hash());
}

TEST(ViewSession, ChoicesChangeTheSolverUnderWay) {
    App app = app_of(scene());
    play_words(app, a_drag);
    app.handle({.kind = Event::Kind::choice, .name = "pressure", .text = "gauss-seidel"});
    app.handle({.kind = Event::Kind::choice, .name = "advection", .text = "linear"});
    EXPECT_EQ(app.message(), "");
    play_words(app, "wait 0.1");
    EXPECT_EQ(app.fluid().choices()[2].value, "gauss-seidel");
    app.handle({.kind = Event::Kind::choice, .name = "pressure", .text = "guess"});
    EXPECT_NE(app.message(), "");
    EXPECT_EQ(app.fluid().choices()[2].value, "gauss-seidel");
}

/// More was changed than numbers: the session starts there, from a state beside it, to the same bits.
TEST(ViewSession, SolverSchemeStepAndSidesChangeUnderWay) {
    App app = app_of(scene());
    play_words(app, std::string(a_drag) + "wait 0.1");
    choose(app, "pressure", "gauss-seidel");
    play_words(app, "wait 0.05");
    Replayed saved = replay(app);
    EXPECT_EQ(saved.hash, app.fluid().hash());
    EXPECT_NEAR(saved.saved.start, 0.3, 1e-6);
    EXPECT_NE(saved.saved.toml.find("state = \"s.whorl\""), std::string::npos);
    choose(app, "advection", "linear");
    choose(app, "trace", "rk3");
    play_words(app, std::string("wait 0.05\n") + a_drag + "key V\nwait 0.1");
    EXPECT_EQ(replayed(app), app.fluid().hash());
    app.handle({.kind = Event::Kind::parameter, .name = "time_step", .value = 0.025});
    play_words(app, std::string("wait 0.1\n") + a_drag);
    saved = replay(app);
    EXPECT_EQ(saved.hash, app.fluid().hash());
    EXPECT_NE(saved.saved.why.find("time step"), std::string::npos);
    choose(app, "top", "open");
    choose(app, "advection", "maccormack");
    play_words(app, std::string("wait 0.1\nkey C\n") + a_drag + "wait 0.1");
    EXPECT_EQ(replayed(app), app.fluid().hash());
}

/// Orders of the step differ in what they keep from step to step; velocity, smoke and time go on with any.
TEST(ViewSession, TheFlowGoesOnWithAnotherOrder) {
    App app = app_of(scene("[[obstacle]]\nshape = { circle = { center = [0.5, 0.8], radius = 0.1 } }\n"));
    play_words(app, std::string(a_drag) + "wait 0.1");
    for (const char* order : {"stam2003", "thesis", "reflection", "stam1999", "whorl", "slides", "harris2004"}) {
        const double smoke = total(app.fluid().field("density")), fast = most(app.fluid().velocity(0));
        const auto steps = app.fluid().steps();
        const double time = app.fluid().time();
        choose(app, "order", order);
        EXPECT_EQ(total(app.fluid().field("density")), smoke) << order;
        EXPECT_EQ(most(app.fluid().velocity(0)), fast) << order;
        EXPECT_EQ(app.fluid().steps(), steps);
        EXPECT_EQ(app.fluid().time(), time);
        play_words(app, std::string("wait 0.05\n") + a_drag);
        EXPECT_GT(most(app.fluid().velocity(0)), 0.1) << order;
        EXPECT_EQ(app.fluid().choices()[5].value, order);
        EXPECT_EQ(replayed(app), app.fluid().hash()) << order;
    }
    play_words(app, "key n\nwait 0.05");
    choose(app, "order", "whorl");
    app.press("N");  // a state of another order than the present one
    EXPECT_NE(app.message(), "");
    play_words(app, "wait 0.05");
    EXPECT_EQ(replayed(app), app.fluid().hash());
}

TEST(ViewSession, PresetsAndQualitiesAreChosenUnderWay) {
    App app = app_of(scene());
    play_words(app, "wait 0.1");
    choose(app, "preset", "cigarette");
    choose(app, "preset", "smokestack");
    play_words(app, "wait 0.2");
    EXPECT_GT(total(app.fluid().field("density")), 1);
    EXPECT_GT(total(app.fluid().field("red")), 0) << "smoke has an ink where there are inks";
    EXPECT_EQ(replayed(app), app.fluid().hash());
    choose(app, "quality", "quick");
    choose(app, "preset", "wind-tunnel");
    play_words(app, "wait 0.2");
    EXPECT_GT(most(app.fluid().velocity(0)), 0.8) << "the wind blows through";
    EXPECT_EQ(app.fluid().choices()[1].value, "quick");
    EXPECT_EQ(replayed(app), app.fluid().hash());
    choose(app, "preset", "closed box");
    play_words(app, "wait 0.1");
    EXPECT_EQ(replayed(app), app.fluid().hash());
    app.handle({.kind = Event::Kind::choice, .name = "preset", .text = "volcano"});
    EXPECT_NE(app.message(), "");
}

/// The earlier state goes on with the solver that was chosen since: neither the old nor the new log tells that alone.
TEST(ViewSession, AnEarlierStateGoesOnWithWhatWasChosenSince) {
    App app = app_of(scene());
    play_words(app, std::string(a_drag) + "key n\nwait 0.1");
    choose(app, "advection", "linear");
    play_words(app, std::string("wait 0.05\nkey N\nwait 0.1\n") + a_drag);
    EXPECT_EQ(replayed(app), app.fluid().hash());
}

/// What was saved can be opened and played on, and saved again.
TEST(ViewSession, ASavedSessionIsPlayedOn) {
    App app = app_of(scene());
    take(app, Tool::wall);
    play_words(app, "wait 0.05\ndown 0.7 0.7\nmove 0.7 0.3\nup\nwait 0.05");
    const ScratchFolder folder;
    app.save_folder = folder.path();
    app.press("ctrl-s");
    EXPECT_NE(app.message().find("session-1.whorl"), std::string::npos) << app.message();
    const double walls = total(app.fluid().solids());
    const double when = app.fluid().time();
    app.handle({.kind = Event::Kind::open, .name = std::string(folder.path()) + "/session-1.toml"});
    EXPECT_LT(app.fluid().time(), when);
    EXPECT_NEAR(app.fluid().time(), 0.05, 1e-3);
    EXPECT_NEAR(total(app.fluid().solids()), walls, 1e-3);
    take(app, Tool::stir);
    play_words(app, a_drag);
    EXPECT_EQ(replayed(app), app.fluid().hash());
    app.press("r");
    EXPECT_NEAR(app.fluid().time(), 0.05, 1e-3);
}

/// Whatever a person does, in whatever order.
TEST(ViewSession, AnythingGoesAndIsReplayed) {
    constexpr const char* keys[] = {"z", "a", "shift-c", "t",      "shift-t", "v",         "shift-v", "d", "shift-s",
                                    "o", "n", "shift-n", "ctrl-z", "space",   "backspace", "b",       "i", "p"};
    constexpr const char* choices[][2] = {{"advection", "linear"}, {"advection", "cubic"},   {"pressure", "mgpcg"},
                                          {"quality", "quick"},    {"preset", "smokestack"}, {"top", "open"},
                                          {"trace", "rk3"},        {"preset", "closed box"}};
    // 138 paints walls in thin fluid whose coarse cells are linked more weakly than a float tells.
    for (const unsigned seed : {0u, 1u, 2u, 11u, 111u, 136u, 138u, 162u, 231u}) {
        std::mt19937 random(seed);
        const auto any = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
        const auto place = [&] { return static_cast<double>(random() % 1000) / 1000; };
        App app = app_of(scene("", 24));
        for (int deed = 0; deed < 60; ++deed) {
            const std::size_t kind = any(10);
            if (kind < 4) app.press(keys[any(std::size(keys))]);
            if (kind == 4) {
                const auto& [what, name] = choices[any(std::size(choices))];
                app.handle({.kind = Event::Kind::choice, .name = what, .text = name});
            }
            if (kind > 4 && kind < 8) {
                app.handle({.kind = Event::Kind::down, .time = app.clock(), .at = {place(), place()}});
                for (int i = 0; i < 3; ++i) {
                    app.advance(1.0 / 60);
                    app.handle({.kind = Event::Kind::move, .time = app.clock(), .at = {place(), place()}});
                }
                app.handle({.kind = Event::Kind::up, .time = app.clock()});
            }
            app.advance(2.0 / 60);
        }
        if (app.is_paused()) app.press("p");
        app.advance(3 * app.fluid().interval());
        EXPECT_EQ(replayed(app), app.fluid().hash()) << "seed " << seed;
    }
}

TEST(ViewSession, NealensModeSaysWhyItIsNoScene) {
    WHORL_NEEDS_NEALEN();
    App app = app_of(nealen());
    EXPECT_FALSE(app.fluid().saved_scene("s"));
}

}  // namespace
}  // namespace whorl::view
