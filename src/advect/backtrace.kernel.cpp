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

template <bool Wraps, class T, int Dim>
WHORL_INLINE Vec<T, Dim> velocity_off(const TraceArguments<T, Dim>& in, const Vec<int, Dim>& at, T share,
                                      const Vec<T, Dim>& u) {
    Vec<Position<T>, Dim> position{};
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        const T d = kept_inside<Wraps>(in, axis, at[axis], share * (in.steps[axis] * u[axis]));
        position[axis] = placed<Wraps>(at[axis], d, in.period[axis]);
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
    Vec<T, Dim> result{};
    result[0] = component(0).template interpolated<0>();
    result[1] = component(1).template interpolated<1>();
    if constexpr (Dim == 3) result[2] = component(2).template interpolated<2>();
    return result;
}

/// The mean velocity along the trace that ends at a centre.
template <Trace trace, bool Wraps, class T, int Dim>
WHORL_INLINE Vec<T, Dim> velocity_of_trace(const TraceArguments<T, Dim>& in, const Vec<int, Dim>& at) {
    const Vec<T, Dim> k1 = velocity_here(in, at);
    if constexpr (trace == Trace::euler) return k1;
    const Vec<T, Dim> k2 = velocity_off<Wraps>(in, at, T(0.5), k1);
    if constexpr (trace == Trace::rk2) return k2;
    const Vec<T, Dim> k3 = velocity_off<Wraps>(in, at, T(0.75), k2);
    // As differences from k1, so that a uniform flow moves by exactly dt u.
    Vec<T, Dim> mean{};
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        mean[axis] = k1[axis] + (3 * (k2[axis] - k1[axis]) + 4 * (k3[axis] - k1[axis])) / 9;
    });
    return mean;
}

template <Trace trace, bool Wraps, class T, int Dim>
void trace_cells(const TraceArguments<T, Dim>& arguments, const Row& row, T (&displacement)[Dim][chunk_cells]) {
    const TraceArguments<T, Dim> in = arguments;  // a copy that no store can change, so that the loop is vectorised
    WHORL_INDEPENDENT
    for (int k = 0; k < row.x1 - row.x0; ++k) {
        const Vec<T, Dim> u = velocity_of_trace<trace, Wraps>(in, cell_of<Dim>(row, row.x0 + k));
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA { displacement[axis][k] = in.steps[axis] * u[axis]; });
    }
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
