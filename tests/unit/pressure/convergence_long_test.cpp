// The same bar at the sizes that take a while.
#include <gtest/gtest.h>

#include "tests/unit/pressure/convergence.hpp"

namespace whorl {
namespace {

TEST(PressureConvergenceLong, UpTo1024Squared) {
    const auto pool = make_thread_pool().value();
    for (const Vec<int, 2> cells : {Vec<int, 2>{256, 256}, {512, 512}, {1000, 1000}, {1024, 1024}, {1023, 1025}})
        for (const char* sides : {"ww", "dd", "wd", "pp", "ppwd"})
            expect_fast<double>(cells, sides, {1, 1}, 0, 8, *pool);
    for (const Vec<int, 2> cells : {Vec<int, 2>{2048, 256}, {130, 1040}})
        for (const char* sides : {"ww", "wd"}) expect_fast<double>(cells, sides, {1, 1}, 0, 8, *pool);
    for (const double aspect : {2.0, 8.0})
        for (const char* sides : {"ww", "pp"}) expect_fast<double, 2>({1024, 1024}, sides, {aspect, 1}, 0, 8, *pool);
}

TEST(PressureConvergenceLong, UpTo192Cubed) {
    const auto pool = make_thread_pool().value();
    for (const Vec<int, 3> cells :
         {Vec<int, 3>{64, 64, 64}, {65, 65, 65}, {100, 100, 100}, {129, 129, 129}, {192, 192, 192}})
        for (const char* sides : {"ww", "dd", "pp", "ppwwwd"})
            expect_fast<double>(cells, sides, {1, 1, 1}, 0, 8, *pool);
    expect_fast<double, 3>({256, 32, 32}, "ww", {1, 1, 1}, 0, 8, *pool);
    expect_fast<double, 3>({128, 128, 128}, "wd", {1, 8, 8}, 0, 8, *pool);
    expect_fast<double, 3>({128, 128, 128}, "ww", {8, 1, 1}, 0, 8, *pool);
}

}  // namespace
}  // namespace whorl
