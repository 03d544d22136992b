// Compiled once per instruction set: traces from centres, and where points come from by them.
#include "advect/backtrace-inl.hpp"

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

/// Velocities of a block of points, and their displacements in a part of the step, kept inside of the domain.
template <class T, int Dim> struct Block { T u[Dim][block_cells], d[Dim][block_cells]; };

template <bool Wraps, class T, int Dim>
WHORL_INLINE void displace(const TraceArguments<T, Dim>& in, const Row& row, T share, Block<T, Dim>& block) {
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        for (int k = 0; k < row.x1 - row.x0; ++k) {
            const int at = axis == 0 ? row.x0 + k : axis == 1 ? row.y : row.z;
            block.d[axis][k] = kept_inside<Wraps>(in, axis, at, share * (in.steps[axis] * block.u[axis][k]));
        }
    });
}

/// Whether each point of a whole block is the one that is nearest to where it is displaced to.
template <class T, int Dim> WHORL_INLINE bool is_near(const Block<T, Dim>& block) {
    int moved = 0;
    for (int k = 0; k < block_cells; ++k)
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA { moved |= static_cast<int>(rounded(block.d[axis][k])); });
    return moved == 0;
}

template <int c, class T, int Dim>
WHORL_INLINE T component_near(const T* here, const Vec<std::ptrdiff_t, Dim>& stride, const T (&fraction)[Dim]) {
    const auto between = [&](int axis, T low, T same, T high) WHORL_INLINE_LAMBDA {
        const T f = fraction[axis];
        if (axis == c) return T(0.5) * (same + high) + f * (high - same);
        return same + (f < 0 ? -f : f) * ((f < 0 ? low : high) - same);
    };
    const auto along_x = [&](const T* at) WHORL_INLINE_LAMBDA { return between(0, at[-1], at[0], at[1]); };
    const auto in_plane = [&](const T* at) WHORL_INLINE_LAMBDA {
        return between(1, along_x(at - stride[1]), along_x(at), along_x(at + stride[1]));
    };
    if constexpr (Dim == 2)
        return in_plane(here);
    else
        return between(2, in_plane(here - stride[2]), in_plane(here), in_plane(here + stride[2]));
}

/// The velocity where the points of a block are displaced to.
template <class T, int Dim>
WHORL_INLINE void look_near(const TraceArguments<T, Dim>& in, const Row& row, Block<T, Dim>& block) {
    const auto look = [&]<int c>(std::integral_constant<int, c>) WHORL_INLINE_LAMBDA {
        const T* here = row_of(in.u[c], row) + row.x0;
        const Vec<std::ptrdiff_t, Dim> stride = in.u[c].stride;
        WHORL_INDEPENDENT
        for (int k = 0; k < block_cells; ++k) {
            T fraction[Dim];
            for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA { fraction[axis] = block.d[axis][k]; });
            block.u[c][k] = component_near<c, T, Dim>(here + k, stride, fraction);
        }
    };
    look(std::integral_constant<int, 0>{});
    look(std::integral_constant<int, 1>{});
    if constexpr (Dim == 3) look(std::integral_constant<int, 2>{});
}

template <bool Wraps, class T, int Dim>
WHORL_INLINE void look_far(const TraceArguments<T, Dim>& in, const Row& row, Block<T, Dim>& block) {
    WHORL_INDEPENDENT
    for (int k = 0; k < row.x1 - row.x0; ++k) {
        const Vec<int, Dim> at = cell_of<Dim>(row, row.x0 + k);
        Vec<Position<T>, Dim> position{};
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
            position[axis] = placed<Wraps>(at[axis], block.d[axis][k], in.period[axis]);
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
        block.u[0][k] = component(0).template interpolated<0>();
        block.u[1][k] = component(1).template interpolated<1>();
        if constexpr (Dim == 3) block.u[Dim - 1][k] = component(Dim - 1).template interpolated<Dim - 1>();
    }
}

/// Not inlined, since it is long and called for each look of each kind of trace.
template <bool Wraps, class T, int Dim>
void look_off(const TraceArguments<T, Dim>& in, const Row& row, T share, Block<T, Dim>& block) {
    displace<Wraps>(in, row, share, block);
    if (row.x1 - row.x0 == block_cells && is_near(block))
        look_near(in, row, block);
    else
        look_far<Wraps>(in, row, block);
}

