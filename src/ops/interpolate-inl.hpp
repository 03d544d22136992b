// Linear interpolation at a point that is given as an integer index and a displacement, one point at a time.
//
// The point lies `t` lattice steps away from index i. It is interpolated from the nearest lattice point towards the one
// on its other side, with a weight of at most 1/2:
//
//         i+r     point      i+r+step          r = t rounded, f = t - r, step = sign of f, weight = |f|
//     -----a--------*-----------b-----         value = a + weight (b - a)
//
// Against the usual floor and fraction this costs two operations and gives four properties to the bit:
//   - a displacement of -1e-9 keeps its digits as one of +1e-9 does (1 - 1e-9 would have lost them), so a flow and its
//     mirror image have the same bits and slow flows move;
//   - the result never leaves the range of its corners, since a + (b - a) / 2 cannot round past b;
//   - a constant stays that constant, and a point on a lattice point takes its value;
//   - where f is 0, step is 0 too: nothing beyond a side is read, not even with a weight of 0.
//
// Offsets are 32-bit integers, for which the processors have gathers: a field may span 2^31 elements at most.
#pragma once

#include "simd/loops.hpp"
#include "whorl/types.hpp"

namespace whorl {

/// An axis that repeats every `cells` lattice points; all zero on one that does not.
template <class T> struct Period {
    T cells = 0;
    T inverse = 0;  // 1 / cells
    int count = 0;  // cells, as an integer
};

/// Displacements are kept within this many lattice steps: beyond, the sum in `rounded` would drop its bits. A float
/// that large has no digits left for a fraction of a cell.
template <class T> constexpr T largest_displacement = sizeof(T) == 4 ? T((1 << 22) - 1) : T((1LL << 51) - 1);

/// To the nearest integer, halves to even: 1.5 * 2^23 (2^52 for a double) pushes the fraction out of the mantissa.
/// Only two additions, which every instruction set has, and odd: rounded(-t) is -rounded(t).
template <class T> constexpr T push_to_whole = sizeof(T) == 4 ? T(12582912.0) : T(6755399441055744.0);

template <class T> WHORL_INLINE constexpr T rounded(T t) {
    return (t + push_to_whole<T>)-push_to_whole<T>;
}

/// t, or the nearest of the two bounds. What is not a number becomes `low`: it must not reach an index.
template <class T> WHORL_INLINE constexpr T clamped(T t, T low, T high) {
    const T raised = t > low ? t : low;
    return raised < high ? raised : high;
}

/// A point along one axis: the nearest lattice point, and how far from it, -1/2 to 1/2.
template <class T> struct Position {
    int index;
    T fraction;
};

/// The point `t` steps from lattice point i, |t| <= largest_displacement. On a periodic axis the index is wrapped into
/// 0 <= index < count.
template <class T> WHORL_INLINE constexpr Position<T> locate(int i, T t, const Period<T>& period) {
    // Both factors are integers below 2^24, so the product is exact; so is the difference.
    const T near = t - period.cells * rounded(t * period.inverse);
    const T whole = rounded(near);
    int index = i + static_cast<int>(whole);
    index += index < 0 ? period.count : 0;
    index -= index >= period.count ? period.count : 0;
    return {index, near - whole};
}

/// Which lattice the values lie on, seen from the one that positions count on: the same one, or one that is shifted by
/// half a step, whose points number `left` and `right` lie on either side of point 0.
///
///     -----+---------*---------+---------*-----      * the positions' lattice: point j, point j + 1
///        left        j       right      j+1          + the values', if shifted: nearest on the side of the fraction
///
/// Shifting the displacement by 1/2 instead would round the two sides differently.
template <class T> struct Lattice {
    T weight = 0, slope = 1;  // weight of the farther point: weight + slope * |fraction|
    int left = 0, right = 0;
    int step = 1;  // to the farther point, for a fraction above 0

    static constexpr Lattice shifted(int left, int right) { return {T(0.5), T(-1), left, right, -1}; }
};

/// Where a point falls along one axis of the values.
template <class T> struct Place {
    int index;  // of the nearest value
    int step;   // to the one on the point's other side: -1, 0 or 1
    T weight;   // of the other one, 0 to 1/2
};

template <class T> WHORL_INLINE constexpr Place<T> place_on(const Lattice<T>& lattice, const Position<T>& at) {
    const bool left = at.fraction < 0;
    const T weight = lattice.weight + lattice.slope * (left ? -at.fraction : at.fraction);
    const int step = left ? -lattice.step : lattice.step;
    return {at.index + (left ? lattice.left : lattice.right), weight > 0 ? step : 0, weight};
}

/// The 2^Dim values that surround a point: offset of the nearest, steps to the others, weights.
template <class T, int Dim> struct Stencil {
    int base;
    int step[Dim];
    T weight[Dim];
};

template <class T, int Dim>
WHORL_INLINE constexpr Stencil<T, Dim> stencil_at(const Vec<Place<T>, Dim>& place, const Vec<int, Dim>& stride) {
    Stencil<T, Dim> stencil{};
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        stencil.base += place[axis].index * stride[axis];
        stencil.step[axis] = place[axis].step * stride[axis];
        stencil.weight[axis] = place[axis].weight;
    });
    return stencil;
}

