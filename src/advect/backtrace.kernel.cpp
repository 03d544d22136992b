// Compiled once per instruction set: traces from centres.
#include "advect/backtrace-inl.hpp"

#include <cstring>

#include "simd/loops.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <bool Wraps, class T, int Dim>
WHORL_INLINE T kept_inside(const TraceArguments<T, Dim>& in, int axis, int at, T d) {
    const T here = static_cast<T>(at), from = Wraps ? in.bounded[axis] * here : here;
    return clamped(d, in.low[axis] - from, in.high[axis] - from);
}

/// The velocity of a centre, from its faces. Neighbours are added in pairs, so that a mirrored flow has the same bits.
template <class T, int Dim>
WHORL_INLINE Vec<T, Dim> velocity_here(const TraceArguments<T, Dim>& in, const Vec<int, Dim>& at) {
    Vec<T, Dim> u{};
    for_each_axis<Dim>([&](int c) WHORL_INLINE_LAMBDA {
        const T* low = &in.u[c][at];
        u[c] = T(0.5) * (low[0] + low[in.u[c].stride[c]]);
    });
    return u;
}

/// One component of the velocity a way off a centre. Along its own axis the two faces of a cell are on either side of
/// the middle: their mean, and the fraction times their difference, has the same bits from both sides. Along the others
/// it goes from the nearest value towards the one on the point's other side.
template <class T, int Dim> struct Component {
    const T* values;
    int base;
    int step[Dim];
    T fraction[Dim];

    template <int c> WHORL_INLINE T interpolated() const {
        const auto between = [&](int axis, T a, T b) WHORL_INLINE_LAMBDA {
            return axis == c ? T(0.5) * (a + b) + fraction[axis] * (b - a) : a + fraction[axis] * (b - a);
        };
        const auto along_x = [&](int at) WHORL_INLINE_LAMBDA { return between(0, values[at], values[at + step[0]]); };
        const auto in_plane = [&](int at)
                                  WHORL_INLINE_LAMBDA { return between(1, along_x(at), along_x(at + step[1])); };
        if constexpr (Dim == 2)
            return in_plane(base);
        else
            return between(2, in_plane(base), in_plane(base + step[2]));
    }
};

/// Velocities of the points of a chunk, and their displacements in a part of the step, kept inside of the domain.
template <class T, int Dim> struct Way { T u[Dim][chunk_cells], d[Dim][chunk_cells]; };

template <bool Wraps, class T, int Dim>
WHORL_INLINE void displace(const TraceArguments<T, Dim>& in, const Row& row, T share, Way<T, Dim>& way) {
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        for (int k = 0; k < row.x1 - row.x0; ++k) {
            const int at = axis == 0 ? row.x0 + k : axis == 1 ? row.y : row.z;
            way.d[axis][k] = kept_inside<Wraps>(in, axis, at, share * (in.steps[axis] * way.u[axis][k]));
        }
    });
}

/// One component of the velocity a way off a centre, through a window: as Component.
template <int c, class T, int Dim> struct ComponentFold : Interpolation<T, Dim> {
    using V = Vector<T>;
    WHORL_INLINE V between(int axis, V low, V high) const {
        const V f = this->spot[axis].fraction;
        if (axis == c) return T(0.5) * (low + high) + f * (high - low);
        return (f < 0 ? high : low) + f * (high - low);
    }
};

/// One component where the points of a block are displaced to.
template <int c, Bend bend, class T, int Dim>
WHORL_INLINE void look_through(const View<const T, Dim>& u, const Row& row, int block, const Windows<Dim>& windows,
                               Way<T, Dim>& way) {
    const T* first = windows.start(block, row_of(u, row) + row.x0, u.stride);
    const Vec<std::ptrdiff_t, Dim> stride = u.stride;
    const Vec<T, Dim> second = windows.template second<T>(block);
    for (int k = block * block_cells; k < (block + 1) * block_cells; k += vector_lanes<T>) {
        ComponentFold<c, T, Dim> fold{};
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
            const Vector<T> d = loaded(way.d[axis] + k), whole = all_rounded<T>(d);
            fold.spot[axis] = {d - whole, (axis == c ? whole : d) >= second[axis]};
        });
        store(folded<bend, Dim>(fold, first + k, stride), way.u[c] + k);
    }
}

