// Exact Euclidean distances to the pixels of a mask (Felzenszwalb and Huttenlocher 2012).
#pragma once

#include <vector>

#include "whorl/types.hpp"

namespace whorl {

/// Which pixels are solid; x fastest, y upwards.
struct Mask {
    std::vector<unsigned char> solid;
    Vec<int, 2> shape{};
    Vec<double, 2> pixel{};  // metres
};

/// From the centre of each pixel to the nearest pixel of the other kind, a filled rectangle; below 0 inside solids.
/// Where the other kind is nowhere: the mask's diagonal.
std::vector<float> signed_distances(const Mask& mask);

}  // namespace whorl
