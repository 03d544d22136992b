// Walls that are painted, cut and carried while the flow goes on, and are in the saved scene as the flow had them.
#include "apps/view/painted_walls.hpp"
#include "tests/unit/view/replay.hpp"

namespace whorl::view {
namespace {

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

}  // namespace
}  // namespace whorl::view
