// Times of several pieces of work, taken in turns, so that a busy moment of the machine falls on all of them.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

namespace whorl {

/// Milliseconds that f takes.
template <class F> double ms_of(const F& f) {
    const auto start = std::chrono::steady_clock::now();
    f();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Milliseconds of one of `passes` passes. One before them finds its memory where others in turn left it, and does not
/// count.
template <class F> double ms_of_passes(int passes, const F& pass) {
    pass();
    return ms_of([&] {
               for (int i = 0; i < passes; ++i) pass();
           }) /
           passes;
}

/// What was said took how long: each measures itself, once per round; the fastest of its rounds counts.
inline std::vector<double> fastest(int rounds, const std::vector<std::function<double()>>& measures) {
    std::vector<double> best(measures.size(), 1e300);
    for (int round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < measures.size(); ++i) best[i] = std::min(best[i], measures[i]());
    return best;
}

}  // namespace whorl
