// Parts that a build may be without, and what the programs say about them.
#pragma once

#include <optional>
#include <string>

namespace whorl {

/// Makes what this build has known by its names: the pressure solvers "fft" and "dct". A program calls it first thing.
void register_optional_parts();

/// The FFTW that is linked, with its version; nothing without whorl::spectral.
std::optional<std::string> fftw_found();

/// Of the program: whorl's own is MIT, FFTW's is GPL.
std::string licence_of_program();

}  // namespace whorl
