// bench/ablation/ablate builds its variants and measures them; those that only save time leave the same flow behind.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "process.hpp"

namespace whorl {
namespace {

TEST(AblationLong, VariantsOfTheSameMethodLeaveTheSameFlow) {
    if (run({"sh", "-c", "command -v python3"}).code != 0) GTEST_SKIP() << "there is no python3";
    const Outcome outcome = run({"python3", std::string(WHORL_SOURCE_DIR) + "/bench/ablation/ablate", "--build",
                                 WHORL_BUILD_DIR, "--size", "48", "--rounds", "1", "--steps", "2"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    std::istringstream lines(outcome.out);
    std::map<std::string, std::string> as_it_is;  // by row: cycles and divergence
    int variants = 0;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string row, idea, ms, ratio, cycles, left;
        words >> row >> idea;
        if (row == "row") continue;
        if (idea == "as") words >> idea >> idea;
        words >> ms >> ratio >> cycles >> left;
        EXPECT_GT(std::stod(ms), 0) << line;
        if (idea == "is") as_it_is[row] = cycles + " " + left;
        const bool is_other_method =
            idea == "warm_start" || idea == "residual_goal" || idea == "plain_multigrid" || idea == "midpoint_traces";
        if (is_other_method) continue;
        ++variants;
        EXPECT_EQ(cycles + " " + left, as_it_is[row]) << line;
    }
    EXPECT_EQ(as_it_is.size(), 3u);
    EXPECT_GE(variants, 3 * 6);
}

}  // namespace
}  // namespace whorl
