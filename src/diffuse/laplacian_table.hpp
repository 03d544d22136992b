// What diffuse.cpp and laplacian.kernel.cpp share.
#pragma once

#include "core/region.hpp"
#include "simd/dispatch.hpp"

namespace whorl {

template <class T, int Dim> struct LaplacianArguments {
    View<T, Dim> y;  // = keep * y + laplacian x
    View<const T, Dim> x;
    Vec<T, Dim> weight;  // factor / h^2
    T keep;
};

template <class T, int Dim> struct LaplacianKernels {
    void (*laplacian)(const LaplacianArguments<T, Dim>&, const Row&);
};

using LaplacianTable = TypedTable<LaplacianKernels>;

WHORL_DECLARE_KERNELS(LaplacianTable, laplacian_table)

}  // namespace whorl
