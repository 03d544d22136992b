// Compiled once per instruction set: which points walk (near_walls.hpp). Ways are worked out for all points of the
// blocks where one is asked for; only what is at their ends is looked up point by point.
#include "advect/near_walls.hpp"
#include "simd/bytes-inl.hpp"
#include "simd/loops.hpp"
#include "simd/vectors-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

constexpr int some = 16;   // points of a block
constexpr int lost = 255;  // as many cells as to nowhere

/// f(cell) for the cells that a point is in: one on a face has two, one on an edge four.
template <int Dim, class F>
WHORL_INLINE void for_each_cell(const Vec<bool, Dim>& centred, const Vec<int, Dim>& at, F f) {
    for (int k = 0; k < 1 << Dim; ++k) {
        Vec<int, Dim> cell = at;
        bool is_one = true;
        for (int axis = 0; axis < Dim; ++axis) {
            const int back = k >> axis & 1;
            is_one = is_one && (back == 0 || !centred[axis]);
            cell[axis] -= back;
        }
        if (is_one) f(cell);
    }
}

template <class Pack> WHORL_INLINE Pack least_of(const Pack& a, const Pack& b) {
    return a < b ? a : b;
}

/// The least distances, and as those that walk all that the flow might carry out of a box without walls. Tells whether
/// some are in cells with walls.
template <class T, int Dim> bool look_around(const NearWalls<T, Dim>& in, const Vec<int, Dim>& first, PointRun& run) {
    const std::uint8_t *distance[1 << Dim], *met[1 << Dim];
    int cells = 0;
    for_each_cell(in.centred, first, [&](const Vec<int, Dim>& cell) WHORL_INLINE_LAMBDA {
        distance[cells] = &in.walls.distance[cell];
        met[cells++] = in.has_traces() ? &in.traces.met[cell] : nullptr;
    });
    const bool has_traces = in.has_traces();
    const auto furthest = static_cast<std::uint8_t>(in.reach < 255 ? in.reach : 255),
               further = static_cast<std::uint8_t>(in.stencil);
    std::uint8_t nearest[vector_lanes<std::uint8_t>];
    std::memset(nearest, 255, sizeof nearest);
    for_vectors_of_bytes(run.count, [&](auto width, int k) WHORL_INLINE_LAMBDA {
        constexpr int lanes = decltype(width)::value;
        using Bytes = Pack<std::uint8_t, lanes>;
        Bytes least = pack_from<lanes>(distance[0] + k), way{};
        for (int i = 1; i < cells; ++i) least = least_of(least, pack_from<lanes>(distance[i] + k));
        for (int i = 0; has_traces && i < cells; ++i) {
            const Bytes here = pack_from<lanes>(met[i] + k);
            way = way > here ? way : here;
        }
        const auto might = has_traces ? way + further > least : least < furthest;  // far_away and a stencil fit in
        const Bytes walks = might ? Bytes{} + std::uint8_t(1) : Bytes{};
        const Bytes all = least_of(least, pack_from<lanes>(nearest));
        store_pack<lanes>(least, run.least + k);
        store_pack<lanes>(walks, run.walks + k);
        store_pack<lanes>(all, nearest);
    });
    std::uint8_t all = 255;
    for (const std::uint8_t each : nearest) all = all < each ? all : each;
    return all == 0;
}

/// The faces that no flow passes. They are in cells with walls, which are few, and `open` is not in the cache.
void find_shut_faces(const std::uint16_t* __restrict open, PointRun& run) {
    constexpr int many = 64;
    std::uint8_t* __restrict closed = run.closed;
    for (int begin = 0; begin < run.count; begin += many) {
        const int end = begin + many < run.count ? begin + many : run.count;
        std::uint8_t nearest = 255;
        for (int i = begin; i < end; ++i) nearest = nearest < run.least[i] ? nearest : run.least[i];
        if (nearest > 0)
            for (int i = begin; i < end; ++i) closed[i] = 0;
        else
            for (int i = begin; i < end; ++i) closed[i] = open[i] == 0;
    }
}

