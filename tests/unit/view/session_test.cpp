// What was played is a scene: `whorl run` gives the same bits.
#include "run/run.hpp"
#include "tests/unit/view/apps.hpp"

namespace whorl::view {
namespace {

/// The hash that a run of the saved scene ends with.
std::uint64_t replayed(App& app) {
    const auto words = app.fluid().scene_text();
    EXPECT_TRUE(words) << words.error().message;
    const auto scene_read = parse_scene(words.value(), "saved.toml");
    EXPECT_TRUE(scene_read) << scene_read.error().message;
    auto run = Run::prepare(scene_read.value(), {.threads = 2, .writes = false});
    EXPECT_TRUE(run) << run.error().message;
    const auto result = run.value().go();
    EXPECT_TRUE(result) << result.error().message;
    EXPECT_EQ(result.value().steps, app.fluid().steps());
    return result.value().hash;
}

TEST(ViewSession, StrokesAreTimedEmittersThatRunToTheSameBits) {
    App app = app_of(scene());
    play_words(app, "wait 0.1\n" + std::string(a_drag) + "wait 0.1\n" + a_drag + "wait 0.1");
    EXPECT_GT(total(app.fluid().field("red")), 0);
    EXPECT_GT(total(app.fluid().field("blue")), 0);  // each drag takes the next ink
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

TEST(ViewSession, PlacedEmittersAndWallsActAndGo) {
    App app = app_of(scene());
    app.handle({.kind = Event::Kind::tool, .value = static_cast<double>(Tool::emitter)});
    play_words(app, "down 0.5 0.5\nup\nwait 0.1");
    EXPECT_GT(total(app.fluid().field("density")), 0) << app.message();
    EXPECT_EQ(replayed(app), app.fluid().hash());
    app.handle({.kind = Event::Kind::tool, .value = static_cast<double>(Tool::wall)});
    play_words(app, "down 0.2 0.2\nmove 0.4 0.2\nup\nwait 0.1");
    ASSERT_FALSE(app.fluid().solids().empty()) << app.message();
    EXPECT_GT(total(app.fluid().solids()), 4);
    app.handle({.kind = Event::Kind::tool, .value = static_cast<double>(Tool::erase)});
    play_words(app, "down 0.2 0.2\nmove 0.3 0.2\nmove 0.4 0.2\nup\nwait 0.1");
    EXPECT_EQ(total(app.fluid().solids()), 0);
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
}

TEST(ViewSession, ChoicesChangeTheSolverUnderWay) {
    App app = app_of(scene());
    play_words(app, a_drag);
    app.handle({.kind = Event::Kind::choice, .name = "pressure", .text = "gauss-seidel"});
    app.handle({.kind = Event::Kind::choice, .name = "advection", .text = "linear"});
    EXPECT_EQ(app.message(), "");
    play_words(app, "wait 0.1");
    EXPECT_EQ(app.fluid().choices()[0].value, "gauss-seidel");
    app.handle({.kind = Event::Kind::choice, .name = "pressure", .text = "guess"});
    EXPECT_NE(app.message(), "");
    EXPECT_EQ(app.fluid().choices()[0].value, "gauss-seidel");
}

TEST(ViewSession, NealensModeSaysWhyItIsNoScene) {
    WHORL_NEEDS_NEALEN();
    App app = app_of(nealen());
    EXPECT_FALSE(app.fluid().scene_text());
}

}  // namespace
}  // namespace whorl::view
