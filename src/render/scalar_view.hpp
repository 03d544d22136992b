// Flat pictures of any scalar, with or without a sign: a range of values spread over a palette.
#pragma once

#include <functional>

#include "render/cell_field.hpp"
#include "render/image.hpp"
#include "render/palette.hpp"
#include "render/sampler.hpp"

namespace whorl {

struct ScalarStyle {
    ValueRange range{};  ///< values at the palette's two ends, which must differ
    double scale = 1;    ///< pixels a cell, 1 to 64
    Wraps wraps{};
    Scheduler* scheduler = nullptr;
};

/// What is not a number takes the lower end. Refuses an empty field, a scale out of range and a range without width.
Result<Image> draw_scalar(View<const float, 2> field, const Palette& palette, const ScalarStyle& style);

/// A range that shows the field: from 0 up for one without sign, even about 0 for one with; never without width.
/// The largest value may be a single cell's: `kept` of the cells' values fit into the range, the rest takes the ends.
ValueRange fitting_range(const View<const float, 2>& field, bool has_sign, double kept = 0.995);

/// Solid cells in grey with a dark outline where the fraction crosses one half, laid over the picture.
Result<void> overlay_solid(Image& image, View<const float, 2> fraction, const Color& fill = {0.12f, 0.12f, 0.13f, 1});

/// In grey, from the distance of a place in pixels, y downwards, to the nearest solid: sharp at any size.
void draw_solid(Image& image, const std::function<double(double x, double y)>& pixels,
                const Color& fill = {0.205f, 0.235f, 0.279f, 1});

/// The palette from low to high with the two values, and the middle one, beside it, to the right of the picture; above
/// both the title. Either may be left out.
struct LegendStyle {
    std::string title{};
    bool bar = true;
    Color ground{0.012f, 0.014f, 0.02f, 1};
    Color ink{0.75f, 0.75f, 0.75f, 1};
};
Result<Image> with_legend(const Image& picture, const Palette& palette, const ValueRange& range,
                          const LegendStyle& style);

}  // namespace whorl
