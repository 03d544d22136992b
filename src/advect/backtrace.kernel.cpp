// Compiled once per instruction set: traces from centres, and where points come from by them.
#include "advect/backtrace-inl.hpp"

#include <cstring>

#include "simd/loops.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <bool Wraps, class T> WHORL_INLINE Position<T> placed(int i, T t, const Period<T>& period) {
    if constexpr (Wraps) return locate(i, t, period);
    const T whole = rounded(t);
    return {i + static_cast<int>(whole), t - whole};
}

template <bool Wraps, class T, int Dim>
WHORL_INLINE T kept_inside(const TraceArguments<T, Dim>& in, int axis, int at, T d) {
    const T here = static_cast<T>(at), from = Wraps ? in.bounded[axis] * here : here;
    return clamped(d, in.low[axis] - from, in.high[axis] - from);
}

/// Calls f(0), f(1), ... for the points of a block, mostly a whole one: a constant number of them.
template <class F> WHORL_INLINE void for_points(int count, F f) {
    if (count == block_cells) {
        WHORL_INDEPENDENT
        for (int k = 0; k < block_cells; ++k) f(k);
        return;
    }
    for (int k = 0; k < count; ++k) f(k);
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

/// Calls f with the bend as a constant. Of doubles there are fewer forms, for the time that compilers take: the values
/// that are read in vain lie within two ghosts.
template <class T, int Dim, class F> WHORL_INLINE void with_bend(int bend, F f) {
    if (bend == static_cast<int>(Bend::none)) return f(std::integral_constant<Bend, Bend::none>{});
    if constexpr (sizeof(T) == 4) {
        if (bend == static_cast<int>(Bend::x)) return f(std::integral_constant<Bend, Bend::x>{});
        if (Dim == 2 || bend == static_cast<int>(Bend::last)) return f(std::integral_constant<Bend, Bend::last>{});
        if constexpr (Dim == 3) f(std::integral_constant<Bend, Bend::all>{});
    } else {
        f(std::integral_constant<Bend, Bend::all>{});
    }
}

/// Closes windows of displacements so long that wrapping them round an axis could change their digits.
template <bool Wraps, class T, int Dim>
WHORL_INLINE void close_where_wrapped(const TraceArguments<T, Dim>& in, const Vec<const Reaches*, Dim>& reaches,
                                      Windows<Dim>& windows) {
    for (int axis = 0; Wraps && axis < Dim; ++axis) {
        const int quarter = in.period[axis].count / 4;
        if (in.period[axis].count == 0 || quarter > any_reach.high) continue;
        const BlockBytes is_short = (reaches[axis]->low >= static_cast<std::int8_t>(-quarter)) &
                                    (reaches[axis]->high < static_cast<std::int8_t>(quarter));
        windows.close(is_short);
    }
}

/// One component of the velocity a way off a centre, through a window: as Component.
template <int c, class T, int Dim> struct ComponentFold : Interpolation<T, Dim> {
    WHORL_INLINE constexpr T between(int axis, T low, T high) const {
        const T f = this->spot[axis].fraction;
        return (axis == c ? T(0.5) * (low + high) : f < 0 ? high : low) + f * (high - low);
    }
};

/// One component where the points of a block are displaced to.
template <int c, Bend bend, class T, int Dim>
WHORL_INLINE void look_through(const View<const T, Dim>& u, const Row& row, int block, const Windows<Dim>& windows,
                               Way<T, Dim>& way) {
    const T* first = windows.start(block, row_of(u, row) + row.x0, u.stride);
    const Vec<std::ptrdiff_t, Dim> stride = u.stride;
    const Vec<T, Dim> second = windows.template second<T>(block);
    WHORL_INDEPENDENT
    for (int k = block * block_cells; k < (block + 1) * block_cells; ++k) {
        ComponentFold<c, T, Dim> fold{};
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
            const T d = way.d[axis][k], whole = rounded(d);
            fold.spot[axis] = {d - whole, (axis == c ? whole : d) >= second[axis]};
        });
        way.u[c][k] = folded<bend, Dim>(fold, first + k, stride);
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
void trace_cells(const TraceArguments<T, Dim>& arguments, const Row& row, T (&displacement)[Dim][chunk_cells]) {
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
        for (int k = 0; k < count; ++k) displacement[axis][k] = clamped(in.steps[axis] * way.u[axis][k], low, high);
    });
}

