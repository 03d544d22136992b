// What a cell or a face takes from its neighbours.
#pragma once

#include "whorl/types.hpp"

namespace whorl {

/// The mean of the neighbours that `from` names: bit 2 axis + high. Instead of the others, of which one cannot foretell
/// which they are, a zero is read: others may be writing them.
template <class T, int Dim> T mean_around(const View<T, Dim>& values, const Vec<int, Dim>& at, unsigned from) {
    constexpr T zero = 0;
    const T* here = &values[at];
    double sum = 0;
    int count = 0;
    for (int axis = 0; axis < Dim; ++axis)
        for (const int side : {0, 1}) {
            const bool counts = (from >> (2 * axis + side) & 1) != 0;
            const T* there = side == 0 ? here - values.stride[axis] : here + values.stride[axis];
            sum += static_cast<double>(*(counts ? there : &zero));
            count += counts;
        }
    return static_cast<T>(sum / count);
}

}  // namespace whorl
