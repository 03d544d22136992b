// The published solver under rods that stir it: the same bits whether anybody looks or not.
#include <gtest/gtest.h>

#include "render/density_view.hpp"
#include "stirring_scene.hpp"

namespace whorl {
namespace {

StirringScene stirred(int steps) {
    auto scene = StirringScene::make(32).value();
    for (int i = 0; i < steps; ++i) EXPECT_TRUE(scene.step());
    return scene;
}

TEST(Stirring, DrawingChangesNothing) {
    auto drawn = StirringScene::make(32).value();
    for (int i = 0; i < 20; ++i) {
        ASSERT_TRUE(drawn.step());
        const Ink inks[] = {{drawn.ink(0), {1, 0, 0}}, {drawn.ink(1), {0, 0, 1}}};
        ASSERT_TRUE(draw_inks(inks));
    }
    EXPECT_EQ(drawn.hash(), stirred(20).hash());
}

TEST(Stirring, EveryStepChangesTheHash) {
    EXPECT_NE(stirred(19).hash(), stirred(20).hash());
    EXPECT_NE(StirringScene::make(32).value().hash(), StirringScene::make(33).value().hash());
}

TEST(Stirring, SameBitsEverywhere) {
    EXPECT_EQ(stirred(20).hash(), 0xA2B401BE2EB3F5Au);
}

TEST(Stirring, BothInksAreThereAndBounded) {
    const auto scene = stirred(20);
    for (int which = 0; which < StirringScene::inks; ++which) {
        double total = 0;
        const auto ink = scene.ink(which);
        for (int j = 0; j < ink.shape[1]; ++j)
            for (int i = 0; i < ink.shape[0]; ++i) {
                EXPECT_GE(ink(i, j), 0);
                total += static_cast<double>(ink(i, j));
            }
        EXPECT_GT(total, 1);
    }
}

TEST(Turning, ComesRoundOnTheUnitCircle) {
    Turning turning(0.6, 0.8, 75);
    for (int i = 0; i < 75; ++i) turning.advance();
    EXPECT_NEAR(turning.cosine(), 0.6, 1e-6);
    EXPECT_NEAR(turning.sine(), 0.8, 1e-6);
    for (int i = 0; i < 100000; ++i) turning.advance();
    EXPECT_NEAR(turning.cosine() * turning.cosine() + turning.sine() * turning.sine(), 1, 1e-9);
}

TEST(Turning, NegativeTurnsClockwise) {
    Turning turning(1, 0, -100);
    turning.advance();
    EXPECT_LT(turning.sine(), 0);
}

}  // namespace
}  // namespace whorl
