// Which points of a field must not be left to the plain kernels: those whose trace, or whose stencil where it ends,
// might meet a closed face. They are walked (walled.cpp); of all others it is certain that what is read lies on this
// side of every wall.
//
// Around a cell at a distance r from the next cell with a closed face (Chebyshev) lies a box of 2r - 1 cells a side
// without any. If that of a trace's start meets that of its end, a way without walls leads from one to the other, and
// inside the box of the end lies the stencil. That is asked of a point's own traces. Most points need not be asked:
// where the flow does not go far enough to leave the box of the start.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "advect/point_trace-inl.hpp"

namespace whorl {

/// Cells that a point moves by and more are the same: far. They fit into a byte.
constexpr int far_away = 100;

/// How many cells from its own a point gets that sets out from the middle.
template <class T> int cells_met(T way) {
    return way < T(far_away) ? static_cast<int>(way + T(0.5)) : far_away;
}

template <int Dim> int wrapped(int i, int axis, const Vec<int, Dim>& cells, const Vec<bool, Dim>& periodic) {
    if (!periodic[axis]) return i;
    const int n = cells[axis];
    return ((i % n) + n) % n;
}

template <class T, int Dim> struct NearWalls {
    const AdvectArguments<T, Dim>* fields;
    WallBits<Dim> walls;
    Location<Dim> location;
    Vec<int, Dim> cells;
    Vec<bool, Dim> periodic;
    int reach;    // of the fastest flow anywhere, with the stencil
    int stencil;  // the distance from walls that one needs at the end of a trace

    /// f(at) for those points of a row.
    template <class F> void each(const Row& row, F f) const {
        constexpr int some = 256;
        std::uint8_t least[some], most[some];
        for (int start = row.x0; start < row.x1; start += some) {
            const int count = std::min(row.x1 - start, some);
            look_around(cell_of<Dim>(row, start), count, least, most);
            for (int i = 0; i < count; ++i) {
                if (i % 8 == 0 && i + 8 <= count && has_none(most + i)) {
                    i += 7;
                    continue;
                }
                if (most[i] == 0) continue;
                const Vec<int, Dim> at = cell_of<Dim>(row, start + i);
                if (!is_clear(at, least[i])) f(at);
            }
        }
    }

  private:
    bool has_traces() const { return fields->met.data != nullptr; }  // else nobody knows how far plain kernels went

    static bool has_none(const std::uint8_t* flags) {
        std::uint64_t eight;
        std::memcpy(&eight, flags, sizeof eight);
        return eight == 0;
    }

    /// For points in a row: the least distance to walls of the cells that they are in, and whether the flow might get
    /// out of a box without any. A point on a face has two cells, one on an edge four.
    void look_around(const Vec<int, Dim>& first, int count, std::uint8_t* __restrict least,
                     std::uint8_t* __restrict might) const {
        std::fill_n(least, count, std::uint8_t(WallBits<Dim>::far));
        std::fill_n(might, count, std::uint8_t(0));
        unsigned between = 0;
        for (int axis = 0; axis < Dim; ++axis)
            if (!location.centred[axis]) between |= 1u << axis;
        for (unsigned k = between;; k = (k - 1) & between) {
            Vec<int, Dim> cell = first;
            for (int axis = 0; axis < Dim; ++axis) cell[axis] -= static_cast<int>(k >> axis & 1);
            const std::uint8_t* distance = &walls.distance[cell];
            for (int i = 0; i < count; ++i) least[i] = std::min(least[i], distance[i]);
            if (has_traces()) {
                const std::uint8_t* met = &fields->met[cell];
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

    bool is_clear(const Vec<int, Dim>& at, int least) const {
        if (!has_traces() || least < 1) return false;
        const TraceArguments<T, Dim>& trace = fields->trace;
        Vec<T, Dim> half = velocity_at_start(trace, at);
        for (int axis = 0; axis < Dim; ++axis) half[axis] *= T(0.5) * trace.steps[axis];
        return is_clear(at, half, least) && is_clear(at, mean_displacement(fields->back.displacement, at), least) &&
               (!fields->forward.displacement[0].data ||
                is_clear(at, mean_displacement(fields->forward.displacement, at), least));
    }

    /// Whether the boxes around both ends of a way meet. Half a cell more or less, by rounding, is within the stencil.
    bool is_clear(const Vec<int, Dim>& at, const Vec<T, Dim>& d, int least) const {
        Vec<int, Dim> end{};
        int way = 0;
        for (int axis = 0; axis < Dim; ++axis) {
            if (!(std::abs(d[axis]) < T(far_away))) return false;
            const T inside = location.centred[axis] ? T(0.5) : T(0);
            const int step = static_cast<int>(std::floor(d[axis] + inside));
            way = std::max(way, std::max(step, -step));
            end[axis] = wrapped(at[axis] + step, axis, cells, periodic);
            if (end[axis] < -1 || end[axis] > cells[axis]) return false;
        }
        const int there = walls.distance[end];
        return there >= stencil && way + 2 <= least + there;
    }

    Vec<T, Dim> mean_displacement(const Faces<const T, Dim>& at_centres, const Vec<int, Dim>& at) const {
        Vec<T, Dim> mean{};
        int count = 0;
        for (int k = 0; k < 1 << Dim; ++k) {
            Vec<int, Dim> centre = at;
            bool is_one = true;
            for (int axis = 0; axis < Dim; ++axis) {
                const int back = k >> axis & 1;
                is_one = is_one && (back == 0 || !location.centred[axis]);
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
