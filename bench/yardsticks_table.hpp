// What yardsticks.cpp and yardsticks.kernel.cpp share.
#pragma once

#include "core/region.hpp"
#include "simd/dispatch.hpp"

namespace whorl {

template <class T, int Dim> struct YardstickArguments {
    View<T, Dim> out;
    View<const T, Dim> x, b;
    T weight;  // 1 / (2 Dim): of each neighbour; of b in a triad
};

/// In three dimensions a sweep does the same row of so many planes, one after the other: what it reads above and below
/// is then in the nearest cache.
constexpr int sweep_planes = 4;

template <class T, int Dim> struct YardstickKernels {
    using Kernel = void (*)(const YardstickArguments<T, Dim>&, const Row&);
    Kernel sweep;  ///< out = weight * (b + the neighbours of x); in three dimensions z counts groups of planes
    Kernel triad;  ///< out = x + weight * b
    Kernel copy;   ///< out = x
};

using YardstickTable = TypedTable<YardstickKernels>;

WHORL_DECLARE_KERNELS(YardstickTable, yardstick_table)

}  // namespace whorl
