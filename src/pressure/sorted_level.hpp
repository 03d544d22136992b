// A cycle's way through a level whose rows are sorted by colour (sorted_table.hpp), to the same bits as through others.
//
// Down: smoothing, and what is left of b, averaged; up: the coarse correction, and smoothing. On the finest level,
// whose x is the caller's, rows are sorted on the way down and brought back into their order on the way up, in the same
// pass over memory.
#pragma once

#include "pressure/smoothing.hpp"

namespace whorl {

/// Of a level that is not the last.
template <class T, int Dim> bool can_be_sorted(const Level<T, Dim>& level);

/// x comes in as it is, unless it is to be taken for 0, and is sorted then.
template <class T, int Dim>
void descend_sorted(Scheduler& scheduler, const Level<T, Dim>& fine, const Smoothing<T, Dim>& how,
                    const View<T, Dim>& coarse_b);

template <class T, int Dim> struct CoarseCorrection {
    View<const T, Dim> x;
    bool is_sorted;
};
/// x comes in sorted, and is left so unless `unsorts`.
template <class T, int Dim>
void ascend_sorted(Scheduler& scheduler, const Level<T, Dim>& fine, const Smoothing<T, Dim>& how,
                   const CoarseCorrection<T, Dim>& coarse, bool unsorts);

}  // namespace whorl
