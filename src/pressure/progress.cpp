#include "pressure/progress.hpp"

#include <cmath>

namespace whorl {
namespace {

/// What a first iteration never gains, so that nobody need look: it is 6 to 15.
constexpr double most_gain = 50;
/// What is expected to be so far from the target, as parts of it, is taken for granted: of four that are 1.3 or further
/// above it, less than one is there already, and to look costs a quarter of what it might save.
constexpr double surely_less = 0.7, surely_more = 1.3;

}  // namespace

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

double Progress::expected(int iterations) const {
    double left = report_.residual;
    for (int i = report_.iterations; i < iterations; ++i) left *= goal_.expected_gain;
    return left;
}

Look Progress::look(int iterations) const {
    if (iterations >= goal_.max_iterations || goal_.max_milliseconds > 0) return Look::now;
    if (iterations == 1 && report_.residual > most_gain * target_) return Look::later;
    if (!(goal_.expected_gain > 0)) return Look::now;
    const double left = expected(iterations);
    return left < surely_less * target_ ? Look::not_at_all : left > surely_more * target_ ? Look::later : Look::now;
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
