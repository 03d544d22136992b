#include "apps/view/ghost.hpp"
#include "tests/unit/view/apps.hpp"

namespace whorl::view {
namespace {

TEST(ViewGhost, PlaysUnattendedAndChangesScenes) {
    App app = app_of(nealen());
    Ghost ghost(Ghost::Kind::screensaver);
    const auto until = [&](double seconds) {
        for (; app.clock() < seconds; app.advance(frame_seconds, 1)) ghost.play(app, app.clock());
    };
    until(1);
    EXPECT_EQ(ghost.scene(), 0);
    const std::string first = app.fluid().title();
    EXPECT_NE(first, nealen()->title());
    EXPECT_GT(app.fluid().steps(), 30);
    EXPECT_GT(ghost.darkness(0), 0.9);
    EXPECT_EQ(ghost.darkness(ghost_scene_seconds / 2), 0);
    app.press("p");  // the clock alone goes on
    until(ghost_scene_seconds + 0.1);
    EXPECT_EQ(ghost.scene(), 1);
    EXPECT_NE(app.fluid().title(), first);
    EXPECT_EQ(app.message().find("no scene"), std::string::npos);
}

TEST(ViewGhost, StirsSomething) {
    WHORL_NEEDS_NEALEN();
    App app = app_of(nealen());
    Ghost ghost(Ghost::Kind::stir_only);
    for (int frame = 0; frame < 60; ++frame) {
        ghost.play(app, app.clock());
        app.advance(frame_seconds);
    }
    EXPECT_GT(total(app.fluid().field("density")), 50);
    EXPECT_GT(most(app.fluid().velocity(0)), 0);
    EXPECT_EQ(app.fluid().cells()[0], 32);  // and opens nothing
}

}  // namespace
}  // namespace whorl::view
