// The fixed lanes of a reduction, seen from inside a kernel.
//
// Floating-point sums depend on their order, so the order must not depend on the width of the machine's vectors: cell x
// of a row always goes to lane (x - x0) & 15, in double. Sixteen lanes are two AVX-512 registers, or eight of SSE2, or
// sixteen plain additions: the same additions each time.
#pragma once

#include "core/region.hpp"

namespace whorl {

struct Lanes {
    static constexpr int count = 16;
    double value[count];
};

namespace lane_detail {

struct Add {
    WHORL_INLINE double operator()(double a, double b) const { return a + b; }
};
struct Larger {
    WHORL_INLINE double operator()(double a, double b) const { return a < b ? b : a; }
};

/// lane = fold(lane, value_at(x)) for each x of the row. Full groups of 16 work on a copy that lives in registers,
/// which gcc manages only if the loop over the lanes is left whole until it is vectorised.
template <class Fold, class ValueAt>
WHORL_INLINE void fold_row(Lanes& lanes, const Row& row, Fold fold, ValueAt value_at) {
    int x = row.x0;
    if (const int groups = (row.x1 - row.x0) / Lanes::count; groups > 0) {
        Lanes wide = lanes;
        for (int group = 0; group < groups; ++group, x += Lanes::count) {
#if !defined(__clang__)
#pragma GCC unroll 1
#endif
            for (int lane = 0; lane < Lanes::count; ++lane)
                wide.value[lane] = fold(wide.value[lane], value_at(x + lane));
        }
        lanes = wide;
    }
    for (int lane = 0; x < row.x1; ++x, ++lane) lanes.value[lane] = fold(lanes.value[lane], value_at(x));
}

}  // namespace lane_detail

/// Adds value_at(x), a double, for each x of the row: for kernels of reduce_sum.
template <class ValueAt> WHORL_INLINE void add_row(Lanes& lanes, const Row& row, ValueAt value_at) {
    lane_detail::fold_row(lanes, row, lane_detail::Add{}, value_at);
}

/// Keeps the larger: for kernels of reduce_max. A value that is not a number changes nothing.
template <class ValueAt> WHORL_INLINE void max_row(Lanes& lanes, const Row& row, ValueAt value_at) {
    lane_detail::fold_row(lanes, row, lane_detail::Larger{}, value_at);
}

}  // namespace whorl
