// Vectors side by side.
//
// A processor works on an operation when what it needs is there, but looks only some hundred operations ahead. Where
// one depends on the other, as in an interpolation from axis to axis, it takes several vectors side by side to keep it
// busy: Several<T> are as many, and each operation on them is one for each, next to each other.
#pragma once

#include <type_traits>

#include "simd/vectors-inl.hpp"

namespace whorl {

/// Two vectors. What is chosen of them by comparing is chosen by either().
template <class T> struct Several { Vector<T> one, other; };
template <class T> struct Comparison {
    using Lanes = decltype(Vector<T>{} < Vector<T>{});
    Lanes one, other;
};
template <class T> constexpr int lanes_at_once = 2 * vector_lanes<T>;

#define WHORL_ON_SEVERAL(Result, op)                                                                        \
    template <class T> WHORL_INLINE Result<T> operator op(const Several<T>& a, const Several<T>& b) {       \
        return {a.one op b.one, a.other op b.other};                                                        \
    }                                                                                                       \
    template <class T> WHORL_INLINE Result<T> operator op(const Several<T>& a, std::type_identity_t<T> b) { \
        return {a.one op b, a.other op b};                                                                  \
    }
WHORL_ON_SEVERAL(Several, +)
WHORL_ON_SEVERAL(Several, -)
WHORL_ON_SEVERAL(Several, *)
WHORL_ON_SEVERAL(Comparison, <)
WHORL_ON_SEVERAL(Comparison, >)
WHORL_ON_SEVERAL(Comparison, >=)
WHORL_ON_SEVERAL(Comparison, ==)
#undef WHORL_ON_SEVERAL

template <class T> WHORL_INLINE Comparison<T> operator&(const Comparison<T>& a, const Comparison<T>& b) {
    return {a.one & b.one, a.other & b.other};
}
template <class T>
WHORL_INLINE Several<T> either(const Comparison<T>& which, const Several<T>& yes, const Several<T>& no) {
    return {which.one ? yes.one : no.one, which.other ? yes.other : no.other};
}
template <class T> WHORL_INLINE Several<T> several_from(const T* from) {
    return {loaded(from), loaded(from + vector_lanes<T>)};
}
template <class T> WHORL_INLINE void store(const Several<T>& numbers, T* to) {
    store(numbers.one, to);
    store(numbers.other, to + vector_lanes<T>);
}

}  // namespace whorl
