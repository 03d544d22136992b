// Surfaces for modelling programs: where a 3D field has a value, or a 2D field as a landscape.
#pragma once

#include "run/output.hpp"

namespace whorl {

Result<std::unique_ptr<Output>> make_mesh_output(const SceneOutput& output, const OutputPlace& place);

}  // namespace whorl
