// Files of a run: pictures, heights, tiles, sheets, film, volumes.
#include <algorithm>
#include <cmath>

#include "io/png.hpp"
#include "rig.hpp"
#include "run/optional_parts.hpp"
#include "run/picture.hpp"

namespace whorl {
namespace {

const std::string base = "[domain]\ncells=[16,8]\nsize=[2,1]\n[time]\nfps=10\nframes=4\n[initial]\ndensity=\"x/2\"\n";

TEST(Outputs, NumbersFillTheirPlace) {
    EXPECT_EQ(numbered("frames/####.png", 7), "frames/0007.png");
    EXPECT_EQ(numbered("a#.ppm", 123), "a123.ppm");
}

TEST(Outputs, PpmSequenceIsContiguousAndOfOneSize) {
    const ScratchFolder folder;
    run_in(folder.path(), scene_of(base + "[[output]]\nkind=\"frames\"\nfile=\"f/###.ppm\"\nwidth=20\n"));
    for (int i = 1; i <= 4; ++i) {
        const std::string bytes = text_of(folder / numbered("f/###.ppm", i));
        EXPECT_TRUE(bytes.starts_with("P6\n20 10\n255\n")) << i;
        EXPECT_EQ(bytes.size(), std::string("P6\n20 10\n255\n").size() + 20 * 10 * 3);
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "f/005.ppm"));
}

TEST(Outputs, AlphaIsDensity) {
    const ScratchFolder folder;
    run_in(folder.path(),
           scene_of(base + "[[output]]\nkind=\"frames\"\nfile=\"#.png\"\nalpha=true\nwidth=16\npalette=\"gray\"\n",
                    {"time.frames=1"}));
    const Image8 picture = read_png(folder / "1.png").value();
    ASSERT_EQ(picture.width, 16);
    for (const int x : {1, 8, 14}) EXPECT_NEAR(picture.pixel(x, 4)[3], 255 * (x + 0.5) / 16, 1.5) << x;
}

TEST(Outputs, HeightMapsHave16BitsAndAreLinear) {
    const ScratchFolder folder;
    run_in(folder.path(),
           scene_of(base + "[[output]]\nkind=\"frames\"\nfile=\"#.png\"\npalette=\"height\"\nwidth=16\nrange=[0,2]\n",
                    {"time.frames=1"}));
    const auto codes = read_gray16(folder / "1.png").value();
    ASSERT_EQ(codes.size(), 16u * 8);
    for (const int x : {0, 7, 15})
        EXPECT_NEAR(codes[static_cast<std::size_t>(3 * 16 + x)], 65535 * (x + 0.5) / 32, 1.5);
}

TEST(Outputs, ColourIn16Bits) {
    const ScratchFolder folder;
    run_in(folder.path(), scene_of(base + "[[output]]\nkind=\"frames\"\nfile=\"#.png\"\nbits=16\nwidth=16\n[[output]]"
                                          "\nkind=\"frames\"\nfile=\"e#.png\"\nwidth=16\n",
                                   {"time.frames=1"}));
    const Image8 fine = read_png(folder / "1.png").value(), coarse = read_png(folder / "e1.png").value();
    EXPECT_EQ(text_of(folder / "1.png")[24], 16);
    for (std::size_t i = 0; i < fine.rgba.size(); ++i) EXPECT_NEAR(fine.rgba[i], coarse.rgba[i], 1);
}

// A still of a periodic flow wraps: across the seam a picture changes as it does between any two of its columns.
void expect_tiles(const std::string& solver) {
    const std::string sides = "left=\"periodic\"\nright=\"periodic\"\nbottom=\"periodic\"\ntop=\"periodic\"\n";
    const Scene scene = scene_of(
        "[domain]\ncells=[32,32]\n" + sides + solver +
        "[initial]\ndensity=\"0.5+0.4*sin(2*pi*(x+2*y)+1)\"\nvelocity=[\"0.4*sin(2*pi*y)\",\"0.3*sin(2*pi*x)\"]\n");
    const auto simulator = simulator_of(scene);
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(simulator->step(0.05));
    const Image flat = drawn({.palette = "gray", .width = 64}, *simulator);
    const auto value = [&](int x, int y) { return flat(x, y).g; };
    float seam = 0, inside = 0;
    for (int i = 0; i < 64; ++i) {
        seam = std::max({seam, std::abs(value(63, i) - value(0, i)), std::abs(value(i, 63) - value(i, 0))});
        for (int j = 0; j < 63; ++j)
            inside =
                std::max({inside, std::abs(value(j, i) - value(j + 1, i)), std::abs(value(i, j) - value(i, j + 1))});
    }
    EXPECT_LE(seam, 1.1f * inside);
    EXPECT_GT(seam, 0);
}

TEST(Outputs, StillsOfPeriodicScenesTile) {
    expect_tiles("");
}

TEST(Outputs, TexturesByFourierTransformTile) {
    if (!fftw_found()) GTEST_SKIP() << "without FFTW";
    expect_tiles("[solver]\nmethod=\"spectral\"\n");
}

TEST(Outputs, PixelsAreSquareWhateverTheCells) {
    const auto simulator = simulator_of(scene_of("[domain]\ncells=[8,32]\nsize=[2,1]\n"));
    for (const char* view : {"density", "speed + arrows", "lic", "ground + streamlines"}) {
        const Image flat = drawn({.view = view, .width = 100}, *simulator);
        EXPECT_EQ(flat.width(), 100) << view;
        EXPECT_EQ(flat.height(), 50) << view;
    }
    EXPECT_EQ(drawn({.width = 5}, *simulator).height(), 3);  // smaller than the grid, too
    EXPECT_EQ(drawn({.width = 1024}, *simulator).height(), 512);
}

TEST(Outputs, SheetsHoldTheirTiles) {
    const ScratchFolder folder;
    run_in(folder.path(), scene_of(base + "[[output]]\nkind=\"sheet\"\ntiles=4\ncolumns=2\nwidth=32\n"));
    const Image8 sheet = read_png(folder / "sheet.png").value();
    EXPECT_EQ(sheet.width, 12 + 2 * (240 + 12));
    EXPECT_FALSE(std::filesystem::exists(folder / ".run"));
}

TEST(Outputs, VolumesForVtkHoldEveryCell) {
    const ScratchFolder folder;
    run_in(folder.path(), scene_of(base + "[[output]]\nkind=\"vtk\"\nevery=2\nfields=[\"density\",\"velocity\"]\n"));
    const std::string bytes = text_of(folder / "vtk/0002.vti");
    EXPECT_NE(bytes.find("WholeExtent=\"0 16 0 8 0 1\""), std::string::npos);
    const std::size_t data = bytes.find("<AppendedData encoding=\"raw\">\n_") + 31;
    std::uint64_t size = 0;
    std::copy_n(bytes.data() + data, 8, reinterpret_cast<char*>(&size));
    EXPECT_EQ(size, 16u * 8 * 4);
    float value = 0;
    std::copy_n(bytes.data() + data + 8 + 5 * 4, 4, reinterpret_cast<char*>(&value));
    EXPECT_NEAR(value, 5.5 / 16, 1e-6);
}

TEST(Outputs, FilmOfEveryKindHasItsFrames) {
    if (!has_program("ffmpeg")) GTEST_SKIP() << "ffmpeg is not there";
    const ScratchFolder folder;
    std::string outputs;
    for (const char* end : {"mp4", "webm", "gif", "apng"})
        outputs += std::string("[[output]]\nkind=\"video\"\nwidth=32\nfile=\"a.") + end + "\"\n";
    const RunResult result = run_in(folder.path(), scene_of(base + outputs));
    EXPECT_EQ(result.files.size(), 5u);  // and the scene
    EXPECT_EQ(text_of(folder / "a.gif").substr(0, 6), "GIF89a");
    EXPECT_EQ(text_of(folder / "a.apng").substr(1, 3), "PNG");
    EXPECT_EQ(text_of(folder / "a.mp4").substr(4, 4), "ftyp");
    EXPECT_EQ(text_of(folder / "a.webm").substr(0, 4), "\x1a\x45\xdf\xa3");
}

}  // namespace
}  // namespace whorl
