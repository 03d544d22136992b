// Indices, views and kernels as the files of the full stress use them.
#pragma once

#include "diffuse/stress_table.hpp"

namespace whorl::stress_detail {

template <class T, int Dim> const StressKernels<T, Dim>& kernels() {
    return kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(stress_table));
}

template <int Dim> Vec<int, Dim> moved(Vec<int, Dim> at, int axis, int by) {
    at[axis] += by;
    return at;
}

template <int Dim> Vec<int, Dim> place_in(const Row& row, int x) {
    Vec<int, Dim> at{};
    at[0] = x, at[1] = row.y;
    if constexpr (Dim == 3) at[2] = row.z;
    return at;
}

/// The same values, seen from cell `first` on.
template <class T, int Dim> View<T, Dim> from(const View<T, Dim>& view, const Vec<int, Dim>& first) {
    return {&view[first], view.shape, view.stride};
}

}  // namespace whorl::stress_detail
