// Compiled once per instruction set: plain loops over the x of one row. flux_vanleer1974.hpp has the method.
//
// Everything between a load and a store is in double. In float the rounding of volumes has the same sign step after
// step where the flow is steady, and a total would drift by 1e-5 in a thousand substeps; what is left is the rounding
// of stored values, which has no preferred sign.
#include "advect/flux_table.hpp"
#include "ops/interpolate-inl.hpp"
#include "simd/loops.hpp"

namespace whorl::WHORL_ISA {
namespace {

/// Volumes that are off by more than this have another reason than the solver's residual.
constexpr double residual_volume = 0.01;
/// Cells nearer than this to a wall that moves: the flow was made for where it was a step ago.
constexpr int beside_walls = 3;

/// What is not a number carries nothing.
template <class T> WHORL_INLINE T bounded(T c, T largest) {
    const T raised = c > -largest ? c : c <= -largest ? -largest : T(0);
    return raised < largest ? raised : largest;
}

template <class T, int Dim> void carry(const CarriedArguments<T, Dim>& in, const Row& row) {
    T* __restrict carried = row_of(in.carried, row);
    const T* __restrict u = row_of(in.u, row);
    const T steps = in.steps, largest = in.largest;
    if (!in.open.data) {
        for (int x = row.x0; x < row.x1; ++x) carried[x] = bounded(steps * u[x], largest);
        return;
    }
    const std::uint16_t* __restrict open = row_of(in.open, row);
    constexpr T part = T(1) / T(whole_face);
    for (int x = row.x0; x < row.x1; ++x) carried[x] = bounded(steps * u[x] * (T(open[x]) * part), largest);
}

template <class T, int Dim> void outflow(const SettleArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    const T* c[Dim];
    std::ptrdiff_t next[Dim];
    for (int axis = 0; axis < Dim; ++axis)
        c[axis] = row_of(in.carried[axis], row), next[axis] = in.carried[axis].stride[axis];
    max_row(lanes, row, [&](int x) {
        T sum = 0;
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
            const T low = c[axis][x], high = c[axis][x + next[axis]];
            sum += (low < 0 ? -low : T(0)) + (high > 0 ? high : T(0));
        });
        return static_cast<double>(sum);
    });
}

/// The harmonic mean of the differences on both sides, 0 at an extremum.
WHORL_INLINE double limited_slope(double before, double here, double after) {
    const double low = here - before, high = after - here, product = low * high;
    const bool is_monotone = product > 0;
    return (is_monotone ? 2 * product : 0) / (is_monotone ? low + high : 1);
}

/// The volume of cells after the axes that were swept already.
template <int swept, class T, int Dim> struct Volumes {
    const T* carried[2];
    std::ptrdiff_t next[2], along[2];
    double part;

    WHORL_INLINE Volumes(const SweepArguments<T, Dim>& in, const Row& row, int axis) : part(in.part) {
        for (int k = 0; k < swept; ++k) {
            carried[k] = row_of(in.carried[k], row);
            next[k] = in.carried[k].stride[in.axes[k]];
            along[k] = in.carried[k].stride[axis];
        }
    }
    /// Of the cell `step` cells from x along the axis that is swept now.
    WHORL_INLINE double at(int x, int step) const {
        double volume = 1;
        if constexpr (swept > 0) volume -= lost(0, x, step);
        if constexpr (swept > 1) volume -= lost(1, x, step);
        return volume;
    }
    WHORL_INLINE double lost(int k, int x, int step) const {
        const T* here = carried[k] + x + step * along[k];
        return part * static_cast<double>(here[next[k]]) - part * static_cast<double>(here[0]);
    }
};

