// A run that is killed outright again and again, and resumed each time from its last checkpoint.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "process.hpp"

namespace whorl {

inline const char* const killed_scene =
    "[domain]\ncells=[96,128]\ntop=\"open\"\n[time]\nfps=24\nframes=60\n[fluid]\nbuoyancy=1\nvorticity_confinement=1\n"
    "[[emitter]]\nshape={circle={center=[0.35,0.1],radius=0.06}}\ndensity=5\ntemperature=4\n"
    "[[measure]]\nname=\"m\"\nkind=\"energy\"\n[[output]]\nkind=\"frames\"\nfile=\"f/##.png\"\nwidth=96\n"
    "[[output]]\nkind=\"video\"\nwidth=96\n[[output]]\nkind=\"checkpoint\"\nevery=0.1\n";

/// The newest of the checkpoints, or empty.
inline std::string newest_checkpoint(const std::filesystem::path& folder) {
    std::string newest;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "checkpoint", ignored))
        if (entry.path().extension() == ".whorl") newest = std::max(newest, entry.path().string());
    return newest;
}

/// Kills it `times` times, at moments that differ with the seed, then lets it finish; the results must be those of a
/// run that was left alone, in parts of whose time `longest` is.
inline void kill_and_resume(int times, std::uint64_t seed, double longest) {
    const ScratchFolder folder;
    std::ofstream(folder.path() / "s.toml") << killed_scene;
    const auto command = [&](const char* out) {
        return std::vector<std::string>{WHORL_PROGRAM, "run", "s.toml", "--out", out, "--threads", "1"};
    };
    const auto start = std::chrono::steady_clock::now();
    const Outcome whole = run(command("whole"), {.folder = folder.path()});
    const std::chrono::duration<double> all = std::chrono::steady_clock::now() - start;
    ASSERT_EQ(whole.code, 0) << whole.err;
    int killed = 0;
    Outcome last;
    for (int i = 0; i <= times; ++i) {
        auto resumed = command("killed");
        if (const std::string checkpoint = newest_checkpoint(folder.path() / "killed"); !checkpoint.empty())
            resumed.insert(resumed.end(), {"--resume", checkpoint});
        const double after = all.count() * random_between(0.05, longest, seed, static_cast<std::uint64_t>(i));
        last = run(resumed, {.folder = folder.path(), .interrupt_after = i < times ? after : 0, .signal = SIGKILL});
        killed += last.code == 128 + SIGKILL;
        if (last.code == 0) break;
        ASSERT_TRUE(last.code == 128 + SIGKILL) << last.err;
    }
    EXPECT_EQ(last.code, 0) << last.err;
    EXPECT_GT(killed, 0);
    for (const char* file : {"measure/m.csv", "f/01.png", "f/30.png", "f/60.png"})
        EXPECT_EQ(text_of(folder.path() / "killed" / file), text_of(folder.path() / "whole" / file)) << file;
    EXPECT_EQ(last.out.substr(last.out.rfind("state ")), whole.out.substr(whole.out.rfind("state ")));
    const Outcome frames = run({"ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames",
                                "-of", "csv=p=0", (folder.path() / "killed/movie.mp4").string()});
    EXPECT_EQ(std::atoi(frames.out.c_str()), 60) << frames.err;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path() / "killed"))
        EXPECT_FALSE(entry.path().string().ends_with(".part")) << entry.path();
}

}  // namespace whorl
