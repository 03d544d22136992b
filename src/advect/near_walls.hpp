// Which points of a field must not be left to the plain kernels: those whose trace, or whose stencil where it ends,
// might meet a closed face. They are walked (walk-inl.hpp); of all others it is certain that what is read lies on this
// side of every wall.
//
// Around a cell at a distance r from walls (WallBits) lies a box of 2r - 1 cells a side without any. If
// that of a trace's start meets that of its end, a way without walls leads from one to the other, and inside the box of
// the end lies the stencil. That is asked of a point's own traces. Most points need not be asked: where the flow does
// not go far enough to leave the box of the start.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "advect/point_trace-inl.hpp"
#include "advect/walled.hpp"

namespace whorl {

/// How many cells from its own a point gets that sets out from the middle.
template <class T> int cells_met(T way) {
    return way < T(far_away) ? static_cast<int>(way + T(0.5)) : far_away;
}

template <int Dim> int wrapped(int i, int axis, const Vec<int, Dim>& cells, const Vec<bool, Dim>& periodic) {
    if (!periodic[axis]) return i;
    const int n = cells[axis];
    return ((i % n) + n) % n;
}

/// Where a field's values sit, as a constant: at centres (-1), on the faces of an axis, or on corners (Dim).
template <int Dim, int Axis> struct Sits {
    static constexpr bool is_centred(int axis) { return Axis == -1 || (Axis < Dim && axis != Axis); }
    static constexpr bool are_faces = Axis >= 0;
    static constexpr int of_faces = Axis == Dim ? 0 : Axis;
};

/// Points of a row, one after the other, and a byte for each: 1 for those that walk.
struct PointRun {
    static constexpr int most = 256;
    int count = 0;
    std::uint8_t least[most];  // distance to walls of the cells that the point is in
    std::uint8_t walks[most];

    /// f(i) for those that walk.
    template <class F> void each(F f) {
        for (int i = 0; i < count; ++i) {
            if (i % 8 == 0 && i + 8 <= count && has_none(walks + i)) {
                i += 7;
                continue;
            }
            if (walks[i] != 0) f(i);
        }
    }
    static bool has_none(const std::uint8_t* bytes) {
        std::uint64_t eight;
        std::memcpy(&eight, bytes, sizeof eight);
        return eight == 0;
    }
};

/// Traces from centres that tell which points walk, and how far the flow gets.
template <class T, int Dim> struct AskedTraces {
    Faces<const T, Dim> back{}, forward{};  // the latter of fields that look ahead
    View<const std::uint8_t, Dim> met{};    // unset: nobody knows how far plain kernels went
};

template <class T, int Dim> struct NearWalls {
    const TraceArguments<T, Dim>* trace;  // from where the fields sit
    AskedTraces<T, Dim> traces;
    WallBits<Dim> walls;
    Vec<int, Dim> cells;
    Vec<bool, Dim> periodic;
    int reach;    // of the fastest flow anywhere, with the stencil; only asked for where traces are not kept
    int stencil;  // the distance from walls that one needs at the end of a trace

    /// The least distances, and as those that walk all that the flow might carry out of a box without walls: most are
    /// found not to, by `is_clear`. A point on
    /// a face has two cells, one on an edge four.
    template <int Axis> void look_around(const Vec<int, Dim>& first, PointRun& run) const {
        const int count = run.count;
        std::uint8_t* __restrict least = run.least, * __restrict might = run.walks;
        std::fill_n(least, count, std::uint8_t(WallBits<Dim>::far));
        std::fill_n(might, count, std::uint8_t(0));
        unsigned between = 0;
        for (int axis = 0; axis < Dim; ++axis)
            if (!Sits<Dim, Axis>::is_centred(axis)) between |= 1u << axis;
        for (unsigned k = between;; k = (k - 1) & between) {
            Vec<int, Dim> cell = first;
            for (int axis = 0; axis < Dim; ++axis) cell[axis] -= static_cast<int>(k >> axis & 1);
            const std::uint8_t* distance = &walls.distance[cell];
            for (int i = 0; i < count; ++i) least[i] = std::min(least[i], distance[i]);
            if (has_traces()) {
                const std::uint8_t* met = &traces.met[cell];
                for (int i = 0; i < count; ++i) might[i] = std::max(might[i], met[i]);
            }
            if (k == 0) break;
        }
        const auto furthest = static_cast<std::uint8_t>(std::min(reach, 255)),
                   further = static_cast<std::uint8_t>(stencil);
        if (has_traces())
            for (int i = 0; i < count; ++i) might[i] = might[i] + further > least[i];
        else
            for (int i = 0; i < count; ++i) might[i] = least[i] < furthest;
    }

    /// Whether a point's own traces are clear of walls.
    template <int Axis> bool is_clear(const Vec<int, Dim>& at, int least) const {
        if (!has_traces() || least < 1) return false;
        Vec<T, Dim> half = velocity_at_start(*trace, at);
        for (int axis = 0; axis < Dim; ++axis) half[axis] *= T(0.5) * trace->steps[axis];
        return is_clear<Axis>(at, half, least) && is_clear<Axis>(at, mean_displacement<Axis>(traces.back, at), least) &&
               (!traces.forward[0].data || is_clear<Axis>(at, mean_displacement<Axis>(traces.forward, at), least));
    }

  private:
    bool has_traces() const { return traces.met.data != nullptr; }

    /// Whether the boxes around both ends of a way meet. Half a cell more or less, by rounding, is within the stencil.
    template <int Axis> bool is_clear(const Vec<int, Dim>& at, const Vec<T, Dim>& d, int least) const {
        Vec<int, Dim> end{};
        int way = 0;
        for (int axis = 0; axis < Dim; ++axis) {
            if (!(std::abs(d[axis]) < T(far_away))) return false;
            const T place = d[axis] + (Sits<Dim, Axis>::is_centred(axis) ? T(0.5) : T(0));
            const int towards_zero = static_cast<int>(place);
            const int step = towards_zero - (place < static_cast<T>(towards_zero));
            way = std::max(way, std::max(step, -step));
            end[axis] = wrapped(at[axis] + step, axis, cells, periodic);
            if (end[axis] < -1 || end[axis] > cells[axis]) return false;
        }
        const int there = walls.distance[end];
        return there >= stencil && way + 2 <= least + there;
    }

    template <int Axis>
    Vec<T, Dim> mean_displacement(const Faces<const T, Dim>& at_centres, const Vec<int, Dim>& at) const {
        Vec<T, Dim> mean{};
        int count = 0;
        for (int k = 0; k < 1 << Dim; ++k) {
            Vec<int, Dim> centre = at;
            bool is_one = true;
            for (int axis = 0; axis < Dim; ++axis) {
                const int back = k >> axis & 1;
                is_one = is_one && (back == 0 || !Sits<Dim, Axis>::is_centred(axis));
                centre[axis] -= back;
            }
            if (!is_one) continue;
            ++count;
            for (int axis = 0; axis < Dim; ++axis) mean[axis] += at_centres[axis][centre];
        }
        for (int axis = 0; axis < Dim; ++axis) mean[axis] /= static_cast<T>(count);
        return mean;
    }
};

}  // namespace whorl
