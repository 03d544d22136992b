#include "io/file.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>

#include "tests/unit/io/scratch_folder.hpp"

namespace whorl {
namespace {

std::string read_all(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(File, AppearsOnlyWhenComplete) {
    const ScratchFolder folder;
    auto file = PendingFile::create(folder / "a.txt").value();
    ASSERT_TRUE(file.write("whole", 5));
    EXPECT_FALSE(std::filesystem::exists(folder / "a.txt"));
    ASSERT_TRUE(file.commit());
    EXPECT_EQ(read_all(folder / "a.txt"), "whole");
    EXPECT_EQ(folder.entries(), 1);
}

TEST(File, WithoutCommitTheEarlierOneStaysAndNothingElse) {
    const ScratchFolder folder;
    ASSERT_TRUE(write_file(folder / "a.txt", "old", 3));
    {
        auto file = PendingFile::create(folder / "a.txt").value();
        ASSERT_TRUE(file.write("new", 3));
    }
    EXPECT_EQ(read_all(folder / "a.txt"), "old");
    EXPECT_EQ(folder.entries(), 1);
}

TEST(File, MissingFolderIsNamed) {
    const ScratchFolder folder;
    const auto written = write_file(folder / "none/a.txt", "x", 1);
    ASSERT_FALSE(written);
    EXPECT_NE(written.error().message.find(folder / "none/a.txt"), std::string::npos);
    EXPECT_NE(written.error().message.find("the folder \"" + (folder / "none") + "\" does not exist"),
              std::string::npos);
}

TEST(File, AFolderIsNotOverwritten) {
    const ScratchFolder folder;
    const auto written = write_file(folder.path(), "x", 1);
    ASSERT_FALSE(written);
    EXPECT_NE(written.error().message.find("it is a folder"), std::string::npos);
}

TEST(File, ReasonsAreSentences) {
    EXPECT_EQ(file_error("write", "a.png", ENOSPC).message,
              "cannot write \"a.png\": the disk is full; free some space");
    EXPECT_EQ(file_error("write", "a.png", EACCES).message,
              "cannot write \"a.png\": permission was refused; choose another folder or change its permissions");
}

// A limit on the size of files stands in for a full disk.
TEST(File, AFailedWriteLeavesNothingBehind) {
    const ScratchFolder folder;
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small{1000, before.rlim_max};
    const auto earlier = signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    const std::string bytes(5000, 'x');
    const auto written = write_file(folder / "a.txt", bytes.data(), bytes.size());
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, earlier);
    ASSERT_FALSE(written);
    EXPECT_NE(written.error().message.find("a.txt"), std::string::npos);
    EXPECT_EQ(folder.entries(), 0);
}

TEST(File, WhatAKilledWriterLeftIsClearedAway) {
    const ScratchFolder folder;
    const pid_t child = fork();
    if (child == 0) {
        auto file = PendingFile::create(folder / "a.txt");
        kill(getpid(), SIGKILL);
    }
    waitpid(child, nullptr, 0);
    ASSERT_EQ(folder.entries(), 1);
    auto live = PendingFile::create(folder / "a.txt").value();  // clears the dead one's
    ASSERT_EQ(folder.entries(), 1);
    ASSERT_TRUE(write_file(folder / "a.txt", "x", 1));  // leaves the living one's
    EXPECT_TRUE(std::filesystem::exists(live.temporary()));
}

}  // namespace
}  // namespace whorl
