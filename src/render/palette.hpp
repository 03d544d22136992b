// Palettes: a number from 0 to 1 becomes a colour.
//
// Each is a handful of control colours, blended in OKLab so that equal steps of the value look like equal steps.
// `viridis`, `magma` and `inferno` (van der Walt and Smith 2015) are given by nine of their colours and stay within
// one or two 8-bit codes of the original tables at those, a few between. `turbo` is the polynomial that its author
// gives
// (`mikhailov2019`). The diverging ones are arcs of OKLab with the same lightness at both ends, for fields with a sign:
// zero is white in `diverging` and black in `diverging-dark`. `blackbody` takes its hues from Planck's law, 900 to 6500
// kelvin, and its lightness from the value.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "render/color.hpp"
#include "whorl/types.hpp"

namespace whorl {

class Palette {
  public:
    /// Control colours at equal distances, as 0xRRGGBB; two or more.
    explicit Palette(std::span<const std::uint32_t> controls);
    /// By formula, for values from 0 to 1.
    explicit Palette(Color (*formula)(float value));

    /// Values outside 0 to 1 take the nearer end; NaN takes the lower one.
    Color operator()(float value) const;

  private:
    static constexpr int steps = 256;
    std::array<Color, steps + 1> colors_;
};

std::span<const std::string_view> palette_names();

/// An unknown name is an Error with the nearest right one and the whole list.
Result<Palette> find_palette(std::string_view name);

}  // namespace whorl
