// The fixed lanes of a reduction, seen from inside a kernel.
//
// Floating-point sums depend on their order, so the order must not depend on the width of the machine's vectors: cell x
// of a row always goes to lane (x - x0) & 15, in double. Sixteen lanes are two AVX-512 registers, or eight of SSE2, or
// sixteen plain additions: the same additions each time.
#pragma once

#include <limits>

#include "core/region.hpp"

namespace whorl {

struct Lanes {
    static constexpr int count = 16;
    double value[count];
};

/// Adds value_at(x), a double, for each x of the row: for kernels of reduce_sum. Full groups of 16 work on a copy that
/// lives in registers, which gcc manages only if the loop over the lanes is left whole until it is vectorised.
template <class ValueAt> WHORL_INLINE void add_row(Lanes& lanes, const Row& row, ValueAt value_at) {
    int x = row.x0;
    if (const int groups = (row.x1 - row.x0) / Lanes::count; groups > 0) {
        Lanes wide = lanes;
        for (int group = 0; group < groups; ++group, x += Lanes::count) {
#if !defined(__clang__)
#pragma GCC unroll 1
#endif
            for (int lane = 0; lane < Lanes::count; ++lane) wide.value[lane] = wide.value[lane] + value_at(x + lane);
        }
        lanes = wide;
    }
    for (int lane = 0; x < row.x1; ++x, ++lane) lanes.value[lane] = lanes.value[lane] + value_at(x);
}

/// Keeps the larger: for kernels of reduce_max. A value that is not a number changes nothing. In the type of the
/// values, which is exact, and in float twice as fast.
template <class ValueAt> WHORL_INLINE void max_row(Lanes& lanes, const Row& row, ValueAt value_at) {
    using T = decltype(value_at(0));
    T wide[Lanes::count];
    int x = row.x0;
    for (int lane = 0; lane < Lanes::count; ++lane) wide[lane] = -std::numeric_limits<T>::infinity();
    for (; x + Lanes::count <= row.x1; x += Lanes::count) {
#if !defined(__clang__)
#pragma GCC unroll 1
#endif
        for (int lane = 0; lane < Lanes::count; ++lane) {
            const T value = value_at(x + lane);
            wide[lane] = wide[lane] < value ? value : wide[lane];
        }
    }
    for (int lane = 0; x < row.x1; ++x, ++lane) {
        const T value = value_at(x);
        wide[lane] = wide[lane] < value ? value : wide[lane];
    }
    for (int lane = 0; lane < Lanes::count; ++lane) {
        const double value = double(wide[lane]);
        lanes.value[lane] = lanes.value[lane] < value ? value : lanes.value[lane];
    }
}

}  // namespace whorl
