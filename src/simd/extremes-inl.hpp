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

#include "simd/several-inl.hpp"

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

/// Of the vectors first, first + step, ...: in as many lanes as there are vectors their least lanes, each as often as
/// there is room. pack(i) is vector i.
template <int lanes, int first, int step, class Pack, class Better>
WHORL_INLINE auto woven(const Pack& pack, const Better& better) {
    if constexpr (step == lanes) {
        return pack(first);
    } else {
        const auto a = woven<lanes, first, 2 * step>(pack, better);
        const auto b = woven<lanes, first + step, 2 * step>(pack, better);
        return better(interleaved<lanes, 0>(a, b), interleaved<lanes, lanes / 2>(a, b));
    }
}

/// The least lane of each of the vectors. Behind them there are as many more as a vector has lanes, with any numbers,
/// and `least` has room for their results.
template <int lanes, class T> WHORL_INLINE void find_least(const Pack<T, lanes>* vectors, int count, T* least) {
    const auto smaller = [](auto a, auto b) __attribute__((always_inline)) {
        return a < b ? a : b;
    };
    const auto some = [&]<int at_once>(std::integral_constant<int, at_once>, int first) __attribute__((always_inline)) {
        const auto found = woven<at_once, 0, 1>(
            [&](int i) __attribute__((always_inline)) { return halved<lanes, at_once>(vectors[first + i], smaller); },
            smaller);
        std::memcpy(least + first, &found, sizeof found);
    };
    constexpr int few = lanes < 4 ? lanes : 4;
    int done = 0;
    for (; count - done > few; done += lanes) some(std::integral_constant<int, lanes>{}, done);
    if (count > done) some(std::integral_constant<int, few>{}, done);
}

/// The least and the most of vectors of a block, lane by lane.
template <class V> struct Extremes {
    V low, high;
    WHORL_INLINE explicit Extremes(const V& v) : low(v), high(v) {}
    template <class T> WHORL_INLINE explicit Extremes(const Several<T>& v) : Extremes(v.one) { add(v.other); }
    template <class T> WHORL_INLINE void add(const Several<T>& v) {
        add(v.one);
        add(v.other);
    }
    WHORL_INLINE void add(const V& v) {
        low = v < low ? v : low;
        high = v > high ? v : high;
    }
};

/// Of the same `count` blocks of several rows, still in vectors: what is the most comes with the other sign.
template <int lanes, class T, int rows> struct FoldedBlocks {
    using V = Pack<T, lanes>;
    V vectors[2 * rows * block_count + lanes];
    int count = 0;

    /// Where those of a row are put.
    struct Of {
        V *low, *opposite_of_high;
        WHORL_INLINE void put(int block, const Extremes<V>& extremes) const {
            low[block] = extremes.low;
            opposite_of_high[block] = -extremes.high;
        }
    };
    WHORL_INLINE Of of_row(int row) { return {vectors + row * count, vectors + (rows + row) * count}; }
    /// A block that lies in memory.
    WHORL_INLINE void fold(int row, int block, const T* values) {
        V next;
        std::memcpy(&next, values, sizeof next);
        Extremes<V> extremes(next);
        for (int k = lanes; k < block_cells; k += lanes) {
            std::memcpy(&next, values + k, sizeof next);
            extremes.add(next);
        }
        of_row(row).put(block, extremes);
    }
};

/// The same in numbers, row after row of `count` each.
template <class T, int rows> struct BlockExtremes {
    T numbers[2 * rows * block_count + block_count];
    int count;

    template <int lanes> WHORL_INLINE explicit BlockExtremes(const FoldedBlocks<lanes, T, rows>& folded) {
        count = rows * folded.count;
        find_least<lanes>(folded.vectors, 2 * count, numbers);
    }
    WHORL_INLINE const T* low() const { return numbers; }
    WHORL_INLINE const T* opposite_of_high() const { return numbers + count; }
};

}  // namespace whorl
