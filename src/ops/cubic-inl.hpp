// Monotone cubic interpolation at a point, axis by axis (fedkiw2001, appendix B), from the same stencil as the linear
// one of interpolate-inl.hpp: along an axis four values in a row, of which the point lies between the inner two.
//
//         before    near   point    far     beyond         delta = far - near
//     ------o---------o------*-------o---------o-----      slopes: half of (far - before) and of (beyond - near)
//
// The cubic of Hermite with those slopes (Catmull and Rom) is exact for parabolas. Fedkiw sets a slope to 0 if its sign
// is not delta's, which monotone needs but which is not enough: a slope is cut to three times delta as well
// (fritsch1980). The value then never leaves the range of the inner two, so that of all axes together is in the range
// of the corners that linear interpolation reads. Where the data is smooth and monotone neither cut acts: third order.
#pragma once

#include "ops/interpolate-inl.hpp"

namespace whorl {

/// 0 if it runs against delta, 3 delta at most.
template <class T> WHORL_INLINE constexpr T monotone_slope(T slope, T delta) {
    const bool rises = delta > 0;
    return clamped(slope, rises ? T(0) : 3 * delta, rises ? 3 * delta : T(0));
}

/// `weight` is that of `far`, 0 to 1/2. Half way neither of the two is the nearer one; both ways round have the same
/// bits.
template <class T> WHORL_INLINE constexpr T cubic_between(T before, T near, T far, T beyond, T weight) {
    const T delta = far - near;
    const T at_near = monotone_slope(T(0.5) * (far - before), delta);
    const T at_far = monotone_slope(T(0.5) * (beyond - near), delta);
    const T rest = 1 - weight;
    const T inside =
        near + (weight * weight * (3 - 2 * weight) * delta + weight * rest * (rest * at_near - weight * at_far));
    const T middle = T(0.5) * (near + far) + T(0.125) * (at_near - at_far);
    const T value = weight < T(0.5) ? inside : middle;
    return delta > 0 ? clamped(value, near, far) : clamped(value, far, near);
}

/// x first, then y, then z: 4^Dim values.
template <class T, int Dim> WHORL_INLINE constexpr T interpolate_cubic(const T* values, const Stencil<T, Dim>& s) {
    const auto along_x = [&](int at) WHORL_INLINE_LAMBDA {
        return cubic_between(values[at - s.step[0]], values[at], values[at + s.step[0]], values[at + 2 * s.step[0]],
                             s.weight[0]);
    };
    const auto in_plane = [&](int at) WHORL_INLINE_LAMBDA {
        return cubic_between(along_x(at - s.step[1]), along_x(at), along_x(at + s.step[1]), along_x(at + 2 * s.step[1]),
                             s.weight[1]);
    };
    if constexpr (Dim == 2)
        return in_plane(s.base);
    else
        return cubic_between(in_plane(s.base - s.step[2]), in_plane(s.base), in_plane(s.base + s.step[2]),
                             in_plane(s.base + 2 * s.step[2]), s.weight[2]);
}

}  // namespace whorl
