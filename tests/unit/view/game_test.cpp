#include "apps/view/game.hpp"
#include "tests/unit/view/apps.hpp"

namespace whorl::view {
namespace {

std::unique_ptr<Game> game() {
    return std::move(make_game(serial_scheduler(), 40)).value();
}

double middle(const Game& game) {
    const auto density = game.field("density");
    double sum = 0, moment = 0;
    for (std::size_t i = 0; i < density.size(); ++i) {
        const double amount = static_cast<double>(density[i]);
        sum += amount, moment += amount * static_cast<double>(i % static_cast<std::size_t>(game.cells()[0]));
    }
    return moment / sum / game.cells()[0];
}

/// The left paddle stands before the puff and the right one in a corner: the smoke goes over the right line.
TEST(ViewGame, PaddlesPushABlobAcrossTheLine) {
    const auto court = game();
    court->play_alone(false);
    court->aim(1, 0.1);
    const double start = middle(*court);
    EXPECT_NEAR(start, 0.5, 0.01);
    for (int step = 0; step < 60; ++step) {
        court->aim(0, 0.6);
        ASSERT_TRUE(court->step());
    }
    EXPECT_GT(middle(*court), start + 0.05);
    for (int step = 0; step < 900 && court->score() == Score{}; ++step) ASSERT_TRUE(court->step());
    EXPECT_EQ(court->score(), (Score{1, 0}));
    EXPECT_NEAR(middle(*court), 0.5, 0.05);  // the next puff
}

TEST(ViewGame, DraggingMovesThePaddleNoFasterThanItCan) {
    App app(game(), serial_scheduler());
    auto& court = static_cast<Game&>(app.fluid());
    play_words(app, "down 0.1 0.9\nwait 0.1\n");
    EXPECT_NEAR(court.paddle(0), 0.5 + 6 * 1.6 / 60, 1e-9);
    play_words(app, "wait 1\n");
    EXPECT_GT(court.paddle(0), 0.8);
    EXPECT_LT(court.paddle(0), 0.9);  // and not through the wall
}

TEST(ViewGame, RestoresAndResets) {
    App app(game(), serial_scheduler());
    play_words(app, "down 0.1 0.9\nwait 0.2\nkey n\nwait 0.2\n");
    const double paddle = static_cast<Game&>(app.fluid()).paddle(0);
    app.press("N");
    EXPECT_LT(static_cast<Game&>(app.fluid()).paddle(0), paddle);
    app.press("r");
    EXPECT_EQ(static_cast<Game&>(app.fluid()).paddle(0), 0.5);
    app.press("ctrl-s");
    EXPECT_NE(app.message(), "");
}

}  // namespace
}  // namespace whorl::view
