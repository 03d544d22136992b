#include "parallel/thread_pool.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <set>

#if defined(__linux__)
#include <pthread.h>
#endif

namespace whorl {
namespace {

/// Runs `task(i)`, any callable, on a scheduler.
template <class F> void run(Scheduler& scheduler, int tasks, F&& task) {
    scheduler.run(
        tasks, [](void* context, int i) { (*static_cast<std::remove_reference_t<F>*>(context))(i); }, &task);
}

/// Some work that the compiler cannot leave out; `amount` of about a nanosecond each.
void spend(int amount) {
    volatile int left = amount;
    while (left > 0) left = left - 1;
}

void expect_each_once(Scheduler& scheduler, int tasks) {
    std::vector<int> count(static_cast<std::size_t>(tasks), 0);  // plain ints: a race would show under tsan
    run(scheduler, tasks, [&](int i) { ++count[i]; });
    for (int i = 0; i < tasks; ++i) ASSERT_EQ(count[i], 1) << i << " of " << tasks;
}

TEST(ThreadPool, RunsEachTaskOnce) {
    for (const int threads : {1, 2, 3, 8}) {
        const auto pool = make_thread_pool(threads).value();
        EXPECT_EQ(pool->workers(), threads);
        for (int round = 0; round < 200; ++round)
            for (const int tasks : {0, 1, 2, 3, 7, 64, 333}) expect_each_once(*pool, tasks);
    }
}

// One share holds all the work. A sleep per task lets others run even on a single core, so some must be stolen.
TEST(ThreadPool, StealsFromUnevenShares) {
    const auto pool = make_thread_pool(4).value();
    std::vector<std::thread::id> who(400);
    run(*pool, 400, [&](int i) {
        if (i < 100) std::this_thread::sleep_for(std::chrono::microseconds(200));
        who[i] = std::this_thread::get_id();
    });
    const std::set<std::thread::id> workers(who.begin(), who.begin() + 100);
    EXPECT_GT(workers.size(), 1u);
    for (const auto& id : who) EXPECT_NE(id, std::thread::id());
}

TEST(ThreadPool, CallerTakesPart) {
    const auto pool = make_thread_pool(2).value();
    std::atomic<int> mine{0};
    const auto caller = std::this_thread::get_id();
    run(*pool, 200, [&](int) {
        std::this_thread::sleep_for(std::chrono::microseconds(50));
        if (std::this_thread::get_id() == caller) ++mine;
    });
    EXPECT_GT(mine, 0);
}

// A task that stays away for long holds up nothing but itself.
TEST(ThreadPool, DoesTheRestWhileOneTaskIsSlow) {
    const auto pool = make_thread_pool(3).value();
    std::atomic<int> others{0};
    int seen = 0;
    run(*pool, 300, [&](int i) {
        if (i != 150) {
            ++others;
            return;
        }
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        while (others < 299 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
        seen = others;
    });
    EXPECT_EQ(seen, 299);
}

TEST(ThreadPool, RunsNestedTasksOnTheSpot) {
    const auto pool = make_thread_pool(3).value();
    const auto other = make_thread_pool(2).value();
    std::vector<int> count(20 * 30, 0);
    run(*pool, 20, [&](int i) {
        const auto thread = std::this_thread::get_id();
        Scheduler& inner = i % 2 ? *pool : *other;
        run(inner, 30, [&](int j) {
            EXPECT_EQ(std::this_thread::get_id(), thread);
            ++count[i * 30 + j];
        });
    });
    for (const int c : count) ASSERT_EQ(c, 1);
    expect_each_once(*pool, 100);  // and the pool is as good as before
}

TEST(ThreadPool, ServesSeveralCallers) {
    const auto pool = make_thread_pool(3).value();
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 4; ++caller)
        callers.emplace_back([&] {
            for (int round = 0; round < 300; ++round) expect_each_once(*pool, 1 + round % 50);
        });
    for (std::thread& caller : callers) caller.join();
}

// Late wakers, early finishers, sleepers and stealers in all combinations; what one round writes, the next reads.
TEST(ThreadPool, StandsStress) {
    for (const int threads : {2, 4, 8}) {
        const auto pool = make_thread_pool(threads).value();
        std::vector<long> values(97, 0);
        constexpr int rounds = 3000;
        for (int round = 0; round < rounds; ++round) {
            const int tasks = 2 + round * 7 % 95;
            run(*pool, 97, [&](int i) {
                spend(i < tasks ? i % 5 * 20 : 0);
                values[i] += round;
            });
            if (round % 1000 == 999) std::this_thread::sleep_for(std::chrono::milliseconds(2));  // let them fall asleep
        }
        for (const long value : values) ASSERT_EQ(value, long(rounds) * (rounds - 1) / 2);
    }
}

TEST(ThreadPool, ComesAndGoes) {
    for (int round = 0; round < 100; ++round) {
        const auto pool = make_thread_pool(4).value();
        if (round % 2) expect_each_once(*pool, 10);
    }
}

TEST(ThreadPool, RefusesSizesOutOfRange) {
    for (const int threads : {-1, 257, 100'000}) {
        const auto pool = make_thread_pool(threads);
        ASSERT_FALSE(pool);
        EXPECT_EQ(
            pool.error().message.rfind(std::to_string(threads) + " threads are out of range; give 1 to 256, or 0", 0),
            0u)
            << pool.error().message;
    }
    EXPECT_GE(make_thread_pool(0).value()->workers(), 1);
}

#if defined(__linux__)
TEST(ThreadPool, NamesItsThreads) {
    const auto pool = make_thread_pool(2).value();
    const auto caller = std::this_thread::get_id();
    std::string name;
    for (int attempt = 0; attempt < 1000 && name.empty(); ++attempt)
        run(*pool, 2, [&](int i) {
            if (i == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            if (i == 0 || std::this_thread::get_id() == caller) return;
            char words[16] = "";
            pthread_getname_np(pthread_self(), words, sizeof words);
            name = words;
        });
    EXPECT_EQ(name, "whorl 1");
}
#endif

TEST(SerialScheduler, RunsInOrderOnTheCaller) {
    std::vector<int> order;
    run(serial_scheduler(), 5, [&](int i) { order.push_back(i); });
    EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4}));
    EXPECT_EQ(serial_scheduler().workers(), 1);
}

}  // namespace
}  // namespace whorl
