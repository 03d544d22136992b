// What the cells of a row of the general form weigh, from weights of faces or from what is open of them: for one cell,
// and for vectors of every other one, as sorted rows have them (sorted_table.hpp).
//
// Only for kernel files: everything here is in the unnamed namespace of their instruction set (docs/kernels.md).
#pragma once

#include <cstring>
#include <type_traits>

#include "pressure/operator_table.hpp"
#include "simd/loops.hpp"
#include "simd/vectors-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

/// Which of the cells with x = 2 k + parity and on have any of these bits.
template <int parity, class T> WHORL_INLINE Mask<T> bits_among(const std::uint8_t* marks, int k, int bits) {
    Pack<std::uint16_t, vector_lanes<T>> pairs;  // the one with even x is the lower byte
    std::memcpy(&pairs, marks + 2 * k, sizeof pairs);
    return (__builtin_convertvector(pairs, Mask<T>) & (parity == 0 ? bits : bits << 8)) != 0;
}

template <int first, class V, int... I> WHORL_INLINE auto some_of(const V& vector, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(vector, vector, (first + I)...);
}
template <class V, int... I> WHORL_INLINE auto one_of(const V& low, const V& high, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(low, high, I...);
}
/// Lanes of a vector, from this one on, in double. What is wider than the processor's vectors, compilers compare and
/// convert one by one.
template <int first, class T> WHORL_INLINE Vector<double> in_double(const Vector<T>& vector) {
    return __builtin_convertvector(some_of<first>(vector, std::make_integer_sequence<int, vector_lanes<double>>{}),
                                   Vector<double>);
}
/// A vector of what f makes of its lanes from `first` on, a constant, as many at a time as there are doubles in one.
template <class T, class F> WHORL_INLINE Vector<T> made_of_doubles(F f) {
    constexpr int some = vector_lanes<double>;
    const Vector<double> low = f(std::integral_constant<int, 0>{});
    if constexpr (vector_lanes<T> == some) {
        return low;
    } else {
        using Half = Pack<T, some>;
        const Vector<double> high = f(std::integral_constant<int, some>{});
        return one_of(__builtin_convertvector(low, Half), __builtin_convertvector(high, Half),
                      std::make_integer_sequence<int, 2 * some>{});
    }
}

/// Nothing else reads weights of an operator. `inner_`: the same for cells that are neither the first nor the last of
/// the row.
template <class T, int Dim> struct RowWeights {
    const T *along, *extras, *inverses;
    const std::uint8_t* marks;
    const T* below[Dim - 1];
    const T* above[Dim - 1];

    WHORL_INLINE RowWeights(const Operator<T, Dim>& op, const Row& row)
        : along(row_of(op.face[0], row)),
          extras(row_of(op.extra, row)),
          inverses(row_of(op.inverse, row)),
          marks(row_of(op.marks, row)) {
        for (int a = 0; a < Dim - 1; ++a) {
            below[a] = row_of(op.face[a + 1], row);
            above[a] = below[a] + op.face[a + 1].stride[a + 1];
        }
    }
    /// Of the faces of cell i: towards lower and higher x, and along the axes other than x, of which 0 is y.
    WHORL_INLINE T left(int i) const { return along[i]; }
    WHORL_INLINE T right(int i) const { return along[i + 1]; }
    WHORL_INLINE T low(int a, int i) const { return below[a][i]; }
    WHORL_INLINE T high(int a, int i) const { return above[a][i]; }
    WHORL_INLINE T extra(int i) const { return extras[i]; }      ///< diagonal beside those
    WHORL_INLINE T inverse(int i) const { return inverses[i]; }  ///< of the whole diagonal, or 0 outside of the problem
    WHORL_INLINE bool is_inside(int i) const { return (marks[i] & cell_mark::outside) == 0; }
    WHORL_INLINE T inner_left(int i) const { return left(i); }
    WHORL_INLINE T inner_right(int i) const { return right(i); }
    WHORL_INLINE T inner_inverse(int i) const { return inverse(i); }

    /// The same of the cells with x = 2 k + parity and on. They read nothing beyond the faces of the last cell if k is
    /// a vector before half of the cells.
    template <int parity> WHORL_INLINE Vector<T> lefts(int k) const { return one_parity<parity>(along, k); }
    template <int parity> WHORL_INLINE Vector<T> rights(int k) const { return one_parity<1>(along + parity, k); }
    template <int parity> WHORL_INLINE Vector<T> lows(int a, int k) const { return one_parity<parity>(below[a], k); }
    template <int parity> WHORL_INLINE Vector<T> highs(int a, int k) const { return one_parity<parity>(above[a], k); }
    template <int parity> WHORL_INLINE Vector<T> extras_of(int k) const { return one_parity<parity>(extras, k); }
    template <int parity> WHORL_INLINE Vector<T> inverses_of(int k) const { return one_parity<parity>(inverses, k); }
    template <int parity> WHORL_INLINE Mask<T> are_inside(int k) const { return inverses_of<parity>(k) > Vector<T>{}; }
};

