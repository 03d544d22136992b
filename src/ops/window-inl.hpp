// Linear interpolation for a block of points in a row that come from about as far away, without gathers.
//
// Where the displacements of all points of a block lie between the same two lattice points along an axis, or between
// the same three, what neighbours read are neighbours in memory: rows are read as they lie there, and each point takes
// the pair that it is between. In smooth flow nearly all blocks are like that.
//
//     first     first+1   first+2
//     --o---------o--*------o----        along one axis: point * is late, its pair is the second and the third value
//
// With the same bits as `interpolate_nearest` (interpolate-inl.hpp): from the nearest of the pair, a + |f| (b - a),
// which is high + f (high - low) for a fraction f below 0 and low + f (high - low) above; and where f is 0, low alone.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/region.hpp"
#include "ops/interpolate-inl.hpp"
#include "simd/extremes-inl.hpp"

namespace whorl {

/// Along which axes a block takes three values instead of two: none, x, x and the last one, or all.
enum class Bend : std::int8_t { none = 0, x = 1, last = 2, all = 3 };

/// What is known of one block of a row is a byte beside those of the others, so that it is found for all at once.
using BlockBytes = std::int8_t __attribute__((vector_size(block_count)));
using UnsignedBytes = std::uint8_t __attribute__((vector_size(block_count)));
using BlockWords = std::int16_t __attribute__((vector_size(2 * block_count)));  // while it is worked out

/// Displacements of the points of each block along one axis, rounded down: the least and the most.
struct Reaches {
    BlockBytes low, high;
};

/// Either of these stands for "so far or further": not known.
constexpr Range<int> any_reach{-128, 127};

template <int Dim> struct Windows {
    BlockBytes is_open;         // else the points have to be gathered
    BlockBytes is_inside[Dim];  // open, and no point can be where the outermost values along an axis are, or beyond
    BlockBytes bend;            // as Bend
    BlockBytes first[Dim];      // lattice steps from a point to the first value that is read along each axis

    WHORL_INLINE void close(BlockBytes unless) {
        is_open &= unless;
        for (int axis = 0; axis < Dim; ++axis) is_inside[axis] &= unless;
    }

    template <class T>
    WHORL_INLINE const T* start(int block, const T* here, const Vec<std::ptrdiff_t, Dim>& stride) const {
        for (int axis = 0; axis < Dim; ++axis) here += first[axis][block] * stride[axis];
        return here;
    }
    /// Of the second value along an axis.
    template <class T> WHORL_INLINE Vec<T, Dim> second(int block) const {
        Vec<T, Dim> result{};
        for (int axis = 0; axis < Dim; ++axis) result[axis] = static_cast<T>(first[axis][block] + 1);
        return result;
    }
};

WHORL_INLINE BlockBytes smaller(BlockBytes a, BlockBytes b) {
    return a < b ? a : b;
}
WHORL_INLINE BlockBytes larger(BlockBytes a, BlockBytes b) {
    return a > b ? a : b;
}

/// number - at, where `at` is the place of the first or the last point of each block along an axis, as far as a byte
/// tells it.
template <int axis> WHORL_INLINE BlockBytes from_block(int number, const Row& row, bool is_last) {
    const auto within = [](int value, int most) WHORL_INLINE_LAMBDA {
        return value < -most ? -most : value < most ? value : most - 1;
    };
    if constexpr (axis > 0) {
        const int at = axis == 1 ? row.y : row.z;
        return BlockBytes{} + static_cast<std::int8_t>(within(number - at, 128));
    } else {
        const int first = within(number - row.x0 - (is_last ? block_cells - 1 : 0), 1 << 14);
        BlockWords words{};
        for (int block = 0; block < block_count; ++block) words[block] = static_cast<std::int16_t>(block_cells * block);
        words = static_cast<std::int16_t>(first) - words;
        words = words < -128 ? BlockWords{} - 128 : words;
        words = words > 127 ? BlockWords{} + 127 : words;
        return __builtin_convertvector(words, BlockBytes);
    }
}

template <class T> WHORL_INLINE constexpr T rounded_down(T t) {
    const T whole = rounded(t);
    return whole - static_cast<T>(whole > t);
}
template <class T> WHORL_INLINE Vector<T> all_rounded(const Vector<T>& t) {
    return (t + push_to_whole<T>)-push_to_whole<T>;
}
/// The same for the blocks of a row, in place: vectors that are wider than the processor's must not be returned.
template <class T> WHORL_INLINE void round_all(Pack<T, block_count>& t) {
    constexpr T push = push_to_whole<T>;
    t = (t + push) - push;
}
template <class T> WHORL_INLINE void round_all_down(Pack<T, block_count>& t) {
    Pack<T, block_count> whole = t;
    round_all<T>(whole);
    t = whole > t ? whole - 1 : whole;
}

/// `down` gives the lower one of the pair of lattice points that a displacement falls between. All extremes are
/// numbers.
template <class T, class Down> WHORL_INLINE Reaches reaches_between(const Extremes<T>& extremes, Down down) {
    using Numbers = Pack<T, block_count>;
    const auto narrowed = [&](const T(&values)[block_count]) WHORL_INLINE_LAMBDA {
        Numbers numbers;
        std::memcpy(&numbers, values, sizeof numbers);
        down(numbers);
        const Numbers least = Numbers{} + T(any_reach.low), most = Numbers{} + T(any_reach.high);
        numbers = numbers < least ? least : numbers;
        numbers = numbers > most ? most : numbers;
        const auto words = __builtin_convertvector(numbers, Pack<std::int32_t, block_count>);
        return __builtin_convertvector(__builtin_convertvector(words, BlockWords), BlockBytes);
    };
    return {narrowed(extremes.low), narrowed(extremes.high)};
}

/// The windows of the first `count` blocks of a row. All that is read lies within one ghost of the shape.
template <int Dim>
WHORL_INLINE Windows<Dim> find_windows(const Vec<const Reaches*, Dim>& reaches, const Row& row, int count,
                                       const Vec<int, Dim>& shape) {
    Windows<Dim> windows{};
    BlockBytes number{};
    for (int block = 0; block < block_count; ++block) number[block] = static_cast<std::int8_t>(block);
    windows.is_open = number < static_cast<std::int8_t>(count);
    const auto add = [&]<int axis>(std::integral_constant<int, axis>) WHORL_INLINE_LAMBDA {
        const BlockBytes low = reaches[axis]->low, high = reaches[axis]->high;
        const BlockBytes is_straight = low == high;
        const auto before = [&](int place) WHORL_INLINE_LAMBDA { return from_block<axis>(place, row, false); };
        const auto behind = [&](int place) WHORL_INLINE_LAMBDA { return from_block<axis>(place, row, true); };
        BlockBytes first = low;
        BlockBytes bends = ~is_straight;
        if constexpr (axis == 0) {  // room for three values in any case
            const BlockBytes is_at_end = low > behind(shape[0] - 2);
            first += is_straight & is_at_end;
            bends |= is_at_end;
            windows.is_open &= first <= behind(shape[0] - 2);
        } else {
            windows.is_open &= high <= behind(shape[axis] - 1);
        }
        windows.is_inside[axis] = (first >= before(1)) & (high <= behind(shape[axis] - 3));
        constexpr Bend bend = axis == 0 ? Bend::x : axis == Dim - 1 ? Bend::last : Bend::all;
        windows.bend = larger(windows.bend, bends & static_cast<std::int8_t>(bend));
        const UnsignedBytes spread =
            reinterpret_cast<const UnsignedBytes&>(high) - reinterpret_cast<const UnsignedBytes&>(low);
        windows.is_open &= (spread <= 1) & (first >= before(-1));
        windows.is_open &=
            (low > static_cast<std::int8_t>(any_reach.low)) & (high < static_cast<std::int8_t>(any_reach.high));
        windows.first[axis] = first;
    };
    add(std::integral_constant<int, 0>{});
    add(std::integral_constant<int, 1>{});
    if constexpr (Dim == 3) add(std::integral_constant<int, 2>{});
    windows.close(windows.is_open);
    return windows;
}

/// Where as many points as a vector holds are along one axis of a window. In vectors and not number by number, which
/// compilers would vectorise too, but with a selection for each way to come to a value.
template <class T> struct Spot {
    Vector<T> fraction;  // from the nearest lattice point, -1/2 to 1/2
    decltype(Vector<T>{} <
             Vector<T>{}) is_late;  // between the second and the third value, not the first and the second
};

/// Goes through the rows of a window from x to the last axis. A fold has
///     value(v)                  what single values make
///     chosen(axis, a, b)        of two such results the one for an early or a late point
///     between(axis, low, high)  what the two results of a pair make
template <Bend bend, int Dim, class T, class Fold>
WHORL_INLINE auto folded(const Fold& fold, const T* first, const Vec<std::ptrdiff_t, Dim>& stride) {
    const auto across = [&]<int axis>(std::integral_constant<int, axis>, const T* at, auto line) WHORL_INLINE_LAMBDA {
        const std::ptrdiff_t next = axis == 0 ? 1 : stride[axis];
        const auto a = line(at), b = line(at + next);
        constexpr bool bends = axis == 0         ? bend != Bend::none
                               : axis == Dim - 1 ? bend == Bend::last || bend == Bend::all
                                                 : bend == Bend::all;
        if constexpr (bends) {
            const auto c = line(at + 2 * next);
            return fold.between(axis, fold.chosen(axis, a, b), fold.chosen(axis, b, c));
        } else {
            return fold.between(axis, a, b);
        }
    };
    const auto value = [&](const T* at) WHORL_INLINE_LAMBDA { return fold.value(loaded(at)); };
    const auto along_x = [&](const T* at)
                             WHORL_INLINE_LAMBDA { return across(std::integral_constant<int, 0>{}, at, value); };
    const auto in_plane = [&](const T* at)
                              WHORL_INLINE_LAMBDA { return across(std::integral_constant<int, 1>{}, at, along_x); };
    if constexpr (Dim == 2)
        return in_plane(first);
    else
        return across(std::integral_constant<int, 2>{}, first, in_plane);
}

template <class T, int Dim> struct Interpolation {
    Vec<Spot<T>, Dim> spot;

    using V = Vector<T>;
    WHORL_INLINE V value(V v) const { return v; }
    WHORL_INLINE V chosen(int axis, V early, V late) const { return spot[axis].is_late ? late : early; }
    WHORL_INLINE V between(int axis, V low, V high) const {
        const V f = spot[axis].fraction;
        return (f < 0 ? high : low) + f * (f == 0 ? V{} : high - low);
    }
};

/// The smallest and the largest of the values that are interpolated between, as `range_of`.
template <class T, int Dim> struct Surroundings {
    Vec<Spot<T>, Dim> spot;

    using V = Vector<T>;
    WHORL_INLINE Range<V> value(V v) const { return {v, v}; }
    WHORL_INLINE Range<V> chosen(int axis, const Range<V>& early, const Range<V>& late) const {
        return {spot[axis].is_late ? late.low : early.low, spot[axis].is_late ? late.high : early.high};
    }
    WHORL_INLINE Range<V> between(int axis, const Range<V>& low, const Range<V>& high) const {
        const auto is_on_low = spot[axis].fraction == 0;
        return joined(low, Range<V>{is_on_low ? low.low : high.low, is_on_low ? low.high : high.high});
    }
};

}  // namespace whorl
