// Compiled once per instruction set: plain loops over the x of one row. docs/kernels.md has the rules.
#include "pressure/project_table.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class T, int Dim> void divergence(const DivergenceArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    T* b = row_of(in.b, row);
    const T* u = row_of(in.u[0], row);
    const T* v = row_of(in.u[1], row);
    const T* w = row_of(in.u[Dim - 1], row);
    const std::ptrdiff_t up = in.u[1].stride[1], back = in.u[Dim - 1].stride[Dim - 1];
    const T dx = in.per_spacing[0], dy = in.per_spacing[1], dz = in.per_spacing[Dim - 1];
    for (int x = row.x0; x < row.x1; ++x) {
        T sum = (u[x + 1] - u[x]) * dx + (v[x + up] - v[x]) * dy;
        if constexpr (Dim == 3) sum += (w[x + back] - w[x]) * dz;
        b[x] = -sum;
    }
    add_row(lanes, row, [=](int x) { return double(b[x]) * double(b[x]); });
}

template <class T, int Dim> void gradient(const GradientArguments<T, Dim>& in, const Row& row) {
    T* u = row_of(in.u, row);
    const T* p = row_of(in.p, row);
    const std::ptrdiff_t back = in.back;
    const T factor = in.factor;
    for (int x = row.x0; x < row.x1; ++x) u[x] = u[x] - factor * (p[x] - p[x - back]);
}

template <class T, int Dim> constexpr ProjectKernels<T, Dim> kernels{divergence<T, Dim>, gradient<T, Dim>};

}  // namespace

const ProjectTable project_table{kernels<float, 2>, kernels<float, 3>, kernels<double, 2>, kernels<double, 3>};

}  // namespace whorl::WHORL_ISA
