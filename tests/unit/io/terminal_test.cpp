#include "io/terminal.hpp"

#include <gtest/gtest.h>

#include "io/terminal_player.hpp"

namespace whorl {
namespace {

const Image8 four{2, 2, {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255}};

TEST(Terminal, HalfBlocksInFullColour) {
    EXPECT_EQ(encode_for_terminal(four, TerminalStyle::full_color),
              "\x1b[38;2;255;0;0;48;2;0;0;255m\u2580\x1b[38;2;0;255;0;48;2;255;255;255m\u2580\x1b[0m\n");
}

TEST(Terminal, HalfBlocksInIndexedColour) {
    EXPECT_EQ(encode_for_terminal(four, TerminalStyle::indexed_color),
              "\x1b[38;5;196;48;5;21m\u2580\x1b[38;5;46;48;5;231m\u2580\x1b[0m\n");
}

TEST(Terminal, GraysUseTheGrayRamp) {
    EXPECT_EQ(encode_for_terminal({1, 1, {128, 128, 128, 255}}, TerminalStyle::indexed_color),
              "\x1b[38;5;244m\u2580\x1b[0m\n");
}

TEST(Terminal, EqualNeighboursShareTheirColour) {
    const Image8 same{3, 1, {1, 2, 3, 255, 1, 2, 3, 255, 1, 2, 3, 255}};
    EXPECT_EQ(encode_for_terminal(same, TerminalStyle::full_color), "\x1b[38;2;1;2;3m\u2580\u2580\u2580\x1b[0m\n");
}

TEST(Terminal, PlainIsAsciiByBrightness) {
    EXPECT_EQ(encode_for_terminal(four, TerminalStyle::plain), ":#\n @\n");
    const Image8 grays{3, 1, {0, 0, 0, 255, 128, 128, 128, 255, 255, 255, 255, 255}};
    EXPECT_EQ(encode_for_terminal(grays, TerminalStyle::plain), " +@\n");
    EXPECT_EQ(encode_for_terminal(grays, TerminalStyle::plain_negative), "@= \n");
}

TEST(Terminal, PaperIsLightAndNightIsNot) {
    Image image = Image::make(3, 1, {0.9f, 0.8f, 0.7f, 1}).value();
    image(0, 0) = Color{};
    EXPECT_TRUE(mostly_light(image));
    image(1, 0) = Color{};
    EXPECT_FALSE(mostly_light(image));
}

TEST(Terminal, PictureFitsWithItsShape) {
    const Image square = Image::make(100, 100, {1, 1, 1, 1}).value(), wide = Image::make(200, 50).value();
    const Image blocks = fit_to_terminal(square, TerminalStyle::full_color, 80, 23).value();
    EXPECT_EQ(blocks.width(), 46);
    EXPECT_EQ(blocks.height(), 46);
    const Image letters = fit_to_terminal(square, TerminalStyle::plain, 80, 23).value();
    EXPECT_EQ(letters.width(), 46);
    EXPECT_EQ(letters.height(), 23);
    EXPECT_EQ(fit_to_terminal(wide, TerminalStyle::full_color, 80, 23).value().height(), 20);
    EXPECT_TRUE(fit_to_terminal(wide, TerminalStyle::full_color, 0, 0));  // a terminal of no size
}

TEST(Terminal, StyleFollowsWhatTheTerminalSays) {
    EXPECT_EQ(terminal_style({.color_term = "truecolor", .utf8 = true}), TerminalStyle::full_color);
    EXPECT_EQ(terminal_style({.color_term = "24bit", .utf8 = true}), TerminalStyle::full_color);
    EXPECT_EQ(terminal_style({.color_term = "yes", .utf8 = true}), TerminalStyle::indexed_color);
    EXPECT_EQ(terminal_style({.utf8 = true}), TerminalStyle::indexed_color);
    EXPECT_EQ(terminal_style({.color_term = "truecolor", .utf8 = false}), TerminalStyle::plain);
    EXPECT_EQ(terminal_style({.color_term = "truecolor", .no_color = "1", .utf8 = true}), TerminalStyle::plain);
    EXPECT_EQ(terminal_style({.color_term = "truecolor", .no_color = "", .utf8 = true}), TerminalStyle::full_color);
}

TEST(TerminalPlayer, IsOffWithoutATerminal) {
    testing::internal::CaptureStderr();  // standard error is a file now
    {
        TerminalPlayer player;
        EXPECT_FALSE(player.on());
        EXPECT_FALSE(player.due());
        player.show(Image::make(4, 4).value(), "status");
    }
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace whorl
