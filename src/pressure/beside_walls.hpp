// Restriction where walls divide coarse cells, which its kernel does not know of.
#pragma once

#include "pressure/level.hpp"

namespace whorl {

template <class T, int Dim> struct OrderedRows {
    View<const T, Dim> view;
    RowOrder order = RowOrder::as_it_comes();
};

/// For one line of the coarse level, behind the kernel. Where children belong to pieces the kernel's average is of both
/// sides of a wall. It is worked out anew, not corrected, since rounding would be a leak: what is diffused must stay
/// exactly zero beyond a wall. And the right-hand sides of the coarse pieces, which begin at x = 0. Reads of the fine
/// level what the kernel reads; lines may run at the same time.
template <class T, int Dim>
void restrict_beside_walls(const Level<T, Dim>& fine, const OrderedRows<T, Dim>& x, const RightSide<T, Dim>& rhs,
                           Level<T, Dim>& coarse, int line);

}  // namespace whorl
