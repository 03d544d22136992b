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
    const auto beside = [&](int axis, int at, bool before)
                            WHORL_INLINE_LAMBDA { return centre_beside(in, cells[axis], axis, at, before); };
    const int planes = Dim == 2 || in.centred[Dim - 1] ? 1 : 2, lines = in.centred[1] ? 1 : 2;
    for (int plane = 0; plane < planes; ++plane)
        for (int line = 0; line < lines; ++line) {
            const Row centres{row.x0, row.x1, beside(1, row.y, line == 0),
                              Dim == 3 ? beside(Dim - 1, row.z, plane == 0) : 0};
            Vec<Reaches, Dim> here;
            const std::int8_t* kept = reaches_of(traces.reach, centres);
            std::memcpy(&here, kept, sizeof here);
            // All else waits for these bytes, and they are too few for the processor to see them coming.
            for (std::size_t part = 0; part < sizeof here; part += 64)
                __builtin_prefetch(kept + 2 * traces.reach.stride[1] + part);
            if (plane + line == 0) reaches = here;
            for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
                reaches[axis].low = smaller(reaches[axis].low, here[axis].low);
                reaches[axis].high = larger(reaches[axis].high, here[axis].high);
            });
        }
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