template <Trace trace, class T, int Dim>
void trace_cells(const TraceArguments<T, Dim>& in, const Row& row, T (&displacement)[Dim][chunk_cells]) {
    return in.wraps() ? trace_cells<trace, true>(in, row, displacement)
                      : trace_cells<trace, false>(in, row, displacement);
}

/// Displacements from the centres of at most chunk_cells.
template <class T, int Dim>
void trace_chunk(const TraceArguments<T, Dim>& in, const Row& row, T (&displacement)[Dim][chunk_cells]) {
    switch (in.trace) {
        case Trace::euler:
            return trace_cells<Trace::euler>(in, row, displacement);
        case Trace::rk2:
            return trace_cells<Trace::rk2>(in, row, displacement);
        case Trace::rk3:
            return trace_cells<Trace::rk3>(in, row, displacement);
    }
}

/// How far the displacements of the whole blocks of a chunk reach. The last one before a block counts with it; `before`
/// stands for the one before the first.
template <class T, int Dim>
WHORL_INLINE void find_reaches(const T (&displacement)[Dim][chunk_cells], const Vec<T, Dim>& before, int count,
                               Vec<Reaches, Dim>& reaches) {
    for (int axis = 0; axis < Dim; ++axis) {
        Extremes<T> extremes{};
        find_extremes<vector_bytes>(displacement[axis], count, extremes);
        for (int block = 0; block < count; ++block) {
            const T last = block == 0 ? before[axis] : displacement[axis][block * block_cells - 1];
            extremes.low[block] = last < extremes.low[block] ? last : extremes.low[block];
            extremes.high[block] = last > extremes.high[block] ? last : extremes.high[block];
        }
        // Of faces the next one may be whole, too.
        for (int block = count; block < block_count; ++block)
            extremes.low[block] = -largest_displacement<T>, extremes.high[block] = largest_displacement<T>;
        reaches[axis] = reaches_between(extremes, [](auto& t) WHORL_INLINE_LAMBDA { round_all_down<T>(t); });
    }
}

/// The bytes that tell of the reaches of a chunk of centres: for each axis the least, and then the most.
template <class Byte, int Dim> WHORL_INLINE Byte* reaches_of(const View<Byte, Dim>& kept, const Row& row) {
    return row_of(kept, row) + row.x0 / chunk_cells * (2 * Dim * block_count);
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
        T displacement[Dim][chunk_cells];
        trace_chunk(in.trace, row, displacement);
        for (int axis = 0; axis < Dim; ++axis) store(displacement[axis], in.kept.displacement[axis], row);
        if (!in.kept.reach.data) return;
        // The ghost before the first cell is a copy of that, or of the last one, which is not known yet.
        if (row.x0 == 0)
            for (int axis = 0; axis < Dim; ++axis)
                before[axis] = in.trace.bounded[0] == T(0) ? largest_displacement<T> : displacement[axis][0];
        Vec<Reaches, Dim> reaches{};
        find_reaches<T, Dim>(displacement, before, (row.x1 - row.x0) / block_cells, reaches);
        std::memcpy(reaches_of(in.kept.reach, row), &reaches, sizeof reaches);
        for (int axis = 0; axis < Dim; ++axis) before[axis] = displacement[axis][row.x1 - row.x0 - 1];
    });
    for (int axis = 0; axis < Dim; ++axis)
        continue_row(row_of(in.kept.displacement[axis], whole), whole.x1, in.trace.bounded[0] == T(0));
}