/// The points that nothing comes to: faces that no flow passes, and cells that nothing enters or leaves.
template <class T, int Dim> void find_closed(const NearWalls<T, Dim>& in, const Vec<int, Dim>& first, PointRun& run) {
    if (in.open.data) find_shut_faces(&in.open[first], run);
    const std::uint8_t* const low = &in.walls.flags[first];
    for_vectors_of_bytes(run.count, [&](auto width, int k) WHORL_INLINE_LAMBDA {
        constexpr int lanes = decltype(width)::value;
        using Bytes = Pack<std::uint8_t, lanes>;
        const Bytes one = Bytes{} + std::uint8_t(1);
        Bytes closed = in.open.data ? pack_from<lanes>(run.closed + k) : one;
        if (!in.open.data)
            for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
                const std::uint8_t* const high = low + in.walls.flags.stride[axis];
                closed &= (pack_from<lanes>(low + k) & pack_from<lanes>(high + k)) >> static_cast<std::uint8_t>(axis);
            });
        const Bytes walks = pack_from<lanes>(run.walks + k) & (one - closed);
        store_pack<lanes>(closed, run.closed + k);
        store_pack<lanes>(walks, run.walks + k);
    });
}

/// The points of a run that are asked for; and of the blocks that they are in, the ways that points go.
struct Asked {
    static constexpr int most_ways = 3;
    int count = 0, blocks = 0, ways = 0;
    std::uint16_t at[PointRun::most];
    int block[PointRun::most / some];    // where it begins
    int way[most_ways][PointRun::most];  // the most cells along an axis
    int end[most_ways][PointRun::most];  // where the last one is in memory
};

/// Those that might walk, and are not in a cell with a wall: those do.
void ask_for(const PointRun& run, Asked& asked) {
    std::uint8_t might[PointRun::most];
    const int points = run.count;
    for_vectors_of_bytes(points, [&](auto width, int k) WHORL_INLINE_LAMBDA {
        constexpr int lanes = decltype(width)::value;
        using Bytes = Pack<std::uint8_t, lanes>;
        const Bytes walks = pack_from<lanes>(run.walks + k);
        const Bytes asks = pack_from<lanes>(run.least + k) > 0 ? walks : Bytes{};
        store_pack<lanes>(asks, might + k);
    });
    for (int k = points; k < PointRun::most && k % some != 0; ++k) might[k] = 0;
    int count = 0, blocks = 0;
    for (int begin = 0; begin < points; begin += some) {
        unsigned found = bits_of(might + begin) | bits_of(might + begin + 8) << 8;
        if (found == 0) continue;
        asked.block[blocks++] = begin;
        for (; found != 0; found &= found - 1)
            asked.at[count++] = static_cast<std::uint16_t>(begin + __builtin_ctz(found));
    }
    asked.count = count, asked.blocks = blocks;
}

/// Half a step with the velocity that a point starts with, as velocity_at_start has it.
template <class T, int Dim> struct HalfWay {
    const T* face[Dim];
    Vec<std::ptrdiff_t, Dim> next[Dim];
    T half[Dim];

    WHORL_INLINE HalfWay(const TraceArguments<T, Dim>& trace, const Vec<int, Dim>& first) {
        for (int axis = 0; axis < Dim; ++axis) {
            face[axis] = &trace.u[axis][first] + trace.first_face[axis];
            next[axis] = trace.next_face[axis];
            half[axis] = T(0.5) * trace.steps[axis];
        }
    }
    template <int lanes> WHORL_INLINE Pack<T, lanes> along(int axis, int k) const {
        const std::ptrdiff_t one = next[axis][0], other = next[axis][1];
        const auto in_plane = [&](const T* at) WHORL_INLINE_LAMBDA {
            return (pack_from<lanes>(at) + pack_from<lanes>(at + one)) +
                   (pack_from<lanes>(at + other) + pack_from<lanes>(at + other + one));
        };
        const T* here = face[axis] + k;
        if constexpr (Dim == 2) return T(0.25) * in_plane(here) * half[axis];
        return T(0.125) * (in_plane(here) + in_plane(here + next[axis][Dim - 1])) * half[axis];
    }
};

/// The mean of the displacements of the centres around.
template <class T, int Dim> struct MeanWay {
    const T* from[Dim][1 << Dim];
    int count = 0;
    T part;  // a power of two

    WHORL_INLINE MeanWay(const Faces<const T, Dim>& traces, const Vec<bool, Dim>& centred, const Vec<int, Dim>& first) {
        for_each_cell(centred, first, [&](const Vec<int, Dim>& centre) WHORL_INLINE_LAMBDA {
            for (int axis = 0; axis < Dim; ++axis) from[axis][count] = &traces[axis][centre];
            ++count;
        });
        part = T(1) / static_cast<T>(count);
    }
    template <int lanes> WHORL_INLINE Pack<T, lanes> along(int axis, int k) const {
        Pack<T, lanes> sum = pack_from<lanes>(from[axis][0] + k);
        for (int i = 1; i < count; ++i) sum += pack_from<lanes>(from[axis][i] + k);
        return sum * part;
    }
};

