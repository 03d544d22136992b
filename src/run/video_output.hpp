// Film in parts: a part ends at every checkpoint, so that a killed run loses no frame; at the end they are joined.
#pragma once

#include "run/output.hpp"
#include "run/picture.hpp"

namespace whorl {

/// Parts that were begun after `place.first_frame` are removed: their frames will come again.
Result<std::unique_ptr<Output>> make_video_output(const SceneOutput& look, Picture picture, const OutputPlace& place);

}  // namespace whorl
