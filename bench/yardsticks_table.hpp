// What yardsticks.cpp and yardsticks.kernel.cpp share.
#pragma once

#include "core/region.hpp"
#include "simd/dispatch.hpp"

namespace whorl {

/// Fields of one layout.
template <class T, int Dim> struct YardstickArguments {
    View<T, Dim> out;
    View<const T, Dim> x, b;
    T weight;  // 1 / (2 Dim): of each neighbour; of b in a triad
};

template <class T, int Dim> struct YardstickKernels {
    using Kernel = void (*)(const YardstickArguments<T, Dim>&, const Row&);
    using BandKernel = void (*)(const YardstickArguments<T, Dim>&, const Row& first, int count);
    BandKernel sweep;  ///< out = weight * (b + the neighbours of x), for rows that follow each other across y
    Kernel triad;      ///< out = x + weight * b
    Kernel copy;       ///< out = x
};

using YardstickTable = TypedTable<YardstickKernels>;

WHORL_DECLARE_KERNELS(YardstickTable, yardstick_table)

}  // namespace whorl
