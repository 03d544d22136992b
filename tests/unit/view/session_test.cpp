// What was played is a scene: `whorl run` gives the same bits.
#include <random>

#include "core/text.hpp"
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

/// However short the steps are; and films keep the pace of the scene, or a run would refuse them as too quick.
TEST(ViewSession, ShortStepsAreSavedToo) {
    for (const double step : {1e-4, 5e-5, 1e-9}) {
        SCOPED_TRACE(step);
        auto fluid = read_live_scene(
            text("[domain]\ncells = [16, 16]\n[time]\nfps = %g\nstep = %g\n[initial]\nvelocity = [\"x\", \"-y\"]\n"
                 "[[output]]\nkind = \"video\"\nfile = \"film.mp4\"\n",
                 std::max(24.0, 1e-4 / step), step),
            "short.toml", serial_scheduler());
        ASSERT_TRUE(fluid) << fluid.error().message;
        App app = app_of(std::move(fluid).value());
        EXPECT_EQ(replayed(app), app.fluid().hash());
        app.press("p");
        for (int i = 0; i < 3; ++i) app.press("space");
        EXPECT_EQ(app.fluid().steps(), 3);
        EXPECT_EQ(replayed(app), app.fluid().hash());
    }
}

TEST(ViewSession, OutputsKeepThePaceOfTheScene) {
    App app =
        app_of(scene("[[output]]\nkind = \"video\"\nfile = \"film.mp4\"\n[[output]]\nkind = \"frames\"\nevery = 2\n"
                     "[[output]]\nkind = \"frames\"\nwhen = \"end\"\n[[output]]\nkind = \"sheet\"\n"));
    app.handle({.kind = Event::Kind::parameter, .name = "time_step", .value = 0.002});
    play_words(app, "wait 0.1");
    const ScratchFolder folder;
    const auto saved = app.fluid().saved_scene("s");
    ASSERT_TRUE(saved) << saved.error().message;
    ASSERT_TRUE(write_saved(saved.value(), folder.path(), "s"));
    const auto read = read_scene(folder.path() + "/s.toml");
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read.value().outputs.size(), 4u);
    EXPECT_NEAR(read.value().time.fps, 500, 1e-9);
    const int every[] = {8, 17, 1, 1};
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(read.value().outputs[i].every, every[i]) << i;
    const auto run = Run::prepare(read.value(), {.out = folder.path() + "/out"});
    EXPECT_TRUE(run) << run.error().message;
}

/// What was turned is keyframes in a session that is opened again; when they are over it can be turned again.
TEST(ViewSession, WhatWasTurnedInASavedSessionIsTurnedAgain) {
    App app = app_of(scene("[[obstacle]]\nshape = { circle = { center = [0.3, 0.4], radius = 0.1 } }\n"));
    const auto turn = [&](const char* id, double value) {
        app.handle({.kind = Event::Kind::parameter, .name = id, .value = value});
    };
    play_words(app, "wait 0.1");
    turn("viscosity", 0.02);
    turn("obstacle.0.place.x", 0.4);
    play_words(app, a_drag);
    const ScratchFolder folder;
    app.save_folder = folder.path();
    app.press("ctrl-s");
    const std::uint64_t hash = app.fluid().hash();
    const std::int64_t steps = app.fluid().steps();
    app.handle({.kind = Event::Kind::open, .name = std::string(folder.path()) + "/session-1.toml"});
    turn("viscosity", 0.03);
    EXPECT_NE(app.message().find("keyframes"), std::string::npos) << app.message();
    app.say("");
    while (app.fluid().steps() < steps) play_words(app, "wait 0.0166667");
    EXPECT_EQ(app.fluid().hash(), hash);
    turn("viscosity", 0.04);
    turn("obstacle.0.place.x", 0.6);
    EXPECT_EQ(app.message(), "");
    play_words(app, a_drag);
    EXPECT_EQ(parameter(app, "viscosity"), 0.04);
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
