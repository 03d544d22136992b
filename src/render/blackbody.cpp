#include "render/blackbody.hpp"

#include <algorithm>
#include <cmath>

namespace whorl {
namespace {

constexpr double coldest = 500, hottest = 40000;

struct Xyz {
    double x = 0, y = 0, z = 0;
};

// A bell with another width on each side of its middle; wavelengths in nanometres.
double lobe(double wavelength, double middle, double below, double above) {
    const double at = (wavelength - middle) / (wavelength < middle ? below : above);
    return std::exp(-0.5 * at * at);
}

Xyz observer(double nm) {
    return {
        1.056 * lobe(nm, 599.8, 37.9, 31.0) + 0.362 * lobe(nm, 442.0, 16.0, 26.7) - 0.065 * lobe(nm, 501.1, 20.4, 26.2),
        0.821 * lobe(nm, 568.8, 46.9, 40.5) + 0.286 * lobe(nm, 530.9, 16.3, 31.1),
        1.217 * lobe(nm, 437.0, 11.8, 36.0) + 0.681 * lobe(nm, 459.0, 26.0, 13.8)};
}

// Planck's law up to a constant factor: 560 nm is the unit of length. h c / k_B = 1.438777e7 nm K.
double radiance(double nm, double kelvin) {
    const double x = nm / 560;
    return 1 / (x * x * x * x * x * std::expm1(1.438777e7 / (nm * kelvin)));
}

Xyz seen(double kelvin) {
    Xyz sum;
    for (double nm = 380; nm <= 780; nm += 5) {
        const Xyz eye = observer(nm);
        const double light = radiance(nm, kelvin);
        sum.x += light * eye.x, sum.y += light * eye.y, sum.z += light * eye.z;
    }
    return sum;
}

}  // namespace

Color blackbody_hue(double kelvin) {
    const Xyz xyz = seen(std::clamp(kelvin, coldest, hottest));
    const double r = 3.2406 * xyz.x - 1.5372 * xyz.y - 0.4986 * xyz.z;
    const double g = std::max(-0.9689 * xyz.x + 1.8758 * xyz.y + 0.0415 * xyz.z, 0.0);
    const double b = std::max(0.0557 * xyz.x - 0.2040 * xyz.y + 1.0570 * xyz.z, 0.0);
    const double most = std::max({r, g, b});
    return {static_cast<float>(std::max(r, 0.0) / most), static_cast<float>(g / most), static_cast<float>(b / most), 1};
}

double blackbody_brightness(double kelvin, double reference) {
    if (!(kelvin > 100)) return 0;
    return seen(std::min(kelvin, hottest)).y / seen(std::clamp(reference, coldest, hottest)).y;
}

}  // namespace whorl
