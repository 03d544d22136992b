// Looking into a step: what is seen is what the step did, and hidden panels cost nothing.
#include <cmath>

#include "apps/view/classic_fluid.hpp"
#include "apps/view/filled.hpp"
#include "apps/view/lessons.hpp"
#include "tests/unit/view/apps.hpp"

namespace whorl::view {
namespace {

TEST(ViewStages, AVolumeIsDrawnWhereItIsFilledAndAgainWhenItChanges) {
    Picture picture{.name = "density", .width = 8, .height = 4, .depth = 2};
    picture.values.assign(64, 0), picture.high = 1;
    const Filled empty = filled_of(picture);
    EXPECT_GT(empty.low[0], empty.high[0]) << "nothing to see";
    picture.values[static_cast<std::size_t>((1 * 4 + 2) * 8 + 3)] = 0.5f;
    const Filled one = filled_of(picture);
    EXPECT_NE(one.sum, empty.sum);
    EXPECT_NEAR(one.low[0], 2.4 / 8, 1e-9);
    EXPECT_NEAR(one.high[0], 4.6 / 8, 1e-9);
    EXPECT_NEAR(one.low[1], 1.4 / 4, 1e-9);
    EXPECT_NEAR(one.high[2], 1, 1e-9);
    std::swap(picture.values[0], picture.values[static_cast<std::size_t>((1 * 4 + 2) * 8 + 3)]);
    EXPECT_NE(filled_of(picture).sum, one.sum) << "the same values elsewhere";
    picture.solids.assign(64, 0);
    picture.solids[63] = 1;
    EXPECT_NEAR(filled_of(picture).high[0], 1, 1e-9) << "walls are seen, too";
}

TEST(ViewStages, HiddenPanelsCostNothing) {
    App app = app_of(scene());
    play_words(app, a_drag);
    EXPECT_EQ(app.watched(), 0);  // nobody observes
    EXPECT_TRUE(app.look().measured.energy.empty());
    app.press("3"), app.press("2");
    app.advance(0.1);
    EXPECT_GT(app.watched(), 0);
    EXPECT_FALSE(app.look().measured.energy.empty());
    const int seen = app.watched();
    app.press("3");
    app.advance(0.1);
    EXPECT_EQ(app.watched(), seen);
}

TEST(ViewStages, WatchingChangesNothing) {
    for (auto* make : {+[] { return nealen(); }, +[] { return scene(); }}) {
        App watched = app_of(make()), alone = app_of(make());
        for (const char* key : {"f", "F", "3", "4", "2", "1"}) watched.press(key);
        play_words(watched, a_drag);
        play_words(alone, a_drag);
        EXPECT_EQ(watched.fluid().hash(), alone.fluid().hash());
    }
}

TEST(ViewStages, TheProjectionsDifferenceIsBeforeMinusAfter) {
    for (auto* make : {+[] { return nealen(); }, +[] { return scene(); }}) {
        App app = app_of(make());
        app.press("f"), app.press("4");
        play_words(app, a_drag);
        const Look look = app.look();
        ASSERT_EQ(look.projection.before[0].values.size(), 32u * 32u);
        for (std::size_t i = 0; i < 32 * 32; ++i)
            EXPECT_EQ(look.projection.difference[0].values[i],
                      look.projection.before[0].values[i] - look.projection.after[0].values[i]);
        EXPECT_GT(most(look.projection.difference[0].values), 0);
    }
}

TEST(ViewStages, DivergenceIsGoneAfterTheProjection) {
    App app = app_of(scene());
    app.press("4");
    app.press("p");
    play_words(app, "down 0.3 0.5\nmove 0.5 0.5\nup\nkey space\n");
    const Look look = app.look();
    ASSERT_FALSE(look.divergence_before.values.empty());
    EXPECT_LT(most(look.divergence_after.values), 0.05 * most(look.divergence_before.values));
}

TEST(ViewStages, ConfinementIsSeenAsTheForceThatTheStepAdded) {
    for (auto* make : {+[] { return nealen(); }, +[] { return scene(); }}) {
        App app = app_of(make());
        app.press("F"), app.press("C");
        play_words(app, a_drag);
        const Look look = app.look();
        EXPECT_GT(most(look.confinement.force[0].values), 0);
        EXPECT_NEAR(most(look.confinement.normal[0].values), 1, 0.05);
        app.press("C");
        app.advance(0.1);
        EXPECT_EQ(most(app.look().confinement.force[0].values), 0);
    }
}

TEST(ViewStages, AStepIsWalkedThroughVerbByVerb) {
    App app = app_of(scene());
    play_words(app, a_drag);
    app.press("3"), app.press("p");
    app.press("space");
    const auto steps = app.fluid().steps();
    const Look first = app.look();
    ASSERT_GT(first.verbs.size(), 3u);
    EXPECT_EQ(first.stage, 0);
    for (std::size_t i = 1; i < first.verbs.size(); ++i) app.press("right");
    EXPECT_EQ(app.look().stage, static_cast<int>(first.verbs.size()) - 1);
    EXPECT_EQ(app.fluid().steps(), steps);
    app.press("left");
    EXPECT_EQ(app.look().stage, static_cast<int>(first.verbs.size()) - 2);
    app.press("right"), app.press("right");
    EXPECT_EQ(app.fluid().steps(), steps + 1);  // past the last stage the next step begins
    for (const std::string& verb : first.verbs) {
        EXPECT_STRNE(meaning_of(verb), "") << verb;
        EXPECT_GE(term_of(verb), verb == "check" || verb == "dissipate" ? -1 : 0) << verb;
    }
}

TEST(ViewStages, TwoFluidsLeaveFromOneState) {
    for (auto* make : {+[] { return nealen(); }, +[] { return scene(); }}) {
        App app = app_of(make());
        play_words(app, a_drag);
        app.press("5");
        ASSERT_NE(app.second(), nullptr);
        EXPECT_EQ(app.second()->hash(), app.fluid().hash());
        app.advance(0.2);
        EXPECT_EQ(app.second()->steps(), app.fluid().steps());
        EXPECT_NE(app.second()->hash(), app.fluid().hash());  // one is confined
        app.press("5");
        EXPECT_EQ(app.second(), nullptr);
    }
}

TEST(ViewStages, EveryLessonRuns) {
    for (std::size_t i = 0; i < lessons().size(); ++i) {
        App app = app_of(nealen());
        app.handle({.kind = Event::Kind::lesson, .value = static_cast<double>(i)});
        app.advance(0.1);
        EXPECT_EQ(app.message(), "") << lessons()[i].title;
        ASSERT_NE(app.second(), nullptr) << lessons()[i].title;
        EXPECT_GT(app.fluid().steps(), 0);
        EXPECT_NE(app.second()->hash(), app.fluid().hash()) << lessons()[i].title;
        EXPECT_EQ(app.look().lesson_title, lessons()[i].title);
    }
}

/// diffuse_bad from the same state as diffuse: alike at first, chequered, then beyond all bounds and held there.
TEST(ViewStages, ExplicitDiffusionBlowsUpBesideTheImplicitOne) {
    App app = app_of(nealen());
    app.handle({.kind = Event::Kind::lesson, .value = 0});
    ASSERT_NE(app.second(), nullptr);
    EXPECT_EQ(app.fluid().hash(), app.second()->hash());  // one state
    app.advance(0.1);
    double apart = 0;
    const auto left = app.fluid().field("density"), right = app.second()->field("density");
    for (std::size_t i = 0; i < left.size(); ++i)
        apart = std::max(apart, std::abs(static_cast<double>(left[i] - right[i])));
    EXPECT_LT(apart, 0.2);
    app.advance(5);
    EXPECT_LE(most(app.fluid().field("density")), 1.0);
    EXPECT_GT(most(app.second()->field("density")), blown_up);
    EXPECT_LT(most(app.second()->field("density")), 10 * blown_up);
    EXPECT_NE(app.look().right_label.find("blew up"), std::string::npos);
    app.press("r");
    app.handle({.kind = Event::Kind::parameter, .name = "diffusion", .value = 0.0014, .is_second = true});
    app.advance(2);
    EXPECT_LE(most(app.second()->field("density")), 1.0) << "below a quarter it is right";
}

/// Both leave from one state with the same walls, each with its own solver; undo brings each back to its own past.
TEST(ViewStages, TwoSolversKeepTheirOwnAndShareTheState) {
    App app = app_of(nealen());
    app.handle({.kind = Event::Kind::lesson, .value = 2});
    const auto solver = [](LiveFluid& fluid) { return fluid.choices()[2].value; };
    app.handle({.kind = Event::Kind::tool, .value = static_cast<double>(Tool::wall)});
    play_words(app, "wait 0.1\ndown 0.3 0.6\nmove 0.7 0.6\nup\nwait 0.1\n");
    const std::uint64_t right = app.second()->hash();
    EXPECT_NE(right, app.fluid().hash());
    play_words(app, "key n\ndown 0.3 0.3\nup\nwait 0.1\nkey ctrl-z");
    EXPECT_EQ(app.second()->hash(), right);
    play_words(app, "wait 0.1\nkey N");
    EXPECT_EQ(app.second()->hash(), app.fluid().hash());
    EXPECT_EQ(solver(app.fluid()), "multigrid");
    EXPECT_EQ(solver(*app.second()), "gauss-seidel");
    EXPECT_EQ(app.second()->solids(), app.fluid().solids());
    EXPECT_GT(total(app.second()->solids()), 10);
}

TEST(ViewStages, EveryParameterHasALabelAndATip) {
    for (auto* make : {+[] { return nealen(); }, +[] { return scene(); }})
        for (const Parameter& each : make()->parameters()) {
            EXPECT_FALSE(each.label.empty() || each.tip.empty()) << each.id;
            EXPECT_EQ(each.label.find('_'), std::string::npos);  // words of people, not of programs
            EXPECT_TRUE(each.value >= each.low && each.value <= each.high) << each.id;
        }
}

}  // namespace
}  // namespace whorl::view
