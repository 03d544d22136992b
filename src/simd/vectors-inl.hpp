// Vectors of the processor's, for what compilers do not vectorise by themselves (docs/kernels.md).
#pragma once

#include <cstring>
#include <utility>

#include "whorl/types.hpp"

namespace whorl {

/// As wide as the vectors that the including file is compiled for.
#if defined(__AVX512F__)
constexpr int vector_bytes = 64;
#elif defined(__AVX2__)
constexpr int vector_bytes = 32;
#else
constexpr int vector_bytes = 16;
#endif

template <class T, int lanes> struct PackOf { typedef T type __attribute__((vector_size(lanes * sizeof(T)))); };
template <class T, int lanes> using Pack = typename PackOf<T, lanes>::type;

/// One of the processor's vectors.
template <class T> constexpr int vector_lanes = vector_bytes / static_cast<int>(sizeof(T));
template <class T> using Vector = Pack<T, vector_lanes<T>>;

/// What a comparison of two of them gives: -1 or 0 in each lane.
template <class T> using Mask = decltype(Vector<T>{} < Vector<T>{});

template <class T> WHORL_INLINE Vector<T> loaded(const T* from) {
    Vector<T> vector;
    std::memcpy(&vector, from, sizeof vector);
    return vector;
}
template <class T> WHORL_INLINE void store(const Vector<T>& vector, T* to) {
    std::memcpy(to, &vector, sizeof vector);
}

/// The same number in all lanes. (To add it to zeros would take an addition, for the sign of a zero.)
template <class T> WHORL_INLINE Vector<T> in_all_lanes(T number) {
    return number - Vector<T>{};
}

/// The lower halves of two vectors, or with `from` half of the lanes the upper ones.
template <int lanes, int from, class V> WHORL_INLINE V interleaved(V a, V b) {
    constexpr int i = from, j = from + lanes;
    if constexpr (lanes == 2) return __builtin_shufflevector(a, b, i, j);
    if constexpr (lanes == 4) return __builtin_shufflevector(a, b, i, j, i + 1, j + 1);
    if constexpr (lanes == 8) return __builtin_shufflevector(a, b, i, j, i + 1, j + 1, i + 2, j + 2, i + 3, j + 3);
    if constexpr (lanes == 16)
        return __builtin_shufflevector(a, b, i, j, i + 1, j + 1, i + 2, j + 2, i + 3, j + 3, i + 4, j + 4, i + 5, j + 5,
                                       i + 6, j + 6, i + 7, j + 7);
}

template <class T, int from, int... Lanes>
WHORL_INLINE Vector<T> every_other(Vector<T> a, Vector<T> b, std::integer_sequence<int, Lanes...>) {
    return __builtin_shufflevector(a, b, (2 * Lanes + from)...);
}
/// Of two vectors that follow each other, every other value, from the first or from the second one on.
template <class T> WHORL_INLINE Vector<T> evens_of(Vector<T> a, Vector<T> b) {
    return every_other<T, 0>(a, b, std::make_integer_sequence<int, vector_lanes<T>>{});
}
template <class T> WHORL_INLINE Vector<T> odds_of(Vector<T> a, Vector<T> b) {
    return every_other<T, 1>(a, b, std::make_integer_sequence<int, vector_lanes<T>>{});
}
/// The values at 2 k + parity and every other one behind. Reads those between, and from 2 k on.
template <int parity, class T> WHORL_INLINE Vector<T> one_parity(const T* values, int k) {
    const Vector<T> low = loaded(values + 2 * k), high = loaded(values + 2 * k + vector_lanes<T>);
    return parity == 0 ? evens_of<T>(low, high) : odds_of<T>(low, high);
}

}  // namespace whorl
