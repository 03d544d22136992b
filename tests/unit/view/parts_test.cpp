// The numbers of single things: each can be turned, does something, and runs again to the same bits.
#include "tests/unit/view/replay.hpp"

namespace whorl::view {
namespace {

constexpr const char* many_things =
    "[fluid]\nviscosity = 1e-4\nbuoyancy = 0.5\n[scalars.red]\n"
    "[[emitter]]\npreset = \"cigarette\"\nat = [0.3, 0.2]\n"
    "[[emitter]]\nshape = { box = { low = [0.6, 0.1], high = [0.8, 0.2] } }\ndensity = 3.0\nred = 1.0\n"
    "velocity = [0.1, 0.5]\nend = 9.0\n"
    "[[emitter]]\nshape = { capsule = { from = [0.1, 0.8], to = [0.2, 0.9], radius = 0.05 } }\ndensity = 0.5\n"
    "set = true\n"
    "[[force]]\nkind = \"fan\"\nshape = { circle = { center = [0.5, 0.5], radius = 0.1 } }\nvelocity = [1.0, 0.0]\n"
    "[[force]]\nkind = \"vortex\"\ncenter = [0.7, 0.7]\nstrength = 0.3\n"
    "[[force]]\nkind = \"turbulence\"\nstrength = 0.4\nseed = 7\n"
    "[[force]]\nkind = \"gravity\"\nacceleration = [0.2, -0.1]\n";

std::unique_ptr<LiveFluid> things(const std::string& extra = "", const std::string& sides = "") {
    auto read = read_live_scene("[domain]\ncells = [32, 32]\n" + sides + "[time]\nfps = 60\n" + many_things + extra,
                                "things.toml", serial_scheduler());
    EXPECT_TRUE(read) << read.error().message;
    return std::move(read).value();
}

const Parameter* number_of(const std::vector<Part>& parts, const std::string& id) {
    for (const Part& part : parts)
        if (const Parameter* found = find_parameter(part.numbers, id)) return found;
    return nullptr;
}

double value_of(App& app, const std::string& id) {
    const auto parts = app.fluid().parts();
    const Parameter* found = number_of(parts, id);
    EXPECT_TRUE(found) << id;
    return found ? found->value : -1e300;
}

/// Towards the middle of its range, so that every one is allowed.
double another(const Parameter& number) {
    if (number.id.ends_with(".seed")) return 3;
    if (number.is_logarithmic) return number.value == 0 ? 0.25 : 0.7 * number.value;
    return 0.8 * number.value + 0.1 * (number.low + number.high);
}

void turn_each(App& app, std::size_t least) {
    play_words(app, std::string(a_drag) + "wait 0.05");
    std::size_t count = 0;
    for (const Part& part : app.fluid().parts()) {
        for (const Parameter& each : part.numbers) {
            ASSERT_EQ(each.words, "") << each.id;
            EXPECT_NE(each.label, "") << each.id;
            EXPECT_NE(each.tip, "") << each.id;
            turn(app, each.id, another(each));
            EXPECT_NEAR(value_of(app, each.id), another(each), 1e-9) << each.id;
            play_words(app, "wait 0.02");
            ++count;
        }
        EXPECT_EQ(replayed(app), app.fluid().hash()) << part.id;
    }
    EXPECT_GE(count, least);
}

TEST(ViewParts, EveryNumberOfEveryThingIsTurnedAndReplayed) {
    App app = app_of(things());
    turn_each(app, 50);
}

TEST(ViewParts, BesideWallsAndAnInflowToo) {
    App app =
        app_of(things("[[obstacle]]\nshape = { box = { low = [0.4, 0.6], high = [0.6, 0.7] } }\n"
                      "[[obstacle]]\nname = \"post\"\nshape = { circle = { center = [0.2, 0.5], radius = 0.08 } }\n"
                      "[[obstacle]]\nshape = { polygon = { points = [[0.8, 0.4], [0.9, 0.4], [0.9, 0.5]] } }\n",
                      "left = { kind = \"inflow\", velocity = [0.5, 0.0], density = 0.2 }\nright = \"outflow\"\n"));
    turn_each(app, 60);
}

/// Emitters and forces have keyframes: a session with nothing else turned starts where its scene did.
TEST(ViewParts, ATurnedEmitterBesideWallsNeedsNoState) {
    App app = app_of(things("[[obstacle]]\nshape = { circle = { center = [0.5, 0.7], radius = 0.1 } }\n"));
    play_words(app, "wait 0.1");
    turn(app, "emitter.1.density", 9);
    turn(app, "emitter.1.place.x", 0.4);
    turn(app, "force.0.velocity.x", -2);
    turn(app, "gravity.y", -3);
    play_words(app, "wait 0.1");
    turn(app, "emitter.1.density", 0);
    play_words(app, "wait 0.1");
    const Replayed saved = replay(app);
    EXPECT_EQ(saved.hash, app.fluid().hash());
    EXPECT_EQ(saved.saved.state_file, "");
}

TEST(ViewParts, WhatIsTurnedActs) {
    App app = app_of(things()), same = app_of(things());
    turn(app, "emitter.0.density", 0);
    turn(app, "emitter.1.density", 0);
    turn(app, "emitter.2.density", 0);
    play_words(app, "wait 0.1");
    play_words(same, "wait 0.1");
    EXPECT_EQ(total(app.fluid().field("density")), 0);
    EXPECT_GT(total(same.fluid().field("density")), 1);
    turn(app, "emitter.1.density", 5);
    turn(app, "emitter.1.place.x", 0.2);
    play_words(app, "wait 0.1");
    const auto density = app.fluid().field("density");
    double left = 0;
    for (std::size_t i = 0; i < density.size(); ++i) left += i % 32 < 16 ? static_cast<double>(density[i]) : 0;
    EXPECT_GT(left, 0.9 * total(density));
}

/// A wall that a slider moves gets there, and undo puts it back.
TEST(ViewParts, AWallIsMovedTurnedAndPutBack) {
    App app =
        app_of(things("[[obstacle]]\nshape = { box = { low = [0.1, 0.4], high = [0.2, 0.6] } }\n"
                      "[[obstacle]]\nname = \"post\"\nshape = { circle = { center = [0.8, 0.5], radius = 0.1 } }\n"));
    play_words(app, "wait 0.05");
    const std::vector<float> before = app.fluid().solids();
    for (const double x : {0.7, 0.6, 0.5}) turn(app, "obstacle.1.place.x", x);
    turn(app, "obstacle.1.radius", 0.15);
    play_words(app, "wait 1");
    EXPECT_GT(app.fluid().solids()[16 * 32 + 16], 0.9f);
    EXPECT_EQ(app.fluid().solids()[16 * 32 + 25], 0.0f);
    app.press("ctrl-z");
    EXPECT_NEAR(value_of(app, "obstacle.1.radius"), 0.1, 1e-12);
    app.press("ctrl-z");
    EXPECT_EQ(app.fluid().solids(), before) << "all of a slider's way at once";
    take(app, Tool::erase);
    play_words(app, "down 0.15 0.5\nup\nwait 0.05");  // the first wall is cut: the other one keeps its name
    turn(app, "obstacle.1.place.y", 0.7);
    play_words(app, "wait 0.5");
    EXPECT_GT(app.fluid().solids()[22 * 32 + 25], 0.9f);
    play_words(app, "wait 0.05");
    EXPECT_EQ(replayed(app), app.fluid().hash());
}

TEST(ViewParts, WhatThePersonPlacedIsTurned) {
    App app = app_of(scene());
    take(app, Tool::emitter);
    play_words(app, "wait 0.05\ndown 0.5 0.5\nup\nwait 0.05");
    turn(app, "placed.1.rate", 20);
    turn(app, "placed.1.x", 0.25);
    turn(app, "placed.1.radius", 0.1);
    play_words(app, "wait 0.05");
    EXPECT_NEAR(value_of(app, "placed.1.x"), 0.25, 1e-12);
    EXPECT_EQ(replayed(app), app.fluid().hash());
    app.handle({.kind = Event::Kind::parameter, .name = "placed.1.rate", .value = 1e9});
    EXPECT_NE(app.message().find("stays between"), std::string::npos);
}

TEST(ViewParts, FormulasAndKeyframesAreSaidAndNotTurned) {
    App app =
        app_of(things("[[emitter]]\nshape = { circle = { center = [\"0.5 + 0.2*sin(t)\", 0.3], radius = 0.1 } }\n"
                      "density = { keys = [[0.0, 1.0], [1.0, 3.0]], ease = \"linear\" }\n"));
    play_words(app, "wait 0.5");
    const auto parts = app.fluid().parts();
    EXPECT_EQ(number_of(parts, "emitter.3.place.x")->words, "the scene has a formula: 0.5 + 0.2*sin(t)");
    EXPECT_EQ(number_of(parts, "emitter.3.density")->words, "the scene has keyframes; now 2");
    EXPECT_EQ(number_of(parts, "emitter.3.place.y")->words, "");
    app.handle({.kind = Event::Kind::parameter, .name = "emitter.3.place.x", .value = 0.4});
    EXPECT_NE(app.message().find("0.5 + 0.2*sin(t)"), std::string::npos) << app.message();
    app.handle({.kind = Event::Kind::parameter, .name = "emitter.99.place.x", .value = 0.4});
    EXPECT_NE(app.message().find("there is no"), std::string::npos) << app.message();
}

/// Back to before a turn, on with the present value; and a side that is another kind now has no velocity to tell.
TEST(ViewParts, AnEarlierStateGoesOnWithPresentNumbers) {
    App app = app_of(things("", "left = { kind = \"inflow\", velocity = [0.5, 0.0] }\nright = \"outflow\"\n"));
    play_words(app, "wait 0.1\nkey n\nwait 0.05");
    turn(app, "emitter.1.density", 8);
    turn(app, "emitter.0.red", 2);  // which the scene had not
    turn(app, "domain.left.velocity.x", 0.8);
    play_words(app, "wait 0.05\nkey N\nwait 0.05");
    EXPECT_EQ(replayed(app), app.fluid().hash());
    EXPECT_EQ(value_of(app, "emitter.1.density"), 8);
    play_words(app, "key n\nwait 0.05");
    choose(app, "preset", "closed box");
    play_words(app, "wait 0.05");
    EXPECT_EQ(replayed(app), app.fluid().hash());
    play_words(app, "key N\nwait 0.05");
    EXPECT_EQ(replayed(app), app.fluid().hash());
}

TEST(ViewParts, AnOpenedSessionListsNoStrokes) {
    App app = app_of(things());
    const std::size_t count = app.fluid().parts().size();
    play_words(app, std::string(a_drag) + "wait 0.1");
    EXPECT_EQ(app.fluid().parts().size(), count);
    const ScratchFolder folder;
    app.save_folder = folder.path();
    app.press("ctrl-s");
    app.handle({.kind = Event::Kind::open, .name = std::string(folder.path()) + "/session-1.toml"});
    EXPECT_EQ(app.fluid().parts().size(), count);
}

/// The right one of two has numbers of its own, from the moment that it is there.
TEST(ViewParts, ATwinIsTurnedByItself) {
    App app = app_of(things());
    play_words(app, "wait 0.05");
    turn(app, "emitter.1.density", 8);
    play_words(app, "wait 0.05\nkey 5");
    app.handle({.kind = Event::Kind::parameter, .name = "emitter.1.density", .value = 1, .is_second = true});
    play_words(app, "wait 0.05");
    EXPECT_EQ(value_of(app, "emitter.1.density"), 8);
    const auto parts = app.second()->parts();
    EXPECT_EQ(number_of(parts, "emitter.1.density")->value, 1);
    EXPECT_EQ(replayed(app), app.fluid().hash());
}

}  // namespace
}  // namespace whorl::view
