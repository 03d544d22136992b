// Compiled once per instruction set: traces from centres.
#include <cstring>

#include "advect/way-inl.hpp"
#include "simd/loops.hpp"

namespace whorl::WHORL_ISA {
namespace {

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

/// What becomes of the velocities where points look off to: they go to `to`, as they are or, in the end, as
/// displacements.
template <class T, int Dim> struct Look {
    Vec<T*, Dim> to{};
    bool ends = false;
};

/// By half a step with the velocities of centres. That a half of a half of the sum of two faces is taken at once does
/// not change a bit, for it is a power of two (of numbers that are not denormal).
template <bool Wraps, class T, int Dim>
void displace_by_half(const TraceArguments<T, Dim>& in, const Row& row, Way<T, Dim>& way) {
    const T* faces[Dim];
    std::ptrdiff_t across[Dim];
    T quarter[Dim];
    for (int c = 0; c < Dim; ++c) {
        faces[c] = row_of(in.u[c], row) + row.x0, across[c] = in.u[c].stride[c];
        quarter[c] = T(0.25) * in.steps[c];
    }
    displace<Wraps>(
        in, row,
        [&]<int c>(std::integral_constant<int, c>, int k)
            WHORL_INLINE_LAMBDA { return quarter[c] * (loaded(faces[c] + k) + loaded(faces[c] + across[c] + k)); },
        [&]<int c>(std::integral_constant<int, c>, int k)
            WHORL_INLINE_LAMBDA { return quarter[c] * (faces[c][k] + faces[c][across[c] + k]); },
        way);
}

/// By a share of the step with velocities that were found on the way.
template <bool Wraps, class T, int Dim>
void displace_by(T share, const T (&u)[Dim][chunk_cells], const TraceArguments<T, Dim>& in, const Row& row,
                 Way<T, Dim>& way) {
    displace<Wraps>(
        in, row,
        [&]<int c>(std::integral_constant<int, c>, int k)
            WHORL_INLINE_LAMBDA { return share * (in.steps[c] * loaded(u[c] + k)); },
        [&]<int c>(std::integral_constant<int, c>, int k)
            WHORL_INLINE_LAMBDA { return share * (in.steps[c] * u[c][k]); },
        way);
}

/// One component of the velocity a way off a centre, through a window: as Component.
template <int c, class T, int Dim> struct ComponentFold : Interpolation<T, Dim> {
    using V = Several<T>;
    WHORL_INLINE V between(int axis, const V& low, const V& high) const {
        const V f = this->spot[axis].fraction;
        if (axis == c) return (low + high) * T(0.5) + f * (high - low);
        return either(f < T(0), high, low) + f * (high - low);
    }
};

/// One component where the points of blocks are displaced to.
template <int c, class T, int Dim>
WHORL_INLINE void look_through(const TraceArguments<T, Dim>& in, const Row& row, BlockBytes are_open,
                               const Openings<Dim>& windows, const Look<T, Dim>& look, Way<T, Dim>& way) {
    const T* here = row_of(in.u[c], row) + row.x0;
    const Vec<std::ptrdiff_t, Dim> stride = in.u[c].stride;
    T* to = look.to[c];
    const bool ends = look.ends;
    const T steps = in.steps[c], longest = in.longest;
    const auto extremes_of = way.folded.of_row(c);
    const int blocks = way.folded.count;
    for (int block = 0; block < blocks; ++block) {
        if (!are_open[block]) continue;
        const T* first = here + windows.start(block, stride);
        const int bends = windows.bends_of(block);
        with_bend(bends, [&]<Bend bend>(std::integral_constant<Bend, bend>) WHORL_INLINE_LAMBDA {
            const auto next = [&](int k) WHORL_INLINE_LAMBDA {
                ComponentFold<c, T, Dim> fold{};
                for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
                    const Several<T> d = several_from(way.d[axis] + k), whole = all_rounded(d);
                    fold.spot[axis] = {d - whole, axis == c ? whole : d, windows.first[axis][block] + 1};
                });
                Several<T> there = folded<bend, Dim>(fold, bends, first + k, stride);
                if (ends) there = all_clamped(there * steps, -longest, longest);
                store(there, to + k);
                return there;
            };
            Extremes<Vector<T>> extremes(next(block * block_cells));
            for (int k = lanes_at_once<T>; k < block_cells; k += lanes_at_once<T>)
                extremes.add(next(block * block_cells + k));
            extremes_of.put(block, extremes);
        });
    }
}

