// Linear interpolation for a block of points in a row that come from about as far away, without gathers.
//
// Where the displacements of all points of a block lie between the same two lattice points along an axis, or among the
// same few, what neighbours read are neighbours in memory: rows are read as they lie there, and each point takes the
// pair that it is between. In smooth flow nearly all blocks make do with two, or three.
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

/// The points of a block may spread over so many pairs of lattice points more than one. Along x and the last axis that
/// may be many, as where a fast current is beside a slow one: to choose among so many rows is still less than gathers.
template <int axis, int Dim> constexpr int most_spread = axis == 0 ? 3 : axis == Dim - 1 ? 7 : 1;

/// How a block spreads, in a byte: a bit for each axis along which it does, and by how much more than by one: along the
/// last axis in the next three bits, along x in the last two.
template <int axis> constexpr int unit_of_more = axis == 0 ? 64 : 8;
template <int axis, int Dim> WHORL_INLINE int more_than_one(int bends) {
    return axis == 0 ? bends / unit_of_more<0> : axis == Dim - 1 ? bends / unit_of_more<axis> % 8 : 0;
}

/// What the compiler is to know of it: it does not along x, or may, or may by more than one along any axis.
enum class Bend { none, along_x, far };

/// Calls f with such a constant.
template <class F> WHORL_INLINE void with_bend(int bends, F f) {
    if (bends >= unit_of_more<1>) [[unlikely]]
        return f(std::integral_constant<Bend, Bend::far>{});
    if (bends & 1) return f(std::integral_constant<Bend, Bend::along_x>{});
    f(std::integral_constant<Bend, Bend::none>{});
}

/// Where the points of each block are read from.
template <int Dim> struct Openings {
    BlockBytes is_open;     // else the points have to be gathered
    BlockBytes bends;       // how it spreads: along these axes it takes three values instead of two, or more
    BlockBytes first[Dim];  // lattice steps from a point to the first value that is read along each axis

    /// From a point to the first value that is read, in a field with these strides.
    WHORL_INLINE std::ptrdiff_t start(int block, const Vec<std::ptrdiff_t, Dim>& stride) const {
        std::ptrdiff_t offset = first[0][block];
        for (int axis = 1; axis < Dim; ++axis) offset += first[axis][block] * stride[axis];
        return offset;
    }
    WHORL_INLINE int bends_of(int block) const { return static_cast<std::uint8_t>(bends[block]); }
};

