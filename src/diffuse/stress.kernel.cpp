// Compiled once per instruction set: plain loops over the x of one row. docs/kernels.md has the rules.
#include "diffuse/stress_table.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class T, int Dim> WHORL_INLINE std::ptrdiff_t step_along(const View<T, Dim>& view, int axis) {
    return axis == 0 ? 1 : view.stride[axis];
}

/// The stress about one further axis: rows of what is sheared, and the steps to neighbours.
template <class T, int Dim> struct Shear {
    const T *other, *weight;
    std::ptrdiff_t own_across, other_along, other_across, weight_across;
    T per_across, per_along;

    WHORL_INLINE Shear(const StressArguments<T, Dim>& in, const Row& row, int k)
        : other(row_of(in.other[k], row)),
          weight(row_of(in.shear[k], row)),
          own_across(step_along(in.x, in.across[k])),
          other_along(step_along(in.other[k], in.axis)),
          other_across(step_along(in.other[k], in.across[k])),
          weight_across(step_along(in.shear[k], in.across[k])),
          per_across(in.per_other[k]),
          per_along(in.per_cell) {}

    /// Force on face x of the row `u`: the stress at its high edge minus that at its low one.
    WHORL_INLINE T force(const T* u, int x) const {
        const T* v = other + x;
        const T high = weight[x + weight_across] * ((u[x + own_across] - u[x]) * per_across +
                                                    (v[other_across] - v[other_across - other_along]) * per_along);
        const T low = weight[x] * ((u[x] - u[x - own_across]) * per_across + (v[0] - v[-other_along]) * per_along);
        return (high - low) * per_across;
    }
};

template <class T, int Dim> struct Force {
    const T *u, *stretch;
    std::ptrdiff_t along, stretch_along;
    T twice;
    Shear<T, Dim> first, second;

    WHORL_INLINE Force(const StressArguments<T, Dim>& in, const Row& row)
        : u(row_of(in.x, row)),
          stretch(row_of(in.stretch, row)),
          along(step_along(in.x, in.axis)),
          stretch_along(step_along(in.stretch, in.axis)),
          twice(2 * in.per_cell * in.per_cell),
          first(in, row, 0),
          second(in, row, Dim - 2) {}

    WHORL_INLINE T at(int x) const {
        T sum = twice * (stretch[x] * (u[x + along] - u[x]) - stretch[x - stretch_along] * (u[x] - u[x - along]));
        sum += first.force(u, x);
        if constexpr (Dim == 3) sum += second.force(u, x);
        return sum;
    }
};

template <class T, int Dim> void apply(const StressArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    T* __restrict y = row_of(in.y, row);
    const T* diagonal = row_of(in.diagonal, row);
    const Force<T, Dim> force(in, row);
    for (int x = row.x0; x < row.x1; ++x) y[x] = diagonal[x] > T(0) ? diagonal[x] * force.u[x] - force.at(x) : T(0);
    add_row(lanes, row, [&](int x) { return static_cast<double>(force.u[x]) * static_cast<double>(y[x]); });
}

template <class T, int Dim> void divergence(const StressArguments<T, Dim>& in, const Row& row) {
    T* __restrict y = row_of(in.y, row);
    const Force<T, Dim> force(in, row);
    for (int x = row.x0; x < row.x1; ++x) y[x] = force.at(x);
}

/// 0 if either is.
template <class T> WHORL_INLINE T harmonic_mean(T a, T b) {
    const T sum = a + b;
    return 2 * b * (a / (sum > T(0) ? sum : T(1)));
}

template <class T, int Dim> void edges(const EdgeArguments<T, Dim>& in, const Row& row) {
    T* __restrict out = row_of(in.out, row);
    const T* weight = row_of(in.weight, row);
    const T* nu = row_of(in.viscosity, row);
    const std::ptrdiff_t a = step_along(in.viscosity, in.a), b = step_along(in.viscosity, in.b);
    for (int x = row.x0; x < row.x1; ++x)
        out[x] = weight[x] * harmonic_mean(harmonic_mean(nu[x], nu[x - a]), harmonic_mean(nu[x - b], nu[x - a - b]));
}

template <class T, int Dim> void cells(const CellArguments<T, Dim>& in, const Row& row) {
    T* __restrict out = row_of(in.out, row);
    const T* nu = row_of(in.viscosity, row);
    if (in.weight.data) {
        const T* weight = row_of(in.weight, row);
        for (int x = row.x0; x < row.x1; ++x) out[x] = nu[x] * weight[x];
    } else {
        for (int x = row.x0; x < row.x1; ++x) out[x] = nu[x];
    }
}

