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

/// A sweep does so many lines at a time. Two rows share three of four that they read; of the same row of four planes,
/// one after the other, what is read above and below is in the nearest cache.
template <int Dim> constexpr int sweep_lines = Dim == 2 ? 2 : 4;

template <class T, int Dim> struct YardstickKernels {
    using Kernel = void (*)(const YardstickArguments<T, Dim>&, const Row&);
    Kernel sweep;  ///< out = weight * (b + the neighbours of x); y, in three dimensions z, counts groups of lines
    Kernel triad;  ///< out = x + weight * b
    Kernel copy;   ///< out = x
};

using YardstickTable = TypedTable<YardstickKernels>;

WHORL_DECLARE_KERNELS(YardstickTable, yardstick_table)

}  // namespace whorl