/// Joins what is kept of the centres that the points of a row lie between.
template <class T, int Dim>
WHORL_INLINE void recall_reaches(const AdvectArguments<T, Dim>& in, const KeptTraces<const T, Dim>& traces,
                                 const Row& row, Vec<Reaches, Dim>& reaches) {
    const Vec<int, Dim>& cells = traces.displacement[0].shape;
    // The row of centres before a row of points, or the one behind, as ghosts are filled.
    const auto beside = [&](int axis, int at, bool before) {
        const int n = cells[axis], i = before && !in.centred[axis] ? at - 1 : at;
        const bool wraps = in.trace.bounded[axis] == T(0);
        return i < 0 ? (wraps ? n - 1 : 0) : i < n ? i : wraps ? 0 : n - 1;
    };
    const int planes = Dim == 2 || in.centred[Dim - 1] ? 1 : 2, lines = in.centred[1] ? 1 : 2;
    for (int plane = 0; plane < planes; ++plane)
        for (int line = 0; line < lines; ++line) {
            const Row centres{row.x0, row.x1, beside(1, row.y, line == 0),
                              Dim == 3 ? beside(Dim - 1, row.z, plane == 0) : 0};
            Vec<Reaches, Dim> here;
            std::memcpy(&here, reaches_of(traces.reach, centres), sizeof here);
            if (plane + line == 0) reaches = here;
            for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
                reaches[axis].low = smaller(reaches[axis].low, here[axis].low);
                reaches[axis].high = larger(reaches[axis].high, here[axis].high);
            });
        }
}

/// Of displacements that are kept inside of the domain.
template <class T, int Dim>
WHORL_INLINE void keep_reaches_inside(const TraceArguments<T, Dim>& in, const Row& row, Vec<Reaches, Dim>& reaches) {
    const auto keep = [&]<int axis>(std::integral_constant<int, axis>) WHORL_INLINE_LAMBDA {
        if (in.bounded[axis] == T(0)) return;
        const int lowest = static_cast<int>(rounded_down(in.low[axis]));
        const int highest = static_cast<int>(rounded_down(in.high[axis]));
        const auto kept = [&](BlockBytes reach, bool is_last) WHORL_INLINE_LAMBDA {
            return smaller(larger(reach, from_block<axis>(lowest, row, is_last)),
                           from_block<axis>(highest, row, is_last));
        };
        reaches[axis] = {kept(reaches[axis].low, true), kept(reaches[axis].high, false)};
    };
    keep(std::integral_constant<int, 0>{});
    keep(std::integral_constant<int, 1>{});
    if constexpr (Dim == 3) keep(std::integral_constant<int, 2>{});
}

/// The mean over the centres around a point: two of them along axes where it lies on a face. In pairs.
template <class T, int Dim>
void mean_around(const View<const T, Dim>& at_centres, const Vec<bool, Dim>& centred, const Row& row, T* to) {
    const T* here = row_of(at_centres, row) + row.x0;
    const int count = row.x1 - row.x0;
    std::ptrdiff_t back[Dim];
    int axes = 0;
    for (int axis = 0; axis < Dim; ++axis)
        if (!centred[axis]) back[axes++] = at_centres.stride[axis];
    const auto pair = [=](int k, std::ptrdiff_t a) { return here[k] + here[k - a]; };
    if (axes == 0)
        for (int k = 0; k < count; ++k) to[k] = here[k];
    else if (axes == 1)
        for (int k = 0; k < count; ++k) to[k] = T(0.5) * pair(k, back[0]);
    else
        for (int k = 0; k < count; ++k) {
            const auto square = [&](std::ptrdiff_t off) {
                return (here[k - off] + here[k - off - back[0]]) +
                       (here[k - off - back[1]] + here[k - off - back[1] - back[0]]);
            };
            to[k] = axes == 2 ? T(0.25) * square(0) : T(0.125) * (square(0) + square(back[Dim - 1]));
        }
}

