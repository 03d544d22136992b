// What wall_fill.cpp and wall_fill.kernel.cpp share.
#pragma once

#include "boundary/grid.hpp"
#include "boundary/wall_face.hpp"
#include "simd/dispatch.hpp"

namespace whorl {

template <class T, int Dim> struct WallFillKernels {
    using Fill = void (*)(const Faces<T, Dim>& u, int axis, const WallFaceBlock<T, Dim>* blocks, int count);

    Fill continue_flow;  ///< the mean of those around that are named
    Fill slide;          ///< without its part through the wall
    T (*largest)(const View<const T, Dim>& u, const WallFaceBlock<T, Dim>* blocks, int count);  ///< |u|
};

using WallFillTable = TypedTable<WallFillKernels>;

WHORL_DECLARE_KERNELS(WallFillTable, wall_fill_table)

}  // namespace whorl
