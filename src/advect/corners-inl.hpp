// What counts of the values around the ends of walks, of several points at once: those that can be reached from there
// through open faces inside the stencil.
#pragma once

#include "advect/walk-inl.hpp"
#include "simd/vectors-inl.hpp"

namespace whorl {

constexpr int walk_lanes = vector_lanes<double>;
template <class T> using Lanes = Pack<T, walk_lanes>;
using Cells = Lanes<int>;
using Reals = Lanes<double>;

template <class To, class From> WHORL_INLINE To converted(const From& from) {
    return __builtin_convertvector(from, To);
}
template <class To, class T> WHORL_INLINE To gathered(const T* from, const Cells& at) {
    To values;
    for (int i = 0; i < walk_lanes; ++i) values[i] = from[at[i]];
    return values;
}
WHORL_INLINE bool is_any(const Cells& mask) {
    int any = 0;
    for (int i = 0; i < walk_lanes; ++i) any |= mask[i];
    return any != 0;
}

/// Points of one row, and where they are on their way.
template <class T, int Dim> struct Walkers {
    Cells at[Dim];
    Cells cell[Dim];
    Reals inside[Dim];  // of the cell: 0 to 1 along each axis
    Lanes<T> d[Dim];    // as far as they got
};

/// The corners of a stencil, with their weights: 0 for those that do not count. Corners are numbered by bits: bit axis
/// set, the cell beside. On a staggered axis both ends are faces of the cell itself, which can always be reached.
template <int Dim> struct Corners {
    Cells here[Dim], beside[Dim];  // along each axis
    Reals weight[1 << Dim];

    WHORL_INLINE Cells place(int k, const Vec<std::ptrdiff_t, Dim>& stride) const {
        Cells sum{};
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
            sum += ((k >> axis & 1) != 0 ? beside[axis] : here[axis]) * static_cast<int>(stride[axis]);
        });
        return sum;
    }
};

/// Those that can be reached from corner 0. Bit k of barred[axis]: not between corner k, which has not bit axis, and
/// the one that has.
template <int Dim> WHORL_INLINE unsigned reached_from(const unsigned (&barred)[Dim]) {
    constexpr unsigned all = (1u << (1 << Dim)) - 1;
    unsigned reached = 1;
    for (int round = 0; round < Dim && reached != all; ++round)
        for (int k = 0; k < 1 << Dim; ++k)
            for (int axis = 0; axis < Dim; ++axis)
                if ((reached >> k & 1) != 0 && (barred[axis] >> (k & ~(1 << axis)) & 1) == 0)
                    reached |= 1u << (k ^ 1 << axis);
    return reached;
}

/// The same of several points in two dimensions, without branches: round a square either way.
WHORL_INLINE Cells reached_in_plane(const Cells& barred_x, const Cells& barred_y) {
    const Cells low = ~barred_x & 1, high = ~barred_x >> 2 & 1;    // along x, between corners 0 and 1, 2 and 3
    const Cells left = ~barred_y & 1, right = ~barred_y >> 1 & 1;  // along y, between corners 0 and 2, 1 and 3
    const Cells beside = low | (left & high & right), above = left | (low & right & high);
    return 1 | beside << 1 | above << 2 | ((low & right) | (left & high)) << 3;
}

template <class T, int Dim> WHORL_INLINE Cells kept_within(const WalkArguments<T, Dim>& in, int axis, Cells cells) {
    if (!in.periodic[axis]) return cells;
    const int n = in.cells[axis];
    for (int i = 0; i < walk_lanes; ++i) cells[i] = wrapped(cells[i], n);
    return cells;
}

template <class T, int Dim>
WHORL_INLINE Cells find_reached(const WalkArguments<T, Dim>& in, const Corners<Dim>& wrapped_corners,
                                const Corners<Dim>& corners, const Cells (&face)[Dim],
                                const Cells (&wrapped_face)[Dim]) {
    constexpr int all = (1 << (1 << Dim)) - 1;
    Cells barred[Dim], any{};
    int staggered = 0;
    for (int axis = 0; axis < Dim; ++axis) staggered |= in.near.centred[axis] ? 0 : 1 << axis;
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        barred[axis] = Cells{};
        if (!in.near.centred[axis]) return;
        for (int k = 0; k < 1 << Dim; ++k) {
            if ((k >> axis & 1) != 0) continue;
            if ((k & staggered) != 0) {  // in the same cell as the one without
                barred[axis] |= (barred[axis] >> (k & ~staggered) & 1) << k;
                continue;
            }
            Corners<Dim> between = in.faces < 0 ? corners : wrapped_corners;
            between.here[axis] = in.faces < 0 ? face[axis] : wrapped_face[axis];
            Cells is_barred;
            if (in.faces < 0)
                is_barred = (gathered<Cells>(in.walls.flags.data, between.place(k, in.walls.flags.stride)) >> axis & 1);
            else
                is_barred = (gathered<Cells>(in.open[axis].data, between.place(k, in.open[axis].stride)) == 0) & 1;
            barred[axis] |= is_barred << k;
        }
        any |= barred[axis];
    });
    Cells reached = all + Cells{};
    if (!is_any(any)) return reached;
    if constexpr (Dim == 2) return reached_in_plane(barred[0], barred[1]);
    for (int i = 0; i < walk_lanes; ++i) {
        unsigned bits[Dim];
        for (int axis = 0; axis < Dim; ++axis) bits[axis] = static_cast<unsigned>(barred[axis][i]);
        if (any[i] != 0) reached[i] = static_cast<int>(reached_from<Dim>(bits));
    }
    return reached;
}

