// Strokes: the same path in the same time stirs the same, whoever looks how often.
#include "tests/unit/view/apps.hpp"
#if WHORL_HAS_SPECTRAL
#include "apps/view/nealen.hpp"
#include "core/hash.hpp"
#endif

namespace whorl::view {
namespace {

void drag(App& app, double frame) {
    const double seconds = 0.4;
    app.handle({.kind = Event::Kind::down, .time = 0, .at = {0.2, 0.5}});
    int sent = 0;
    for (double now = 0; now < seconds + 0.2; now += frame) {
        for (; sent < 100 && sent * seconds / 100 <= now + frame; ++sent) {
            const double part = sent / 100.0;
            app.handle({.kind = Event::Kind::move, .time = part * seconds, .at = {0.2 + 0.5 * part, 0.5 + 0.1 * part}});
        }
        app.advance(frame);
    }
}

TEST(ViewHand, StirringDoesNotDependOnTheFrameRate) {
    for (auto* make : {+[] { return nealen(); }, +[] { return scene(); }}) {
        App slow = app_of(make()), fast = app_of(make());
        drag(slow, 1.0 / 20);
        drag(fast, 1.0 / 120);
        while (fast.fluid().steps() < slow.fluid().steps()) fast.advance(1.0 / 60);
        while (slow.fluid().steps() < fast.fluid().steps()) slow.advance(1.0 / 60);
        EXPECT_EQ(slow.fluid().hash(), fast.fluid().hash());
        EXPECT_GT(total(slow.fluid().field("density")), 1);
    }
}

TEST(ViewHand, ForceGrowsWithTheSpeedOfTheDrag) {
    for (auto* make : {+[] { return nealen(); }, +[] { return scene(); }}) {
        double speed[2];
        for (int i = 0; i < 2; ++i) {
            App app = app_of(make());
            const double seconds = i == 0 ? 0.012 : 0.006;  // both within the first step
            app.handle({.kind = Event::Kind::down, .time = 0, .at = {0.3, 0.5}});
            app.handle({.kind = Event::Kind::move, .time = seconds, .at = {0.32, 0.5}});
            app.advance(1.0 / 60);
            speed[i] = most(app.fluid().velocity(0));
        }
        EXPECT_NEAR(speed[1] / speed[0], 2, 0.1);
    }
}

TEST(ViewHand, APathLeavesTheSameSmokeAtAnySpeed) {
    for (auto* make : {+[] { return nealen(); }, +[] { return scene(); }}) {
        double smoke[2];
        for (int i = 0; i < 2; ++i) {
            App app = app_of(make());
            app.press("p");
            app.handle({.kind = Event::Kind::down, .time = 0, .at = {0.3, 0.5}});
            const int pieces = i == 0 ? 1 : 8;
            for (int piece = 1; piece <= pieces; ++piece)
                app.handle({.kind = Event::Kind::move, .time = 0.1 * piece, .at = {0.3 + 0.4 * piece / pieces, 0.5}});
            app.press("space");
            smoke[i] = total(app.fluid().field("density"));
        }
        EXPECT_NEAR(smoke[1] / smoke[0], 1, 0.1);
    }
}

TEST(ViewHand, AHandThatRestsLeavesNothingMore) {
    WHORL_NEEDS_NEALEN();
    App app = app_of(nealen());
    play_words(app, "down 0.5 0.5\nwait 0.1");
    const double once = total(app.fluid().field("density"));
    EXPECT_NEAR(once, 10, 1e-3);  // the press itself: one measure of matter
    play_words(app, "wait 0.5");
    EXPECT_NEAR(total(app.fluid().field("density")), once, 0.05);
}

#if WHORL_HAS_SPECTRAL
/// The app's loop with scripted input gives the state that the library gives when it is driven directly: what a mouse
/// fills in, a game fills in through the arrays.
TEST(ViewHand, TheAppsStateIsTheLibrarysOwn) {
    App app = app_of(nealen());
    play_words(app, "key C\nkey V\nwait 0.1\ndown 0.3 0.5\nwait 0.02\nmove 0.4 0.6\nwait 0.3\nup\nwait 0.2");

    NealenSettings settings;
    settings.is_confined = true, settings.viscosity *= 10;
    auto fluid = std::move(SpectralFluid<2>::make(settings.config(32, nullptr))).value();
    const auto step = [&](int count) {
        for (int i = 0; i < count; ++i) {
            nealen_confine(fluid, settings);
            ASSERT_TRUE(fluid.step(settings.time_step));
        }
    };
    step(6);
    nealen_stir(fluid, settings, {.from = {0.3, 0.5}, .to = {0.3, 0.5}, .is_dab = true});
    step(1);
    double before = 0;
    for (int frame = 0; frame < 6; ++frame) before += frame_seconds;  // as the app's clock adds up
    nealen_stir(fluid, settings, {.from = {0.3, 0.5}, .to = {0.4, 0.6}, .seconds = before + frame_seconds - before});
    step(30);
    Hash hash;
    for (int axis = 0; axis < 2; ++axis) hash.add(fluid.velocity(axis));
    for (int axis = 0; axis < 2; ++axis) hash.add(fluid.force(axis));
    hash.add(fluid.ink());
    EXPECT_EQ(app.fluid().hash(), hash.value());
    EXPECT_EQ(app.fluid().steps(), 37);
}
#endif

}  // namespace
}  // namespace whorl::view
