// What the sources of the panels share.
#pragma once

#include <imgui.h>

#include <string>

#include "app.hpp"

namespace whorl::view {

extern ImVec4 quiet, strong;  ///< words that step back, and that stand out; by the theme

/// Of the column that is left, if those below ask for so many times as much.
inline float share(float others) {
    return 1 / (1 + others);
}

/// Shown while the mouse is over what was drawn last.
void tip(const std::string& words);

Event pressed(const Key& key);

}  // namespace whorl::view
