#include "render/film.hpp"

#include <gtest/gtest.h>

#include "grids.hpp"

namespace whorl {
namespace {

int light_pixels(const Image& image, int from_row) {
    int count = 0;
    for (int y = from_row; y < image.height(); ++y)
        for (const Color& pixel : image.row(y)) count += pixel.g > 0.5f;
    return count;
}

TEST(Film, TwoRunsStandSideBySide) {
    const Image left = Image::make(30, 20, {1, 0, 0, 1}).value(), right = Image::make(21, 31, {0, 0, 1, 1}).value();
    const Image both = side_by_side(left, right, "", "", {.gap = 4}).value();
    EXPECT_EQ(both.width(), 56);  // 30 + 4 + 21, made even
    EXPECT_EQ(both.height(), 32);
    EXPECT_EQ(both(15, 15), (Color{1, 0, 0, 1}));
    EXPECT_EQ(both(40, 2), (Color{0, 0, 1, 1}));
    EXPECT_EQ(both(15, 1), FilmStyle{}.ground);
    const Image labelled = side_by_side(left, right, "mac", "slow").value();
    EXPECT_GT(labelled.height(), both.height());
    EXPECT_GT(light_pixels(labelled, 32), 20);
    EXPECT_FALSE(side_by_side(left, right, "", "", {.gap = -1}));
}

TEST(Film, CardsHoldTheirWords) {
    const Image card = title_card(320, 200, "Shear", {"viscosity 1e-4 m^2/s", "384 x 192 cells"}).value();
    EXPECT_EQ(card.width(), 320);
    EXPECT_GT(light_pixels(card, 0), 400);
    EXPECT_EQ(card(0, 0), FilmStyle{}.ground);
    EXPECT_TRUE(says(title_card(20, 10, "a title that is too long").error(), "at least"));
    EXPECT_FALSE(title_card(0, 10, ""));
}

}  // namespace
}  // namespace whorl
