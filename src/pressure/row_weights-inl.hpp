// What the cells of a row of the general form weigh, from weights of faces or from what is open of them: for one cell,
// and for vectors of every other one, as sorted rows have them (sorted_table.hpp).
//
// Only for kernel files: everything here is in the unnamed namespace of their instruction set (docs/kernels.md).
#pragma once

#include <cstring>

#include "pressure/operator_table.hpp"
#include "simd/vectors-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

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
        using Wide = Pack<double, vector_lanes<T>>;
        Wide sum = __builtin_convertvector(extras_of<parity>(k), Wide) +
                   (__builtin_convertvector(lefts<parity>(k), Wide) + __builtin_convertvector(rights<parity>(k), Wide));
        for (int a = 0; a < Dim - 1; ++a)
            sum +=
                __builtin_convertvector(lows<parity>(a, k), Wide) + __builtin_convertvector(highs<parity>(a, k), Wide);
        const Wide nothing{}, one = 1.0 - nothing;
        return __builtin_convertvector(sum > nothing ? one / (sum > nothing ? sum : one) : nothing, Vector<T>);
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
