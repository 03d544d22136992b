// Names that many places spell.
#pragma once

namespace whorl {

inline constexpr const char* axis_names[] = {"x", "y", "z"};
inline constexpr const char* component_names[] = {"velocity.x", "velocity.y", "velocity.z"};  // fields, by axis

}  // namespace whorl
