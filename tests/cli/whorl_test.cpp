// `whorl` at the keyboard.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "process.hpp"

namespace whorl {
namespace {

/// Wrong use: exit code 2, nothing on stdout, one sentence on stderr.
void expect_refusal(const Outcome& outcome) {
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.starts_with("whorl: ")) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

TEST(Whorl, AloneSaysWhatItIsAndWhatToTry) {
    const Outcome outcome = whorl({});
    EXPECT_EQ(outcome.code, 0);
    for (const char* part :
         {"fluid simulator", "gallery", "plume", "whorl run", "whorl demo", "whorl bench classic", "whorl info"})
        EXPECT_TRUE(has(outcome.out, part)) << part;
    EXPECT_EQ(outcome.err, "");
}

TEST(Whorl, HelpAndVersionSucceed) {
    for (const char* command : {"", "run", "compare", "hash", "new", "demo", "bench", "info"}) {
        std::vector<std::string> arguments{"--help"};
        if (*command) arguments.insert(arguments.begin(), command);
        const Outcome outcome = whorl(arguments);
        EXPECT_EQ(outcome.code, 0) << command;
        EXPECT_TRUE(has(outcome.out, "--help")) << command;
    }
    const Outcome version = whorl({"--version"});
    EXPECT_EQ(version.code, 0);
    EXPECT_TRUE(version.out.starts_with("whorl ")) << version.out;
}

TEST(Whorl, UnknownCommandNamesTheNearest) {
    const Outcome outcome = whorl({"bensh"});
    expect_refusal(outcome);
    EXPECT_TRUE(has(outcome.err, "bensh") && has(outcome.err, "\"bench\"") && has(outcome.err, "demo")) << outcome.err;
}

TEST(Whorl, UnknownOptionNamesTheNearest) {
    expect_refusal(whorl({"--nosuch"}));
    const Outcome outcome = whorl({"bench", "--thread", "2"});
    expect_refusal(outcome);
    EXPECT_TRUE(has(outcome.err, "\"--threads\"")) << outcome.err;
    expect_refusal(whorl({"info", "everything"}));
}

TEST(Info, TellsBuildPartsAndMachine) {
    const Outcome outcome = whorl({"info"});
    EXPECT_EQ(outcome.code, 0);
    for (const char* part : {"MIT", "build", "WHORL_TESTS=ON", "libpng", "ffmpeg", "gbench", "scalar", "in use", "cpu",
                             "caches", "threads", "memory"})
        EXPECT_TRUE(has(outcome.out, part)) << part << " in\n" << outcome.out;
}

TEST(Info, SaysWhichPartsAreNotThere) {
    const ScratchFolder empty;
    const Outcome outcome = whorl({"info"}, {.environment = {{"PATH", empty.path().string()}}});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_TRUE(has(outcome.out, "not found")) << outcome.out;
}

TEST(Bench, UnknownNameIsRefusedWithTheNearest) {
    const Outcome outcome = whorl({"bench", "clasic"});
    expect_refusal(outcome);
    EXPECT_TRUE(has(outcome.err, "\"clasic\"") && has(outcome.err, "\"classic\"")) << outcome.err;
    const Outcome far = whorl({"bench", "nosuch"});
    expect_refusal(far);
    EXPECT_TRUE(has(far.err, "classic")) << far.err;
}

TEST(Bench, ThreadsOutOfRangeAreRefused) {
    for (const char* threads : {"0", "-1", "100000", "many"}) {
        const Outcome outcome = whorl({"bench", "classic", "--quick", "--threads", threads});
        expect_refusal(outcome);
        EXPECT_TRUE(has(outcome.err, threads)) << outcome.err;
    }
}

TEST(Bench, PrintsATable) {
    const Outcome outcome = whorl({"bench", "classic", "--quick"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(outcome.out.starts_with("name ")) << outcome.out;
    EXPECT_TRUE(has(outcome.out, "ms/step"));
    EXPECT_GE(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 4);
}

TEST(Bench, InterruptedEndsWith130) {
    const Outcome outcome = whorl({"bench", "classic"}, {.interrupt_at = "classic: "});
    EXPECT_EQ(outcome.code, 130);
    EXPECT_TRUE(has(outcome.err, "whorl: interrupted")) << outcome.err;
}

TEST(Demo, WritesFilesAndPrintsTheirPaths) {
    const ScratchFolder folder;
    const Outcome outcome =
        whorl({"demo", "--frames", "6", "--cells", "32", "--out", (folder.path() / "new").string()});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    int files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path() / "new")) {
        if (!entry.is_regular_file()) continue;
        ++files;
        EXPECT_GT(entry.file_size(), 100u) << entry;
        EXPECT_TRUE(has(outcome.out, entry.path().filename().string())) << entry << " is not mentioned:\n"
                                                                        << outcome.out;
    }
    EXPECT_GE(files, 1);
}

TEST(Demo, RefusesBadNumbersAndWritesNothing) {
    const ScratchFolder folder;
    for (const auto& [option, value] :
         {std::pair{"--cells", "-3"}, {"--cells", "0"}, {"--frames", "-1"}, {"--cells", "x"}}) {
        const Outcome outcome = whorl({"demo", option, value, "--out", (folder.path() / "new").string()});
        expect_refusal(outcome);
        EXPECT_TRUE(has(outcome.err, value)) << outcome.err;
        EXPECT_FALSE(std::filesystem::exists(folder.path() / "new")) << option << " " << value;
    }
    const Outcome outcome = whorl({"demo", "--cells", "-3", "--out", (folder.path() / "new").string()});
    EXPECT_TRUE(has(outcome.err, " to ")) << "no range in: " << outcome.err;
}

}  // namespace
}  // namespace whorl