template <int Dim> struct Windows : Openings<Dim> {
    BlockBytes is_inside[Dim];  // open, and no point can be where the outermost values along an axis are, or beyond
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
template <class T> WHORL_INLINE Several<T> all_rounded(const Several<T>& t) {
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

/// 0, 1, ...
WHORL_INLINE BlockBytes numbers_of_blocks() {
    BlockBytes number{};
    for (int block = 0; block < block_count; ++block) number[block] = static_cast<std::int8_t>(block);
    return number;
}

/// `down` gives the lower one of the pair of lattice points that a displacement falls between. All extremes are
/// numbers; `more`, if there are any, is one for each block that counts too, in the same order, with room for
/// block_count behind them. Of blocks behind the last one nothing is known.
template <class T, int Dim, class Down>
WHORL_INLINE void find_reaches(const BlockExtremes<T, Dim>& extremes, const T* more, Down down,
                               Vec<Reaches, Dim>& reaches) {
    using Numbers = Pack<T, block_count>;
    constexpr int most_bytes = (Dim + 1) * block_count;
    std::int8_t low[most_bytes], high[most_bytes];
    const auto narrow = [&](Numbers& numbers, std::int8_t* to) WHORL_INLINE_LAMBDA {
        down(numbers);
        const Numbers least = Numbers{} + T(any_reach.low), most = Numbers{} + T(any_reach.high);
        numbers = numbers > least ? numbers : least;
        numbers = numbers < most ? numbers : most;
        const auto words = __builtin_convertvector(numbers, Pack<std::int32_t, block_count>);
        const BlockBytes bytes = __builtin_convertvector(__builtin_convertvector(words, BlockWords), BlockBytes);
        std::memcpy(to, &bytes, sizeof bytes);
    };
    for (int i = 0; i < extremes.count; i += block_count) {
        Numbers least, most, other;
        std::memcpy(&least, extremes.low() + i, sizeof least);
        std::memcpy(&most, extremes.opposite_of_high() + i, sizeof most);
        most = -most;
        if (more) {
            std::memcpy(&other, more + i, sizeof other);
            least = other < least ? other : least;
            most = other > most ? other : most;
        }
        narrow(least, low + i);
        narrow(most, high + i);
    }
    const int count = extremes.count / Dim;
    const BlockBytes is_known = numbers_of_blocks() < static_cast<std::int8_t>(count);
    for (int axis = 0; axis < Dim; ++axis) {
        BlockBytes least, most;
        std::memcpy(&least, low + axis * count, sizeof least);
        std::memcpy(&most, high + axis * count, sizeof most);
        reaches[axis].low = is_known ? least : BlockBytes{} + static_cast<std::int8_t>(any_reach.low);
        reaches[axis].high = is_known ? most : BlockBytes{} + static_cast<std::int8_t>(any_reach.high);
    }
}

WHORL_INLINE UnsignedBytes spread_of(const Reaches& reaches) {
    return reinterpret_cast<const UnsignedBytes&>(reaches.high) - reinterpret_cast<const UnsignedBytes&>(reaches.low);
}
/// The blocks that spread by so much or less.
WHORL_INLINE BlockBytes are_narrow(const Reaches& reaches, int most) {
    return (spread_of(reaches) <= static_cast<std::uint8_t>(most)) &
           (reaches.low > static_cast<std::int8_t>(any_reach.low)) &
           (reaches.high < static_cast<std::int8_t>(any_reach.high));
}
WHORL_INLINE bool are_all(BlockBytes blocks) {
    std::uint64_t halves[2];
    std::memcpy(halves, &blocks, sizeof halves);
    return (halves[0] & halves[1]) == ~std::uint64_t{0};
}

/// Along one axis.
struct AxisWindows {
    BlockBytes is_open, is_inside, is_bent, first;  // as those of Windows
    UnsignedBytes spread;
};

/// Of a row of values that has so many of them along the axis.
template <int axis, int Dim>
WHORL_INLINE AxisWindows find_windows_along(const Reaches& reaches, const Row& row, int values) {
    const BlockBytes low = reaches.low, high = reaches.high, is_straight = low == high;
    const auto before = [&](int place) WHORL_INLINE_LAMBDA { return from_block<axis>(place, row, false); };
    const auto behind = [&](int place) WHORL_INLINE_LAMBDA { return from_block<axis>(place, row, true); };
    AxisWindows result{
        .is_open = {}, .is_inside = {}, .is_bent = ~is_straight, .first = low, .spread = spread_of(reaches)};
    if constexpr (axis == 0) {  // room for three values in any case
        const BlockBytes last = behind(values - 2), is_at_end = low > last;
        result.first += is_straight & is_at_end;
        result.is_bent |= is_at_end;
        result.is_open = (result.first <= last) & (high <= behind(values - 1));
    } else {
        result.is_open = high <= behind(values - 1);
    }
    result.is_inside = (result.first >= before(1)) & (high <= behind(values - 3));
    result.is_open &= are_narrow(reaches, most_spread<axis, Dim>) & (result.first >= before(-1));
    return result;
}

template <int axis, int Dim> WHORL_INLINE void add_axis(const AxisWindows& along, Openings<Dim>& openings) {
    openings.bends |= along.is_bent & static_cast<std::int8_t>(1 << axis);
    if constexpr (axis == 0 || axis == Dim - 1) {
        const UnsignedBytes more = (along.spread - 1) * static_cast<std::uint8_t>(unit_of_more<axis>);
        openings.bends |= (along.spread > 1) & reinterpret_cast<const BlockBytes&>(more);
    }
    openings.is_open &= along.is_open;
    openings.first[axis] = along.first;
}

/// Where as many points as are worked on at once are along one axis of a window. In vectors and not number by number,
/// which compilers would vectorise too, but with a selection for each way to come to a value.
template <class T> struct Spot {
    Several<T> fraction;  // from the nearest lattice point, -1/2 to 1/2
    Several<T> steps;     // what tells whether a point is between the second and the third value: if it is not below
    int second;           // that many
};

/// Goes through the rows of a window from x to the last axis. A fold has
///     value(v)                  what single values make
///     chosen(axis, a, b, more)  of two such results the one for an early or a late point, from `more` steps on
///     between(axis, low, high)  what the two results of a pair make
/// Along other axes than x it is asked for whether a block bends, which costs little beside the rows that are not read.
template <Bend bend, int Dim, class T, class Fold>
WHORL_INLINE auto folded(const Fold& fold, int bends, const T* first, const Vec<std::ptrdiff_t, Dim>& stride) {
    const auto across = [&]<int axis>(std::integral_constant<int, axis>, const T* at, auto line) WHORL_INLINE_LAMBDA {
        const std::ptrdiff_t next = axis == 0 ? 1 : stride[axis];
        const auto a = line(at), b = line(at + next);
        const bool is_bent = axis == 0 ? bend != Bend::none : (bends & 1 << axis) != 0;
        if (!is_bent) return fold.between(axis, a, b);
        auto last = line(at + 2 * next);
        auto low = fold.chosen(axis, a, b, 0), high = fold.chosen(axis, b, last, 0);
        if constexpr (bend == Bend::far)
            for (int more = 1; more <= more_than_one<axis, Dim>(bends); ++more) {
                const auto further = line(at + (2 + more) * next);
                low = fold.chosen(axis, low, last, more), high = fold.chosen(axis, high, further, more);
                last = further;
            }
        return fold.between(axis, low, high);
    };
    const auto value = [&](const T* at) WHORL_INLINE_LAMBDA { return fold.value(several_from(at)); };
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

    using V = Several<T>;
    WHORL_INLINE V value(const V& v) const { return v; }
    WHORL_INLINE V chosen(int axis, const V& early, const V& late, int more) const {
        return either(spot[axis].steps >= static_cast<T>(spot[axis].second + more), late, early);
    }
    WHORL_INLINE V between(int axis, const V& low, const V& high) const {
        const V f = spot[axis].fraction;
        return either(f < T(0), high, low) + f * either(f == T(0), V{}, high - low);
    }
};

/// The smallest and the largest of the values that are interpolated between, as `range_of`.
template <class T, int Dim> struct Surroundings {
    Vec<Spot<T>, Dim> spot;

    using V = Several<T>;
    WHORL_INLINE Range<V> value(const V& v) const { return {v, v}; }
    WHORL_INLINE Range<V> chosen(int axis, const Range<V>& early, const Range<V>& late, int more) const {
        const Comparison<T> is_late = spot[axis].steps >= static_cast<T>(spot[axis].second + more);
        return {either(is_late, late.low, early.low), either(is_late, late.high, early.high)};
    }
    WHORL_INLINE Range<V> between(int axis, const Range<V>& low, const Range<V>& high) const {
        const Comparison<T> is_on_low = spot[axis].fraction == T(0);
        const V least = either(low.low < high.low, low.low, high.low);
        const V most = either(low.high > high.high, low.high, high.high);
        return {either(is_on_low, low.low, least), either(is_on_low, low.high, most)};
    }
};

}  // namespace whorl
