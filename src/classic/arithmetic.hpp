// What the published solver asks of its number type, beside + - * /.
#pragma once

#include <cstdint>
#include <type_traits>

#include "whorl/fixed.hpp"

namespace whorl::classic {

template <class T> inline constexpr bool is_fixed = false;
template <class Storage, int Bits> inline constexpr bool is_fixed<Fixed<Storage, Bits>> = true;

/// The type of sums and products on the way to a T: T itself, or in fixed point the same fraction in 64 bits, so that
/// only what is stored saturates.
template <class T> struct WideOf { using type = T; };
template <class Storage, int Bits> struct WideOf<Fixed<Storage, Bits>> { using type = Fixed<std::int64_t, Bits>; };
template <class T> using Wide = typename WideOf<T>::type;

/// (1 - t) a + t b. In fixed point with one rounding at the end: with two, a field of equal values would grow.
template <class W> constexpr W mix(W a, W b, W t) {
    if constexpr (is_fixed<W>) {
        const W change = (b - a) * t;
        return a + change;
    } else {
        return (W(1) - t) * a + t * b;
    }
}

}  // namespace whorl::classic