/// Half way neither end is the nearer one; the mean has the same bits from both.
template <class T> WHORL_INLINE constexpr T towards(T a, T b, T weight) {
    return weight < T(0.5) ? a + weight * (b - a) : T(0.5) * (a + b);
}

/// x first, then y, then z.
template <class T, int Dim> WHORL_INLINE constexpr T interpolate(const T* values, const Stencil<T, Dim>& s) {
    const auto along_x = [&](int at)
                             WHORL_INLINE_LAMBDA { return towards(values[at], values[at + s.step[0]], s.weight[0]); };
    const auto in_plane = [&](int at) WHORL_INLINE_LAMBDA {
        return towards(along_x(at), along_x(at + s.step[1]), s.weight[1]);
    };
    if constexpr (Dim == 2)
        return in_plane(s.base);
    else
        return towards(in_plane(s.base), in_plane(s.base + s.step[2]), s.weight[2]);
}

/// The same on the positions' own lattice, where rounding tells which end is the nearer one even half way.
template <class T, int Dim> WHORL_INLINE constexpr T interpolate_nearest(const T* values, const Stencil<T, Dim>& s) {
    const auto between = [&](int axis, T a, T b) WHORL_INLINE_LAMBDA { return a + s.weight[axis] * (b - a); };
    const auto along_x = [&](int at) WHORL_INLINE_LAMBDA { return between(0, values[at], values[at + s.step[0]]); };
    const auto in_plane = [&](int at) WHORL_INLINE_LAMBDA { return between(1, along_x(at), along_x(at + s.step[1])); };
    if constexpr (Dim == 2)
        return in_plane(s.base);
    else
        return between(2, in_plane(s.base), in_plane(s.base + s.step[2]));
}

template <class T> struct Range { T low, high; };

template <class T> WHORL_INLINE constexpr Range<T> joined(const Range<T>& a, const Range<T>& b) {
    return {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

/// The smallest and the largest of the values that `interpolate` reads.
template <class T, int Dim> WHORL_INLINE constexpr Range<T> range_of(const T* values, const Stencil<T, Dim>& s) {
    const auto one = [&](int at) WHORL_INLINE_LAMBDA { return Range<T>{values[at], values[at]}; };
    const auto along_x = [&](int at) WHORL_INLINE_LAMBDA { return joined(one(at), one(at + s.step[0])); };
    const auto in_plane = [&](int at) WHORL_INLINE_LAMBDA { return joined(along_x(at), along_x(at + s.step[1])); };
    if constexpr (Dim == 2)
        return in_plane(s.base);
    else
        return joined(in_plane(s.base), in_plane(s.base + s.step[2]));
}

}  // namespace whorl
