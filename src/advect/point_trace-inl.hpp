// One step of a backtrace from any lattice point, with nothing assumed: how fast is the flow there, and a way off? For
// the few points beside walls, whose traces are walked (walled.cpp). All others: backtrace-inl.hpp.
//
// A trace is a displacement, in cells, from its lattice point; the point itself stays an integer. Near x = 1000 cells a
// float would lose displacements below 3e-5 cells. Every displacement is clamped to the domain before it becomes an
// index, so any velocity is safe, infinities and what is not a number included.
#pragma once

#include "advect/advect_table.hpp"
#include "simd/loops.hpp"

namespace whorl {

template <class T, int Dim> WHORL_INLINE Vec<int, Dim> short_strides(const View<const T, Dim>& view) {
    Vec<int, Dim> stride{};
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA { stride[axis] = static_cast<int>(view.stride[axis]); });
    return stride;
}

/// The velocity at the lattice point itself: the mean of the faces around it, without a gather. Neighbours are added in
/// pairs, so that a mirrored flow gives the same bits.
template <class T, int Dim>
WHORL_INLINE Vec<T, Dim> velocity_at_start(const TraceArguments<T, Dim>& in, const Vec<int, Dim>& at) {
    Vec<T, Dim> u{};
    for_each_axis<Dim>([&](int c) WHORL_INLINE_LAMBDA {
        const T* first = &in.u[c][at] + in.first_face[c];
        const Vec<std::ptrdiff_t, Dim>& next = in.next_face[c];
        const auto along_x = [&](std::ptrdiff_t i) WHORL_INLINE_LAMBDA { return first[i] + first[i + next[0]]; };
        const auto in_plane = [&](std::ptrdiff_t i) WHORL_INLINE_LAMBDA { return along_x(i) + along_x(i + next[1]); };
        if constexpr (Dim == 2)
            u[c] = T(0.25) * in_plane(0);
        else
            u[c] = T(0.125) * (in_plane(0) + in_plane(next[2]));
    });
    return u;
}

template <class T, int Dim>
WHORL_INLINE Vec<T, Dim> kept_inside(const TraceArguments<T, Dim>& in, const Vec<int, Dim>& at, Vec<T, Dim> d) {
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        const T from = in.bounded[axis] * static_cast<T>(at[axis]);
        d[axis] = clamped(d[axis], in.low[axis] - from, in.high[axis] - from);
    });
    return d;
}

/// Where the point `d` from the lattice point `at` lies, for a d that is kept inside.
template <class T, int Dim>
WHORL_INLINE Vec<Position<T>, Dim> position_of(const TraceArguments<T, Dim>& in, const Vec<int, Dim>& at,
                                               const Vec<T, Dim>& d) {
    Vec<Position<T>, Dim> position{};
    for_each_axis<Dim>([&](int axis)
                           WHORL_INLINE_LAMBDA { position[axis] = locate(at[axis], d[axis], in.period[axis]); });
    return position;
}

template <class T, int Dim>
WHORL_INLINE Vec<T, Dim> velocity_at(const TraceArguments<T, Dim>& in, const Vec<int, Dim>& at, const Vec<T, Dim>& d) {
    const Vec<Position<T>, Dim> position = position_of(in, at, d);
    Vec<T, Dim> u{};
    for_each_axis<Dim>([&](int c) WHORL_INLINE_LAMBDA {
        Vec<Place<T>, Dim> place{};
        for_each_axis<Dim>([&](int axis)
                               WHORL_INLINE_LAMBDA { place[axis] = place_on(in.lattice[c][axis], position[axis]); });
        u[c] = interpolate(in.u[c].data, stencil_at(place, short_strides(in.u[c])));
    });
    return u;
}

/// The displacement by a share of the step at velocity u.
template <class T, int Dim>
WHORL_INLINE Vec<T, Dim> moved(const TraceArguments<T, Dim>& in, const Vec<int, Dim>& at, T share, Vec<T, Dim> u) {
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA { u[axis] = share * (in.steps[axis] * u[axis]); });
    return kept_inside(in, at, u);
}

template <int Dim> WHORL_INLINE Vec<int, Dim> cell_of(const Row& row, int x) {
    if constexpr (Dim == 2)
        return {x, row.y};
    else
        return {x, row.y, row.z};
}

/// Keeps denormal numbers, and signed zeros, out of the state.
template <class T> WHORL_INLINE constexpr T without_dust(T value) {
    return value < T(1e-30) && value > T(-1e-30) ? T(0) : value;
}

}  // namespace whorl
