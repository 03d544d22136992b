// Keeps a field bounded: confinement, wind and pushes can add energy without limit, and numbers too small to be seen
// would only be slow.
#pragma once

#include <cstdint>

#include "core/region.hpp"
#include "core/row_ends.hpp"
#include "whorl/parallel.hpp"

namespace whorl {

struct Limited {
    std::int64_t cut = 0;  ///< cells that were
    double largest = 0;    ///< |x| that is left
};

/// |x| is cut to `most`, and is 0 where it is below `least` or not a number. `ends` are written with the rows of x.
template <class T, int Dim>
Limited limit(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& x, double most, double least = 1e-30,
              const RowEnds<T>* ends = nullptr);

}  // namespace whorl
