// Compiled once per instruction set: fields at the points beside walls that walk, several points at once.
//
// A trace is as in backtrace-inl.hpp, but from the point itself, and each piece of it is walked. What counts of the
// values around its end is what can be reached from there.
#include "advect/corners-inl.hpp"
#include "advect/point_trace-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class T, int Dim>
WHORL_INLINE void find_velocity_at_start(const TraceArguments<T, Dim>& in, const Walkers<T, Dim>& points,
                                         const Vec<int, Dim>& row, Lanes<T> (&u)[Dim]) {
    for_each_axis<Dim>([&](int c) WHORL_INLINE_LAMBDA {
        const T* first = &in.u[c][row] + in.first_face[c];
        const Vec<std::ptrdiff_t, Dim>& next = in.next_face[c];
        const auto in_plane = [&](const T* from) WHORL_INLINE_LAMBDA {
            const auto value = [&](std::ptrdiff_t i)
                                   WHORL_INLINE_LAMBDA { return gathered<Lanes<T>>(from + i, points.at[0]); };
            return (value(0) + value(next[0])) + (value(next[1]) + value(next[1] + next[0]));
        };
        if constexpr (Dim == 2)
            u[c] = T(0.25) * in_plane(first);
        else
            u[c] = T(0.125) * (in_plane(first) + in_plane(first + next[Dim - 1]));
    });
}

/// As `velocity_at` of point_trace-inl.hpp.
template <class T, int Dim>
WHORL_INLINE void find_velocity_at(const TraceArguments<T, Dim>& in, const Walkers<T, Dim>& points,
                                   Lanes<T> (&u)[Dim]) {
    Cells index[Dim];
    Lanes<T> fraction[Dim];
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        const Period<T>& period = in.period[axis];
        const auto round = [](const Lanes<T>& t)
                               WHORL_INLINE_LAMBDA { return (t + push_to_whole<T>)-push_to_whole<T>; };
        const Lanes<T> near = points.d[axis] - period.cells * round(points.d[axis] * period.inverse);
        const Lanes<T> whole = round(near);
        index[axis] = points.at[axis] + converted<Cells>(whole);
        index[axis] += index[axis] < 0 ? period.count + Cells{} : Cells{};
        index[axis] -= index[axis] >= period.count ? period.count + Cells{} : Cells{};
        fraction[axis] = near - whole;
    });
    for_each_axis<Dim>([&](int c) WHORL_INLINE_LAMBDA {
        Cells base{}, step[Dim];
        Lanes<T> weight[Dim];
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
            const Lattice<T>& lattice = in.lattice[c][axis];
            const int stride = static_cast<int>(in.u[c].stride[axis]);
            const Cells is_left = converted<Cells>(fraction[axis] < 0);
            weight[axis] = lattice.weight + lattice.slope * (fraction[axis] < 0 ? -fraction[axis] : fraction[axis]);
            base += (index[axis] + (is_left ? lattice.left + Cells{} : lattice.right + Cells{})) * stride;
            step[axis] = (is_left ? -lattice.step + Cells{} : lattice.step + Cells{}) * stride;
            step[axis] = converted<Cells>(weight[axis] > 0) ? step[axis] : Cells{};
        });
        const auto between = [&](int axis, const Lanes<T>& a, const Lanes<T>& b) WHORL_INLINE_LAMBDA {
            return weight[axis] < T(0.5) ? a + weight[axis] * (b - a) : T(0.5) * (a + b);
        };
        const auto value = [&](const Cells& at) WHORL_INLINE_LAMBDA { return gathered<Lanes<T>>(in.u[c].data, at); };
        const auto along_x = [&](const Cells& at)
                                 WHORL_INLINE_LAMBDA { return between(0, value(at), value(at + step[0])); };
        const auto in_plane = [&](const Cells& at)
                                  WHORL_INLINE_LAMBDA { return between(1, along_x(at), along_x(at + step[1])); };
        if constexpr (Dim == 2)
            u[c] = in_plane(base);
        else
            u[c] = between(2, in_plane(base), in_plane(base + step[Dim - 1]));
    });
}

