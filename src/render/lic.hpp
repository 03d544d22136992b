// Line integral convolution (`cabral1993`): noise smeared along the flow, so that every place shows its direction.
// Colour tells the speed.
#pragma once

#include "render/cell_field.hpp"
#include "render/image.hpp"
#include "render/palette.hpp"
#include "render/sampler.hpp"

namespace whorl {

struct LicStyle {
    double scale = 4;   ///< pixels a cell, 1 to 64
    double reach = 18;  ///< pixels that the noise is smeared over each way, 1 to 200
    float fastest = 0;  ///< m/s at the palette's upper end; 0: that of the flow
    Wraps wraps{};
    Scheduler* scheduler = nullptr;
};

/// Refuses an empty flow and numbers out of range.
Result<Image> draw_lic(const Flow<2>& flow, const Palette& palette, const LicStyle& style = {});

}  // namespace whorl
