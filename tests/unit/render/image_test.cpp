#include "render/image.hpp"

#include <gtest/gtest.h>

#include "render/pixel_text.hpp"
#include "render/resample.hpp"

namespace whorl {
namespace {

using Bytes = std::vector<std::uint8_t>;

TEST(Image, RefusesSizesOutOfRangeAndSaysWhich) {
    for (const auto& [width, height] : {std::pair{0, 5}, {5, 0}, {-1, 5}, {70000, 5}}) {
        const auto image = Image::make(width, height);
        ASSERT_FALSE(image);
        EXPECT_NE(image.error().message.find(std::to_string(width) + " x " + std::to_string(height)),
                  std::string::npos);
    }
}

TEST(Image, StraightAlphaUndoesThePremultiplication) {
    Image image = Image::make(2, 1).value();
    image(0, 0) = {0.25f, 0, 0.5f, 0.5f};  // light 0.5, 0, 1 at half coverage
    EXPECT_EQ(srgb8_of(image).rgba, (Bytes{188, 0, 255, 128, 0, 0, 0, 0}));
}

TEST(Image, OverAnOpaqueGroundNothingShinesThrough) {
    Image image = Image::make(2, 1).value();
    image(0, 0) = {0.25f, 0, 0, 0.5f};
    EXPECT_EQ(srgb8_of(image, {0.5f, 1, 0, 1}).rgba, (Bytes{188, 188, 0, 255, 188, 255, 0, 255}));
}

TEST(Image, EightBitPicturesComeBack) {
    const Image8 before{2, 1, {10, 200, 30, 255, 0, 0, 0, 0}};
    EXPECT_EQ(srgb8_of(image_of(before)).rgba, before.rgba);
}

TEST(Image, PasteCutsOffWhatFallsOutside) {
    Image image = Image::make(2, 2, {0, 0, 0, 1}).value();
    const Image tile = Image::make(2, 2, {1, 1, 1, 1}).value();
    paste(image, tile, 1, -1);
    EXPECT_EQ(image(1, 0), (Color{1, 1, 1, 1}));
    EXPECT_EQ(image(0, 0), Color{});
    EXPECT_EQ(image(1, 1), Color{});
    paste(image, tile, 5, 5);  // wholly outside
    EXPECT_EQ(image(1, 1), Color{});
}

TEST(Shrink, TakesTheMeanOfTheCoveredArea) {
    Image image = Image::make(3, 2).value();
    const float light[2][3] = {{0, 0.3f, 0.6f}, {0.2f, 0.5f, 0.8f}};
    for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 3; ++x) image(x, y) = {light[y][x], 0, 0, 1};

    // Two pixels from three: the middle one is shared half and half.
    const Image half = shrink(image, 2, 1).value();
    EXPECT_FLOAT_EQ(half(0, 0).r, (0 + 0.15f + 0.2f + 0.25f) / 3);
    EXPECT_FLOAT_EQ(half(1, 0).r, (0.15f + 0.6f + 0.25f + 0.8f) / 3);
    EXPECT_FLOAT_EQ(half(1, 0).a, 1);
}

TEST(Shrink, KeepsThePictureAtItsOwnSize) {
    Image image = Image::make(3, 2, {0.1f, 0.2f, 0.3f, 1}).value();
    image(2, 1) = {0.9f, 0, 0, 1};
    const Image same = shrink(image, 3, 2).value();
    for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 3; ++x) EXPECT_EQ(same(x, y), image(x, y));
}

TEST(Fit, KeepsTheShapeInsideTheBox) {
    EXPECT_EQ(fit(720, 720, 80, 46), (Vec<int, 2>{46, 46}));
    EXPECT_EQ(fit(200, 100, 80, 46), (Vec<int, 2>{80, 40}));
    EXPECT_EQ(fit(1000, 1, 10, 10), (Vec<int, 2>{10, 1}));
}

TEST(PixelText, DrawsTheDotsOfAOne) {
    Image image = Image::make(5, 7, {0, 0, 0, 1}).value();
    draw_text(image, "1", {0, 0}, {1, 1, 1, 1});
    std::string dots;
    for (int y = 0; y < 7; ++y, dots += '\n')
        for (int x = 0; x < 5; ++x) dots += image(x, y).r > 0 ? '#' : '.';
    EXPECT_EQ(dots, "..#..\n.##..\n..#..\n..#..\n..#..\n..#..\n.###.\n");
}

TEST(PixelText, IsCutOffAtTheEdges) {
    Image image = Image::make(3, 3, {0, 0, 0, 1}).value();
    draw_text(image, "888", {-4, -2}, {1, 1, 1, 1}, 2);
    EXPECT_EQ(text_width("888"), 17);
    EXPECT_EQ(text_width(""), 0);
}

}  // namespace
}  // namespace whorl