/// Cells along a periodic axis of n.
template <class Cells> WHORL_INLINE void wrap(int n, Cells& cells) {
    for (int turn = 0; turn <= 1 + far_away / n; ++turn) {
        cells += cells < 0 ? n + Cells{} : Cells{};
        cells -= cells >= n ? n + Cells{} : Cells{};
    }
}

/// How far points from k on go, and where they end. Half a cell more or less, by rounding, is within the stencil.
template <int lanes, class T, int Dim, class Way>
WHORL_INLINE void find_ends(const NearWalls<T, Dim>& in, const Vec<int, Dim>& first, const Way& way, int k,
                            Asked& asked) {
    using Numbers = Pack<T, lanes>;
    using Cells = Pack<int, lanes>;
    Cells longest{}, end{}, numbers{};
    for (int i = 0; i < lanes; ++i) numbers[i] = i;
    for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
        const Numbers d = way.template along<lanes>(axis, k);
        const auto is_near = (d < T(far_away)) & (d > T(-far_away));  // what is not a number is not
        const Numbers place = (is_near ? d : Numbers{}) + (in.centred[axis] ? T(0.5) : T(0));
        const Cells towards_zero = __builtin_convertvector(place, Cells);
        const Cells step =
            towards_zero + __builtin_convertvector(place < __builtin_convertvector(towards_zero, Numbers), Cells);
        const Cells size = step < 0 ? -step : step;
        Cells to = first[axis] + step;
        if (axis == 0) to += numbers + k;
        if (in.periodic[axis]) wrap(in.cells[axis], to);
        const Cells is_known = __builtin_convertvector(is_near, Cells) & (to >= -1) & (to <= in.cells[axis]);
        longest = longest > size ? longest : size;
        longest = is_known ? longest : lost + Cells{};
        end += (is_known ? to : Cells{}) * static_cast<int>(in.walls.distance.stride[axis]);
    });
    std::memcpy(asked.way[asked.ways] + k, &longest, sizeof longest);
    std::memcpy(asked.end[asked.ways] + k, &end, sizeof end);
}

template <class T, int Dim, class Way>
void add_way(const NearWalls<T, Dim>& in, const Vec<int, Dim>& first, const Way& way, int count, Asked& asked) {
    constexpr int lanes = vector_lanes<T>;
    static_assert(some % lanes == 0);
    for (int i = 0; i < asked.blocks; ++i) {
        const int begin = asked.block[i], end = begin + some < count ? begin + some : count;
        int k = begin;
        for (; k + lanes <= end; k += lanes) find_ends<lanes>(in, first, way, k, asked);
        for (; k < end; ++k) find_ends<1>(in, first, way, k, asked);
    }
    ++asked.ways;
}

/// Whether the boxes around both ends of all ways meet.
template <int Dim> void look_at_ends(const WallBits<Dim>& walls, int stencil, const Asked& asked, PointRun& run) {
    const std::uint8_t* distance = walls.distance.data;
    const int count = asked.count, ways = asked.ways;
    for (int i = 0; i < count; ++i) {
        const int k = asked.at[i], least = run.least[k];
        bool is_clear = true;
        for (int way = 0; way < ways; ++way) {
            const int there = distance[asked.end[way][k]];
            is_clear = is_clear & (there >= stencil) & (asked.way[way][k] + 2 <= least + there);
        }
        run.walks[k] = !is_clear;
    }
}

template <class T, int Dim> void find_walking(const NearWalls<T, Dim>& in, const Vec<int, Dim>& first, PointRun& run) {
    if (look_around(in, first, run))
        find_closed(in, first, run);
    else
        std::memset(run.closed, 0, sizeof run.closed);
    if (!in.has_traces()) return;
    Asked asked;
    ask_for(run, asked);
    if (asked.count == 0) return;
    add_way(in, first, HalfWay<T, Dim>(*in.trace, first), run.count, asked);
    for (const Faces<const T, Dim>* traces : {&in.traces.back, &in.traces.forward})
        if ((*traces)[0].data) add_way(in, first, MeanWay<T, Dim>(*traces, in.centred, first), run.count, asked);
    look_at_ends(in.walls, in.stencil, asked, run);
}

}  // namespace

const NearWallsTable near_walls_table{find_walking<float, 2>, find_walking<float, 3>, find_walking<double, 2>,
                                      find_walking<double, 3>};

}  // namespace whorl::WHORL_ISA
