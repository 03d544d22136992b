// Lessons, a minute each: two fluids side by side from the same start, and what to look for.
#pragma once

#include <span>
#include <string>

namespace whorl::view {

struct Lesson {
    const char* title;
    const char* text;
    const char *left_label, *right_label;
    const char* scene;         ///< TOML that both begin with
    const char *left, *right;  ///< TOML that each adds
    const char* field;         ///< to look at
};

std::span<const Lesson> lessons();

}  // namespace whorl::view
