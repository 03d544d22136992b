// Pictures at the keyboard: `whorl compare`, and views that a scene cannot show.
#include <gtest/gtest.h>

#include "with_scene.hpp"

namespace whorl {
namespace {

const char* const puff =
    "title=\"Puff\"\n[domain]\ncells=[24,16]\n[time]\nfps=10\nframes=3\n[initial]\ndensity=\"x\"\n"
    "velocity=[\"y\",0]\n[[output]]\nkind=\"frames\"\nfile=\"#.png\"\nwidth=32\n";

TEST(Compare, TwoSettingsBecomeOneFilm) {
    if (run({"ffmpeg", "-version"}).code != 0) GTEST_SKIP() << "ffmpeg is not there";
    const WithScene here(puff);
    const Outcome outcome =
        here({"compare", "s.toml", "--left", "solver.advection=linear", "--out", "both", "--card", "0.3"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "both/compare.mp4\nboth/compare.png\n");
    EXPECT_GT(std::filesystem::file_size(here.folder.path() / "both/compare.mp4"), 500u);
    EXPECT_GT(std::filesystem::file_size(here.folder.path() / "both/compare.png"), 100u);
    EXPECT_FALSE(std::filesystem::exists(here.folder.path() / "both/.run"));
    EXPECT_EQ(here({"compare", "s.toml", "--out", "both", "--frames", "1"}).code, 0);  // its own folder is used again
}

TEST(Compare, WrongUseIsRefusedAndNothingWritten) {
    const WithScene here(puff);
    const std::vector<std::pair<std::vector<std::string>, const char*>> wrong = {
        {{"compare", "nosuch"}, "nosuch"},
        {{"compare", "s.toml", "--left", "fluid.viscosty=1"}, "viscosity"},
        {{"compare", "s.toml", "--right", "time.fps=12"}, "time.fps"},
        {{"compare", "s.toml", "--frames", "-2"}, "--frames -2"},
        {{"compare", "s.toml", "--card", "-1"}, "--card -1"},
        {{"compare", "s.toml", "--out", "."}, "something else"},
        {{"compare", "s.toml", "--out", "s.toml"}, "is a file"},
        {{"compare", "s.toml", "--set", "time.fps=1000"}, "240"},
        {{"compare", "s.toml", "--right", "domain.cells=[1000000,1000000]"}, "memory"},
        {{"compare", "s.toml", "--right", "initial.density=\"log(x-1)\""}, "initial.density"},
        {{"run", "s.toml", "--set", "output.0.view=vorticty"}, "\"vorticity\""},
        {{"run", "s.toml", "--set", "output.0.view=volume"}, "three dimensions"},
        {{"run", "s.toml", "--set", "output.0.palette=virids"}, "\"viridis\""},
        {{"run", "s.toml", "--set", "output.0.width=0"}, "1 to 8192"},
        {{"run", "s.toml", "--set", "output.0.mesh=none.obj"}, "cannot read the mesh"},
        {{"run", "s.toml", "--set", "camera.elevation=100"}, "-90 to 90"},
    };
    for (const auto& [arguments, words] : wrong) {
        const Outcome outcome = here(arguments);
        EXPECT_EQ(outcome.code, 2) << arguments.back() << outcome.err;
        EXPECT_TRUE(has(outcome.err, words)) << outcome.err;
        EXPECT_EQ(here.entries(), 1) << arguments.back();
    }
}

// What only shows under way is no wrong use: the program failed, and cleans up.
TEST(Compare, WhatFailsUnderWayEndsWith1) {
    if (run({"ffmpeg", "-version"}).code != 0) GTEST_SKIP() << "ffmpeg is not there";
    const WithScene here(puff);
    const Outcome blown =
        here({"compare", "s.toml", "--out", "both", "--right", "fluid.viscosity=\"0.1 - t\"", "--frames", "3"});
    EXPECT_EQ(blown.code, 1) << blown.err;
    EXPECT_TRUE(has(blown.err, "viscosity")) << blown.err;
    EXPECT_TRUE(std::filesystem::is_empty(here.folder.path() / "both"));
    const Outcome unwritable = here({"compare", "s.toml", "--out", "s.toml/x"});
    EXPECT_EQ(unwritable.code, 1) << unwritable.err;
    EXPECT_TRUE(has(unwritable.err, "s.toml/x")) << unwritable.err;
}

TEST(Compare, AMissingProgramIsNamed) {
    const WithScene here(puff);
    const Outcome outcome = here({"compare", "s.toml"}, {.environment = {{"PATH", here.folder.path().string()}}});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(has(outcome.err, "ffmpeg")) << outcome.err;
    EXPECT_EQ(here.entries(), 1);
}

}  // namespace
}  // namespace whorl
