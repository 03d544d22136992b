// Whether a scene can start from a state of another one.
#pragma once

#include <string>

#include "scene/scene.hpp"

namespace whorl {

/// What keeps `wanted` from going on where `saved` was, in the words of scenes; empty if nothing does. A branch may
/// change every number, but not the grid, the scalars, the sides that are periodic, the method and the precision.
std::string obstacle_to_branch(const Scene& saved, const Scene& wanted);

}  // namespace whorl
