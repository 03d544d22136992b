#include "tests/unit/view/apps.hpp"

namespace whorl::view {
namespace {

TEST(ViewApp, NealensModeHas64CellsAndEvenOnes) {
    EXPECT_EQ(nealen(64)->cells(), (Vec<int, 3>{64, 64, 1}));
    const auto odd = make_nealen(63, serial_scheduler());
    ASSERT_TRUE(odd);
    EXPECT_EQ(odd.value().fluid->cells()[0], 64);
    EXPECT_NE(odd.value().notice, "");
    EXPECT_FALSE(make_nealen(1, serial_scheduler()));
    EXPECT_FALSE(make_nealen(100000, serial_scheduler()));
}

TEST(ViewApp, NealensPresets) {
    WHORL_NEEDS_NEALEN();
    App app = app_of(nealen());
    app.handle({.kind = Event::Kind::choice, .name = "preset", .text = "whirls"});
    EXPECT_EQ(parameter(app, "is_confined"), 1);
    app.handle({.kind = Event::Kind::choice, .name = "preset", .text = "the paper's"});
    EXPECT_EQ(parameter(app, "is_confined"), 0);
    EXPECT_EQ(app.message(), "");
    app.handle({.kind = Event::Kind::choice, .name = "preset", .text = "soup"});
    EXPECT_NE(app.message().find("honey"), std::string::npos);
}

TEST(ViewApp, ScenesOpenByNameAndRefuseWithASentence) {
    EXPECT_TRUE(open_scene("plume", serial_scheduler()));
    const auto missing = open_scene("plum", serial_scheduler());
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().message.find("plume"), std::string::npos);
}

TEST(ViewApp, ASceneThatIsTooSlowLetsTimeGo) {
    App app = app_of(scene());
    app.advance(1.0, 2);
    EXPECT_EQ(app.fluid().steps(), 2);
    app.advance(1.0 / 60, 2);
    EXPECT_EQ(app.fluid().steps(), 3);  // and does not run after it
}

/// In a window that a person plays in; never in scripts, which do not let time go, nor while recording.
TEST(ViewApp, WhereStepsTakeTooLongQualityGoesFirst) {
    const auto quality = [](App& app) { return app.fluid().choices()[1].value; };
    const auto fall_behind = [](App& app) {
        for (int i = 0; i < 12; ++i) app.advance(0.1, 1);
    };
    App app = app_of(scene());
    fall_behind(app);
    EXPECT_EQ(quality(app), "usual") << "not unless asked to";
    EXPECT_NE(app.message().find("slower than real time"), std::string::npos) << app.message();
    app.drops_quality = true, app.is_recording = true;
    fall_behind(app);
    EXPECT_EQ(quality(app), "usual") << "not while recording";
    app.is_recording = false;
    fall_behind(app);
    EXPECT_EQ(quality(app), "quick");
    EXPECT_NE(app.message().find("quality"), std::string::npos) << app.message();
}

/// Told within seconds, however long a step takes; a moment's delay, as when a scene is opened, is none.
TEST(ViewApp, ATooHeavySceneIsToldSoon) {
    App app = app_of(scene());
    app.advance(20, 1);
    for (int i = 0; i < 600; ++i) app.advance(i % 60 == 0 ? 0.4 : 1.0 / 60, 4);  // nor one now and then
    EXPECT_EQ(app.message(), "");
    for (int i = 0; i < 8; ++i) app.advance(0.3, 1);
    EXPECT_NE(app.message().find("slower than real time"), std::string::npos) << app.message();
}

TEST(ViewApp, ASceneTooBigForMemoryIsRefused) {
    const auto made = read_live_scene("[domain]\ncells = [40000, 40000]\n", "big.toml", serial_scheduler());
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find("big.toml: 40000 x 40000 cells need about"), std::string::npos)
        << made.error().message;
}

/// A scene takes strokes with the step that follows; until then they are shown as they wait.
TEST(ViewApp, StrokesOfAPauseAreShown) {
    App app = app_of(scene());
    play_words(app, "wait 0.1\nkey p\ndown 0.4 0.5\nwait 0.05\nmove 0.6 0.25\nup\nwait 0.05");
    const std::vector<Stroke> waiting = app.look().waiting;
    ASSERT_FALSE(waiting.empty());
    EXPECT_NEAR(waiting.front().from[0], 0.4, 1e-9);
    EXPECT_NEAR(waiting.back().to[0], 0.6, 1e-9);
    EXPECT_NEAR(waiting.back().to[1], 0.25, 1e-9);
    app.press("space");
    EXPECT_TRUE(app.look().waiting.empty());
    EXPECT_GT(total(app.fluid().field("density")), 0);
}

TEST(ViewApp, PauseInjectSaveReplayWithOtherParameters) {
    WHORL_NEEDS_NEALEN();
    App app = app_of(nealen());
    play_words(app, "key p\ndown 0.4 0.5\nmove 0.6 0.5\nup\nkey n\nkey p\nwait 0.5");
    const auto first = app.fluid().hash();
    play_words(app, "key N\nkey C\nwait 0.5");
    EXPECT_NE(app.fluid().hash(), first);
    play_words(app, "key N\nkey C\nwait 0.5");
    EXPECT_EQ(app.fluid().hash(), first);
}

TEST(ViewApp, AnotherSceneCanBeOpenedUnderWay) {
    App app = app_of(nealen());
    app.handle({.kind = Event::Kind::open, .name = "plume"});
    app.advance(0.1);
    EXPECT_GT(app.fluid().steps(), 0);
    app.handle({.kind = Event::Kind::open, .name = "nowhere"});
    EXPECT_NE(app.message(), "");
    app.advance(0.1);
}

TEST(ViewApp, WhatNeedsAWindowSaysSo) {
    App app = app_of(nealen());
    app.press("x");
    EXPECT_NE(app.message().find("window"), std::string::npos);
    app.press("ctrl-r");
    EXPECT_NE(app.message().find("--record"), std::string::npos);
}

}  // namespace
}  // namespace whorl::view