template <bool Wraps, class T, int Dim>
void locate(const TraceArguments<T, Dim>& in, const Row& row, int begin, int end, TracedChunk<T, Dim>& chunk) {
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        const Period<T> period = in.period[axis];
        const T* displacement = chunk.displacement[axis] + begin;
        int* index = chunk.index[axis] + begin;
        T* fraction = chunk.fraction[axis] + begin;
        const int first = axis == 0 ? row.x0 + begin : axis == 1 ? row.y : row.z;
        for_points(end - begin, [&](int k) WHORL_INLINE_LAMBDA {
            const Position<T> position = placed<Wraps>(axis == 0 ? first + k : first, displacement[k], period);
            index[k] = position.index;
            fraction[k] = position.fraction;
        });
    });
}

/// Works out the displacements of a block, kept inside of the domain, along the axes where it is inside or not.
template <bool Wraps, class T, int Dim>
void keep_inside(const TraceArguments<T, Dim>& in, const Row& row, int begin, int end, bool where_inside,
                 TracedChunk<T, Dim>& chunk) {
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        if ((chunk.windows.is_inside[axis][begin / block_cells] != 0) != where_inside) return;
        const T *before = chunk.before[axis] + begin, *behind = chunk.behind[axis] + begin;
        T* to = chunk.displacement[axis] + begin;
        const int first = axis == 0 ? row.x0 + begin : axis == 1 ? row.y : row.z;
        const T bounded = Wraps ? in.bounded[axis] : T(1), low = in.low[axis], high = in.high[axis];
        for_points(end - begin, [&](int k) WHORL_INLINE_LAMBDA {
            const T from = bounded * static_cast<T>(axis == 0 ? first + k : first);
            to[k] = clamped(T(0.5) * (before[k] + behind[k]), low - from, high - from);
        });
    });
}

template <class T, int Dim>
void locate_chunk(const AdvectArguments<T, Dim>& in, const Row& row, TracedChunk<T, Dim>& chunk) {
    const auto locate_inside = [&]<bool Wraps>(std::bool_constant<Wraps>) {
        for_each_block(row.x1 - row.x0, [&](int first, int last, int block) {
            keep_inside<Wraps>(in.trace, row, first, last, true, chunk);
            if (chunk.windows.is_open[block]) locate<Wraps>(in.trace, row, first, last, chunk);
        });
    };
    return in.trace.wraps() ? locate_inside(std::true_type{}) : locate_inside(std::false_type{});
}

/// The first and the last block of a row touch the sides across x, but mostly none of their points goes beyond: only
/// the few that are near enough have to be looked at.
template <class T, int Dim>
WHORL_INLINE void look_at_ends(const TraceArguments<T, Dim>& in, int width, const Row& row,
                               TracedChunk<T, Dim>& chunk) {
    const int count = (row.x1 - row.x0) / block_cells;
    if (in.bounded[0] == T(0) || count == 0) return;
    const T *before = chunk.before[0], *behind = chunk.behind[0];
    const auto is_inside = [&](int k) WHORL_INLINE_LAMBDA {
        const T at = static_cast<T>(row.x0 + k), d = T(0.5) * (before[k] + behind[k]);
        return d > in.side_low[0] - at && d < in.side_high[0] - at;
    };
    for (int end_of_row = 0; end_of_row < 2; ++end_of_row) {
        const int block = end_of_row == 0 ? 0 : count - 1;
        if (!chunk.windows.is_open[block] || chunk.windows.is_inside[0][block]) continue;
        const int begin = block * block_cells, end = begin + block_cells, first = chunk.windows.first[0][block];
        const int low = 1 - first - row.x0, high = width - 3 - first - row.x0;  // from `low` to `high` all are inside
        if (low - begin > 4 || end - high > 4) continue;
        bool are_inside = true;
        for (int k = begin; k < low; ++k) are_inside = are_inside && is_inside(k);
        for (int k = high; k < end; ++k) are_inside = are_inside && is_inside(k);
        if (are_inside) chunk.windows.is_inside[0][block] = -1;
    }
}

