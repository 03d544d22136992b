// Views of a 3D fluid in perspective, by name: smoke, fire, dyes, surfaces, and the reference for them.
#pragma once

#include "render/view.hpp"

namespace whorl {

/// `name` is one of density, volume, fire, path, dyes and surface.
Result<Image> draw_in_space(const ViewSource<3>& source, std::string_view name, const ViewStyle<3>& style);

}  // namespace whorl