/// Windows for each component; the blocks that all have one for.
template <bool Wraps, class T, int Dim>
WHORL_INLINE BlockBytes find_component_windows(const TraceArguments<T, Dim>& in, const Row& row,
                                               const FoldedChunk<T, Dim>& folded, Vec<Openings<Dim>, Dim>& windows) {
    const BlockExtremes<T, Dim> extremes(folded);
    Vec<Reaches, Dim> by_faces, by_centres;
    find_reaches<T, Dim>(
        extremes, nullptr, [](auto& t) WHORL_INLINE_LAMBDA { round_all<T>(t); }, by_faces);
    find_reaches<T, Dim>(
        extremes, nullptr, [](auto& t) WHORL_INLINE_LAMBDA { round_all_down<T>(t); }, by_centres);
    BlockBytes are_open = numbers_of_blocks() < static_cast<std::int8_t>(folded.count);
    are_open &= are_short<Wraps>(in, by_faces) & are_short<Wraps>(in, by_centres);
    for (int c = 0; c < Dim; ++c) windows[c].is_open = are_open, windows[c].bends = BlockBytes{};
    const auto add = [&]<int axis>(std::integral_constant<int, axis>) WHORL_INLINE_LAMBDA {
        const int cells = in.u[axis == 0 ? 1 : 0].shape[axis];
        const AxisWindows along_faces = find_windows_along<axis, Dim>(by_faces[axis], row, in.u[axis].shape[axis]);
        const AxisWindows along_centres = find_windows_along<axis, Dim>(by_centres[axis], row, cells);
        for_each_axis<Dim>(
            [&](int c) WHORL_INLINE_LAMBDA { add_axis<axis>(c == axis ? along_faces : along_centres, windows[c]); });
        are_open &= along_faces.is_open & along_centres.is_open;
    };
    add(std::integral_constant<int, 0>{});
    add(std::integral_constant<int, 1>{});
    if constexpr (Dim == 3) add(std::integral_constant<int, 2>{});
    return are_open;
}

template <bool Wraps, class T, int Dim>
void look_far(const TraceArguments<T, Dim>& in, const Row& row, int begin, int end, const Look<T, Dim>& look,
              Way<T, Dim>& way) {
    T u[Dim][block_cells];
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
        u[0][k - begin] = component(0).template interpolated<0>();
        u[1][k - begin] = component(1).template interpolated<1>();
        if constexpr (Dim == 3) u[Dim - 1][k - begin] = component(Dim - 1).template interpolated<Dim - 1>();
    }
    for (int axis = 0; axis < Dim; ++axis) {
        T* to = look.to[axis] + begin;
        const T steps = in.steps[axis], longest = in.longest;  // clamped, and so they are numbers
        for (int k = 0; k < end - begin; ++k)
            to[k] = look.ends ? clamped(steps * u[axis][k], -longest, longest) : u[axis][k];
        if (end - begin == block_cells) way.folded.fold(axis, begin / block_cells, to);
    }
}

/// The blocks that all components have a window for. Not inlined, since it is long and the same for each kind of trace.
template <class T, int Dim>
void look_through_windows(const TraceArguments<T, Dim>& in, const Row& row, BlockBytes are_open,
                          const Vec<Openings<Dim>, Dim>& windows, const Look<T, Dim>& look, Way<T, Dim>& way) {
    look_through<0>(in, row, are_open, windows[0], look, way);
    look_through<1>(in, row, are_open, windows[1], look, way);
    if constexpr (Dim == 3) look_through<2>(in, row, are_open, windows[2], look, way);
}

/// The velocity where the points of a chunk are displaced to.
template <bool Wraps, class T, int Dim>
void look_off(const TraceArguments<T, Dim>& in, const Row& row, const Look<T, Dim>& look, Way<T, Dim>& way) {
    Vec<Openings<Dim>, Dim> windows;
    BlockBytes are_open{};
    if (way.folded.count > 0) are_open = find_component_windows<Wraps>(in, row, way.folded, windows);
    for_each_block(row.x1 - row.x0, [&](int first, int last, int block) {
        if (!are_open[block]) look_far<Wraps>(in, row, first, last, look, way);
    });
    if (way.folded.count > 0) look_through_windows(in, row, are_open, windows, look, way);
}