/// The same of the open form, to the same bits as if weights were stored.
template <class T, int Dim> struct OpenRowWeights {
    OpenRow<T> along, below[Dim - 1], above[Dim - 1];
    T first, last_face;  // of the row, on sides or round a period
    int last;
    const T* extras;
    const std::uint8_t* marks;

    WHORL_INLINE OpenRowWeights(const Operator<T, Dim>& op, const Row& row)
        : along(op.open_row(row, 0, false)),
          last(op.cells[0] - 1),
          extras(row_of(op.extra, row)),
          marks(row_of(op.marks, row)) {
        for (int a = 0; a < Dim - 1; ++a)
            below[a] = op.open_row(row, a + 1, false), above[a] = op.open_row(row, a + 1, true);
        if (op.periodic[0]) {
            first = last_face = T(along.value[0]) * along.unit;
        } else {
            first = T(*row_of(op.open.side[0][0], row)) * op.side_unit[0][0];
            last_face = T(*row_of(op.open.side[0][1], row)) * op.side_unit[0][1];
        }
    }
    WHORL_INLINE T left(int i) const { return i > 0 ? inner_left(i) : first; }
    WHORL_INLINE T right(int i) const { return i < last ? inner_right(i) : last_face; }
    WHORL_INLINE T low(int a, int i) const { return T(below[a].value[i]) * below[a].unit; }
    WHORL_INLINE T high(int a, int i) const { return T(above[a].value[i]) * above[a].unit; }
    WHORL_INLINE T extra(int i) const { return extras[i]; }
    WHORL_INLINE T inverse(int i) const { return inverted(i, left(i), right(i)); }
    WHORL_INLINE bool is_inside(int i) const { return (marks[i] & cell_mark::outside) == 0; }
    WHORL_INLINE T inner_left(int i) const { return T(along.value[i]) * along.unit; }
    WHORL_INLINE T inner_right(int i) const { return T(along.value[i + 1]) * along.unit; }
    WHORL_INLINE T inner_inverse(int i) const { return inverted(i, inner_left(i), inner_right(i)); }

    template <int parity> WHORL_INLINE Vector<T> lefts(int k) const { return some<parity>(along, 0, k); }
    template <int parity> WHORL_INLINE Vector<T> rights(int k) const { return some<1>(along, parity, k); }
    template <int parity> WHORL_INLINE Vector<T> lows(int a, int k) const { return some<parity>(below[a], 0, k); }
    template <int parity> WHORL_INLINE Vector<T> highs(int a, int k) const { return some<parity>(above[a], 0, k); }
    template <int parity> WHORL_INLINE Vector<T> extras_of(int k) const { return one_parity<parity>(extras, k); }
    template <int parity> WHORL_INLINE Vector<T> inverses_of(int k) const {
        Vector<T> around[2 * Dim - 2];
        for (int a = 0; a < Dim - 1; ++a) around[2 * a] = lows<parity>(a, k), around[2 * a + 1] = highs<parity>(a, k);
        const Vector<T> own = extras_of<parity>(k), left = lefts<parity>(k), right = rights<parity>(k);
        return made_of_doubles<T>([&](auto start) WHORL_INLINE_LAMBDA {
            const auto wide = [&](const Vector<T>& values)
                                  WHORL_INLINE_LAMBDA { return in_double<decltype(start)::value, T>(values); };
            Vector<double> sum = wide(own) + (wide(left) + wide(right));
            for (int a = 0; a < Dim - 1; ++a) sum += wide(around[2 * a]) + wide(around[2 * a + 1]);
            const Vector<double> nothing{}, one = 1.0 - nothing;
            return sum > nothing ? one / (sum > nothing ? sum : one) : nothing;
        });
    }
    template <int parity> WHORL_INLINE Mask<T> are_inside(int k) const {
        return !bits_among<parity, T>(marks, k, cell_mark::outside);
    }

  private:
    /// Two of them are a number of 32 bits, of which the one with even x is the lower half.
    template <int parity> WHORL_INLINE static Vector<T> some(const OpenRow<T>& faces, int from, int k) {
        Pack<std::int32_t, vector_lanes<T>> pairs;
        std::memcpy(&pairs, faces.value + from + 2 * k, sizeof pairs);
        pairs = parity == 0 ? pairs & 0xffff : pairs >> 16 & 0xffff;
        return __builtin_convertvector(pairs, Vector<T>) * faces.unit;
    }
    /// As Operator::inverse_at has it; dividing by 1 where there is nothing to divide by keeps loops free of branches.
    WHORL_INLINE T inverted(int i, T left_weight, T right_weight) const {
        double sum = double(extra(i)) + (double(left_weight) + double(right_weight));
        for (int a = 0; a < Dim - 1; ++a) sum += double(low(a, i)) + double(high(a, i));
        const T result = T(1 / (sum > 0 ? sum : 1.0));
        return sum > 0 ? result : T(0);
    }
};

}  // namespace
}  // namespace whorl::WHORL_ISA
