// Drives a scene from its first frame to its last: steps, measures, outputs, checkpoints. What command line, viewer and
// bindings share.
//
//     auto run = Run::prepare(scene, {.out = "out/plume"});   // nothing is written yet; what cannot work is refused
//     here auto result = run.value().go();
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "run/measures.hpp"
#include "run/output.hpp"
#include "run/simulator.hpp"

namespace whorl {

/// How far a run is, after a frame, or every other second inside a long one.
struct RunProgress {
    int frame = 0, frames = 0;
    std::int64_t steps = 0;
    double time = 0;          ///< of the flow, s
    double seconds = 0;       ///< since the start
    double seconds_left = 0;  ///< at this pace
    double cells_per_second = 0;
    double residual = 0;      ///< of the last projection: divergence after it over that before
    bool is_between = false;  ///< the frame after it has taken a while and is not done
    const Simulator* simulator = nullptr;
};

struct RunOptions {
    std::string out{};
    int frames = 0;          ///< instead of the scene's, if above 0
    int threads = 0;         ///< 0: one for each hardware thread
    double max_memory = 0;   ///< bytes; 0: what is available
    bool overwrite = false;  ///< results of another scene in `out`
    std::string resume{};    ///< a checkpoint of this scene, to go on from
    std::string branch{};    ///< one of another scene on the same grid, to start from
    bool writes = true;      ///< outputs, measures and checkpoints
    std::function<void(const RunProgress&)> progress{};
    std::function<bool()> stop{};  ///< asked after every step: whether to end with a checkpoint
};

struct RunResult {
    int frames = 0;
    std::int64_t steps = 0;
    double seconds = 0;  ///< of the flow
    std::uint64_t hash = 0;
    double max_divergence = 0;
    std::vector<std::string> files{};
    std::vector<std::string> warnings{};
    bool stopped = false;
    std::string checkpoint{};  ///< if stopped: to resume from
};

class Run {
  public:
    static Result<Run> prepare(const Scene& scene, const RunOptions& options);
    Result<RunResult> go();
    const Simulator& simulator() const { return *simulator_; }

  private:
    Run(const Scene& scene, const RunOptions& options);
    Result<void> load(const std::string& file, bool is_branch);
    Result<void> check_folder() const;
    Result<void> open_outputs();
    double next_step() const;
    Result<bool> advance_a_frame(RunResult& result);
    Result<void> record_frame();
    bool checkpoint_is_due() const;
    std::string checkpoint_folder() const;
    std::string checkpoint_path(std::int64_t steps) const;
    void adopt_checkpoints();
    Result<std::string> write_checkpoint_now();
    Result<RunResult> finish(RunResult result);
    Result<RunResult> stop_early(RunResult result);
    void tell(bool is_between = false);

    using Clock = std::chrono::steady_clock;

    Scene scene_;
    RunOptions options_;
    std::unique_ptr<Scheduler> scheduler_{};
    std::unique_ptr<Simulator> simulator_{};
    Measures measures_;
    std::vector<std::unique_ptr<Output>> outputs_{};
    std::vector<std::string> checkpoints_{};  // of this run, oldest first

    int frame_ = 0;  // done
    // Frames are counted from here: where the run began, or where a branch left.
    double base_time_ = 0;
    int base_frame_ = 0;
    std::int64_t base_steps_ = 0;
    bool is_fresh_ = true, is_asked_to_stop_ = false;
    int first_frame_ = 0;  // of this process
    std::int64_t first_steps_ = 0;
    Clock::time_point start_{}, last_checkpoint_{}, last_told_{};
    Report report_{};
};

}  // namespace whorl
