// A pool of threads that shares the machine politely.
//
// Tasks are dealt out in contiguous shares, one for each thread, so that a thread meets the same rows, still in its
// cache, from one stage to the next. Whoever has finished takes tasks from the far end of the others' shares. The
// caller works too and never waits for a thread that has not woken up: if another program holds the cores, the caller
// simply does more of the tasks itself. Idle threads spin for some microseconds, since a step's stages follow each
// other closely, and then sleep. One that finds itself on the core of another looks for one of its own, and one that
// waits offers its core to other programs before the system takes it away in the middle of a task (cores.hpp).
//
// The gate keeps late threads out of the wrong job: it is open while a job runs and counts the threads inside. The
// caller closes it when no task is left and waits for those inside; the job's data change only while it is closed and
// empty.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/memory.hpp"
#include "parallel/cores.hpp"
#include "whorl/parallel.hpp"

namespace whorl {

class ThreadPool final : public Scheduler {
  public:
    static constexpr int max_threads = 256;

    /// See make_thread_pool.
    static Result<std::unique_ptr<ThreadPool>> make(int threads);
    ~ThreadPool() override;

    int workers() const override { return threads_; }
    void run(int tasks, Task task, void* context) override;

  private:
    /// Tasks first <= i < last that are still to be taken, in one word so that both ends move atomically.
    struct alignas(cache_line) Share {
        std::atomic<std::uint64_t> range{0};
        std::atomic<int> core{-1};  // that its thread was seen on last

        void deal(int first, int last);
        bool take_first(int& task);
        bool take_last(int& task);
    };

    explicit ThreadPool(int threads);
    Result<void> start();
    void serve(int self);
    std::uint32_t wait_for_signal(std::uint32_t seen, CoreShare& core);
    bool find_a_core(int self);
    void open(int tasks, Task task, void* context);
    void work(int self);
    void close();
    bool enter();
    void leave();

    const int threads_;
    const int spins_;
    Task task_ = nullptr;
    void* context_ = nullptr;
    std::unique_ptr<Share[]> shares_;  // [0] is the caller's
    std::mutex callers_;               // one job at a time

    // 32 bits, because those sleep in the kernel directly; on lines of their own, because all threads touch them.
    alignas(cache_line) std::atomic<std::uint32_t> signal_{0};  // goes up with every job; idle threads sleep on it
    alignas(cache_line) std::atomic<std::uint32_t> gate_{0};    // threads inside, plus `open_bit`
    std::atomic<bool> stopping_{false};
    std::vector<std::thread> workers_;
};

}  // namespace whorl
