// What flux_vanleer1974.cpp and its kernels share.
#pragma once

#include "boundary/grid.hpp"
#include "parallel/lanes.hpp"
#include "simd/dispatch.hpp"

namespace whorl {

/// What passes the faces of one axis in a step, in cells' volumes: dt u / h times what is open.
template <class T, int Dim> struct CarriedArguments {
    View<T, Dim> carried{};
    View<const T, Dim> u{};
    T steps = 0;  // dt / h
    T largest = 0;
    View<const std::uint16_t, Dim> open{};  // without data: all is
};

/// One axis of a substep. Axes come in the order in which they are swept.
template <class T, int Dim> struct SweepArguments {
    View<const T, Dim> phi{};  // two layers of ghosts
    View<T, Dim> result{};
    Vec<View<const T, Dim>, Dim> carried{};  // by place in the order
    Vec<int, Dim> axes{};
    int swept = 0;    // axes before this one
    double part = 1;  // of the step
    View<const std::uint16_t, Dim> open{};
};

/// The end of a substep: from values in the volume that flowed into a cell to values in the cell.
template <class T, int Dim> struct SettleArguments {
    View<T, Dim> phi{};
    Vec<View<const T, Dim>, Dim> carried{};  // by axis
    double part = 1;
    View<const std::uint8_t, Dim> distance{};  // from walls that move; without data: none does
};

template <class T, int Dim> struct FluxKernels {
    void (*carry)(const CarriedArguments<T, Dim>&, const Row&);
    /// The largest part of a cell that leaves it in a step.
    void (*outflow)(const SettleArguments<T, Dim>&, const Row&, Lanes&);
    void (*sweep)(const SweepArguments<T, Dim>&, const Row&);
    void (*settle)(const SettleArguments<T, Dim>&, const Row&);
};

using FluxTable = TypedTable<FluxKernels>;

WHORL_DECLARE_KERNELS(FluxTable, flux_table)

}  // namespace whorl
