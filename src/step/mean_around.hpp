// What a cell or a face takes from its neighbours.
#pragma once

#include <bit>

#include "whorl/types.hpp"

namespace whorl {

/// The mean of the neighbours that `from` names: bit 2 axis + high. The others are read, too, but do not count: one
/// cannot foretell which they are.
template <class T, int Dim> T mean_around(const View<T, Dim>& values, const Vec<int, Dim>& at, unsigned from) {
    const T* here = &values[at];
    double sum = 0;
    for (int axis = 0; axis < Dim; ++axis) {
        const auto low = static_cast<double>(here[-values.stride[axis]]),
                   high = static_cast<double>(here[values.stride[axis]]);
        sum += (from >> (2 * axis) & 1) != 0 ? low : 0;
        sum += (from >> (2 * axis + 1) & 1) != 0 ? high : 0;
    }
    return static_cast<T>(sum / std::popcount(from));
}

}  // namespace whorl
