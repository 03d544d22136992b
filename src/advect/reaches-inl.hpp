// Which windows the blocks of a chunk are read through: by what is kept of traces from the centres beside its points.
#pragma once

#include <cstring>

#include "advect/backtrace-inl.hpp"

namespace whorl {

/// Along an axis, the centre before a point, or the one behind it, or in a row of centres this one; as ghosts are
/// filled.
template <class T, int Dim>
WHORL_INLINE int centre_beside(const AdvectArguments<T, Dim>& in, int cells, int axis, int at, bool before) {
    const int i = before && !in.centred[axis] ? at - 1 : at;
    const bool wraps = in.trace.bounded[axis] == T(0);
    return i < 0 ? (wraps ? cells - 1 : 0) : i < cells ? i : wraps ? 0 : cells - 1;
}

/// Joins what is kept of the centres that the points of a row lie between.
template <class T, int Dim>
WHORL_INLINE void recall_reaches(const AdvectArguments<T, Dim>& in, const KeptTraces<const T, Dim>& traces,
                                 const Row& row, Vec<Reaches, Dim>& reaches) {
    const Vec<int, Dim>& cells = traces.displacement[0].shape;
    const auto kept_of = [&](bool before_y, bool before_z) WHORL_INLINE_LAMBDA {
        const int y = centre_beside(in, cells[1], 1, row.y, before_y);
        const int z = Dim == 3 ? centre_beside(in, cells[Dim - 1], Dim - 1, row.z, before_z) : 0;
        const std::int8_t* kept = reaches_of(traces.reach, Row{row.x0, row.x1, y, z});
        // All else waits for these bytes, and they are too few for the processor to see them coming.
        for (std::size_t part = 0; part < sizeof reaches; part += 64)
            __builtin_prefetch(kept + 2 * traces.reach.stride[1] + part);
        return kept;
    };
    const auto join = [&](const std::int8_t* one, const std::int8_t* other, bool with_others) WHORL_INLINE_LAMBDA {
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
            Reaches a, b;
            std::memcpy(&a, one + axis * sizeof a, sizeof a);
            std::memcpy(&b, other + axis * sizeof b, sizeof b);
            const Reaches both{smaller(a.low, b.low), larger(a.high, b.high)};
            reaches[axis] = with_others
                                ? Reaches{smaller(reaches[axis].low, both.low), larger(reaches[axis].high, both.high)}
                                : both;
        });
    };
    // On faces across x or at centres the two are one and the same.
    const bool is_between_planes = Dim == 3 && !in.centred[Dim - 1];
    join(kept_of(true, true), kept_of(false, false), false);
    if (is_between_planes && !in.centred[1]) join(kept_of(true, false), kept_of(false, true), true);
}

/// Of displacements that are kept inside of the domain.
template <int axis, class T, int Dim>
WHORL_INLINE Reaches kept_inside(const TraceArguments<T, Dim>& in, const Row& row, const Reaches& reaches) {
    if (in.bounded[axis] == T(0)) return reaches;
    const int lowest = static_cast<int>(rounded_down(in.low[axis]));
    const int highest = static_cast<int>(rounded_down(in.high[axis]));
    const auto kept = [&](BlockBytes reach, bool is_last) WHORL_INLINE_LAMBDA {
        return smaller(larger(reach, from_block<axis>(lowest, row, is_last)), from_block<axis>(highest, row, is_last));
    };
    return {kept(reaches.low, true), kept(reaches.high, false)};
}

/// The windows of the first `count` blocks of a row. All that is read lies within one ghost of the shape.
template <class T, int Dim>
WHORL_INLINE void find_windows(const TraceArguments<T, Dim>& in, const Vec<int, Dim>& shape, const Row& row, int count,
                               Vec<Reaches, Dim>& reaches, Windows<Dim>& windows) {
    const BlockBytes are_there = numbers_of_blocks() < static_cast<std::int8_t>(count);
    windows.is_open = are_there;
    windows.bends = BlockBytes{};
    const auto add = [&]<int axis>(std::integral_constant<int, axis>) WHORL_INLINE_LAMBDA {
        Reaches& reach = reaches[axis];
        if constexpr (axis > 0) {
            // In the middle of the box, where most rows are, no more need be asked.
            const BlockBytes are_inside = (reach.low >= from_block<axis>(1, row, false)) &
                                          (reach.high <= from_block<axis>(shape[axis] - 3, row, false));
            if (are_all(are_inside | ~are_there)) {
                const AxisWindows along{are_narrow(reach, most_spread<axis, Dim>), are_there, reach.low != reach.high,
                                        reach.low, spread_of(reach)};
                add_axis<axis>(along, windows);
                windows.is_inside[axis] = are_there;
                return;
            }
        }
        reach = kept_inside<axis>(in, row, reach);
        const AxisWindows along = find_windows_along<axis, Dim>(reach, row, shape[axis]);
        add_axis<axis>(along, windows);
        windows.is_inside[axis] = along.is_inside;
    };
    add(std::integral_constant<int, 0>{});
    add(std::integral_constant<int, 1>{});
    if constexpr (Dim == 3) add(std::integral_constant<int, 2>{});
}

}  // namespace whorl
