// The points of a chunk on their way along traces: displaced by a part of the step, and kept inside of the domain.
#pragma once

#include "advect/backtrace-inl.hpp"

namespace whorl {

/// The points of a chunk on their way: displacements in a part of the step, kept inside of the domain.
template <class T, int Dim> struct Way {
    alignas(vector_bytes) T d[Dim][chunk_cells];
    FoldedChunk<T, Dim> folded;  // extremes of what was written last: of d, or of what look_off found there
};

template <class T> WHORL_INLINE Vector<T> all_clamped(const Vector<T>& t, const Vector<T>& low, const Vector<T>& high) {
    const Vector<T> raised = t > low ? t : low;
    return raised < high ? raised : high;
}

template <class T> WHORL_INLINE Several<T> all_clamped(const Several<T>& t, T low, T high) {
    const Vector<T> least = in_all_lanes(low), most = in_all_lanes(high);
    return {all_clamped<T>(t.one, least, most), all_clamped<T>(t.other, least, most)};
}

/// 0, 1, ...
template <class T> WHORL_INLINE Vector<T> first_lanes() {
    Vector<T> numbers{};
    for (int i = 0; i < vector_lanes<T>; ++i) numbers[i] = static_cast<T>(i);
    return numbers;
}

template <bool Wraps, class T, int Dim>
WHORL_INLINE T kept_inside(const TraceArguments<T, Dim>& in, int axis, int at, T d) {
    const T here = static_cast<T>(at), from = Wraps ? in.bounded[axis] * here : here;
    return clamped(d, in.low[axis] - from, in.high[axis] - from);
}

/// `moved` gives displacements along an axis from point k on: of as many points as a vector holds, or of one.
template <bool Wraps, class T, int Dim, class Moved, class MovedOne>
WHORL_INLINE void displace(const TraceArguments<T, Dim>& in, const Row& row, Moved moved, MovedOne moved_one,
                           Way<T, Dim>& way) {
    const int count = row.x1 - row.x0, blocks = count / block_cells;
    way.folded.count = blocks;
    const auto along = [&]<int axis>(std::integral_constant<int, axis>) WHORL_INLINE_LAMBDA {
        constexpr bool varies = axis == 0;
        const T bounded = Wraps ? in.bounded[axis] : T(1);
        const int first = axis == 0 ? row.x0 : axis == 1 ? row.y : row.z;
        const Vector<T> here = static_cast<T>(first) + (varies ? first_lanes<T>() : Vector<T>{});
        Vector<T> low = in.low[axis] - bounded * here, high = in.high[axis] - bounded * here;
        T* d = way.d[axis];
        const auto folded = way.folded.of_row(axis);
        for (int block = 0; block < blocks; ++block) {
            const auto next = [&](int k) WHORL_INLINE_LAMBDA {
                const Vector<T> kept = all_clamped<T>(moved(std::integral_constant<int, axis>{}, k), low, high);
                store(kept, d + k);
                if (varies) low -= bounded * T(vector_lanes<T>), high -= bounded * T(vector_lanes<T>);
                return kept;
            };
            Extremes<Vector<T>> extremes(next(block * block_cells));
            for (int k = vector_lanes<T>; k < block_cells; k += vector_lanes<T>)
                extremes.add(next(block * block_cells + k));
            folded.put(block, extremes);
        }
        for (int k = blocks * block_cells; k < count; ++k)
            d[k] = kept_inside<Wraps>(in, axis, first + (varies ? k : 0),
                                      moved_one(std::integral_constant<int, axis>{}, k));
    };
    along(std::integral_constant<int, 0>{});
    along(std::integral_constant<int, 1>{});
    if constexpr (Dim == 3) along(std::integral_constant<int, 2>{});
}

}  // namespace whorl
