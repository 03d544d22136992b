// A cycle's way through a level whose rows are sorted by colour (sorted_table.hpp), to the same bits as through others.
//
// Down: smoothing, and what is left of b, averaged; up: the coarse correction, and smoothing. On the finest level,
// whose x is the caller's, rows are sorted on the way down and brought back into their order on the way up, in the same
// pass over memory.
#pragma once

#include "pressure/smoothing.hpp"

namespace whorl {

/// Of a level that is not the last. What is listed of its cells has to say where they are then: sort_lists.
template <class T, int Dim> bool can_be_sorted(const Level<T, Dim>& level);

/// After a level, one that is sorted, or its weights were made: where pieces and the finer level find its cells.
template <class T, int Dim> void sort_lists(Level<T, Dim>& finer, Level<T, Dim>& level);

/// x comes in as it is, unless it is to be taken for 0, and is sorted then.
template <class T, int Dim>
void descend_sorted(Scheduler& scheduler, Level<T, Dim>& fine, const Smoothing<T, Dim>& how, Level<T, Dim>& coarse);

struct SortedWayUp {
    bool coarse_is_sorted;
    bool unsorts;  ///< x, which is left sorted otherwise
};
/// x comes in sorted.
template <class T, int Dim>
void ascend_sorted(Scheduler& scheduler, Level<T, Dim>& fine, const Smoothing<T, Dim>& how, const Level<T, Dim>& coarse,
                   const SortedWayUp& way);

}  // namespace whorl
