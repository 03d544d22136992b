// Nothing in the repository knows the machine that it was written on.
#include <gtest/gtest.h>

#include <regex>

#include "repository.hpp"

namespace whorl {
namespace {

/// An absolute path into somebody's folders; a `/` inside a longer path or an address is none.
bool names_a_machine_folder(const std::string& line) {
    static const std::regex folder(
        "(^|[^A-Za-z0-9_.~}/>-])/(home|"
        "root|work|"
        "tmp|mnt|Users)(/|[^A-Za-z0-9_]|$)");
    return std::regex_search(line, folder);
}

TEST(Words, MachineFoldersAreRecognised) {
    const std::string slash = "/";
    EXPECT_TRUE(names_a_machine_folder("cd " + slash + "home" + slash + "someone"));
    EXPECT_TRUE(names_a_machine_folder("\"" + slash + "tmp\""));
    EXPECT_TRUE(names_a_machine_folder(slash + "work" + slash + "x"));
    EXPECT_FALSE(names_a_machine_folder("src/work/x, https://example.org/home/, a home/work balance"));
    EXPECT_FALSE(names_a_machine_folder("#!/usr/bin/env bash, /proc/meminfo"));
}

TEST(Words, NoFileNamesAMachineFolder) {
    int checked = 0;
    for (const std::string& file : files_below(".")) {
        const std::string text = read(file);
        if (text.find('\0') != std::string::npos) continue;  // pictures
        ++checked;
        int number = 0;
        for (const std::string& line : lines_of(text)) {
            ++number;
            EXPECT_FALSE(names_a_machine_folder(line)) << file << ":" << number << ": " << line;
        }
    }
    EXPECT_GT(checked, 20);
}

}  // namespace
}  // namespace whorl
