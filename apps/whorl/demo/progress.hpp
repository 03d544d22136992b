// How far a run is and how long it will take.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace whorl {

class Progress {
  public:
    explicit Progress(int frames) : frames_(frames) {}

    /// "frame 37 of 240   15%   37 steps   12 s left", with `frame` frames done.
    std::string line(int frame, std::int64_t steps) const;

    /// Whether `frame` is the first of another tenth of the run: for plain logs.
    bool at_tenth(int frame) const;

  private:
    using Clock = std::chrono::steady_clock;

    int frames_;
    Clock::time_point start_ = Clock::now();
};

}  // namespace whorl
