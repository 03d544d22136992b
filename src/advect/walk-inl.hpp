// A point's way through the cells beside walls: a straight walk from cell to cell (amanatides1987), which ends where it
// is barred, or outside of the domain. One point at a time: what a step needs is known only after the one before.
#pragma once

#include "advect/walled.hpp"
#include "simd/loops.hpp"

namespace whorl {

/// Into 0 <= i < n, along a periodic axis.
WHORL_INLINE int wrapped(int i, int n) {
    return ((i % n) + n) % n;
}

/// A straight way: it is all gone unless something bars it.
template <int Dim> struct StraightWay {
    Vec<int, Dim> cell;          // that it begins in
    Vec<int, Dim> passed;        // faces along each axis, if nothing bars it; and then those before what does
    Vec<double, Dim> d, length;  // cells, and their sizes
    Vec<double, Dim> first;      // to the first face of each axis
    double part;                 // of it that is gone
    int stopped;                 // at a face of this axis, or -1
};

/// Nothing gets from a cell to the next one. What is carried stops at the closed bit. The flow itself passes wherever a
/// face is open in part, and its momentum must go with it: a face that kept its velocity for ever, while its
/// neighbours take theirs from there, would be a fan.
template <class T, int Dim>
WHORL_INLINE bool is_barred(const WalkArguments<T, Dim>& in, const Vec<int, Dim>& cell, int axis, int step) {
    Vec<int, Dim> face = cell;
    face[axis] += step > 0 ? 1 : 0;
    if (in.faces < 0) return (in.walls.flags[face] & closed_bit(axis)) != 0;
    for (int each = 0; each < Dim; ++each)
        if (in.periodic[each]) face[each] = wrapped(face[each], in.cells[each]);
    return in.open[axis][face] == 0;
}

/// Any way.
template <class T, int Dim> WHORL_INLINE void go(const WalkArguments<T, Dim>& in, StraightWay<Dim>& way) {
    const Vec<int, Dim> whole = way.passed;
    Vec<int, Dim> cell = way.cell;
    double next[Dim];  // the part of the way at which the next face of each axis is met
    const auto meet = [&](int axis) WHORL_INLINE_LAMBDA {
        const double to_face = way.first[axis] + way.passed[axis];
        next[axis] = way.passed[axis] == whole[axis] ? 2 : to_face / way.length[axis];
    };
    int allowed = 0;  // round a periodic axis a mad flow would go on for ever
    for (int axis = 0; axis < Dim; ++axis) {
        way.passed[axis] = 0;
        meet(axis);
        allowed += 4 * in.cells[axis] + 8;
    }
    while (true) {
        int axis = 0;
        for (int other = 1; other < Dim; ++other)
            if (next[other] < next[axis]) axis = other;
        if (!(next[axis] < 1)) return;
        const int step = way.d[axis] > 0 ? 1 : -1;
        int to = cell[axis] + step;
        if (in.periodic[axis]) to = wrapped(to, in.cells[axis]);
        const bool leaves = to < -1 || to > in.cells[axis] || --allowed == 0;
        if (leaves || is_barred(in, cell, axis, step)) {
            way.part = next[axis];
            way.stopped = axis;
            return;
        }
        cell[axis] = to;
        ++way.passed[axis];
        meet(axis);
    }
}

/// A way in two dimensions that does not leave the domain, nor wraps round it. Which face comes first is told by
/// products instead of quotients, which are exact for displacements that were floats: to the same bits.
template <class Byte, class Barred>
WHORL_INLINE void go_in_plane(const View<const Byte, 2>& faces, Barred is_barred_by, StraightWay<2>& way) {
    const int whole_x = way.passed[0], whole_y = way.passed[1];
    const std::ptrdiff_t step_x = way.d[0] > 0 ? 1 : -1, step_y = way.d[1] > 0 ? faces.stride[1] : -faces.stride[1];
    const std::ptrdiff_t face_x = way.d[0] > 0 ? 1 : 0, face_y = way.d[1] > 0 ? faces.stride[1] : 0;
    std::ptrdiff_t at = faces.offset(way.cell);
    double to_x = way.first[0] * way.length[1], to_y = way.first[1] * way.length[0];
    int x = 0, y = 0;
    for (int left = whole_x + whole_y; left > 0; --left) {
        const bool is_y = (x == whole_x) | ((y != whole_y) & (to_y < to_x));
        if (is_barred_by(at + (is_y ? face_y : face_x), is_y)) {
            way.passed[0] = x, way.passed[1] = y;
            way.stopped = is_y;
            way.part = is_y ? (way.first[1] + y) / way.length[1] : (way.first[0] + x) / way.length[0];
            return;
        }
        at += is_y ? step_y : step_x;
        to_x += is_y ? 0 : way.length[1];
        to_y += is_y ? way.length[0] : 0;
        x += !is_y, y += is_y;
    }
}

template <class T, int Dim>
WHORL_INLINE bool stays_inside(const WalkArguments<T, Dim>& in, const StraightWay<Dim>& way) {
    bool stays = true;
    for (int axis = 0; axis < Dim; ++axis) {
        const int end = way.d[axis] > 0 ? way.cell[axis] + way.passed[axis] : way.cell[axis] - way.passed[axis];
        stays = stays && !in.periodic[axis] && end >= -1 && end <= in.cells[axis];
    }
    return stays;
}

template <class T, int Dim> WHORL_INLINE void walk(const WalkArguments<T, Dim>& in, StraightWay<Dim>& way) {
    if constexpr (Dim == 2 && sizeof(T) == sizeof(float))
        if (stays_inside(in, way)) {
            const std::uint8_t* flags = in.walls.flags.data;
            const std::uint16_t* open[] = {in.open[0].data, in.open[1].data};
            if (in.faces < 0)
                return go_in_plane(
                    in.walls.flags,
                    [=](std::ptrdiff_t at, bool is_y)
                        WHORL_INLINE_LAMBDA { return (flags[at] >> (is_y ? 1 : 0) & 1) != 0; },
                    way);
            return go_in_plane(
                in.open[0], [=](std::ptrdiff_t at, bool is_y) WHORL_INLINE_LAMBDA { return open[is_y][at] == 0; }, way);
        }
    go(in, way);
}

}  // namespace whorl