template <int swept, bool has_walls, class T, int Dim>
void sweep_axis(const SweepArguments<T, Dim>& in, const Row& row) {
    const int axis = in.axes[swept];
    const Volumes<swept, T, Dim> volumes(in, row, axis);
    const T* __restrict phi = row_of(in.phi, row);
    const T* __restrict carried = row_of(in.carried[swept], row);
    const std::uint16_t* __restrict open = has_walls ? row_of(in.open, row) : nullptr;
    T* __restrict result = row_of(in.result, row);
    const std::ptrdiff_t step = in.phi.stride[axis], face = in.carried[swept].stride[axis];
    const std::ptrdiff_t open_face = has_walls ? in.open.stride[axis] : 0;
    const double part = in.part;
    // The end of a cell's line, as much of it as passes: its mean is half of the rest away from the face.
    const auto end = [](double middle, double slope, double passing, double of)
                         WHORL_INLINE_LAMBDA { return middle + 0.5 * (1 - clamped(passing / of, 0.0, 1.0)) * slope; };
    WHORL_INDEPENDENT
    for (int x = row.x0; x < row.x1; ++x) {
        const double far_left = phi[x - 2 * step], left = phi[x - step], here = phi[x], right = phi[x + step],
                     far_right = phi[x + 2 * step];
        double slope_left = limited_slope(far_left, left, here), slope = limited_slope(left, here, right),
               slope_right = limited_slope(here, right, far_right);
        if constexpr (has_walls) {
            // What is beyond a shut face tells nothing about a cell.
            const std::uint16_t* at = open + x;
            slope_left = at[-open_face] != 0 && at[0] != 0 ? slope_left : 0;
            slope = at[0] != 0 && at[open_face] != 0 ? slope : 0;
            slope_right = at[open_face] != 0 && at[2 * open_face] != 0 ? slope_right : 0;
        }
        const double in_left = part * static_cast<double>(carried[x]);
        const double out_right = part * static_cast<double>(carried[x + face]);
        const double volume = volumes.at(x, 0);
        const double from_left =
            in_left > 0 ? end(left, slope_left, in_left, volumes.at(x, -1)) : end(here, -slope, -in_left, volume);
        const double to_right = out_right > 0 ? end(here, slope, out_right, volume)
                                              : end(right, -slope_right, -out_right, volumes.at(x, 1));
        // As differences from what is here, so that a constant stays that constant to the bit.
        const double change = in_left * (from_left - here) - out_right * (to_right - here);
        const double value = here + change / (volume - (out_right - in_left));
        const Range<double> beside = joined(Range<double>{left, left}, Range<double>{right, right});
        const Range<double> range = joined(beside, Range<double>{here, here});
        result[x] = static_cast<T>(clamped(value, range.low, range.high));
    }
}

template <bool has_walls, class T, int Dim> void sweep_any(const SweepArguments<T, Dim>& in, const Row& row) {
    if (in.swept == 0) return sweep_axis<0, has_walls>(in, row);
    if (in.swept == 1) return sweep_axis<1, has_walls>(in, row);
    if constexpr (Dim == 3) return sweep_axis<2, has_walls>(in, row);
}
template <class T, int Dim> void sweep(const SweepArguments<T, Dim>& in, const Row& row) {
    in.open.data ? sweep_any<true>(in, row) : sweep_any<false>(in, row);
}

template <class T, int Dim> void settle(const SettleArguments<T, Dim>& in, const Row& row) {
    T* phi = row_of(in.phi, row);
    const std::uint8_t* distance = in.distance.data ? row_of(in.distance, row) : nullptr;
    for (int x = row.x0; x < row.x1; ++x) {
        double volume = 1;
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
            const T* c = row_of(in.carried[axis], row) + x;
            const double low = c[0], high = c[in.carried[axis].stride[axis]];
            volume -= in.part * high - in.part * low;
        });
        const bool is_beside = distance && distance[x] < beside_walls;
        const bool is_residual = !is_beside && volume > 1 - residual_volume && volume < 1 + residual_volume;
        const T value = is_residual ? static_cast<T>(volume * static_cast<double>(phi[x])) : phi[x];
        phi[x] = value < T(1e-30) && value > T(-1e-30) ? T(0) : value;
    }
}

template <class T, int Dim>
constexpr FluxKernels<T, Dim> kernels{carry<T, Dim>, outflow<T, Dim>, sweep<T, Dim>, settle<T, Dim>};

}  // namespace

const FluxTable flux_table{kernels<float, 2>, kernels<float, 3>, kernels<double, 2>, kernels<double, 3>};

}  // namespace whorl::WHORL_ISA