/// The mean velocity along the traces that end at a block of centres, in block.u.
template <Trace trace, bool Wraps, class T, int Dim>
WHORL_INLINE void follow(const TraceArguments<T, Dim>& in, const Row& row, Block<T, Dim>& block) {
    const int count = row.x1 - row.x0;
    for (int k = 0; k < count; ++k) {
        const Vec<T, Dim> u = velocity_here(in, cell_of<Dim>(row, row.x0 + k));
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA { block.u[axis][k] = u[axis]; });
    }
    if constexpr (trace == Trace::euler) return;
    const Block<T, Dim> first = block;
    look_off<Wraps>(in, row, T(0.5), block);
    if constexpr (trace == Trace::rk2) return;
    const Block<T, Dim> second = block;
    look_off<Wraps>(in, row, T(0.75), block);
    // As differences from k1, so that a uniform flow moves by exactly dt u.
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        for (int k = 0; k < count; ++k) {
            const T k1 = first.u[axis][k], k2 = second.u[axis][k], k3 = block.u[axis][k];
            block.u[axis][k] = k1 + (3 * (k2 - k1) + 4 * (k3 - k1)) / 9;
        }
    });
}

template <Trace trace, bool Wraps, class T, int Dim>
void trace_cells(const TraceArguments<T, Dim>& arguments, const Row& row, T (&displacement)[Dim][chunk_cells]) {
    const TraceArguments<T, Dim> in = arguments;  // a copy that no store can change, so that loops are vectorised
    for_each_block(row.x1 - row.x0, [&](int first, int last, int) {
        Block<T, Dim> block;
        follow<trace, Wraps>(in, Row{row.x0 + first, row.x0 + last, row.y, row.z}, block);
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
            for (int k = first; k < last; ++k) displacement[axis][k] = in.steps[axis] * block.u[axis][k - first];
        });
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

template <class T, int Dim> void trace_centres(const TraceCentresArguments<T, Dim>& in, const Row& whole) {
    for_each_chunk(whole, [&](const Row& row) {
        T displacement[Dim][chunk_cells];
        trace_chunk(in.trace, row, displacement);
        for (int axis = 0; axis < Dim; ++axis) store(displacement[axis], in.displacement[axis], row);
    });
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
void place(const TraceArguments<T, Dim>& in, const Row& row, TracedChunk<T, Dim>& chunk) {
    for (int axis = 0; axis < Dim; ++axis) {
        const Period<T> period = in.period[axis];
        for (int k = 0; k < row.x1 - row.x0; ++k) {
            const int at = axis == 0 ? row.x0 + k : axis == 1 ? row.y : row.z;
            const T d = kept_inside<Wraps>(in, axis, at, chunk.displacement[axis][k]);
            const Position<T> position = placed<Wraps>(at, d, period);
            chunk.displacement[axis][k] = d;
            chunk.index[axis][k] = position.index;
            chunk.fraction[axis][k] = position.fraction;
        }
    }
    for_each_block(row.x1 - row.x0, [&](int first, int last, int block) {
        const int *i = chunk.index[0] + first, *j = chunk.index[1] + first, *l = chunk.index[Dim - 1] + first;
        int moved = last - first - block_cells;
        if (moved == 0)
            for (int k = 0; k < block_cells; ++k)
                moved |= (i[k] ^ (row.x0 + first + k)) | (j[k] ^ row.y) | (Dim == 3 ? l[k] ^ row.z : 0);
        chunk.is_near[block] = moved == 0;
    });
}

template <class T, int Dim>
void place_chunk(const AdvectArguments<T, Dim>& in, const Faces<const T, Dim>& displacement, const Row& row,
                 TracedChunk<T, Dim>& chunk) {
    if (displacement[0].data)
        for (int axis = 0; axis < Dim; ++axis)
            mean_around(displacement[axis], in.centred, row, chunk.displacement[axis]);
    else
        trace_chunk(in.trace, row, chunk.displacement);
    const TraceArguments<T, Dim> trace = in.trace;
    if (trace.wraps())
        place<true>(trace, row, chunk);
    else
        place<false>(trace, row, chunk);
}

template <class T, int Dim>
void find_inside(const AdvectArguments<T, Dim>& arguments, const Row& row, const TracedChunk<T, Dim>& chunk,
                 T* inside) {
    const TraceArguments<T, Dim> in = arguments.trace;
    for (int k = 0; k < row.x1 - row.x0; ++k) {
        T result = 1;
        const Vec<int, Dim> at = cell_of<Dim>(row, row.x0 + k);
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
            const T from = in.bounded[axis] * static_cast<T>(at[axis]), d = chunk.displacement[axis][k];
            result = d > in.side_low[axis] - from ? result : T(0);
            result = d < in.side_high[axis] - from ? result : T(0);
        });
        inside[k] = result;
    }
}

template <class T, int Dim> constexpr ChunkKernels<T, Dim> chunk_kernels{place_chunk<T, Dim>, find_inside<T, Dim>};

}  // namespace

const TraceTable trace_table{trace_centres<float, 2>, trace_centres<float, 3>, trace_centres<double, 2>,
                             trace_centres<double, 3>};

const ChunkTable chunk_table{chunk_kernels<float, 2>, chunk_kernels<float, 3>, chunk_kernels<double, 2>,
                             chunk_kernels<double, 3>};

}  // namespace whorl::WHORL_ISA
