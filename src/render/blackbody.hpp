// The colour and the brightness of a glowing body: Planck's law seen through the CIE 1931 observer, whose curves are
// taken from the fits of `wyman2013`.
#pragma once

#include "render/color.hpp"

namespace whorl {

/// The colour alone, its strongest channel 1. Temperatures are held to 500 to 40000 K; the eye sees little outside.
Color blackbody_hue(double kelvin);

/// How much brighter than a body of `reference` kelvin, per area: 0 for a cold one.
double blackbody_brightness(double kelvin, double reference);

}  // namespace whorl
