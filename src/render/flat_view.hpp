// Flat views by name, from wherever the fields come: a 2D fluid, or a slice of a 3D one.
#pragma once

#include <functional>

#include "render/view.hpp"

namespace whorl {

struct FlatFields {
    std::function<Result<CellField<2>>(std::string_view name)> field;
    std::function<Flow<2>()> flow;
    CellField<2> solid{};  ///< empty: no obstacles
};

/// Names that do not depend on the fluid's scalars.
std::span<const std::string_view> flat_names();
std::span<const std::string_view> overlay_names();

/// "a + b+c" -> a, b, c.
std::vector<std::string> layers_of(std::string_view view);

/// The named layers, the first below the others. Their names are known to be right.
Result<Image> draw_flat(const FlatFields& fields, const std::vector<std::string>& layers, const ViewStyle<2>& style);

}  // namespace whorl