/// Windows for each component.
template <bool Wraps, class T, int Dim>
WHORL_INLINE void find_component_windows(const TraceArguments<T, Dim>& in, const Row& row, const Way<T, Dim>& way,
                                         Vec<Windows<Dim>, Dim>& windows) {
    const int count = (row.x1 - row.x0) / block_cells;
    Vec<Reaches, Dim> by_faces{}, by_centres{};
    for (int axis = 0; axis < Dim; ++axis) {
        Extremes<T> extremes{};
        find_extremes<vector_bytes>(way.d[axis], count, extremes);
        by_faces[axis] = reaches_between(extremes, [](auto& t) WHORL_INLINE_LAMBDA { round_all<T>(t); });
        by_centres[axis] = reaches_between(extremes, [](auto& t) WHORL_INLINE_LAMBDA { round_all_down<T>(t); });
    }
    for (int c = 0; c < Dim; ++c) {
        Vec<const Reaches*, Dim> reaches{};
        for (int axis = 0; axis < Dim; ++axis) reaches[axis] = axis == c ? &by_faces[axis] : &by_centres[axis];
        windows[c] = find_windows(reaches, row, count, in.u[c].shape);
        close_where_wrapped<Wraps>(in, reaches, windows[c]);
    }
}

template <bool Wraps, class T, int Dim>
WHORL_INLINE void look_far(const TraceArguments<T, Dim>& in, const Row& row, int begin, int end, Way<T, Dim>& way) {
    WHORL_INDEPENDENT
    for (int k = begin; k < end; ++k) {
        const Vec<int, Dim> at = cell_of<Dim>(row, row.x0 + k);
        Vec<Position<T>, Dim> position{};
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
            position[axis] = placed<Wraps>(at[axis], way.d[axis][k], in.period[axis]);
        });
        const auto component = [&](int c) WHORL_INLINE_LAMBDA {
            Component<T, Dim> result{in.u[c].data, 0, {}, {}};
            for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
                const int stride = static_cast<int>(in.u[c].stride[axis]);
                const T fraction = position[axis].fraction;
                const bool is_below = fraction < 0;
                result.base += position[axis].index * stride;
                result.step[axis] = axis != c && is_below ? -stride : stride;
                result.fraction[axis] = axis != c && is_below ? -fraction : fraction;
            });
            return result;
        };
        way.u[0][k] = component(0).template interpolated<0>();
        way.u[1][k] = component(1).template interpolated<1>();
        if constexpr (Dim == 3) way.u[Dim - 1][k] = component(Dim - 1).template interpolated<Dim - 1>();
    }
}

/// The blocks that all components have a window for. Not inlined, since it is long and the same for each kind of trace.
template <class T, int Dim>
void look_through_windows(const TraceArguments<T, Dim>& in, const Row& row, BlockBytes are_open,
                          const Vec<Windows<Dim>, Dim>& windows, Way<T, Dim>& way) {
    for (int block = 0; block < (row.x1 - row.x0) / block_cells; ++block) {
        if (!are_open[block]) continue;
        const auto look = [&]<int c>(std::integral_constant<int, c>) WHORL_INLINE_LAMBDA {
            with_bend<T, Dim>(windows[c].bend[block],
                              [&]<Bend bend>(std::integral_constant<Bend, bend>)
                                  WHORL_INLINE_LAMBDA { look_through<c, bend>(in.u[c], row, block, windows[c], way); });
        };
        look(std::integral_constant<int, 0>{});
        look(std::integral_constant<int, 1>{});
        if constexpr (Dim == 3) look(std::integral_constant<int, 2>{});
    }
}

/// The velocity where the points of a chunk are displaced to by a share of the step.
template <bool Wraps, class T, int Dim>
void look_off(const TraceArguments<T, Dim>& in, const Row& row, T share, Way<T, Dim>& way) {
    displace<Wraps>(in, row, share, way);
    Vec<Windows<Dim>, Dim> windows;
    find_component_windows<Wraps>(in, row, way, windows);
    BlockBytes are_open = windows[0].is_open & windows[1].is_open;
    if (Dim == 3) are_open &= windows[Dim - 1].is_open;
    for_each_block(row.x1 - row.x0, [&](int first, int last, int block) {
        if (!are_open[block]) look_far<Wraps>(in, row, first, last, way);
    });
    look_through_windows(in, row, are_open, windows, way);
}

