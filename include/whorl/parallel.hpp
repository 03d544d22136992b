// Who runs the work: whorl's own pool of threads, the calling thread alone, or the job system of a game.
//
// whorl cuts its work into tasks in a way that does not depend on the number of threads, so every scheduler gives the
// same bits.
#pragma once

#include <memory>

#include "whorl/types.hpp"

namespace whorl {

/// Runs tasks. Derive from it to let whorl run inside an existing job system:
///
///     class GameJobs : public whorl::Scheduler {
///         int workers() const override { return jobs.thread_count(); }
///         void run(int tasks, Task task, void* context) override {
///             jobs.parallel_for(tasks, [=](int i) { task(context, i); });
///         }
///     };
class Scheduler {
  public:
    using Task = void (*)(void* context, int index);

    virtual ~Scheduler() = default;

    /// How many tasks may run at once, at least 1. A hint: results do not depend on it.
    virtual int workers() const = 0;

    /// Calls `task(context, i)` once for each 0 <= i < tasks, in any order, on any threads, and returns when all have
    /// returned; what they wrote is then visible to the caller. Tasks do not wait for each other and do not throw;
    /// `run` must not throw either. A step calls this often, for microseconds of work each: it should not allocate.
    virtual void run(int tasks, Task task, void* context) = 0;
};

/// A pool in which the caller of `run` works along with `threads - 1` threads of its own. 1 to 256; 0 is one for each
/// hardware thread. Safe to share: several threads may call `run`, one after the other gets the pool, and a task that
/// calls `run` itself has it done on the spot.
Result<std::unique_ptr<Scheduler>> make_thread_pool(int threads = 0);

/// Runs everything on the calling thread.
Scheduler& serial_scheduler();

}  // namespace whorl
