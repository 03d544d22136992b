// What whorl::spectral adds to the pressure solvers: "fft" and "dct".
#pragma once

namespace whorl {

/// Makes them known by name, for float and double in two and three dimensions. Once or more often.
void register_spectral_solvers();

/// The FFTW that is linked, with its version.
const char* spectral_library();

}  // namespace whorl
