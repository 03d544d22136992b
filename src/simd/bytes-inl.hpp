// Work on bytes, one for each point of a run: in vectors of bytes, since compilers widen what they add or shift.
//
// Only for kernel files: everything here is in the unnamed namespace of their instruction set (docs/kernels.md).
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "simd/vectors-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

/// Calls f(lanes, k) for parts of so many bytes, of `lanes` from k on, which is a constant: whole vectors, the last one
/// over some that were done before. f must give the same when it is called again.
template <class F> WHORL_INLINE void for_vectors_of_bytes(int count, F f) {
    constexpr int many = vector_lanes<std::uint8_t>;
    using Many = std::integral_constant<int, many>;
    using One = std::integral_constant<int, 1>;
    int k = 0;
    for (; k + many <= count; k += many) f(Many{}, k);
    if (k == count) return;
    if (count >= many) return f(Many{}, count - many);
    for (; k < count; ++k) f(One{}, k);
}
template <int lanes, class T> WHORL_INLINE Pack<T, lanes> pack_from(const T* from) {
    Pack<T, lanes> pack;
    std::memcpy(&pack, from, sizeof pack);
    return pack;
}
template <int lanes, class T> WHORL_INLINE void store_pack(const Pack<T, lanes>& pack, T* to) {
    std::memcpy(to, &pack, sizeof pack);
}

}  // namespace
}  // namespace whorl::WHORL_ISA
