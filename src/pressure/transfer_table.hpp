// What hierarchy.cpp and transfer.kernel.cpp share: how values go between two levels, the arguments and the table.
//
// Down: the residual's average over a coarse cell's children. Up: linear interpolation between the centres of the
// coarse cells, 3/4 of the parent and 1/4 of its neighbour per axis, and other numbers beside sides and last cells.
// Beside an open side, where x is zero, the parent is pulled towards zero.
#pragma once

#include <cstdint>

#include "pressure/operator_table.hpp"

namespace whorl {

template <class T, int Dim> struct Transfer {
    Vec<bool, Dim> halved{};           ///< the others keep their cells
    Vec<const T*, Dim> share{};        ///< for each fine index of a halved axis: in its parent's average
    Vec<const T*, Dim> near{}, far{};  ///< and when interpolating, of the parent and of the parent's neighbour

    // In the general form the faces of a side differ: what is open of one takes min(pull * weight, limit) off.
    Vec<Vec<T, 2>, Dim> pull{}, limit{};
};

/// coarse_b = average of b - mean - A x over the children; for rows of the coarse level.
template <class T, int Dim> struct RestrictArguments {
    Operator<T, Dim> op;
    View<const T, Dim> x, b;
    T mean;
    Transfer<T, Dim> transfer;
    View<T, Dim> coarse_b;
};

/// x = x + the coarse x, interpolated; for rows of the fine level.
template <class T, int Dim> struct ProlongArguments {
    Operator<T, Dim> op;
    View<T, Dim> x;
    Transfer<T, Dim> transfer;
    View<const T, Dim> coarse_x;
    View<const std::uint8_t, Dim> special{};  ///< general form: cells that are left alone here
};

template <class T, int Dim> struct TransferKernels {
    void (*restrict_residual)(const RestrictArguments<T, Dim>&, const Row&);
    void (*prolong)(const ProlongArguments<T, Dim>&, const Row&);
};

template <class T, int Dim> struct TransferForms { TransferKernels<T, Dim> uniform, general, open; };

using TransferTable = TypedTable<TransferForms>;

WHORL_DECLARE_KERNELS(TransferTable, transfer_table)

}  // namespace whorl
