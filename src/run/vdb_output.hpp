// Volumes of a run for Houdini, Blender and renderers.
#pragma once

#include "run/output.hpp"

namespace whorl {

std::unique_ptr<Output> make_vdb_output(const SceneOutput& what, const OutputPlace& place);

}  // namespace whorl
