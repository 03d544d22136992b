#include "parallel/thread_pool.hpp"

#include <algorithm>
#include <system_error>

#if defined(__linux__)
#include <pthread.h>
#endif

#include "core/ideas.hpp"
#include "core/text.hpp"

namespace whorl {
namespace {

constexpr std::uint32_t open_bit = 1u << 31;

/// A tenth of a millisecond or so: the coarse levels of a cycle, which run on one thread, are over by then.
constexpr int spins_before_sleep = without == Idea::spin ? 0 : 2500;

/// Longer than from one stage of a step to the next: who waits for so long has time to offer its core to others.
constexpr int spins_before_offer = 50;

/// A thread that moved to another core gives the system a chance to know better.
constexpr int least_stay = 100;

/// Set on a thread that runs tasks of a pool, any pool: a `run` from there would wait for itself.
thread_local bool inside_task = false;

void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

void name_this_thread([[maybe_unused]] int number) {
#if defined(__linux__)
    pthread_setname_np(pthread_self(), text("whorl %d", number).c_str());
#endif
}

int hardware_threads() {
    return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, ThreadPool::max_threads);
}

std::uint32_t first_of(std::uint64_t range) {
    return static_cast<std::uint32_t>(range);
}
std::uint32_t last_of(std::uint64_t range) {
    return static_cast<std::uint32_t>(range >> 32);
}

}  // namespace

void ThreadPool::Share::deal(int first, int last) {
    range.store(static_cast<std::uint64_t>(last) << 32 | static_cast<std::uint64_t>(first), std::memory_order_relaxed);
}

bool ThreadPool::Share::take_first(int& task) {
    std::uint64_t seen = range.load(std::memory_order_relaxed);
    while (first_of(seen) < last_of(seen)) {
        if (!range.compare_exchange_weak(seen, seen + 1, std::memory_order_relaxed)) continue;
        task = static_cast<int>(first_of(seen));
        return true;
    }
    return false;
}

bool ThreadPool::Share::take_last(int& task) {
    std::uint64_t seen = range.load(std::memory_order_relaxed);
    while (first_of(seen) < last_of(seen)) {
        if (!range.compare_exchange_weak(seen, seen - (std::uint64_t{1} << 32), std::memory_order_relaxed)) continue;
        task = static_cast<int>(last_of(seen) - 1);
        return true;
    }
    return false;
}

// With more threads than cores, spinning would only take time from the one that works.
ThreadPool::ThreadPool(int threads)
    : threads_(threads),
      spins_(threads <= hardware_threads() ? spins_before_sleep : 0),
      shares_(std::make_unique<Share[]>(static_cast<std::size_t>(threads))) {}

Result<std::unique_ptr<ThreadPool>> ThreadPool::make(int threads) {
    if (threads < 0 || threads > max_threads)
        return Error{text("%d threads are out of range; give 1 to %d, or 0 for one per hardware thread (%d here)",
                          threads, max_threads, hardware_threads())};
    std::unique_ptr<ThreadPool> pool(new ThreadPool(threads == 0 ? hardware_threads() : threads));
    if (auto started = pool->start(); !started) return started.error();
    return pool;
}

Result<void> ThreadPool::start() try {
    workers_.reserve(static_cast<std::size_t>(threads_ - 1));
    for (int self = 1; self < threads_; ++self) workers_.emplace_back([this, self] { serve(self); });
    return {};
} catch (const std::system_error& error) {
    return Error{text("the system refused thread %d of %d (%s); give fewer threads",
                      static_cast<int>(workers_.size()) + 2, threads_, error.what())};
}

ThreadPool::~ThreadPool() {
    stopping_.store(true, std::memory_order_relaxed);
    signal_.fetch_add(1, std::memory_order_release);
    signal_.notify_all();
    for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::run(int tasks, Task task, void* context) {
    if (threads_ == 1 || tasks < 2 || inside_task) {
        for (int i = 0; i < tasks; ++i) task(context, i);
        return;
    }
    const std::lock_guard<std::mutex> lock(callers_);
    open(tasks, task, context);
    inside_task = true;
    work(0);
    inside_task = false;
    close();
}

void ThreadPool::serve(int self) {
    name_this_thread(self);
    inside_task = true;
    int stays = 0;  // on a core for so many jobs
    CoreShare core;
    for (std::uint32_t seen = 0;;) {
        seen = wait_for_signal(seen, core);
        if (stopping_.load(std::memory_order_relaxed)) return;
        if (spins_ > 0 && --stays <= 0 && find_a_core(self)) stays = least_stay;
        if (!enter()) continue;
        work(self);
        leave();
    }
}

/// True if it moved. The cores of threads before it are taken: with one for each, all have one to themselves when the
/// last thread is up.
bool ThreadPool::find_a_core(int self) {
    const int mine = current_core();
    int taken[max_threads];
    bool is_shared = false;
    for (int i = 0; i < self; ++i) {
        taken[i] = shares_[i].core.load(std::memory_order_relaxed);
        is_shared = is_shared || (mine >= 0 && taken[i] == mine);
    }
    if (is_shared) (void)leave_cores({taken, static_cast<std::size_t>(self)});
    shares_[self].core.store(is_shared ? current_core() : mine, std::memory_order_relaxed);
    return is_shared;
}

std::uint32_t ThreadPool::wait_for_signal(std::uint32_t seen, CoreShare& core) {
    for (int i = 0; i < spins_; ++i) {
        const std::uint32_t now = signal_.load(std::memory_order_acquire);
        if (now != seen) return now;
        if (i == spins_before_offer) core.offer();
        pause();
    }
    signal_.wait(seen, std::memory_order_acquire);
    core.begin();
    return signal_.load(std::memory_order_acquire);
}

void ThreadPool::open(int tasks, Task task, void* context) {
    task_ = task;
    context_ = context;
    const auto share_start = [&](int i) { return static_cast<int>(std::int64_t(tasks) * i / threads_); };
    for (int i = 0; i < threads_; ++i) shares_[i].deal(share_start(i), share_start(i + 1));
    shares_[0].core.store(current_core(), std::memory_order_relaxed);
    gate_.store(open_bit, std::memory_order_release);
    signal_.fetch_add(1, std::memory_order_release);
    signal_.notify_all();
}

// Shares only shrink while the gate is open, so one round over the others finds everything that is left.
void ThreadPool::work(int self) {
    int index = 0;
    while (shares_[self].take_first(index)) task_(context_, index);
    for (int other = self + 1; other < self + threads_; ++other)
        while (shares_[other % threads_].take_last(index)) task_(context_, index);
}

void ThreadPool::close() {
    std::uint32_t inside = gate_.fetch_sub(open_bit, std::memory_order_acq_rel) - open_bit;
    for (int i = 0; inside != 0; ++i) {
        if (i < spins_)
            pause();
        else
            gate_.wait(inside, std::memory_order_acquire);
        inside = gate_.load(std::memory_order_acquire);
    }
}

bool ThreadPool::enter() {
    std::uint32_t seen = gate_.load(std::memory_order_relaxed);
    while (seen & open_bit)
        if (gate_.compare_exchange_weak(seen, seen + 1, std::memory_order_acquire, std::memory_order_relaxed))
            return true;
    return false;
}

void ThreadPool::leave() {
    if (gate_.fetch_sub(1, std::memory_order_release) == 1) gate_.notify_one();  // closed, and the last one out
}

Result<std::unique_ptr<Scheduler>> make_thread_pool(int threads) {
    auto pool = ThreadPool::make(threads);
    if (!pool) return pool.error();
    return std::unique_ptr<Scheduler>(std::move(pool).value());
}

}  // namespace whorl