/// Finds the windows of blocks, and keeps displacements inside.
template <bool Wraps, class T, int Dim>
void place(const TraceArguments<T, Dim>& in, const Vec<int, Dim>& shape, const Row& row, Vec<Reaches, Dim>& reaches,
           TracedChunk<T, Dim>& chunk) {
    keep_reaches_inside(in, row, reaches);
    Vec<const Reaches*, Dim> each{};
    for (int axis = 0; axis < Dim; ++axis) each[axis] = &reaches[axis];
    chunk.windows = find_windows(each, row, (row.x1 - row.x0) / block_cells, shape);
    close_where_wrapped<Wraps>(in, each, chunk.windows);
    BlockBytes are_inside = chunk.windows.is_inside[1];  // but for x, whose bytes follow one by one
    if (Dim == 3) are_inside &= chunk.windows.is_inside[Dim - 1];
    look_at_ends(in, shape[0], row, chunk);
    for_each_block(row.x1 - row.x0, [&](int first, int last, int block) {
        if (are_inside[block] && chunk.windows.is_inside[0][block]) return;
        keep_inside<Wraps>(in, row, first, last, false, chunk);
        if (!chunk.windows.is_open[block]) locate<Wraps>(in, row, first, last, chunk);
    });
}

template <class T, int Dim>
void place_chunk(const AdvectArguments<T, Dim>& in, const KeptTraces<const T, Dim>& traces, const Row& row,
                 TracedChunk<T, Dim>& chunk) {
    const Faces<const T, Dim>& kept = traces.displacement;
    const bool has_reach = kept[0].data && traces.reach.data && row.x0 % chunk_cells == 0 && row.x0 < kept[0].shape[0];
    int shifted = 0;  // along so many axes a point lies between centres
    std::ptrdiff_t back = 0;
    for (int axis = 0; axis < Dim; ++axis)
        if (!in.centred[axis]) ++shifted, back = kept[0].stride[axis];
    const bool stays = has_reach && shifted <= 1;  // displacements are taken from where they are kept
    for (int axis = 0; axis < Dim; ++axis) {
        chunk.behind[axis] = stays ? row_of(kept[axis], row) + row.x0 : chunk.displacement[axis];
        chunk.before[axis] = stays ? chunk.behind[axis] - back : chunk.displacement[axis];
        if (kept[0].data && !stays) mean_around(kept[axis], in.centred, row, chunk.displacement[axis]);
    }
    if (!kept[0].data) trace_chunk(in.trace, row, chunk.displacement);

    Vec<Reaches, Dim> reaches{};
    if (has_reach) {
        recall_reaches(in, traces, row, reaches);
    } else {
        Vec<T, Dim> first{};
        for (int axis = 0; axis < Dim; ++axis) first[axis] = chunk.displacement[axis][0];
        find_reaches<T, Dim>(chunk.displacement, first, (row.x1 - row.x0) / block_cells, reaches);
    }
    if (in.trace.wraps())
        place<true>(in.trace, in.source[0].shape, row, reaches, chunk);
    else
        place<false>(in.trace, in.source[0].shape, row, reaches, chunk);
}

template <class T, int Dim>
void find_inside(const AdvectArguments<T, Dim>& arguments, const Row& row, const TracedChunk<T, Dim>& chunk,
                 T* inside) {
    const TraceArguments<T, Dim>& in = arguments.trace;
    for_each_block(row.x1 - row.x0, [&](int begin, int end, int block) {
        T* to = inside + begin;
        for_points(end - begin, [&](int k) WHORL_INLINE_LAMBDA { to[k] = 1; });
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
            if (chunk.windows.is_inside[axis][block]) return;
            const T* displacement = chunk.displacement[axis] + begin;
            const int first = axis == 0 ? row.x0 + begin : axis == 1 ? row.y : row.z;
            const T bounded = in.bounded[axis], low = in.side_low[axis], high = in.side_high[axis];
            for_points(end - begin, [&](int k) WHORL_INLINE_LAMBDA {
                const T from = bounded * static_cast<T>(axis == 0 ? first + k : first), d = displacement[k];
                to[k] = d > low - from && d < high - from ? to[k] : T(0);
            });
        });
    });
}

