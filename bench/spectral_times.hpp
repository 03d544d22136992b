// A step of the periodic fluid by Fourier transforms, and those transforms alone.
#pragma once

#include "whorl/parallel.hpp"

namespace whorl {

struct SpectralTimes {
    double step = 0, transforms = 0;  ///< milliseconds, the fastest
};

/// n squared cells, one ink; in turns, so many rounds.
SpectralTimes time_spectral(int n, int rounds, Scheduler& scheduler);

}  // namespace whorl
