#include "parallel/cores.hpp"

#include <gtest/gtest.h>

#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

namespace whorl {
namespace {

/// On a thread of its own, since it moves.
template <class F> void on_a_thread(F f) {
    std::thread(f).join();
}

#if defined(__linux__)

cpu_set_t allowed() {
    cpu_set_t set;
    EXPECT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
    return set;
}

TEST(Cores, AThreadLeavesTheOneItIsOnAndIsFreeToComeBack) {
    on_a_thread([] {
        const cpu_set_t before = allowed();
        const int here = current_core();
        ASSERT_GE(here, 0);
        const bool has_others = CPU_COUNT(&before) > 1;
        EXPECT_EQ(leave_cores({&here, 1}), has_others);
        const cpu_set_t after = allowed();
        EXPECT_TRUE(CPU_EQUAL(&before, &after));
    });
}

TEST(Cores, IsOnAnotherOneThen) {
    on_a_thread([] {
        cpu_set_t set = allowed();
        if (CPU_COUNT(&set) < 2) return;
        // The system may bring it back at any time, but not every time.
        bool has_moved = false;
        for (int i = 0; i < 100 && !has_moved; ++i) {
            const int here = current_core();
            (void)leave_cores({&here, 1});
            has_moved = current_core() != here;
        }
        EXPECT_TRUE(has_moved);
    });
}

#endif

TEST(Cores, NoneIsLeftWhereAllAreTaken) {
    on_a_thread([] {
        int all[1024];
        for (int i = 0; i < 1024; ++i) all[i] = i;
        EXPECT_FALSE(leave_cores(all));
    });
}

}  // namespace
}  // namespace whorl