/// The displacements of the points of a chunk by the mean velocity along the traces that end at them.
template <Trace trace, bool Wraps, class T, int Dim>
void trace_cells(const TraceArguments<T, Dim>& arguments, const Row& row, const Vec<T*, Dim>& displacement,
                 Way<T, Dim>& way) {
    if constexpr (trace == Trace::rk2) {
        displace_by_half<Wraps>(arguments, row, way);
        return look_off<Wraps>(arguments, row, Look<T, Dim>{displacement, true}, way);
    }
    const TraceArguments<T, Dim> in = arguments;  // a copy that no store can change, so that loops are vectorised
    const int count = row.x1 - row.x0;
    T u[Dim][chunk_cells];
    for (int k = 0; k < count; ++k) {
        const Vec<T, Dim> here = velocity_here(in, cell_of<Dim>(row, row.x0 + k));
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA { u[axis][k] = here[axis]; });
    }
    if constexpr (trace == Trace::rk3) {
        T second[Dim][chunk_cells], third[Dim][chunk_cells];
        Vec<T*, Dim> to_second{}, to_third{};
        for (int axis = 0; axis < Dim; ++axis) to_second[axis] = second[axis], to_third[axis] = third[axis];
        displace_by_half<Wraps>(in, row, way);
        look_off<Wraps>(in, row, Look<T, Dim>{to_second}, way);
        displace_by<Wraps>(T(0.75), second, in, row, way);
        look_off<Wraps>(in, row, Look<T, Dim>{to_third}, way);
        // As differences from k1, so that a uniform flow moves by exactly dt u.
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
            for (int k = 0; k < count; ++k) {
                const T k1 = u[axis][k], k2 = second[axis][k], k3 = third[axis][k];
                u[axis][k] = k1 + (3 * (k2 - k1) + 4 * (k3 - k1)) / 9;
            }
        });
    }
    const T low = -in.longest, high = in.longest;  // and so they are numbers
    way.folded.count = count / block_cells;
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        T* to = displacement[axis];
        const T steps = in.steps[axis];
        WHORL_INDEPENDENT
        for (int k = 0; k < count; ++k) to[k] = clamped(steps * u[axis][k], low, high);
        for (int block = 0; block < count / block_cells; ++block)
            way.folded.fold(axis, block, to + block * block_cells);
    });
}

/// Displacements from the centres of at most chunk_cells, and how far they reach.
template <class T, int Dim>
void trace_chunk(const TraceArguments<T, Dim>& in, const Row& row, const Vec<T*, Dim>& displacement,
                 const Vec<T, Dim>* before, Vec<Reaches, Dim>* reaches) {
    Way<T, Dim> way;
    const auto follow = [&]<Trace trace>(std::integral_constant<Trace, trace>) WHORL_INLINE_LAMBDA {
        return in.wraps() ? trace_cells<trace, true>(in, row, displacement, way)
                          : trace_cells<trace, false>(in, row, displacement, way);
    };
    if (in.trace == Trace::euler) follow(std::integral_constant<Trace, Trace::euler>{});
    if (in.trace == Trace::rk2) follow(std::integral_constant<Trace, Trace::rk2>{});
    if (in.trace == Trace::rk3) follow(std::integral_constant<Trace, Trace::rk3>{});
    if (reaches) find_reaches(way.folded, displacement, before, *reaches);
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
    // The ghost before the first cell is a copy of that, or of the last one, which is not known yet.
    const bool is_periodic = in.trace.bounded[0] == T(0);
    Vec<T, Dim> before{};
    for (int axis = 0; axis < Dim; ++axis) before[axis] = largest_displacement<T>;
    for_each_chunk(whole, [&](const Row& row) {
        Vec<T*, Dim> displacement{};
        for (int axis = 0; axis < Dim; ++axis) displacement[axis] = row_of(in.kept.displacement[axis], row) + row.x0;
        Vec<Reaches, Dim> reaches;
        const bool has_before = row.x0 > 0 || is_periodic;
        trace_chunk(in.trace, row, displacement, has_before ? &before : nullptr,
                    in.kept.reach.data ? &reaches : nullptr);
        if (!in.kept.reach.data) return;
        std::memcpy(reaches_of(in.kept.reach, row), &reaches, sizeof reaches);
        for (int axis = 0; axis < Dim; ++axis) before[axis] = displacement[axis][row.x1 - row.x0 - 1];
    });
    for (int axis = 0; axis < Dim; ++axis)
        continue_row(row_of(in.kept.displacement[axis], whole), whole.x1, is_periodic);
}

}  // namespace

const TraceTable trace_table{trace_centres<float, 2>, trace_centres<float, 3>, trace_centres<double, 2>,
                             trace_centres<double, 3>};

const TraceChunkTable trace_chunk_table{trace_chunk<float, 2>, trace_chunk<float, 3>, trace_chunk<double, 2>,
                                        trace_chunk<double, 3>};

}  // namespace whorl::WHORL_ISA
