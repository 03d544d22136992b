#pragma once

#include <cmath>

#include "whorl/types.hpp"

namespace whorl {

/// How far two points are apart.
template <int N> double apart(const Vec<double, N>& a, const Vec<double, N>& b) {
    double sum = 0;
    for (int k = 0; k < N; ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
    return std::sqrt(sum);
}

}  // namespace whorl