template <class T, int Dim> void links(const LinkWeightArguments<T, Dim>& in, const Row& row) {
    T* __restrict out = row_of(in.out, row);
    const T* sample = row_of(in.sample, row);
    const T factor = in.factor, least = in.least;
    if (in.weight.data) {
        const T* weight = row_of(in.weight, row);
        for (int x = row.x0; x < row.x1; ++x) out[x] = factor * (sample[x] + least * weight[x]);
    } else {
        for (int x = row.x0; x < row.x1; ++x) out[x] = factor * (sample[x] + least);
    }
}

template <class T, int Dim> void diagonal(const StressDiagonalArguments<T, Dim>& in, const Row& row) {
    T* __restrict out = row_of(in.diagonal, row);
    const T* mass = row_of(in.mass, row);
    const T* nu = row_of(in.viscosity, row);
    const std::ptrdiff_t along = step_along(in.viscosity, in.axis);
    const T per_dt = in.per_dt, half = T(0.5);
    if (in.held.data) {
        const T* held = row_of(in.held, row);
        for (int x = row.x0; x < row.x1; ++x)
            out[x] = mass[x] > T(0) ? mass[x] * per_dt + held[x] * (half * (nu[x] + nu[x - along])) : T(0);
    } else {
        for (int x = row.x0; x < row.x1; ++x) out[x] = mass[x] * per_dt;
    }
}

template <class T, int Dim> void terms(const TermArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    const T* u = row_of(in.u, row);
    const T* weight[Dim];
    std::ptrdiff_t step[Dim];
    for (int axis = 0; axis < Dim; ++axis)
        weight[axis] = row_of(in.weight[axis], row), step[axis] = step_along(in.weight[axis], axis);
    add_row(lanes, row, [&](int x) {
        T sum = 0;
        for (int axis = 0; axis < Dim; ++axis) sum += weight[axis][x] + weight[axis][x + step[axis]];
        const double term = static_cast<double>(sum) * static_cast<double>(u[x]);
        return term * term;
    });
}

template <class T, int Dim> void turn(const DescentArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    T* __restrict p = row_of(in.p, row);
    const T* z = row_of(in.z, row);
    const T* r = row_of(in.r, row);
    const T factor = in.factor;
    if (factor != T(0)) {
        for (int x = row.x0; x < row.x1; ++x) p[x] = z[x] + factor * p[x];
    } else {
        for (int x = row.x0; x < row.x1; ++x) p[x] = z[x];
    }
    add_row(lanes, row, [&](int x) { return static_cast<double>(p[x]) * static_cast<double>(r[x]); });
}

template <class T, int Dim> void descend(const DescentArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    T* __restrict solution = row_of(in.x, row);
    T* __restrict r = row_of(in.r, row);
    const T* p = row_of(in.p, row);
    const T* q = row_of(in.q, row);
    const T factor = in.factor;
    for (int x = row.x0; x < row.x1; ++x) {
        solution[x] += factor * p[x];
        r[x] -= factor * q[x];
    }
    add_row(lanes, row, [&](int x) { return static_cast<double>(r[x]) * static_cast<double>(r[x]); });
}

template <class T, int Dim> void curve(const CurveArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    T* __restrict nu = row_of(in.viscosity, row);
    const T* scalar = row_of(in.scalar, row);
    const CurvePoints points = in.points;
    constexpr double largest = 1e15;
    for (int x = row.x0; x < row.x1; ++x) {
        const double s = static_cast<double>(scalar[x]);
        double value = points.count > 0 ? points.viscosity[0] : s;
        for (int k = 1; k < points.count; ++k) {
            const double before = points.viscosity[k - 1], width = points.value[k] - points.value[k - 1];
            const double between = before + (points.viscosity[k] - before) * ((s - points.value[k - 1]) / width);
            value = s >= points.value[k] ? points.viscosity[k] : s > points.value[k - 1] ? between : value;
        }
        value = value > 0 ? value : 0;  // and what is not a number
        nu[x] = static_cast<T>(value < largest ? value : largest);
    }
    max_row(lanes, row, [&](int x) { return nu[x]; });
}

template <class T, int Dim>
constexpr StressKernels<T, Dim> kernels{apply<T, Dim>,   divergence<T, Dim>, edges<T, Dim>, cells<T, Dim>,
                                        links<T, Dim>,   diagonal<T, Dim>,   terms<T, Dim>, turn<T, Dim>,
                                        descend<T, Dim>, curve<T, Dim>};

}  // namespace

const StressTable stress_table{kernels<float, 2>, kernels<float, 3>, kernels<double, 2>, kernels<double, 3>};

}  // namespace whorl::WHORL_ISA
