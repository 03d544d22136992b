// Backtraces: where was, dt ago, the particle that is now at a lattice point?
//
//     euler   x - dt u(x)                                                         first order
//     rk2     x - dt u(x - dt/2 u(x)): the midpoint rule                          second
//     rk3     x - dt (2 k1 + 3 k2 + 4 k3) / 9, k2 at dt/2, k3 at 3/4 dt           third; ralston1962, whose constants
//                                                                                 have the smallest error bound
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

/// 1 if the displacement ends strictly inside of the domain, and 0 if on a side or beyond.
template <class T, int Dim>
WHORL_INLINE T is_inside(const TraceArguments<T, Dim>& in, const Vec<int, Dim>& at, const Vec<T, Dim>& d) {
    T inside = 1;
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        const T from = in.bounded[axis] * static_cast<T>(at[axis]);
        inside = d[axis] > in.side_low[axis] - from ? inside : T(0);
        inside = d[axis] < in.side_high[axis] - from ? inside : T(0);
    });
    return inside;
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

/// The values of the traced field that surround that point.
template <class T, int Dim>
WHORL_INLINE Stencil<T, Dim> stencil_of(const TraceArguments<T, Dim>& in, const Vec<int, Dim>& at, const Vec<T, Dim>& d,
                                        const Vec<int, Dim>& stride) {
    const Vec<Position<T>, Dim> position = position_of(in, at, d);
    Vec<Place<T>, Dim> place{};
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA { place[axis] = place_on(Lattice<T>{}, position[axis]); });
    return stencil_at(place, stride);
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

template <Trace trace, class T, int Dim>
WHORL_INLINE Vec<T, Dim> departure(const TraceArguments<T, Dim>& in, const Vec<int, Dim>& at) {
    const Vec<T, Dim> k1 = velocity_at_start(in, at);
    if constexpr (trace == Trace::euler) return moved(in, at, T(1), k1);
    const Vec<T, Dim> k2 = velocity_at(in, at, moved(in, at, T(0.5), k1));
    if constexpr (trace == Trace::rk2) return moved(in, at, T(1), k2);
    const Vec<T, Dim> k3 = velocity_at(in, at, moved(in, at, T(0.75), k2));
    // As differences from k1, so that a uniform flow moves by exactly dt u.
    Vec<T, Dim> mean{};
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        mean[axis] = k1[axis] + (3 * (k2[axis] - k1[axis]) + 4 * (k3[axis] - k1[axis])) / 9;
    });
    return moved(in, at, T(1), mean);
}

/// A piece of a row that fits on the stack: traced once, then read by every field.
constexpr int chunk_cells = 256;
template <class T, int Dim> struct TracedChunk {
    T displacement[Dim][chunk_cells];

    WHORL_INLINE Vec<T, Dim> at(int k) const {
        Vec<T, Dim> d{};
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA { d[axis] = displacement[axis][k]; });
        return d;
    }
};

template <int Dim> WHORL_INLINE Vec<int, Dim> cell_of(const Row& row, int x) {
    if constexpr (Dim == 2)
        return {x, row.y};
    else
        return {x, row.y, row.z};
}

template <Trace trace, class T, int Dim>
WHORL_INLINE void trace_cells(const TraceArguments<T, Dim>& arguments, const Row& row, TracedChunk<T, Dim>& chunk) {
    const TraceArguments<T, Dim> in = arguments;  // a copy that no store can change, so that the loop is vectorised
    WHORL_INDEPENDENT
    for (int k = 0; k < row.x1 - row.x0; ++k) {
        const Vec<T, Dim> d = departure<trace>(in, cell_of<Dim>(row, row.x0 + k));
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA { chunk.displacement[axis][k] = d[axis]; });
    }
}

/// Traces the cells of a row of at most chunk_cells.
template <class T, int Dim>
WHORL_INLINE void trace_chunk(const TraceArguments<T, Dim>& in, const Row& row, TracedChunk<T, Dim>& chunk) {
    switch (in.trace) {
        case Trace::euler:
            return trace_cells<Trace::euler>(in, row, chunk);
        case Trace::rk2:
            return trace_cells<Trace::rk2>(in, row, chunk);
        case Trace::rk3:
            return trace_cells<Trace::rk3>(in, row, chunk);
    }
}

/// Calls f with pieces of the row of at most chunk_cells.
template <class F> WHORL_INLINE void for_each_chunk(const Row& row, F f) {
    for (int x = row.x0; x < row.x1; x += chunk_cells) {
        const int end = row.x1 - x < chunk_cells ? row.x1 : x + chunk_cells;
        f(Row{x, end, row.y, row.z});
    }
}

/// Results gather in a local array before they are stored: a store through a pointer might, for all the compiler knows,
/// change what the next gather reads, and nothing would be vectorised.
template <class T, int Dim> WHORL_INLINE void store(const T* values, const View<T, Dim>& view, const Row& row) {
    T* to = row_of(view, row) + row.x0;
    for (int k = 0; k < row.x1 - row.x0; ++k) to[k] = values[k];
}

/// Keeps denormal numbers, and signed zeros, out of the state.
template <class T> WHORL_INLINE constexpr T without_dust(T value) {
    return value < T(1e-30) && value > T(-1e-30) ? T(0) : value;
}

}  // namespace whorl
