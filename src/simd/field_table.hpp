// What field_kernels.cpp and field_kernels.kernel.cpp share: the kernels' arguments and their table.
#pragma once

#include "core/row_ends.hpp"
#include "parallel/lanes.hpp"
#include "simd/dispatch.hpp"

namespace whorl {

/// Kernels that write y, from x and a where they need them.
template <class T, int Dim> struct UpdateArguments {
    View<T, Dim> y;
    View<const T, Dim> x;
    T a, b;
};

template <class T, int Dim> struct ExtrapolateArguments {
    View<T, Dim> ahead, before;
    View<const T, Dim> now;
    T part;
    const RowEnds<T>* ends;  // of ahead, where set
};

template <class T, int Dim> struct DiffersArguments {
    View<const T, Dim> x;
    T a;
};

/// Kernels that sum over x, and y where they need it.
template <class T, int Dim> struct SumArguments { View<const T, Dim> x, y; };

template <class T, int Dim> struct FieldKernels {
    using Update = void (*)(const UpdateArguments<T, Dim>&, const Row&);
    using Sum = void (*)(const SumArguments<T, Dim>&, const Row&, Lanes&);

    Update fill, copy, scale, add_scaled, combine;
    void (*extrapolate)(const ExtrapolateArguments<T, Dim>&, const Row&, Lanes&);  // the largest |ahead|
    Sum sum, dot, max_abs, nonfinite;
    bool (*differs)(const DiffersArguments<T, Dim>&, const Row&);  // some x is not a
};

using FieldTable = TypedTable<FieldKernels>;

WHORL_DECLARE_KERNELS(FieldTable, field_table)

}  // namespace whorl
