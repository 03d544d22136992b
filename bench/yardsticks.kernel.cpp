// Compiled once per instruction set: plain loops over the x of one row.
#include "bench/yardsticks_table.hpp"
#include "simd/loops.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class T, int Dim> void sweep_row(const YardstickArguments<T, Dim>& in, const Row& row) {
    T* __restrict out = row_of(in.out, row);
    const T* __restrict b = row_of(in.b, row);
    const T* __restrict f = row_of(in.x, row);
    const std::ptrdiff_t up = in.x.stride[1], back = in.x.stride[Dim - 1];
    const T weight = in.weight;
    for (int x = row.x0; x < row.x1; ++x) {
        T sum = b[x] + (f[x + 1] + f[x - 1]) + (f[x + up] + f[x - up]);
        if constexpr (Dim == 3) sum += f[x + back] + f[x - back];
        out[x] = weight * sum;
    }
}

/// This row and the next.
template <class T> void sweep_pair(const YardstickArguments<T, 2>& in, const Row& row) {
    const std::ptrdiff_t up = in.x.stride[1];
    T *out = row_of(in.out, row), *next_out = out + up;
    const T *b = row_of(in.b, row), *next_b = b + up;
    const T* f = row_of(in.x, row);
    const T weight = in.weight;
    WHORL_INDEPENDENT
    for (int x = row.x0; x < row.x1; ++x) {
        const T here = f[x], next = f[x + up];
        out[x] = weight * (b[x] + (f[x + 1] + f[x - 1]) + (next + f[x - up]));
        next_out[x] = weight * (next_b[x] + (f[x + up + 1] + f[x + up - 1]) + (f[x + 2 * up] + here));
    }
}

template <class T, int Dim> void sweep(const YardstickArguments<T, Dim>& in, const Row& row) {
    if constexpr (Dim == 2) {
        const Row first{row.x0, row.x1, sweep_lines<2> * row.y, 0};
        return first.y + 1 < in.x.shape[1] ? sweep_pair(in, first) : sweep_row(in, first);
    } else {
        const int z0 = row.z * sweep_lines<3>, z1 = z0 + sweep_lines<3>, end = in.x.shape[2];
        for (int z = z0; z < (z1 < end ? z1 : end); ++z) sweep_row(in, {row.x0, row.x1, row.y, z});
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
