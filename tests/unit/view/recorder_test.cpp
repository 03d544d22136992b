// Frames on their way to files: all of them, upright, as often as they are shown.
#include "apps/view/recorder.hpp"

#include <gtest/gtest.h>

#include "../io/scratch_folder.hpp"
#include "io/png.hpp"

namespace whorl::view {
namespace {

/// Two rows as OpenGL has them: the lower one first.
Image8 two_rows(std::uint8_t lower, std::uint8_t upper) {
    return {1, 2, {lower, lower, lower, 0, upper, upper, upper, 0}};
}

TEST(ViewRecorder, EveryFrameIsWrittenUprightAndAsOftenAsItIsShown) {
    const ScratchFolder folder;
    for (const bool is_live : {false, true}) {
        auto recorder = Recorder::open(std::string(folder.path()) + "/f/##.png", 1, 2, 30, is_live);
        ASSERT_TRUE(recorder) << recorder.error().message;
        for (int i = 0; i < 20; ++i) recorder.value()->add(two_rows(static_cast<std::uint8_t>(i), 200), i == 3 ? 3 : 1);
        EXPECT_EQ(recorder.value()->frames(), 22);
        EXPECT_TRUE(recorder.value()->finish());
        for (int i = 1; i <= 22; ++i) {
            char name[16];
            std::snprintf(name, sizeof name, "/f/%02d.png", i);
            const auto read = read_png(std::string(folder.path()) + name);
            ASSERT_TRUE(read) << read.error().message;
            EXPECT_EQ(read.value().pixel(0, 0)[0], 200);
            EXPECT_EQ(read.value().pixel(0, 1)[0], i <= 4 ? i - 1 : i <= 6 ? 3 : i - 3);
            EXPECT_EQ(read.value().pixel(0, 1)[3], 255);
        }
    }
}

TEST(ViewRecorder, WhatCannotBeWrittenIsSaidAtTheEnd) {
    const ScratchFolder folder;
    auto recorder = Recorder::open(std::string(folder.path()) + "/f/##.ppm", 1, 2, 30, true);
    ASSERT_TRUE(recorder);
    std::filesystem::remove_all(std::string(folder.path()) + "/f");
    for (int i = 0; i < 5; ++i) recorder.value()->add(two_rows(1, 2), 2);
    EXPECT_FALSE(recorder.value()->finish());
    EXPECT_FALSE(Recorder::open(std::string(folder.path()) + "/f.tiff", 1, 2, 30));
}

}  // namespace
}  // namespace whorl::view
