// Methods and presets that are changed under way: the flow goes on, and its saved scene gives the same bits.
#include "tests/unit/view/replay.hpp"

namespace whorl::view {
namespace {

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

}  // namespace
}  // namespace whorl::view
