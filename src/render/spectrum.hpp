// The Fourier transform of a 2D field at its longest waves, by the sums that define it: a picture shows a few dozen
// waves along each axis, so no fast transform is needed, and any number of cells will do.
#pragma once

#include <complex>
#include <vector>

#include "render/cell_field.hpp"
#include "render/image.hpp"
#include "render/palette.hpp"

namespace whorl {

class Spectrum {
  public:
    /// Waves of up to `most` periods along each axis; at most half as many as cells are told apart. Phases count from
    /// the first cell centre, and amplitudes are means: a cosine of amplitude 1 has 1/2 at +k and at -k, real.
    Spectrum(View<const float, 2> field, int most);

    int most() const { return most_; }
    /// -most to most periods along x and y. Of a real field, (-x, -y) is the conjugate of (x, y).
    std::complex<double> operator()(int x, int y) const;

  private:
    int most_;
    std::vector<std::complex<double>> modes_;  // x from 0, y from -most
};

/// The spectrum of a flow, zero in the middle, one square of `size` pixels for each wave: imaginary parts on the left
/// half, real parts on the right (`nealen`), each wave once. Strength is shown by `palette` over four powers of ten
/// below `strongest`; 0 takes the strongest wave.
Result<Image> draw_spectrum(const Flow<2>& flow, const Palette& palette, int most = 24, int size = 5,
                            double strongest = 0);

}  // namespace whorl
