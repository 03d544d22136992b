// From the name of a view to a picture of the flow.
#pragma once

#include <vector>

#include "render/image.hpp"
#include "run/simulator.hpp"

namespace whorl {

/// A field laid flat at the picture's resolution, row 0 at the bottom, mapped so that 0 to 1 spans the palette.
struct FlatField {
    int width = 0, height = 0;
    std::vector<float> values{};
};

/// Square pixels, whatever the shape of cells; linear between centres, around the edge where the domain is periodic, so
/// that the picture tiles. A 3D field is seen from the front: its mean along y, or the middle slice if it takes both
/// signs.
FlatField flatten(const SceneOutput& look, const Simulator& simulator);

/// Through the palette.
Result<Image> draw_view(const SceneOutput& look, const Simulator& simulator);

}  // namespace whorl
