// When a solve ends: at its goal, at its last iteration, or when it gets no further.
#pragma once

#include <chrono>

#include "whorl/pressure.hpp"

namespace whorl {

/// A method gets no further if in `iterations` the residual has not fallen below `factor` times what it was. In float
/// that is rounding: b - A x cannot be computed any better.
struct Patience {
    int iterations;
    double factor;
};

/// Whether to measure a residual after an iteration: it costs a quarter of a cycle.
enum class Look { now, later, not_at_all };

class Progress {
  public:
    Progress(SolveReport& report, const SolveGoal& goal, const Patience& patience);

    double target() const { return target_; }

    /// After so many iterations in all. Not at all: they count as enough, see take_for_reached.
    Look look(int iterations) const;
    void take_for_reached(int iterations) { goes_on(expected(iterations), iterations); }

    /// Takes note of a residual after so many iterations in all. False when it is time to end, with the reason in the
    /// report. A residual that is not a number ends it.
    bool goes_on(double residual, int iterations);

    /// Ends it because the method itself cannot go on.
    void give_up() { report_.stagnated = !report_.reached; }

  private:
    bool has_time(int iterations) const;
    double expected(int iterations) const;  ///< from the last one that was measured

    SolveReport& report_;
    SolveGoal goal_;
    Patience patience_;
    double target_, mark_;
    int marked_at_ = 0;
    std::chrono::steady_clock::time_point start_{};  // only where time is limited
};

}  // namespace whorl
