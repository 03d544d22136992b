// The smallest and the largest value of each block of 32 in a row, for 16 blocks at once.
//
// Compilers do not vectorise such a reduction, since they must not reorder comparisons of what might not be a number.
// Here each block is folded into one vector, and as many vectors as they have lanes into one that has a lane for each
// block:
//
//     a0 a1 a2 a3                   a0 b0 a1 b1    and the smaller of both:
//     b0 b1 b2 b3   interleaved     a2 b2 a3 b3    two values are left of a, two of b, side by side
//
// The results do not depend on how wide the vectors are. Values must be numbers.
#pragma once

#include "simd/vectors-inl.hpp"

namespace whorl {

constexpr int block_cells = 32, block_count = 16;

template <int lanes, class V> WHORL_INLINE auto lower_half(V v) {
    if constexpr (lanes == 4) return __builtin_shufflevector(v, v, 0, 1);
    if constexpr (lanes == 8) return __builtin_shufflevector(v, v, 0, 1, 2, 3);
    if constexpr (lanes == 16) return __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7);
}
template <int lanes, class V> WHORL_INLINE auto upper_half(V v) {
    if constexpr (lanes == 4) return __builtin_shufflevector(v, v, 2, 3);
    if constexpr (lanes == 8) return __builtin_shufflevector(v, v, 4, 5, 6, 7);
    if constexpr (lanes == 16) return __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15);
}

/// The better values of both halves, as often as it takes.
template <int from, int to, class V, class Better> WHORL_INLINE auto halved(V v, Better better) {
    if constexpr (from == to)
        return v;
    else
        return halved<from / 2, to>(better(lower_half<from>(v), upper_half<from>(v)), better);
}

/// better(a, b) takes the better values of two vectors, lane by lane; `best` are those of the first `count` blocks.
/// They are read in vectors of so many lanes, and worked on so many at a time.
template <int lanes, int at_once, class T, class Better>
WHORL_INLINE void best_of_blocks(const T* values, int count, Better better, T (&best)[block_count]) {
    for (int first = 0; first < count; first += at_once) {
        Pack<T, at_once> packs[at_once];
        for (int i = 0; i < at_once; ++i) {
            const T* block = values + (first + i < count ? first + i : count - 1) * block_cells;
            Pack<T, lanes> all, next;
            std::memcpy(&all, block, sizeof all);
            for (int k = lanes; k < block_cells; k += lanes) {
                std::memcpy(&next, block + k, sizeof next);
                all = better(all, next);
            }
            packs[i] = halved<lanes, at_once>(all, better);
        }
        for (int half = at_once / 2; half > 0; half /= 2)
            for (int i = 0; i < half; ++i)
                packs[i] = better(interleaved<at_once, 0>(packs[i], packs[i + half]),
                                  interleaved<at_once, at_once / 2>(packs[i], packs[i + half]));
        std::memcpy(best + first, &packs[0], sizeof packs[0]);
    }
}

template <class T> struct Extremes { T low[block_count], high[block_count]; };

/// Of the first `count` blocks.
template <int bytes, class T> WHORL_INLINE void find_extremes(const T* values, int count, Extremes<T>& extremes) {
    constexpr int lanes = bytes / static_cast<int>(sizeof(T)), few = lanes < 4 ? lanes : 4;
    const auto smaller = [](auto a, auto b) __attribute__((always_inline)) {
        return a < b ? a : b;
    };
    const auto larger = [](auto a, auto b) __attribute__((always_inline)) {
        return a > b ? a : b;
    };
    if (count <= few) {
        best_of_blocks<lanes, few>(values, count, smaller, extremes.low);
        best_of_blocks<lanes, few>(values, count, larger, extremes.high);
    } else {
        best_of_blocks<lanes, lanes>(values, count, smaller, extremes.low);
        best_of_blocks<lanes, lanes>(values, count, larger, extremes.high);
    }
}

}  // namespace whorl
