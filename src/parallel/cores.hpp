// Which core a thread is on, how it leaves one that another thread needs, and how it shares one with other programs.
//
// Systems wake a thread on the core that it slept on, or on that of its waker, and take from milliseconds to half a
// second to notice that two threads of a pool share one core while another has nothing to do. Steps are over before.
#pragma once

#include <chrono>
#include <span>

namespace whorl {

/// -1 where the system does not tell.
int current_core();

/// Moves the calling thread to a core that is not among these, if it may use one, and leaves it free to be moved
/// anywhere again. False if there is none.
bool leave_cores(std::span<const int> cores);

/// A thread's share of a core that others need, too. A system takes it away after some milliseconds, wherever the
/// thread is by then: in the middle of a task, most likely, and whoever waits for that task has to wait for the others
/// as well. So it is offered before, at a moment when nobody waits for anything of this thread.
class CoreShare {
  public:
    /// The thread has been waiting until now.
    void begin() { since_ = Clock::now(); }
    /// Nobody waits for this thread: others may have its core if it has held that for a millisecond.
    void offer();

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point since_ = Clock::now();
};

}  // namespace whorl
