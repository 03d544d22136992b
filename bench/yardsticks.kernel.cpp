// Compiled once per instruction set: plain loops over the x of one row.
#include "bench/yardsticks_table.hpp"
#include "simd/loops.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class T, int Dim> void sweep(const YardstickArguments<T, Dim>& in, const Row& first, int count) {
    const std::ptrdiff_t up = in.x.stride[1], back = in.x.stride[Dim - 1];
    const T weight = in.weight;
    T* out = row_of(in.out, first);
    const T *b = row_of(in.b, first), *f = row_of(in.x, first);
    // Of the four rows that two of them read, two are read for both; of eight, in three dimensions, it does not pay.
    for (; Dim == 2 && count > 1; count -= 2, out += 2 * up, b += 2 * up, f += 2 * up) {
        WHORL_INDEPENDENT
        for (int x = first.x0; x < first.x1; ++x) {
            const T here = f[x], next = f[x + up];
            out[x] = weight * (b[x] + (f[x + 1] + f[x - 1]) + (next + f[x - up]));
            out[x + up] = weight * (b[x + up] + (f[x + up + 1] + f[x + up - 1]) + (f[x + 2 * up] + here));
        }
    }
    for (; count > 0; --count, out += up, b += up, f += up) {
        WHORL_INDEPENDENT
        for (int x = first.x0; x < first.x1; ++x) {
            T sum = b[x] + (f[x + 1] + f[x - 1]) + (f[x + up] + f[x - up]);
            if constexpr (Dim == 3) sum += f[x + back] + f[x - back];
            out[x] = weight * sum;
        }
    }
}

template <class T, int Dim> void triad(const YardstickArguments<T, Dim>& in, const Row& row) {
    T* __restrict out = row_of(in.out, row);
    const T* __restrict a = row_of(in.x, row);
    const T* __restrict b = row_of(in.b, row);
    const T weight = in.weight;
    for (int x = row.x0; x < row.x1; ++x) out[x] = a[x] + weight * b[x];
}

template <class T, int Dim> void copy(const YardstickArguments<T, Dim>& in, const Row& row) {
    T* __restrict out = row_of(in.out, row);
    const T* __restrict a = row_of(in.x, row);
    for (int x = row.x0; x < row.x1; ++x) out[x] = a[x];
}

template <class T, int Dim> constexpr YardstickKernels<T, Dim> kernels{sweep<T, Dim>, triad<T, Dim>, copy<T, Dim>};

}  // namespace

const YardstickTable yardstick_table{kernels<float, 2>, kernels<float, 3>, kernels<double, 2>, kernels<double, 3>};

}  // namespace whorl::WHORL_ISA
