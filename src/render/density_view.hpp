// Flat pictures of densities: one field through a palette, or several inks at once.
//
// Inks on paper are filters: their transmittances multiply (Beer-Lambert), so that where two overlap the paper is
// darker than under either. Inks as light add up, as lamps do.
// Between cell centres the field is interpolated before it is coloured: blending finished colours would show the grid.
#pragma once

#include <span>

#include "render/image.hpp"
#include "render/palette.hpp"
#include "render/sampler.hpp"
#include "whorl/types.hpp"

namespace whorl {

struct DensityStyle {
    float exposure = 1;  ///< a density of 1 / exposure takes the palette's upper end
    double scale = 1;    ///< pixels a cell, 1 to 64; the picture's sides are rounded to whole pixels
    bool alpha = false;  ///< what is thin is also transparent
    Wraps wraps{};
};

/// A value that is negative or no number draws as 0. Refuses an empty field and a scale or exposure out of range.
Result<Image> draw_density(View<const float, 2> density, const Palette& palette, const DensityStyle& style = {});

struct Ink {
    View<const float, 2> amount;
    Color color;  ///< of white paper under an amount of 1 / exposure, or of the light of much more than that
};

enum class InkMixing { pigment, light };

struct InkStyle {
    InkMixing mixing = InkMixing::pigment;
    Color ground{1, 1, 1, 1};  ///< the paper, or the dark; opaque
    float exposure = 1;
    double scale = 1;  ///< as in DensityStyle
    Wraps wraps{};
};

/// As `draw_density`; all inks must have the same shape.
Result<Image> draw_inks(std::span<const Ink> inks, const InkStyle& style = {});

}  // namespace whorl