/// For each point of a chunk calls gathered(k, stencil), or taken(k, what a Fold makes of its window).
template <template <class, int> class Fold, class T, int Dim, class Gathered, class Taken>
WHORL_INLINE void for_each_point(const View<const T, Dim>& field, const Row& row, const TracedChunk<T, Dim>& chunk,
                                 Gathered gathered, Taken taken) {
    const Vec<int, Dim> short_stride = short_strides(field);
    const Vec<std::ptrdiff_t, Dim> stride = field.stride;
    for_each_block(row.x1 - row.x0, [&](int begin, int end, int block) {
        if (!chunk.windows.is_open[block]) {
            WHORL_INDEPENDENT
            for (int k = begin; k < end; ++k) gathered(k, chunk.stencil(k, short_stride));
            return;
        }
        const T* first = chunk.windows.start(block, row_of(field, row) + row.x0, stride);
        const Vec<T, Dim> second = chunk.windows.template second<T>(block);
        const Vec<const T*, Dim> one = chunk.one_end(block), other = chunk.other_end(block);
        with_bend<T, Dim>(chunk.windows.bend[block],
                          [&]<Bend bend>(std::integral_constant<Bend, bend>) WHORL_INLINE_LAMBDA {
                              WHORL_INDEPENDENT
                              for (int k = begin; k < begin + block_cells; ++k) {
                                  Fold<T, Dim> fold{};
                                  for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
                                      const T d = T(0.5) * (one[axis][k] + other[axis][k]);
                                      fold.spot[axis] = {d - rounded(d), d >= second[axis]};
                                  });
                                  taken(k, folded<bend, Dim>(fold, first + k, stride));
                              }
                          });
    });
}

template <class T, int Dim>
void interpolate_chunk(const View<const T, Dim>& field, const Row& row, const TracedChunk<T, Dim>& chunk, T* values) {
    for_each_point<Interpolation>(
        field, row, chunk,
        [&](int k, const Stencil<T, Dim>& stencil)
            WHORL_INLINE_LAMBDA { values[k] = interpolate_nearest(field.data, stencil); },
        [&](int k, T value) WHORL_INLINE_LAMBDA { values[k] = value; });
}

template <class T, int Dim>
void find_range(const View<const T, Dim>& field, const Row& row, const TracedChunk<T, Dim>& chunk, T* low, T* high) {
    const auto keep = [&](int k, const Range<T>& range) WHORL_INLINE_LAMBDA {
        low[k] = range.low;
        high[k] = range.high;
    };
    for_each_point<Surroundings>(
        field, row, chunk,
        [&](int k, const Stencil<T, Dim>& stencil) WHORL_INLINE_LAMBDA { keep(k, range_of(field.data, stencil)); },
        keep);
}

template <class T, int Dim>
constexpr ChunkKernels<T, Dim> chunk_kernels{place_chunk<T, Dim>, locate_chunk<T, Dim>, find_inside<T, Dim>,
                                             interpolate_chunk<T, Dim>, find_range<T, Dim>};

}  // namespace

const TraceTable trace_table{trace_centres<float, 2>, trace_centres<float, 3>, trace_centres<double, 2>,
                             trace_centres<double, 3>};

const ChunkTable chunk_table{chunk_kernels<float, 2>, chunk_kernels<float, 3>, chunk_kernels<double, 2>,
                             chunk_kernels<double, 3>};

}  // namespace whorl::WHORL_ISA
