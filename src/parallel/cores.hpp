// Which core a thread is on, and how it leaves one that another thread needs.
//
// Systems wake a thread on the core that it slept on, or on that of its waker, and take from milliseconds to half a
// second to notice that two threads of a pool share one core while another has nothing to do. Steps are over before.
#pragma once

#include <span>

namespace whorl {

/// -1 where the system does not tell.
int current_core();

/// Moves the calling thread to a core that is not among these, if it may use one, and leaves it free to be moved
/// anywhere again. False if there is none.
bool leave_cores(std::span<const int> cores);

}  // namespace whorl
