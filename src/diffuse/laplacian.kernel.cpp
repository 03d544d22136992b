// Compiled once per instruction set: plain loops over the x of one row. docs/kernels.md has the rules.
#include "diffuse/laplacian_table.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class T, int Dim> void laplacian(const LaplacianArguments<T, Dim>& in, const Row& row) {
    T* __restrict y = row_of(in.y, row);
    const T* __restrict f = row_of(in.x, row);
    const std::ptrdiff_t up = in.x.stride[1], back = in.x.stride[Dim - 1];
    const T a = in.weight[0], b = in.weight[1], c = in.weight[Dim - 1], keep = in.keep;
    for (int x = row.x0; x < row.x1; ++x) {
        const T twice = f[x] + f[x];
        T sum = (f[x + 1] - twice + f[x - 1]) * a + (f[x + up] - twice + f[x - up]) * b;
        if constexpr (Dim == 3) sum += (f[x + back] - twice + f[x - back]) * c;
        y[x] = (keep != T(0) ? keep * y[x] : T(0)) + sum;  // scratch that is not kept may hold anything
    }
}

template <class T, int Dim> constexpr LaplacianKernels<T, Dim> kernels{laplacian<T, Dim>};

}  // namespace

const LaplacianTable laplacian_table{kernels<float, 2>, kernels<float, 3>, kernels<double, 2>, kernels<double, 3>};

}  // namespace whorl::WHORL_ISA
