// Compiled once per instruction set: plain loops over the x of one row. docs/kernels.md has the rules.
#include "simd/field_table.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class T, int Dim> void fill(const UpdateArguments<T, Dim>& in, const Row& row) {
    T* y = row_of(in.y, row);
    const T a = in.a;
    for (int i = row.x0; i < row.x1; ++i) y[i] = a;
}

template <class T, int Dim> void copy(const UpdateArguments<T, Dim>& in, const Row& row) {
    T* y = row_of(in.y, row);
    const T* x = row_of(in.x, row);
    for (int i = row.x0; i < row.x1; ++i) y[i] = x[i];
}

template <class T, int Dim> void scale(const UpdateArguments<T, Dim>& in, const Row& row) {
    T* y = row_of(in.y, row);
    const T a = in.a;
    for (int i = row.x0; i < row.x1; ++i) y[i] = a * y[i];
}

template <class T, int Dim> void add_scaled(const UpdateArguments<T, Dim>& in, const Row& row) {
    T* y = row_of(in.y, row);
    const T* x = row_of(in.x, row);
    const T a = in.a;
    for (int i = row.x0; i < row.x1; ++i) y[i] = y[i] + a * x[i];
}

template <class T, int Dim> void combine(const UpdateArguments<T, Dim>& in, const Row& row) {
    T* y = row_of(in.y, row);
    const T* x = row_of(in.x, row);
    const T a = in.a, b = in.b;
    for (int i = row.x0; i < row.x1; ++i) y[i] = a * y[i] + b * x[i];
}

template <class T, int Dim> void extrapolate(const ExtrapolateArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    T* __restrict ahead = row_of(in.ahead, row);
    T* __restrict before = row_of(in.before, row);
    const T* now = row_of(in.now, row);
    const T part = in.part;
    for (int i = row.x0; i < row.x1; ++i) {
        ahead[i] = (now[i] + part * now[i]) - part * before[i];
        before[i] = now[i];
    }
    max_row(lanes, row, [=](int i) { return T(__builtin_fabs(ahead[i])); });
    if (in.ends) in.ends->write(ahead);
}

template <class T, int Dim> void sum(const SumArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    const T* x = row_of(in.x, row);
    add_row(lanes, row, [=](int i) { return double(x[i]); });
}

template <class T, int Dim> void dot(const SumArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    const T* x = row_of(in.x, row);
    const T* y = row_of(in.y, row);
    add_row(lanes, row, [=](int i) { return double(x[i]) * double(y[i]); });
}

template <class T, int Dim> void max_abs(const SumArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    const T* x = row_of(in.x, row);
    max_row(lanes, row, [=](int i) { return T(__builtin_fabs(x[i])); });
}

// x - x is 0 for a finite number, and not a number otherwise.
template <class T, int Dim> void nonfinite(const SumArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    const T* x = row_of(in.x, row);
    add_row(lanes, row, [=](int i) { return x[i] - x[i] == 0 ? 0.0 : 1.0; });
}

// In any bit: -0 is not 0.
template <class T, int Dim> bool differs(const DiffersArguments<T, Dim>& in, const Row& row) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    const T* x = row_of(in.x, row);
    const Bits a = __builtin_bit_cast(Bits, in.a);
    Bits any = 0;
    for (int i = row.x0; i < row.x1; ++i) any |= __builtin_bit_cast(Bits, x[i]) ^ a;
    return any != 0;
}

template <class T, int Dim>
constexpr FieldKernels<T, Dim> kernels{fill<T, Dim>,    copy<T, Dim>,        scale<T, Dim>,  add_scaled<T, Dim>,
                                       combine<T, Dim>, extrapolate<T, Dim>, sum<T, Dim>,    dot<T, Dim>,
                                       max_abs<T, Dim>, nonfinite<T, Dim>,   differs<T, Dim>};

}  // namespace

const FieldTable field_table{kernels<float, 2>, kernels<float, 3>, kernels<double, 2>, kernels<double, 3>};

}  // namespace whorl::WHORL_ISA
