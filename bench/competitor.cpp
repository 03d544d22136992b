#include "bench/competitor.hpp"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace whorl {
namespace {

/// On the first core that this process may use; ends with its parent.
[[noreturn]] void stay_busy() {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    cpu_set_t allowed, first;
    CPU_ZERO(&allowed);
    CPU_ZERO(&first);
    sched_getaffinity(0, sizeof allowed, &allowed);
    for (int core = 0; core < CPU_SETSIZE; ++core)
        if (CPU_ISSET(core, &allowed)) {
            CPU_SET(core, &first);
            break;
        }
    sched_setaffinity(0, sizeof first, &first);
    for (volatile unsigned count = 0;;) count = count + 1;
}

}  // namespace

Competitor::Competitor() : process_(fork()) {
    if (process_ == 0) stay_busy();
}

Competitor::~Competitor() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
}

}  // namespace whorl
