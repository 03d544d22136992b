#include "parallel/float_environment.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <vector>

#include "parallel/reduce.hpp"
#include "tests/unit/parallel/schedulers.hpp"

namespace whorl {
namespace {

/// Rounds up, and on x86 flushes denormals to zero and takes them for zero, for its lifetime: the worst of hosts.
class StrangeHost {
  public:
    StrangeHost() {
        std::fegetenv(&before_);
        std::fesetround(FE_UPWARD);
#if defined(__x86_64__)
        __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
#endif
    }
    ~StrangeHost() {
        std::fesetenv(&before_);
    }

  private:
    std::fenv_t before_;
};

/// What arithmetic does here. Volatile, so that it is done here and not by the compiler.
struct Behaviour {
    bool rounds_up, keeps_denormals;
};
[[gnu::noinline]] Behaviour observe() {
    volatile double one = 1, tiny = 1e-300, small = 1e-10, half = 1e-20;
    volatile double sum = one + half, product = tiny * small, back = product * 1e10;
    return {sum > 1, product > 0 && back > 0};
}

TEST(FloatEnvironment, IsTheDefaultAndPutsBackTheOld) {
    const StrangeHost host;
    ASSERT_TRUE(observe().rounds_up);
    {
        const FloatEnvironment environment;
        EXPECT_FALSE(observe().rounds_up);
        EXPECT_TRUE(observe().keeps_denormals);
    }
    EXPECT_TRUE(observe().rounds_up);
#if defined(__x86_64__)
    EXPECT_FALSE(observe().keeps_denormals);
    EXPECT_EQ(__builtin_ia32_stmxcsr() & 0x8040, 0x8040u);
#endif
}

TEST(FloatEnvironment, LeavesStickyFlagsAlone) {
    std::feclearexcept(FE_ALL_EXCEPT);
    {
        const FloatEnvironment environment;
        observe();  // inexact, underflow
    }
    EXPECT_EQ(std::fetestexcept(FE_ALL_EXCEPT), 0);
}

struct Observation {
    Behaviour* rows;
};
void observe_row(const Observation& in, const Row& row) {
    in.rows[row.y] = observe();
}
void observe_and_add(const Observation& in, const Row& row, Lanes& lanes) {
    in.rows[row.y] = observe();
    lanes.value[0] += 1;
    lanes.value[1] += 1e-20;  // the tree adds it to 1: an odd host would round up
}

// The host's threads too: every task of this scheduler runs on a thread that was set up strangely.
class StrangeScheduler final : public Scheduler {
  public:
    int workers() const override { return 1; }
    void run(int tasks, Task task, void* context) override {
        const StrangeHost host;
        for (int i = 0; i < tasks; ++i) {
            task(context, i);
            EXPECT_TRUE(observe().rounds_up);
        }
    }
};

TEST(FloatEnvironment, HoldsInEveryTask) {
    auto schedulers = other_schedulers();
    schedulers.push_back(std::make_unique<StrangeScheduler>());
    for (const int height : {3, 600}) {  // inline, and in several blocks
        const auto region = Region<2>::box({}, {100, height});
        for (const auto& scheduler : schedulers) {
            std::vector<Behaviour> rows(static_cast<std::size_t>(height), Behaviour{true, false});
            const StrangeHost host;
            const auto check = [&] {
                for (const Behaviour& row : rows) ASSERT_TRUE(!row.rounds_up && row.keeps_denormals);
                ASSERT_TRUE(observe().rounds_up);
                rows.assign(rows.size(), Behaviour{true, false});
            };
            parallel_rows(*scheduler, region, observe_row, {rows.data()});
            check();
            EXPECT_EQ(reduce_sum(*scheduler, region, observe_and_add, {rows.data()}), height);
            check();
        }
    }
}

}  // namespace
}  // namespace whorl
