// What a cell or a face takes from its neighbours.
#pragma once

#include "whorl/types.hpp"

namespace whorl {

/// The mean of the neighbours that `from` names: bit 2 axis + high.
template <class T, int Dim> T mean_around(const View<T, Dim>& values, const Vec<int, Dim>& at, unsigned from) {
    double sum = 0;
    int count = 0;
    for (int axis = 0; axis < Dim; ++axis)
        for (const int high : {0, 1}) {
            if ((from >> (2 * axis + high) & 1) == 0) continue;
            Vec<int, Dim> beside = at;
            beside[axis] += high ? 1 : -1;
            sum += static_cast<double>(values[beside]);
            ++count;
        }
    return static_cast<T>(sum / count);
}

}  // namespace whorl
