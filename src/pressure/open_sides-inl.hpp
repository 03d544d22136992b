// Interpolation beside the sides of a general level.
//
// Only for kernel files: everything here is in the unnamed namespace of their instruction set (docs/kernels.md).
#pragma once

#include "pressure/stencil-inl.hpp"
#include "pressure/transfer_table.hpp"

namespace whorl::WHORL_ISA {
namespace {

/// What is left of a change there, as far as their faces are open.
template <class Weights, class T, int Dim> struct OpenSides {
    const ProlongArguments<T, Dim>& in;
    const Row& row;
    const Weights weights;

    WHORL_INLINE bool is_on_side() const {
        bool result = false;
        for (int a = 1; a < Dim; ++a) {
            const int at = a == 1 ? row.y : row.z;
            result = result || at == 0 || at == in.op.cells[a] - 1;
        }
        return result;
    }
    WHORL_INLINE T left_at(int i) const {
        T left = 1;
        if (i == 0) left *= part(0, 0, weights.left(i));
        if (i == in.op.cells[0] - 1) left *= part(0, 1, weights.right(i));
        for (int a = 1; a < Dim; ++a) {
            const int at = a == 1 ? row.y : row.z;
            if (at == 0) left *= part(a, 0, weights.low(a - 1, i));
            if (at == in.op.cells[a] - 1) left *= part(a, 1, weights.high(a - 1, i));
        }
        return left;
    }
    /// The same of the cells with x = 2 k + parity and on, if the first and the last of the row are not among them.
    template <int parity> WHORL_INLINE Vector<T> left_of(int k) const {
        Vector<T> left = in_all_lanes(T(1));
        for (int a = 1; a < Dim; ++a) {
            const int at = a == 1 ? row.y : row.z;
            if (at == 0) left *= part(a, 0, weights.template lows<parity>(a - 1, k));
            if (at == in.op.cells[a] - 1) left *= part(a, 1, weights.template highs<parity>(a - 1, k));
        }
        return left;
    }
    WHORL_INLINE T part(int axis, int side, T weight) const {
        const T taken = in.transfer.pull[axis][side] * weight, limit = in.transfer.limit[axis][side];
        return T(1) - (taken < limit ? taken : limit);
    }
    WHORL_INLINE Vector<T> part(int axis, int side, const Vector<T>& weight) const {
        const Vector<T> taken = in.transfer.pull[axis][side] * weight,
                        limit = in_all_lanes(in.transfer.limit[axis][side]);
        return T(1) - (taken < limit ? taken : limit);
    }
};

}  // namespace
}  // namespace whorl::WHORL_ISA
