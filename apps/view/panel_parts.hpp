// What the sources of the panels share.
#pragma once

#include <imgui.h>

#include <string>

#include "app.hpp"

namespace whorl::view {

extern ImVec4 quiet, strong;  ///< words that step back, and that stand out; by the theme

/// Shown while the mouse is over what was drawn last.
void tip(const std::string& words);

Event pressed(const Key& key);

}  // namespace whorl::view
