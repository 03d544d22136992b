// Compiled once per instruction set: where the points of a chunk come from, and fields there.
#include "advect/reaches-inl.hpp"
#include "simd/loops.hpp"

namespace whorl::WHORL_ISA {
namespace {

/// As the last face of a row, which is left over behind whole blocks.
constexpr int few_points = 4;

/// Calls f(0), f(1), ... for the points of a block, mostly a whole one: a constant number of them.
template <class F> WHORL_INLINE void for_points(int count, F f) {
    if (count == block_cells) {
        WHORL_INDEPENDENT
        for (int k = 0; k < block_cells; ++k) f(k);
        return;
    }
    for (int k = 0; k < count; ++k) f(k);
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

/// Displacements of points from traces that nobody has kept: those of the centres on either side, once more.
template <class T, int Dim>
void follow_traces(const AdvectArguments<T, Dim>& in, const TraceArguments<T, Dim>& trace, const Row& row,
                   const Vec<T*, Dim>& displacement, Vec<Reaches, Dim>& reaches) {
    const auto kernel = kernels_for<T, Dim>(trace_chunk_table);
    int across = -1;
    for (int axis = 0; axis < Dim; ++axis)
        if (!in.centred[axis]) across = axis;
    if (across < 0) return kernel(trace, row, displacement, nullptr, &reaches);
    T other[Dim][chunk_cells];
    const int count = row.x1 - row.x0, width = trace.u[0].shape[0] - (trace.bounded[0] == T(0) ? 0 : 1);
    for (int before = 0; before < 2; ++before) {
        // Of some of the points, from the centres of a row that begins with `cell`.
        const auto follow = [&](int first, int points, int cell, int y, int z) {
            Vec<T*, Dim> to{};
            for (int axis = 0; axis < Dim; ++axis) to[axis] = (before ? other[axis] : displacement[axis]) + first;
            if (points > 0) kernel(trace, {cell, cell + points, y, z}, to, nullptr, nullptr);
        };
        const auto beside = [&](int axis, int at) {
            const int cells = trace.u[axis].shape[axis] - (trace.bounded[axis] == T(0) ? 0 : 1);
            return centre_beside(in, cells, axis, at, before != 0);
        };
        if (across > 0) {
            follow(0, count, row.x0, across == 1 ? beside(1, row.y) : row.y,
                   across == 2 ? beside(Dim - 1, row.z) : row.z);
            continue;
        }
        const int first = row.x0 - before < 0 ? 1 : 0, last = row.x1 - before > width ? count - 1 : count;
        follow(first, last - first, row.x0 + first - before, row.y, row.z);
        if (first > 0) follow(0, 1, beside(0, row.x0), row.y, row.z);
        if (last < count) follow(last, 1, beside(0, row.x0 + last), row.y, row.z);
    }
    for (int axis = 0; axis < Dim; ++axis)
        for (int k = 0; k < count; ++k) displacement[axis][k] = T(0.5) * (displacement[axis][k] + other[axis][k]);
    find_reaches<T, Dim>(displacement, nullptr, count / block_cells, reaches);
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
        const int more = more_than_one<0, Dim>(chunk.windows.bends_of(block));
        const int low = 1 - first - row.x0, high = width - 3 - first - more - row.x0;  // in between all are inside
        if (low - begin > 4 || end - high > 4) continue;
        bool are_inside = true;
        for (int k = begin; k < low; ++k) are_inside = are_inside && is_inside(k);
        for (int k = high; k < end; ++k) are_inside = are_inside && is_inside(k);
        if (!are_inside) continue;
        chunk.windows.is_inside[0][block] = -1;
        chunk.is_kept[block] = chunk.windows.is_inside[1][block] & chunk.windows.is_inside[Dim - 1][block];
    }
}

/// Finds the windows of blocks, and keeps displacements inside.
template <bool Wraps, class T, int Dim>
void place(const TraceArguments<T, Dim>& in, const Vec<int, Dim>& shape, const Row& row, Vec<Reaches, Dim>& reaches,
           TracedChunk<T, Dim>& chunk) {
    find_windows(in, shape, row, (row.x1 - row.x0) / block_cells, reaches, chunk.windows);
    chunk.windows.is_open &= are_short<Wraps>(in, reaches);
    for (int axis = 0; axis < Dim; ++axis) chunk.windows.is_inside[axis] &= chunk.windows.is_open;
    chunk.is_kept = chunk.windows.is_inside[0] & chunk.windows.is_inside[1];
    if (Dim == 3) chunk.is_kept &= chunk.windows.is_inside[Dim - 1];
    look_at_ends(in, shape[0], row, chunk);
    for_each_block(row.x1 - row.x0, [&](int first, int last, int block) {
        if (chunk.is_kept[block]) return;
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
    Vec<T*, Dim> displacement{};
    for (int axis = 0; axis < Dim; ++axis) displacement[axis] = chunk.displacement[axis];
    Vec<Reaches, Dim> reaches;
    if (has_reach)
        recall_reaches(in, traces, row, reaches);
    else if (kept[0].data)
        find_reaches<T, Dim>(displacement, nullptr, (row.x1 - row.x0) / block_cells, reaches);
    else
        follow_traces(in, *traces.followed, row, displacement, reaches);
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

/// For each point of a chunk calls gathered(k, stencil), or for vectors of them taken(k, what a Fold makes of their
/// window).
template <template <class, int> class Fold, class T, int Dim, class Gathered, class Taken>
WHORL_INLINE void for_each_point(const View<const T, Dim>& field, const Row& row, const TracedChunk<T, Dim>& chunk,
                                 Gathered gathered, Taken taken) {
    const Vec<int, Dim> short_stride = short_strides(field);
    const Vec<std::ptrdiff_t, Dim> stride = field.stride;
    const T* here = row_of(field, row) + row.x0;
    const bool are_means = chunk.before[0] != chunk.behind[0];
    for_each_block(row.x1 - row.x0, [&](int begin, int end, int block) {
        if (!chunk.windows.is_open[block]) {
            if (end - begin < few_points) {
                for (int k = begin; k < end; ++k) {
                    WHORL_ONE_BY_ONE;
                    gathered(k, chunk.stencil(k, short_stride));
                }
                return;
            }
            WHORL_INDEPENDENT
            for (int k = begin; k < end; ++k) gathered(k, chunk.stencil(k, short_stride));
            return;
        }
        const T* first = here + chunk.windows.start(block, stride);
        const Vec<const T*, Dim> one = chunk.end_of(block, chunk.before), other = chunk.end_of(block, chunk.behind);
        const int bends = chunk.windows.bends_of(block);
        with_bend(bends, [&]<Bend bend>(std::integral_constant<Bend, bend>) WHORL_INLINE_LAMBDA {
            for (int k = begin; k < begin + block_cells; k += lanes_at_once<T>) {
                Fold<T, Dim> fold{};
                for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
                    Several<T> d = several_from(one[axis] + k);
                    if (are_means) d = (d + several_from(other[axis] + k)) * T(0.5);
                    fold.spot[axis] = {d - all_rounded(d), d, chunk.windows.first[axis][block] + 1};
                });
                taken(k, folded<bend, Dim>(fold, bends, first + k, stride));
            }
        });
    });
}

template <class T, int Dim>
void interpolate_chunk(const View<const T, Dim>& field, const Row& row, const TracedChunk<T, Dim>& chunk, Dust dust,
                       T* values) {
    const bool is_kept = dust == Dust::kept;
    for_each_point<Interpolation>(
        field, row, chunk,
        [&](int k, const Stencil<T, Dim>& stencil) WHORL_INLINE_LAMBDA {
            const T value = interpolate_nearest(field.data, stencil);
            values[k] = is_kept ? value : without_dust(value);
        },
        [&](int k, Several<T> value) WHORL_INLINE_LAMBDA {
            if (!is_kept) value = without_dust(value);
            store(value, values + k);
        });
}

template <class T, int Dim>
void find_range(const View<const T, Dim>& field, const Row& row, const TracedChunk<T, Dim>& chunk, T* low, T* high) {
    for_each_point<Surroundings>(
        field, row, chunk,
        [&](int k, const Stencil<T, Dim>& stencil) WHORL_INLINE_LAMBDA {
            const Range<T> range = range_of(field.data, stencil);
            low[k] = range.low;
            high[k] = range.high;
        },
        [&](int k, const Range<Several<T>>& range) WHORL_INLINE_LAMBDA {
            store(range.low, low + k);
            store(range.high, high + k);
        });
}

template <class T, int Dim>
constexpr ChunkKernels<T, Dim> chunk_kernels{place_chunk<T, Dim>, locate_chunk<T, Dim>, find_inside<T, Dim>,
                                             interpolate_chunk<T, Dim>, find_range<T, Dim>};

}  // namespace

const ChunkTable chunk_table{chunk_kernels<float, 2>, chunk_kernels<float, 3>, chunk_kernels<double, 2>,
                             chunk_kernels<double, 3>};

}  // namespace whorl::WHORL_ISA
