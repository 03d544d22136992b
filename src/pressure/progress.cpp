#include "pressure/progress.hpp"

#include <cmath>

namespace whorl {

Progress::Progress(SolveReport& report, const SolveGoal& goal, const Patience& patience)
    : report_(report),
      goal_(goal),
      patience_(patience),
      target_(goal.relative * report.rhs > goal.absolute ? goal.relative * report.rhs : goal.absolute),
      mark_(report.residual) {
    if (goal.max_milliseconds > 0) start_ = std::chrono::steady_clock::now();
}

/// For one more, at the pace so far.
bool Progress::has_time(int iterations) const {
    if (goal_.max_milliseconds <= 0) return true;
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start_;
    return spent.count() * (1 + 1.0 / (iterations > 0 ? iterations : 1)) <= goal_.max_milliseconds;
}

bool Progress::goes_on(double residual, int iterations) {
    report_.residual = residual;
    report_.iterations = iterations;
    report_.reached = residual <= target_;
    if (report_.reached) return false;
    if (!std::isfinite(residual)) {
        report_.stagnated = true;
        return false;
    }
    if (iterations - marked_at_ >= patience_.iterations) {
        report_.stagnated = !(residual < patience_.factor * mark_);
        mark_ = residual;
        marked_at_ = iterations;
    }
    return !report_.stagnated && iterations < goal_.max_iterations && has_time(iterations);
}

}  // namespace whorl
