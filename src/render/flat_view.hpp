// Flat views by name, from wherever the fields come: a 2D fluid, or a slice of a 3D one.
#pragma once

#include "render/view.hpp"

namespace whorl {

/// Names that do not depend on the fluid's scalars.
std::span<const std::string_view> flat_names();
std::span<const std::string_view> overlay_names();

/// "a + b+c" -> a, b, c.
std::vector<std::string> layers_of(std::string_view view);

/// The named layers, the first below the others. Their names are known to be right.
Result<Image> draw_flat(const ViewSource<2>& source, const std::vector<std::string>& layers, const ViewStyle<2>& style);

}  // namespace whorl
