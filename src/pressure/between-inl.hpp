// Interpolation across rows: the values of the coarse rows around a fine one, blended.
//
// Only for kernel files: everything here is in the unnamed namespace of their instruction set (docs/kernels.md).
#pragma once

#include "pressure/transfer_table.hpp"
#include "simd/vectors-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

/// The coarse rows that a fine row lies between, and their weights: 2 of them, or 4 in three dimensions.
template <class T, int Dim> struct Between {
    static constexpr int rows = 1 << (Dim - 1);
    const T* row[rows];
    T weight[rows];

    WHORL_INLINE Between(const ProlongArguments<T, Dim>& in, const Row& fine) {
        for (int k = 0; k < rows; ++k) row[k] = in.coarse_x.data, weight[k] = T(1);
        for (int a = 0; a < Dim - 1; ++a) {
            const int axis = a + 1, i = a == 0 ? fine.y : fine.z, n = in.coarse_x.shape[axis];
            const bool halved = in.transfer.halved[axis];
            const int parent = halved ? i / 2 : i;
            int beside = parent + (i % 2 == 0 ? -1 : 1);
            if (beside < 0 || beside >= n) beside = in.op.periodic[axis] ? (beside + n) % n : parent;
            for (int k = 0; k < rows; ++k) {
                const bool far = ((k >> a) & 1) != 0;
                const int at = far && halved ? beside : parent;
                row[k] += at * in.coarse_x.stride[axis];
                if (halved)
                    weight[k] *= far ? in.transfer.far[axis][i] : in.transfer.near[axis][i];
                else if (far)
                    weight[k] = T(0);
            }
        }
    }
    WHORL_INLINE T at(int X) const {
        T sum = weight[0] * row[0][X];
        for (int k = 1; k < rows; ++k) sum += weight[k] * row[k][X];
        return sum;
    }
    /// The same for a vector of them, from X on.
    WHORL_INLINE Vector<T> vector_at(int X) const {
        Vector<T> sum = weight[0] * loaded(row[0] + X);
        for (int k = 1; k < rows; ++k) sum += weight[k] * loaded(row[k] + X);
        return sum;
    }
};

}  // namespace
}  // namespace whorl::WHORL_ISA
