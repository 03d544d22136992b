#include "run/optional_parts.hpp"

#if WHORL_HAS_SPECTRAL
#include "spectral/spectral_solvers.hpp"
#endif

namespace whorl {

void register_optional_parts() {
#if WHORL_HAS_SPECTRAL
    register_spectral_solvers();
#endif
}

std::optional<std::string> fftw_found() {
#if WHORL_HAS_SPECTRAL
    return spectral_library();
#else
    return std::nullopt;
#endif
}

std::string licence_of_program() {
    if (!fftw_found()) return "MIT";
    return "MIT; with FFTW, as built here, GPL 2 or later (-DWHORL_SPECTRAL=OFF leaves it out)";
}

}  // namespace whorl
