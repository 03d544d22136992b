#include "parallel/rows.hpp"

namespace whorl {

void run_blocks(Scheduler& scheduler, int blocks, Scheduler::Task task, void* context) {
    if (blocks == 1)
        task(context, 0);
    else if (blocks > 1)
        scheduler.run(blocks, task, context);
}

}  // namespace whorl
