// Schedulers that tests compare: pools of several sizes, and one that a host might bring.
#pragma once

#include <memory>
#include <vector>

#include "tests/sanitizer.hpp"
#include "whorl/parallel.hpp"

namespace whorl {

/// A host's scheduler that runs the tasks backwards, on the calling thread.
class ReversedScheduler final : public Scheduler {
  public:
    int workers() const override { return 4; }
    void run(int tasks, Task task, void* context) override {
        for (int i = tasks - 1; i >= 0; --i) task(context, i);
    }
};

/// Pools of 1, 2, 3 and 8 threads, and the reversed one: all must give the bits of serial_scheduler().
inline std::vector<std::unique_ptr<Scheduler>> other_schedulers() {
    std::vector<std::unique_ptr<Scheduler>> schedulers;
    for (const int threads : {1, 2, 3, 8}) schedulers.push_back(make_thread_pool(threads).value());
    schedulers.push_back(std::make_unique<ReversedScheduler>());
    return schedulers;
}

/// The same for work that takes long: under a sanitizer a single pool.
inline std::vector<std::unique_ptr<Scheduler>> schedulers_for_long_work() {
    if (!under_sanitizer) return other_schedulers();
    std::vector<std::unique_ptr<Scheduler>> schedulers;
    schedulers.push_back(make_thread_pool(3).value());
    return schedulers;
}

}  // namespace whorl
