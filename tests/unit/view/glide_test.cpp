// Walls that sliders move: they push the flow on their way, and a saved session has the way.
#include "apps/view/glide.hpp"

#include <random>

#include "tests/unit/view/replay.hpp"

namespace whorl::view {
namespace {

constexpr const char* shapes[] = {
    "circle = { center = [0.3, 0.4], radius = 0.1 }",
    "box = { low = [0.2, 0.35], high = [0.4, 0.45] }",
    "polygon = { points = [[0.2, 0.3], [0.4, 0.3], [0.3, 0.5]] }",
    "capsule = { from = [0.2, 0.4], to = [0.4, 0.4], radius = 0.05 }",
};

std::unique_ptr<LiveFluid> with_wall(const std::string& shape) {
    return scene("[[obstacle]]\nshape = { " + shape + " }\n" +
                 "[[emitter]]\nshape = { circle = { center = [0.6, 0.2], radius = 0.1 } }\ndensity = 3.0\n");
}

Parameter number_of(App& app, const std::string& id) {
    for (const Part& part : app.fluid().parts())
        if (const Parameter* found = find_parameter(part.numbers, id)) return *found;
    ADD_FAILURE() << id;
    return {};
}

TEST(ViewGlide, GoesEvenlyAndNeverJumps) {
    Glide glide{"wall", 1, 0.25, 1, 0.25, {}};
    glide.head_for(0.75, 1, 2);
    EXPECT_EQ(glide.at(0), 0.25);
    EXPECT_EQ(glide.at(2), 0.5);
    EXPECT_EQ(glide.at(9), 0.75);
    glide.head_for(0, 2, 1);  // it turns round under way
    EXPECT_EQ(glide.at(2), 0.5);
    EXPECT_EQ(glide.at(2.5), 0.25);
}

TEST(ViewGlide, WhatWasPassedIsWhatASessionHas) {
    Glide glide{"wall", 1, 0, 1, 0, {}};
    EXPECT_EQ(glide.behind(), "wall=0.0");
    glide.head_for(1, 1, 1);
    for (const double t : {1.0, 1.5, 2.0}) glide.pass(t, 0.5);  // at 2 it is there
    glide.head_for(0, 4, 0.5);
    glide.pass(4, 0.5);
    EXPECT_EQ(glide.behind(),
              "wall={ keys = [[1.0, 0.0], [1.5, 0.5], [2.0, 1.0], [4.0, 1.0], [4.5, 0.0]], ease = \"linear\" }");
    EXPECT_EQ(glide.ahead(), "wall={ keys = [[1.0, 0.0], [4.0, 1.0], [4.5, 0.0]], ease = \"linear\" }");
    glide.start_at(4.25);
    EXPECT_EQ(glide.behind(), "wall=0.5");
}

/// The flow beside a wall that is moved runs with it; one that jumps would leave it at rest.
TEST(ViewGlide, AWallThatASliderMovesPushesTheFlow) {
    App app = app_of(scene("[[obstacle]]\nshape = { box = { low = [0.2, 0.3], high = [0.3, 0.7] } }\n"));
    play_words(app, "wait 0.05");
    EXPECT_EQ(most(app.fluid().velocity(0)), 0);
    turn(app, "obstacle.0.place.x", 0.5);
    EXPECT_NEAR(number_of(app, "obstacle.0.place.x").value, 0.5, 1e-12) << "the slider is where it was put";
    const double covered = total(app.fluid().solids());
    play_words(app, "wait 0.1");
    EXPECT_GT(app.fluid().solids()[16 * 32 + 10], 0.9f) << "on its way";
    EXPECT_LT(app.fluid().solids()[16 * 32 + 15], 0.1f);
    EXPECT_GT(app.fluid().velocity(0)[16 * 32 + 12], 0.5f);
    play_words(app, "wait 0.3");
    EXPECT_GT(app.fluid().solids()[16 * 32 + 15], 0.9f);
    EXPECT_NEAR(total(app.fluid().solids()), covered, 1);
    EXPECT_EQ(replay(app).saved.state_file, "") << "the session has all of it";
    EXPECT_EQ(replayed(app), app.fluid().hash());
}

/// Each number of each shape, turned again under way, is saved with the way that it took.
TEST(ViewGlide, EverySliderOfAWallRunsAgainToTheSameBits) {
    for (const char* shape : shapes) {
        SCOPED_TRACE(shape);
        App app = app_of(with_wall(shape));
        play_words(app, a_drag);
        std::vector<Parameter> numbers;
        for (const Part& part : app.fluid().parts())
            if (part.id.starts_with("obstacle.")) numbers = part.numbers;
        ASSERT_GE(numbers.size(), 3u);
        for (const Parameter& each : numbers) {
            turn(app, each.id, std::min(each.high, each.value + 0.07));
            play_words(app, "wait 0.05");
            turn(app, each.id, std::min(each.high, each.value + 0.03));
            play_words(app, "wait 0.1");
        }
        turn(app, "viscosity", 1e-3);
        play_words(app, a_drag);
        const Replayed again = replay(app);
        EXPECT_EQ(again.saved.state_file, "");
        EXPECT_EQ(again.hash, app.fluid().hash());
    }
}

TEST(ViewGlide, BeforeTheFirstStepAWallIsPut) {
    App app = app_of(with_wall(shapes[0]));
    turn(app, "obstacle.0.place.x", 0.5);
    EXPECT_GT(app.fluid().solids()[13 * 32 + 16], 0.9f);
    play_words(app, "wait 0.1");
    const Replayed again = replay(app);
    EXPECT_EQ(again.hash, app.fluid().hash());
    EXPECT_EQ(again.saved.toml.find("keys"), std::string::npos);
}

/// Whatever else happens to a wall on its way: the session is told to the same bits.
TEST(ViewGlide, OtherDeedsUnderWay) {
    const auto erase = [](App& app) {
        take(app, Tool::erase);
        play_words(app, "down 0.35 0.45\nup\nwait 0.1");
        take(app, Tool::stir);
    };
    const std::pair<const char*, std::function<void(App&)>> deeds[] = {
        {"undo", [](App& app) { app.press("ctrl-z"); }},
        {"reset", [](App& app) { app.press("r"); }},
        {"step back", [](App& app) { app.press("p"), app.press("space"), app.press("backspace"), app.press("p"); }},
        {"save, go on and restore",
         [](App& app) { app.press("n"), play_words(app, "wait 0.5"), app.press("shift-n"); }},
        {"time step", [](App& app) { app.press("shift-t"); }},
        {"scheme", [](App& app) { choose(app, "advection", "linear"); }},
        {"compare", [](App& app) { app.press("5"), play_words(app, "wait 0.1"), app.press("5"); }},
        {"erase", erase},
    };
    for (const auto& [name, deed] : deeds) {
        SCOPED_TRACE(name);
        App app = app_of(with_wall(shapes[1]));
        play_words(app, a_drag);
        turn(app, "obstacle.0.place.x", 0.6);
        turn(app, "obstacle.0.angle", 1);
        play_words(app, "wait 0.1");
        deed(app);
        play_words(app, "wait 0.1");
        turn(app, "emitter.0.density", 2);
        play_words(app, a_drag);
        EXPECT_EQ(replayed(app), app.fluid().hash());
    }
}

/// Also where the scene itself moves a wall: a state that is put back knows nothing of where the wall went later.
TEST(ViewGlide, AnEarlierStateBesideAWallThatMovesByItself) {
    App app = app_of(with_wall("circle = { center = [\"0.3 + 0.5*t\", 0.4], radius = 0.1 }"));
    play_words(app, a_drag);
    app.press("n"), play_words(app, "wait 0.4"), app.press("shift-n");
    play_words(app, a_drag);
    EXPECT_EQ(replayed(app), app.fluid().hash());
}

/// Any slider of anything, among whatever else a person does, in whatever order.
TEST(ViewGlide, AnySliderAtAnyTimeIsReplayed) {
    constexpr const char* keys[] = {"z",      "a",     "t",         "shift-t", "n", "shift-n",
                                    "ctrl-z", "space", "backspace", "b",       "r", "p"};
    constexpr const char* choices[][2] = {{"advection", "linear"}, {"quality", "quick"}, {"pressure", "mgpcg"}};
    for (const unsigned seed : {5u, 67u, 227u, 400u, 401u}) {
        std::mt19937 random(seed);
        const auto any = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
        const auto part = [&] { return static_cast<double>(random() % 1000) / 1000; };
        App app = app_of(scene(std::string("[[obstacle]]\nshape = { ") + shapes[any(std::size(shapes))] +
                                   " }\n[[obstacle]]\nname = \"mover\"\nangle = \"t\"\nshape = { box = { low = "
                                   "[0.6, 0.6], high = [0.9, 0.7] } }\n[[emitter]]\nshape = { circle = { center = "
                                   "[0.6, 0.2], radius = 0.1 } }\ndensity = 3.0\n",
                               24));
        for (int deed = 0; deed < 40; ++deed) {
            const std::size_t kind = any(10);
            if (kind < 2) app.press(keys[any(std::size(keys))]);
            if (kind == 2) {
                const auto& [what, name] = choices[any(std::size(choices))];
                app.handle({.kind = Event::Kind::choice, .name = what, .text = name});
            }
            if (kind == 3) {
                app.handle({.kind = Event::Kind::down, .time = app.clock(), .at = {part(), part()}});
                app.advance(2.0 / 60);
                app.handle({.kind = Event::Kind::move, .time = app.clock(), .at = {part(), part()}});
                app.handle({.kind = Event::Kind::up, .time = app.clock()});
            }
            if (kind > 3) {
                const std::vector<Part> parts = app.fluid().parts();
                const Part& chosen = parts[any(parts.size())];
                const Parameter& number = chosen.numbers[any(chosen.numbers.size())];
                app.handle({.kind = Event::Kind::parameter,
                            .name = number.id,
                            .value = number.low + part() * (number.high - number.low)});
            }
            app.advance(static_cast<double>(any(5)) / 60);
        }
        if (app.is_paused()) app.press("p");
        app.advance(3 * app.fluid().interval());
        EXPECT_EQ(replayed(app), app.fluid().hash()) << "seed " << seed;
    }
}

}  // namespace
}  // namespace whorl::view
