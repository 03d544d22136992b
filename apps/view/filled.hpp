// What of a 3D picture is worth drawing, and whether it is another one than the last.
#pragma once

#include <cstdint>

#include "look.hpp"

namespace whorl::view {

/// Where a 3D picture has anything to see, as parts of its sides, and what it is: no two pictures have the same sum,
/// but for a chance of one in 2^64.
struct Filled {
    Vec<double, 3> low{1, 1, 1}, high{0, 0, 0};
    std::uint64_t sum = 0;
};

Filled filled_of(const Picture& picture);

}  // namespace whorl::view
