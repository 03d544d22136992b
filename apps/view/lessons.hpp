// Lessons, a minute each: two fluids side by side from the same start, and what to look for.
#pragma once

#include <span>

#include "live_fluid.hpp"

namespace whorl::view {

struct Lesson {
    const char* title;
    const char* text;
    const char *left_label, *right_label;
    const char* field;  ///< to look at
    Result<std::unique_ptr<LiveFluid>> (*open)(bool is_right, Scheduler& scheduler);
};

std::span<const Lesson> lessons();

}  // namespace whorl::view