/// The displacements of the points of a chunk by the mean velocity along the traces that end at them.
template <Trace trace, bool Wraps, class T, int Dim>
void trace_cells(const TraceArguments<T, Dim>& arguments, const Row& row, const Vec<T*, Dim>& displacement) {
    const TraceArguments<T, Dim> in = arguments;  // a copy that no store can change, so that loops are vectorised
    const int count = row.x1 - row.x0;
    Way<T, Dim> way;
    for (int k = 0; k < count; ++k) {
        const Vec<T, Dim> u = velocity_here(in, cell_of<Dim>(row, row.x0 + k));
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA { way.u[axis][k] = u[axis]; });
    }
    if constexpr (trace == Trace::rk2) look_off<Wraps>(in, row, T(0.5), way);
    if constexpr (trace == Trace::rk3) {
        const Way<T, Dim> first = way;
        look_off<Wraps>(in, row, T(0.5), way);
        const Way<T, Dim> second = way;
        look_off<Wraps>(in, row, T(0.75), way);
        // As differences from k1, so that a uniform flow moves by exactly dt u.
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
            for (int k = 0; k < count; ++k) {
                const T k1 = first.u[axis][k], k2 = second.u[axis][k], k3 = way.u[axis][k];
                way.u[axis][k] = k1 + (3 * (k2 - k1) + 4 * (k3 - k1)) / 9;
            }
        });
    }
    const T low = -in.longest, high = in.longest;  // and so they are numbers
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        T* to = displacement[axis];
        const T steps = in.steps[axis];
        WHORL_INDEPENDENT
        for (int k = 0; k < count; ++k) to[k] = clamped(steps * way.u[axis][k], low, high);
    });
}

template <Trace trace, class T, int Dim>
void trace_cells(const TraceArguments<T, Dim>& in, const Row& row, const Vec<T*, Dim>& displacement) {
    return in.wraps() ? trace_cells<trace, true>(in, row, displacement)
                      : trace_cells<trace, false>(in, row, displacement);
}

/// Displacements from the centres of at most chunk_cells.
template <class T, int Dim>
void trace_chunk(const TraceArguments<T, Dim>& in, const Row& row, const Vec<T*, Dim>& displacement) {
    switch (in.trace) {
        case Trace::euler:
            return trace_cells<Trace::euler>(in, row, displacement);
        case Trace::rk2:
            return trace_cells<Trace::rk2>(in, row, displacement);
        case Trace::rk3:
            return trace_cells<Trace::rk3>(in, row, displacement);
    }
}

/// The ghosts before and behind a row, while it is in the cache.
template <class T> WHORL_INLINE void continue_row(T* row, int cells, bool is_periodic) {
    for (int k = 1; k <= 2; ++k) {
        row[-k] = row[is_periodic ? cells - k : 0];
        row[cells + k - 1] = row[is_periodic ? k - 1 : cells - 1];
    }
}

/// Whole rows, with their ghosts.
template <class T, int Dim> void trace_centres(const TraceCentresArguments<T, Dim>& in, const Row& whole) {
    Vec<T, Dim> before{};
    for_each_chunk(whole, [&](const Row& row) {
        Vec<T*, Dim> displacement{};
        for (int axis = 0; axis < Dim; ++axis) displacement[axis] = row_of(in.kept.displacement[axis], row) + row.x0;
        trace_chunk(in.trace, row, displacement);
        if (!in.kept.reach.data) return;
        // The ghost before the first cell is a copy of that, or of the last one, which is not known yet.
        if (row.x0 == 0)
            for (int axis = 0; axis < Dim; ++axis)
                before[axis] = in.trace.bounded[0] == T(0) ? largest_displacement<T> : displacement[axis][0];
        Vec<Reaches, Dim> reaches{};
        find_reaches(displacement, before, (row.x1 - row.x0) / block_cells, reaches);
        std::memcpy(reaches_of(in.kept.reach, row), &reaches, sizeof reaches);
        for (int axis = 0; axis < Dim; ++axis) before[axis] = displacement[axis][row.x1 - row.x0 - 1];
    });
    for (int axis = 0; axis < Dim; ++axis)
        continue_row(row_of(in.kept.displacement[axis], whole), whole.x1, in.trace.bounded[0] == T(0));
}

}  // namespace

const TraceTable trace_table{trace_centres<float, 2>, trace_centres<float, 3>, trace_centres<double, 2>,
                             trace_centres<double, 3>};

const TraceChunkTable trace_chunk_table{trace_chunk<float, 2>, trace_chunk<float, 3>, trace_chunk<double, 2>,
                                        trace_chunk<double, 3>};

}  // namespace whorl::WHORL_ISA
