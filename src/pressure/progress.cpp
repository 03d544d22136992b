#include "pressure/progress.hpp"

#include <cmath>

namespace whorl {

Progress::Progress(SolveReport& report, const SolveGoal& goal, const Patience& patience)
    : report_(report),
      goal_(goal),
      patience_(patience),
      target_(goal.relative * report.rhs > goal.absolute ? goal.relative * report.rhs : goal.absolute),
      mark_(report.residual) {}

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
    return !report_.stagnated && iterations < goal_.max_iterations;
}

}  // namespace whorl
