// What was played is a scene: `whorl run` gives the same bits.
#include <random>

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
