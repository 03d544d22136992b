#include "whorl/parallel.hpp"

namespace whorl {
namespace {

class SerialScheduler final : public Scheduler {
  public:
    int workers() const override { return 1; }
    void run(int tasks, Task task, void* context) override {
        for (int i = 0; i < tasks; ++i) task(context, i);
    }
};

}  // namespace

Scheduler& serial_scheduler() {
    static SerialScheduler scheduler;
    return scheduler;
}

}  // namespace whorl
