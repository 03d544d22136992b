// Rows of a picture on all threads. A row depends on nothing that another writes, so any number of threads gives the
// same bits.
#pragma once

#include "parallel/float_environment.hpp"
#include "whorl/parallel.hpp"

namespace whorl {

/// Calls `draw(y)` for each 0 <= y < rows, in any order; `draw` must not throw.
template <class Draw> void each_row(Scheduler* scheduler, int rows, const Draw& draw) {
    const auto task = [](void* context, int y) {
        const FloatEnvironment environment;
        (*static_cast<const Draw*>(context))(y);
    };
    Scheduler& runner = scheduler ? *scheduler : serial_scheduler();
    runner.run(rows, task, const_cast<Draw*>(&draw));
}

}  // namespace whorl