template <class T, int Dim>
WHORL_INLINE void find_corners(const WalkArguments<T, Dim>& in, const Walkers<T, Dim>& points, Corners<Dim>& corners) {
    Corners<Dim> around;  // the same, wrapped round periodic axes; on staggered ones the cell itself
    Cells face[Dim], wrapped_face[Dim];
    Reals weight[Dim];  // of the cell beside, or of the higher face
    Corners<Dim> cells;
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        const Reals x = points.inside[axis];
        const Cells is_low = converted<Cells>(x < 0.5);
        const bool is_centred = in.near.centred[axis];
        weight[axis] = !is_centred ? x : (x < 0.5 ? 0.5 - x : x - 0.5);
        corners.here[axis] = cells.here[axis] = cells.beside[axis] = points.cell[axis];
        corners.beside[axis] = points.cell[axis] + (is_low ? Cells{} - 1 : Cells{} + 1);
        face[axis] = points.cell[axis] + (is_low ? Cells{} : Cells{} + 1);
        if (is_centred)
            cells.beside[axis] = corners.beside[axis];
        else
            corners.beside[axis] = points.cell[axis] + 1;
        around.here[axis] = kept_within(in, axis, cells.here[axis]);
        around.beside[axis] = kept_within(in, axis, cells.beside[axis]);
        wrapped_face[axis] = kept_within(in, axis, face[axis]);
    });
    const Cells reached = find_reached(in, around, cells, face, wrapped_face);
    for_each_axis<Dim>([&](int axis)
                           WHORL_INLINE_LAMBDA { around.beside[axis] = kept_within(in, axis, corners.beside[axis]); });
    Reals sum{};
    for (int k = 0; k < 1 << Dim; ++k) {
        Reals product = Reals{} + 1.0;
        for_each_axis<Dim>(
            [&](int axis) WHORL_INLINE_LAMBDA { product *= (k >> axis & 1) != 0 ? weight[axis] : 1.0 - weight[axis]; });
        product = converted<decltype(product < 0)>((reached >> k & 1) != 0) ? product : Reals{};
        if (in.faces >= 0) {
            // A face of the flow counts as far as it is open: what passes a slit is fast, but there is little of it,
            // and copies of its speed on whole faces would be energy from nowhere. A shut face has the velocity of the
            // wall, or of the flow along it, and counts.
            const View<const std::uint16_t, Dim>& open = in.open[in.faces];
            const Reals part = converted<Reals>(gathered<Cells>(open.data, around.place(k, open.stride)));
            product *= part == 0 ? Reals{} + 1.0 : part / static_cast<double>(whole_face);
        }
        corners.weight[k] = product;
        sum += product;
    }
    for (int k = 0; k < 1 << Dim; ++k) corners.weight[k] /= sum;
}

template <class T, int Dim>
WHORL_INLINE Lanes<T> mean_of(const Corners<Dim>& corners, const View<const T, Dim>& values) {
    constexpr T most = sizeof(T) == sizeof(float) ? T(3.4028234e38) : T(1.7976931348623157e308);
    Reals sum{};
    Lanes<T> low = Lanes<T>{} + most, high = Lanes<T>{} - most;
    for (int k = 0; k < 1 << Dim; ++k) {
        const Lanes<T> value = gathered<Lanes<T>>(values.data, corners.place(k, values.stride));
        const auto counts = corners.weight[k] > 0;
        const auto is_value = converted<decltype(value < value)>(counts);
        sum += counts ? corners.weight[k] * converted<Reals>(value) : Reals{};
        low = (is_value & (value < low)) ? value : low;
        high = (is_value & (value > high)) ? value : high;
    }
    const Lanes<T> mean = converted<Lanes<T>>(sum), raised = mean < low ? low : mean;
    return raised > high ? high : raised;
}

}  // namespace whorl
