// What a kernel tells the compiler about its loops.
#pragma once

#include "whorl/types.hpp"

/// Before a loop whose stores never meet the loads of another turn, which compilers do not always see.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed"  // it warns where it finds plain code better, or is told not to
#define WHORL_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define WHORL_INDEPENDENT _Pragma("GCC ivdep")
#endif

/// Inside of a loop that is over after a few turns and gathers: for those that a vector has no use of, processors take
/// longer to gather a whole one than to load what is needed.
#define WHORL_ONE_BY_ONE __asm__ volatile("")

/// For lambdas in kernels, as WHORL_INLINE is for functions.
#define WHORL_INLINE_LAMBDA __attribute__((always_inline))

namespace whorl {

/// Calls f(axis) for each axis, written out: compilers unroll short loops only after they have looked for loops to
/// vectorise, and an inner loop stands in the way of that.
template <int Dim, class F> WHORL_INLINE constexpr void for_each_axis(F f) {
    f(0);
    f(1);
    if constexpr (Dim == 3) f(2);
}

/// Calls f(k) for each 0 <= k < count, by whole vectors: the last of them are the last 32 cells, some of which were
/// done before, so that none are left over for a loop from cell to cell. f must give the same when it is called again,
/// which it does if it reads nothing that it writes; and it must be an inline lambda.
template <class F> WHORL_INLINE void for_whole_vectors(int count, F f) {
    constexpr int block = 32;  // cells, of any width; loops of 16 and less are unrolled before they could be vectorised
    const int even = count & ~(block - 1);
    for (int k = 0; k < even; ++k) f(k);
    if (even == count) return;
    if (count < block) {
        for (int k = 0; k < count; ++k) f(k);
        return;
    }
    for (int k = 0; k < block; ++k) f(count - block + k);
}

}  // namespace whorl
