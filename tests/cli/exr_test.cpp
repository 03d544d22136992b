// OpenEXR files, read back by ffmpeg's decoder, which is not OpenEXR's.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>

#include "process.hpp"

namespace whorl {
namespace {

bool writes_exr() {
    return run({WHORL_PROGRAM, "info"}).out.find("openexr pictures  not") == std::string::npos;
}

/// Smoke that rises to the right, in pictures of a pixel a cell.
const std::string head =
    "[domain]\ncells=[16,8]\nsize=[2,1]\n[time]\nfps=10\nframes=1\n[initial]\ndensity=\"x/2 + (y > 0.5 ? 2 : 0)\"\n"
    "[[output]]\nkind=\"frames\"\nwidth=16\nfile=\"#.exr\"\n";

/// All numbers of the picture, plane by plane as `format` has them.
std::vector<float> read_back(const std::string& output, const std::string& format) {
    const ScratchFolder folder;
    std::ofstream(folder.path() / "s.toml") << head + output;
    const Outcome made = run({WHORL_PROGRAM, "run", "s.toml"}, {.folder = folder.path()});
    EXPECT_EQ(made.code, 0) << made.err;
    const Outcome read =
        run({"ffmpeg", "-v", "error", "-i", "out/s/1.exr", "-f", "rawvideo", "-pix_fmt", format, "plain.raw"},
            {.folder = folder.path()});
    EXPECT_EQ(read.code, 0) << read.err;
    const std::string bytes = text_of(folder.path() / "plain.raw");
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
    return values;
}

TEST(Exr, HoldsLinearLightAndPremultipliedAlpha) {
    if (!writes_exr()) GTEST_SKIP() << "no OpenEXR";
    for (const char* bits : {"bits=16\n", "bits=32\n"}) {
        const auto planes = read_back(std::string("alpha=true\npalette=\"gray\"\n") + bits, "gbrapf32le");
        ASSERT_EQ(planes.size(), 4u * 16 * 8);
        const auto at = [&](int plane, int x, int y) {
            return planes[static_cast<std::size_t>((plane * 8 + y) * 16 + x)];
        };
        for (const int x : {1, 8, 14}) {
            const double smoke = (x + 0.5) / 16;
            EXPECT_NEAR(at(3, x, 6), smoke, 2e-3) << bits;       // row 6 of 8 is low in the picture
            EXPECT_LE(at(1, x, 6), at(3, x, 6) + 1e-3) << bits;  // premultiplied: no colour without cover
            EXPECT_GT(at(1, x, 6), 0.0f) << bits;
            EXPECT_NEAR(at(3, x, 1), 1, 1e-3) << bits;
        }
    }
}

TEST(Exr, HoldsNumbersBeyondTheRange) {
    if (!writes_exr()) GTEST_SKIP() << "no OpenEXR";
    const auto values = read_back("bits=32\npalette=\"height\"\n", "grayf32le");
    ASSERT_EQ(values.size(), 16u * 8);
    for (const int x : {0, 7, 15}) {
        EXPECT_NEAR(values[static_cast<std::size_t>(6 * 16 + x)], (x + 0.5) / 16, 1e-5);
        EXPECT_NEAR(values[static_cast<std::size_t>(1 * 16 + x)], 2 + (x + 0.5) / 16, 1e-5);
    }
}

TEST(Exr, OpaquePicturesHaveNoAlpha) {
    if (!writes_exr()) GTEST_SKIP() << "no OpenEXR";
    const ScratchFolder folder;
    std::ofstream(folder.path() / "s.toml") << head;
    ASSERT_EQ(run({WHORL_PROGRAM, "run", "s.toml"}, {.folder = folder.path()}).code, 0);
    const Outcome probe = run({"ffprobe", "-v", "error", "-show_entries", "stream=pix_fmt,width,height", "-of",
                               "csv=p=0", (folder.path() / "out/s/1.exr").string()});
    EXPECT_EQ(probe.out, "16,8,gbrpf32le\n") << probe.err;
}

}  // namespace
}  // namespace whorl
