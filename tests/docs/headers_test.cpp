// The public contract stays small. That each header compiles alone is checked by building `headers_alone`.
#include <gtest/gtest.h>

#include <algorithm>

#include "repository.hpp"

namespace whorl {
namespace {

TEST(Headers, AreAtMostEightAndOneForC) {
    int cpp = 0, c = 0;
    for (const std::string& file : files_below("include")) {
        EXPECT_TRUE(file.starts_with("include/whorl/")) << file;
        cpp += file.ends_with(".hpp");
        c += file.ends_with(".h");
        EXPECT_TRUE(file.ends_with(".hpp") || file.ends_with(".h")) << file << " is no header";
    }
    EXPECT_GE(cpp, 1);
    EXPECT_LE(cpp, 8);
    EXPECT_LE(c, 1);
}

TEST(Headers, AreGuardedAndSayWhatTheyAre) {
    for (const std::string& file : files_below("include")) {
        const std::vector<std::string> lines = lines_of(read(file));
        ASSERT_FALSE(lines.empty()) << file;
        EXPECT_TRUE(lines.front().starts_with("// ") || lines.front().starts_with("/* "))
            << file << " begins without a word";
        const bool guarded = std::find(lines.begin(), lines.end(), "#pragma once") != lines.end();
        EXPECT_TRUE(guarded || file.ends_with(".h")) << file;
    }
}

}  // namespace
}  // namespace whorl
