#include "render/contact_sheet.hpp"

#include <gtest/gtest.h>

namespace whorl {
namespace {

constexpr Color pure_white{1, 1, 1, 1}, pure_red{1, 0, 0, 1}, pure_green{0, 1, 0, 1}, pure_blue{0, 0, 1, 1};

Image plain(int width, int height, const Color& color) {
    return Image::make(width, height, color).value();
}

ContactSheet sheet_of_three() {
    auto sheet = ContactSheet::make({.columns = 2, .tile_width = 4, .margin = 3, .ground = pure_white}).value();
    for (const Color& color : {pure_red, pure_green, pure_blue}) EXPECT_TRUE(sheet.add(plain(8, 4, color)));
    return sheet;
}

// Tiles of 4 x 2 in two columns and two rows, three pixels around and between.
TEST(ContactSheet, SizeAndPlaces) {
    const Image image = sheet_of_three().draw().value();
    ASSERT_EQ(image.width(), 3 + 4 + 3 + 4 + 3);
    ASSERT_EQ(image.height(), 3 + 2 + 3 + 2 + 3);
    EXPECT_EQ(image(3, 3), pure_red);
    EXPECT_EQ(image(6, 4), pure_red);
    EXPECT_EQ(image(10, 3), pure_green);
    EXPECT_EQ(image(3, 8), pure_blue);
    for (const auto& [x, y] : {std::pair{0, 0}, {2, 3}, {7, 3}, {3, 5}, {14, 4}, {10, 8}})
        EXPECT_EQ(image(x, y), pure_white);
}

TEST(ContactSheet, FramesAreAveragedNotSampled) {
    auto sheet = ContactSheet::make({.columns = 1, .tile_width = 1, .margin = 0}).value();
    Image checks = plain(2, 2, pure_white);
    checks(0, 0) = checks(1, 1) = Color{};
    ASSERT_TRUE(sheet.add(checks));
    EXPECT_EQ(sheet.draw().value()(0, 0), (Color{0.5f, 0.5f, 0.5f, 1}));
}

TEST(ContactSheet, LabelsStandBelowTheirTile) {
    auto sheet = ContactSheet::make({.columns = 4, .tile_width = 20, .margin = 2, .ground = pure_white}).value();
    ASSERT_TRUE(sheet.add(plain(10, 10, pure_red), "0.5 s"));
    const Image image = sheet.draw().value();
    ASSERT_EQ(image.width(), 24);  // no columns beyond the tiles there are
    ASSERT_EQ(image.height(), 2 + 20 + 12 + 2);
    int dark = 0;
    for (int y = 22; y < 34; ++y)
        for (int x = 0; x < 24; ++x) dark += image(x, y).r < 0.5f;
    EXPECT_GT(dark, 20);
}

TEST(ContactSheet, RefusesNonsense) {
    EXPECT_FALSE(ContactSheet::make({.columns = 0}));
    EXPECT_FALSE(ContactSheet::make({.tile_width = 0}));
    EXPECT_FALSE(ContactSheet::make({.margin = -1}));
    EXPECT_FALSE(ContactSheet::make({}).value().draw());
    auto sheet = sheet_of_three();
    const auto added = sheet.add(plain(9, 4, pure_red));
    ASSERT_FALSE(added);
    EXPECT_NE(added.error().message.find("9 x 4"), std::string::npos);
    EXPECT_EQ(sheet.tiles(), 3);
}

}  // namespace
}  // namespace whorl