/// Walks from the points by a share of the step at velocity u.
template <class T, int Dim>
WHORL_INLINE void walk(const WalkArguments<T, Dim>& in, T share, const Lanes<T> (&u)[Dim], Walkers<T, Dim>& points) {
    const TraceArguments<T, Dim>& trace = in.fields->trace;
    Reals d[Dim], start[Dim], first[Dim];
    Cells passed[Dim], leave{};
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        const Lanes<T> from = trace.bounded[axis] * converted<Lanes<T>>(points.at[axis]);
        const Lanes<T> low = trace.low[axis] - from, high = trace.high[axis] - from;
        const Lanes<T> moved = share * (trace.steps[axis] * u[axis]), raised = moved > low ? moved : low;
        const Lanes<T> kept = raised < high ? raised : high;
        points.d[axis] = kept;
        d[axis] = converted<Reals>(kept);
        start[axis] = first[axis] = Reals{} + 0.5;
        points.cell[axis] = points.at[axis];
        if (!in.near.centred[axis]) {
            // A point on a face sets out in the cell that it goes into.
            const auto is_low = d[axis] < 0;
            points.cell[axis] += converted<Cells>(is_low);
            start[axis] = is_low ? Reals{} + 1.0 : Reals{};
            first[axis] = d[axis] != 0 ? Reals{} + 1.0 : Reals{};
            if (in.periodic[axis]) {
                const int n = in.cells[axis];
                points.cell[axis] += points.cell[axis] < 0 ? n + Cells{} : Cells{};
                points.cell[axis] -= points.cell[axis] >= n ? n + Cells{} : Cells{};
            }
        }
        // As many faces as are less than all of the way off.
        const Reals beyond = (d[axis] < 0 ? -d[axis] : d[axis]) - first[axis];
        const Reals most = beyond < 1e9 ? beyond : Reals{} + 1e9, some = most > 0 ? most : Reals{};
        const Cells whole = converted<Cells>(some);
        passed[axis] = whole - converted<Cells>(some > converted<Reals>(whole));
        leave |= passed[axis];
    });
    Reals part = Reals{} + 1.0;
    Cells stopped = Cells{} - 1;
    if (is_any(leave))
        for (int i = 0; i < walk_lanes; ++i) {
            if (leave[i] == 0) continue;
            StraightWay<Dim> way;
            way.part = 1, way.stopped = -1;
            for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
                way.cell[axis] = points.cell[axis][i], way.passed[axis] = passed[axis][i];
                way.d[axis] = d[axis][i], way.length[axis] = d[axis][i] < 0 ? -d[axis][i] : d[axis][i];
                way.first[axis] = first[axis][i];
            });
            whorl::walk(in, way);
            if (way.stopped < 0) continue;
            part[i] = way.part, stopped[i] = way.stopped;
            for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA { passed[axis][i] = way.passed[axis]; });
        }
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        const auto is_up = d[axis] > 0;
        const Reals gone = d[axis] * part, whole = converted<Reals>(passed[axis]);
        const Reals place = start[axis] + gone + (is_up ? -whole : whole);
        const Reals raised = place < 0 ? Reals{} : place, end = is_up ? Reals{} + 1.0 : Reals{};
        points.inside[axis] = raised > 1 ? Reals{} + 1.0 : raised;
        points.inside[axis] = converted<decltype(is_up)>(stopped == axis) ? end : points.inside[axis];
        points.cell[axis] += converted<Cells>(is_up) ? passed[axis] : -passed[axis];
        points.d[axis] = converted<Lanes<T>>(gone);
        for (int i = 0; in.periodic[axis] && i < walk_lanes; ++i)
            points.cell[axis][i] = wrapped(points.cell[axis][i], in.cells[axis]);
    });
}

template <class T, int Dim>
void depart(const WalkArguments<T, Dim>& in, const Vec<int, Dim>& row, Walkers<T, Dim>& points) {
    const TraceArguments<T, Dim>& trace = in.fields->trace;
    Lanes<T> k1[Dim], k2[Dim], k3[Dim];
    find_velocity_at_start(trace, points, row, k1);
    if (trace.trace == Trace::euler) return walk(in, T(1), k1, points);
    walk(in, T(0.5), k1, points);
    find_velocity_at(trace, points, k2);
    if (trace.trace == Trace::rk2) return walk(in, T(1), k2, points);
    walk(in, T(0.75), k2, points);
    find_velocity_at(trace, points, k3);
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        k1[axis] = k1[axis] + (3 * (k2[axis] - k1[axis]) + 4 * (k3[axis] - k1[axis])) / 9;
    });
    walk(in, T(1), k1, points);
}

/// The points of a run that walk, and behind them the last one once more, for as many lanes as there are.
int list_walking(const PointRun& run, int first, int (&some)[PointRun::most + walk_lanes]) {
    int count = 0;
    for (int begin = 0; begin < run.count; begin += 8) {
        unsigned found = 0;
        if (begin + 8 <= run.count)
            found = bits_of(run.walks + begin);
        else
            for (int k = begin; k < run.count; ++k) found |= unsigned(run.walks[k]) << (k - begin);
        for (; found != 0; found &= found - 1) some[count++] = first + begin + __builtin_ctz(found);
    }
    for (int i = 0; count > 0 && i < walk_lanes; ++i) some[count + i] = some[count - 1];
    return count;
}

template <class T, int Dim>
void walk_from(const WalkArguments<T, Dim>& in, const Vec<int, Dim>& first, const PointRun& run) {
    int some[PointRun::most + walk_lanes];
    const int count = list_walking(run, first[0], some);
    Vec<int, Dim> row = first;
    row[0] = 0;
    for (int begin = 0; begin < count; begin += walk_lanes) {
        Walkers<T, Dim> points;
        std::memcpy(&points.at[0], some + begin, sizeof points.at[0]);
        for (int axis = 1; axis < Dim; ++axis) points.at[axis] = first[axis] + Cells{};
        depart(in, row, points);
        Corners<Dim> corners;
        find_corners(in, points, corners);
        for (int field = 0; field < in.fields->count; ++field) {
            const Lanes<T> mean = mean_of(corners, in.fields->source[field]);
            T* to = &in.fields->destination[field][row];
            for (int i = 0; i < walk_lanes && begin + i < count; ++i) to[some[begin + i]] = without_dust(mean[i]);
        }
    }
}

}  // namespace

const WalkTable walk_table{walk_from<float, 2>, walk_from<float, 3>, walk_from<double, 2>, walk_from<double, 3>};

}  // namespace whorl::WHORL_ISA
