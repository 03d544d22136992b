#include "io/png.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/unit/io/scratch_folder.hpp"

namespace whorl {
namespace {

const Image8 opaque{3, 2, {255, 0,   0,  255, 0,   255, 0,   255, 0,  0, 255, 255,  //
                           12,  200, 77, 255, 255, 255, 255, 255, 90, 0, 1,   255}};
const Image8 glass{2, 1, {10, 20, 30, 40, 250, 240, 230, 255}};

// Bytes 16 to 25 of a PNG hold width, height, depth and colour type (2: RGB, 6: RGBA).
int color_type(const std::string& path) {
    std::ifstream file(path);
    file.seekg(25);
    return file.get();
}

TEST(Png, RoundTrip) {
    const ScratchFolder folder;
    for (const Image8& image : {opaque, glass}) {
        ASSERT_TRUE(write_png(folder / "a.png", image));
        const Image8 back = read_png(folder / "a.png").value();
        EXPECT_EQ(back.width, image.width);
        EXPECT_EQ(back.height, image.height);
        EXPECT_EQ(back.rgba, image.rgba);
    }
}

TEST(Png, OpaquePicturesCarryNoAlpha) {
    const ScratchFolder folder;
    ASSERT_TRUE(write_png(folder / "opaque.png", opaque));
    ASSERT_TRUE(write_png(folder / "glass.png", glass));
    EXPECT_EQ(color_type(folder / "opaque.png"), 2);
    EXPECT_EQ(color_type(folder / "glass.png"), 6);
}

TEST(Png, WritesLinearPicturesAsSrgb) {
    const ScratchFolder folder;
    ASSERT_TRUE(write_png(folder / "a.png", Image::make(1, 1, {0.5f, 0, 1, 1}).value()));
    EXPECT_EQ(read_png(folder / "a.png").value().rgba, (std::vector<std::uint8_t>{188, 0, 255, 255}));
}

TEST(Png, MissingFolderIsNamed) {
    const ScratchFolder folder;
    const auto written = write_png(folder / "none/a.png", opaque);
    ASSERT_FALSE(written);
    EXPECT_NE(written.error().message.find(folder / "none/a.png"), std::string::npos);
    EXPECT_NE(written.error().message.find("does not exist"), std::string::npos);
    EXPECT_EQ(folder.entries(), 0);
}

TEST(Png, RefusesAnEmptyPicture) {
    const ScratchFolder folder;
    EXPECT_FALSE(write_png(folder / "a.png", Image8{}));
    EXPECT_EQ(folder.entries(), 0);
}

TEST(Png, ReadingWhatIsNoPngSaysSo) {
    const ScratchFolder folder;
    std::ofstream(folder / "a.png") << "this is not a picture";
    const auto image = read_png(folder / "a.png");
    ASSERT_FALSE(image);
    EXPECT_NE(image.error().message.find("a.png"), std::string::npos);
    const auto missing = read_png(folder / "b.png");
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().message.find("no such file"), std::string::npos);
}

TEST(Png, ReadingHalfAFileIsAnError) {
    const ScratchFolder folder;
    ASSERT_TRUE(write_png(folder / "a.png", opaque));
    std::filesystem::resize_file(folder / "a.png", std::filesystem::file_size(folder / "a.png") / 2);
    EXPECT_FALSE(read_png(folder / "a.png"));
}

}  // namespace
}  // namespace whorl
