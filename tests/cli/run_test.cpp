// `whorl run`, `hash` and `new` at the keyboard.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "killing.hpp"
#include "with_scene.hpp"

namespace whorl {
namespace {

const char* const plume =
    "[domain]\ncells=[24,16]\n[time]\nfps=10\nframes=5\n[fluid]\nbuoyancy=1\n[[emitter]]\nshape={circle={center=[0.5,0."
    "2],radius=0.1}}\n"
    "density=3\ntemperature=3\n[[measure]]\nname=\"m\"\nkind=\"total\"\n[[output]]\nkind=\"frames\"\nfile=\"#."
    "png\"\nwidth=24\n";

TEST(Run, PrintsItsResultAsJson) {
    const WithScene here(plume);
    const Outcome outcome = here({"run", "s.toml", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto result = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(result["frames"], 5);
    EXPECT_EQ(result["steps"], 5);
    EXPECT_DOUBLE_EQ(result["seconds"], 0.5);
    EXPECT_LT(result["max_divergence"], 1);
    for (const std::string file : result["files"])
        EXPECT_TRUE(has(file, "#") || std::filesystem::exists(here.folder.path() / file)) << file;
    EXPECT_TRUE(std::filesystem::exists(here.folder.path() / "out/s/5.png"));
    EXPECT_TRUE(std::filesystem::exists(here.folder.path() / "out/s/scene.toml"));
    EXPECT_EQ(result["hash"].get<std::string>() + "\n", here({"hash", "s.toml"}).out);
    EXPECT_TRUE(has(outcome.err, "frame 5 of 5") && has(outcome.err, "cells/s") && has(outcome.err, "residual"))
        << outcome.err;
}

TEST(Run, TheSceneBesideTheResultsGivesThemAgain) {
    const WithScene here(plume);
    const Outcome first =
        here({"run", "s.toml", "--set", "fluid.buoyancy=2", "--set", "emitter.0.density=7", "--json"});
    ASSERT_EQ(first.code, 0) << first.err;
    const Outcome again = here({"hash", "out/s/scene.toml"});
    EXPECT_TRUE(has(first.out, again.out.substr(0, 16))) << again.out << first.out;
    EXPECT_FALSE(has(first.out, here({"hash", "s.toml"}).out.substr(0, 16)));
}

TEST(Run, TheHashIsTheSameForThreadsAndInstructionSets) {
    const WithScene here(plume);
    const std::string hash = here({"hash", "s.toml", "--threads", "1"}).out;
    ASSERT_EQ(hash.size(), 17u);
    EXPECT_EQ(here({"hash", "s.toml", "--threads", "3"}).out, hash);
    EXPECT_EQ(here({"hash", "s.toml", "--isa", "scalar"}).out, hash);
    EXPECT_NE(here({"hash", "s.toml", "--frames", "4"}).out, hash);
    EXPECT_EQ(here({"hash", "s.toml", "--isa", "scaler"}).code, 2);
}

TEST(Run, ProgressAsJson) {
    const WithScene here(plume);
    const Outcome outcome = here({"run", "s.toml", "--progress", "json"});
    ASSERT_EQ(outcome.code, 0);
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 5);
    EXPECT_EQ(nlohmann::json::parse(outcome.err.substr(0, outcome.err.find('\n')))["frame"], 1);
}

TEST(Run, WrongUseIsRefusedAndNothingWritten) {
    const WithScene here(plume);
    const std::vector<std::vector<std::string>> wrong = {
        {"run"},
        {"run", "nosuch"},
        {"run", "nosuch.toml"},
        {"run", "plum"},
        {"run", "."},
        {"run", "s.toml", "--frames", "-1"},
        {"run", "s.toml", "--frames", "99999999999"},
        {"run", "s.toml", "--frames", "many"},
        {"run", "s.toml", "--threads", "0"},
        {"run", "s.toml", "--set", "fluid.viscosty=1"},
        {"run", "s.toml", "--set", "domain.cells=[0,1]"},
        {"run", "s.toml", "--set", "nonsense"},
        {"run", "s.toml", "--max-memory", "much"},
        {"run", "s.toml", "--max-memory", "10K"},
        {"run", "s.toml", "--set", "domain.cells=[1000000,1000000]"},
        {"run", "s.toml", "--resume", "nosuch"},
        {"run", "s.toml", "--resume", "s.toml"},
        {"run", "s.toml", "--resume", "a", "--branch", "b"},
        {"run", "s.toml", "--progress", "loud"},
        {"run", "s.toml", "--set", "solver.order=stam2004"},
        {"run", "s.toml", "--set", "solver.pressure=multgrid"},
        {"run", "s.toml", "--set", "output.0.file=../x#.png"},
        {"hash", "s.toml", "--frames", "-3"},
    };
    for (const auto& arguments : wrong) {
        const Outcome outcome = here(arguments);
        EXPECT_EQ(outcome.code, 2) << arguments.back() << outcome.err;
        EXPECT_TRUE(outcome.err.starts_with("whorl: ")) << outcome.err;
        EXPECT_EQ(here.entries(), 1) << arguments.back();
    }
    EXPECT_TRUE(has(here({"run", "plum"}).err, "\"plume\""));
    EXPECT_TRUE(has(here({"run", "s.toml", "--frames", "many"}).err, "--frames = many is not a number"));
    EXPECT_TRUE(has(here({"run", "s.toml", "--set", "fluid.viscosty=1"}).err, "\"viscosity\""));
    EXPECT_TRUE(has(here({"run", "s.toml", "--max-memory", "10K"}).err, "MiB"));
}

TEST(Run, CheckReadsAndWritesNothing) {
    const WithScene here(plume);
    const Outcome outcome = here({"run", "s.toml", "--check"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_TRUE(has(outcome.out, "all right")) << outcome.out;
    EXPECT_EQ(here.entries(), 1);
}

TEST(Run, AMissingProgramIsNamedBeforeTheFirstFrame) {
    const WithScene here(std::string(plume) + "[[output]]\nkind=\"video\"\n");
    const Outcome outcome = here({"run", "s.toml"}, {.environment = {{"PATH", here.folder.path().string()}}});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(has(outcome.err, "ffmpeg") && has(outcome.err, "output[1]")) << outcome.err;
    EXPECT_EQ(here.entries(), 1);
}

TEST(Run, AFolderThatCannotBeWrittenIsNamed) {
    const WithScene here(plume);
    const Outcome outcome = here({"run", "s.toml", "--out", "s.toml/x"});
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(has(outcome.err, "s.toml/x")) << outcome.err;
    EXPECT_EQ(here({"run", "s.toml", "--out", "/proc/nosuch"}).code, 1);
    EXPECT_EQ(text_of(here.folder.path() / "s.toml"), plume);
}

// A file size limit stands in for a disk that fills up: the write fails half way.
TEST(Run, AFullDiskLeavesEarlierFilesIntact) {
    const WithScene here(plume);
    ASSERT_EQ(here({"run", "s.toml"}).code, 0);
    const std::string before = text_of(here.folder.path() / "out/s/5.png");
    here.folder.script("limited", std::string("trap '' XFSZ\nulimit -f 1\nexec ") + WHORL_PROGRAM +
                                      " run s.toml --overwrite --set output.0.width=900");
    const Outcome outcome = run({(here.folder.path() / "limited").string()}, {.folder = here.folder.path()});
    EXPECT_EQ(outcome.code, 1) << outcome.err;
    EXPECT_TRUE(has(outcome.err, "cannot write")) << outcome.err;
    EXPECT_EQ(text_of(here.folder.path() / "out/s/5.png"), before);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(here.folder.path()))
        EXPECT_FALSE(entry.path().string().ends_with(".part")) << entry.path();
}

TEST(Run, CtrlCWritesACheckpointAndSaysHowToGoOn) {
    const WithScene here(plume);
    const std::vector<std::string> command{"run",      "s.toml", "--set",     "domain.cells=[192,128]",
                                           "--frames", "400",    "--threads", "1"};
    const std::string whole =
        here({"hash", "s.toml", "--set", "domain.cells=[192,128]", "--frames", "400"}).out.substr(0, 16);
    const Outcome stopped = here(command, {.interrupt_at = "frame 1 of 400"});
    ASSERT_EQ(stopped.code, 130) << stopped.err;
    // The line that it gives, typed as it is.
    const std::string marker = "to go on: whorl ";
    const std::size_t place = stopped.err.find(marker);
    ASSERT_NE(place, std::string::npos) << stopped.err;
    here.folder.script("again", std::string("exec ") + WHORL_PROGRAM + " " + stopped.err.substr(place + marker.size()));
    const Outcome outcome = run({(here.folder.path() / "again").string()}, {.folder = here.folder.path()});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(has(outcome.out, whole)) << outcome.out;
}

TEST(Run, SigtermIsObeyedAsCtrlCIs) {
    const WithScene here(plume);
    const Outcome stopped = here({"run", "s.toml", "--frames", "100000", "--threads", "1"},
                                 {.interrupt_at = "frame 1 of 100000", .signal = SIGTERM});
    EXPECT_EQ(stopped.code, 130) << stopped.err;
    EXPECT_TRUE(has(stopped.err, "to go on: whorl run s.toml")) << stopped.err;
    EXPECT_FALSE(newest_checkpoint(here.folder.path() / "out/s").empty());
}

TEST(Run, KilledThreeTimesEndsWithTheSameBits) {
    kill_and_resume(3, 11, 0.5);
}

TEST(Run, ABudgetOfMillisecondsRunsButPromisesNoBits) {
    const WithScene here(std::string(plume) +
                         "[[output]]\nkind=\"checkpoint\"\nevery=0\n[solver]\ndeterministic=false\nbudget={ms=2}\n");
    const Outcome ran = here({"run", "s.toml", "--frames", "3"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const Outcome hash = here({"hash", "s.toml"});
    EXPECT_EQ(hash.code, 2);
    EXPECT_TRUE(has(hash.err, "solver.budget")) << hash.err;
    const std::string checkpoint = "out/s/checkpoint/0000000003.whorl";
    const Outcome resumed = here({"run", "s.toml", "--resume", checkpoint});
    EXPECT_EQ(resumed.code, 2);
    EXPECT_TRUE(has(resumed.err, "--branch")) << resumed.err;
    EXPECT_EQ(here({"run", "s.toml", "--branch", checkpoint, "--out", "b"}).code, 0);
}

// A run that keeps its checkpoints can be made longer, and its film with it.
TEST(Run, MoreFramesJoinTheFilmThatIsThere) {
    if (run({"ffprobe", "-version"}).code != 0) GTEST_SKIP() << "ffprobe is not there";
    const WithScene here(std::string(plume) +
                         "[[output]]\nkind=\"video\"\n[[output]]\nkind=\"checkpoint\"\nevery=0\nkeep=9\n");
    ASSERT_EQ(here({"run", "s.toml", "--frames", "3"}).code, 0);
    const std::vector<std::string> longer{"run",      "s.toml", "--resume", "out/s/checkpoint/0000000003.whorl",
                                          "--frames", "5"};
    const Outcome outcome = here(longer);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Outcome frames = run({"ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames",
                                "-of", "csv=p=0", (here.folder.path() / "out/s/movie.mp4").string()});
    EXPECT_EQ(std::atoi(frames.out.c_str()), 5) << frames.err;
    std::filesystem::remove_all(here.folder.path() / "out/s/.run");
    const Outcome gone = here(longer);
    EXPECT_EQ(gone.code, 1);
    EXPECT_TRUE(has(gone.err, "the frames of \"movie.mp4\" up to 3 are gone")) << gone.err;
}

TEST(New, WritesASceneThatRunsAndOverwritesNothing) {
    const ScratchFolder folder;
    ASSERT_EQ(whorl({"new", "mine.toml"}, {.folder = folder.path()}).code, 0);
    EXPECT_EQ(
        whorl({"run", "mine.toml", "--frames", "2", "--set", "domain.cells=[32,48]"}, {.folder = folder.path()}).code,
        0);
    const Outcome again = whorl({"new", "mine.toml"}, {.folder = folder.path()});
    EXPECT_EQ(again.code, 2);
    EXPECT_TRUE(has(again.err, "mine.toml"));
}

}  // namespace
}  // namespace whorl
