#include "parallel/cores.hpp"

#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

namespace whorl {

#if defined(__linux__)

int current_core() {
    return sched_getcpu();
}

bool leave_cores(std::span<const int> cores) {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return false;
    cpu_set_t others = allowed;
    for (const int core : cores)
        if (core >= 0 && core < CPU_SETSIZE) CPU_CLR(static_cast<std::size_t>(core), &others);
    if (CPU_COUNT(&others) == 0 || sched_setaffinity(0, sizeof others, &others) != 0) return false;
    return sched_setaffinity(0, sizeof allowed, &allowed) == 0;
}

#else

int current_core() {
    return -1;
}
bool leave_cores(std::span<const int>) {
    return false;
}

#endif

void CoreShare::offer() {
    // With half of it and with twice as much, a step beside a busy program takes some 5% longer.
    constexpr std::chrono::milliseconds least_held(1);
    if (Clock::now() - since_ < least_held) return;
    std::this_thread::yield();
    begin();
}

}  // namespace whorl
