// How different two pictures look: distances in OKLab, where 0.02 is about what an eye just sees.
#pragma once

#include "render/image.hpp"

namespace whorl {

struct Difference {
    double mean = 0, worst = 0;
};

/// Both laid over black. Pictures of different sizes differ by 1.
Difference difference_of(const Image& a, const Image& b);

}  // namespace whorl
