// Which points of a field must not be left to the plain kernels: those whose trace, or whose stencil where it ends,
// might meet a closed face. They are walked (walk-inl.hpp); of all others it is certain that what is read lies on this
// side of every wall.
//
// Around a cell at a distance r from walls (WallBits) lies a box of 2r - 1 cells a side without any. If
// that of a trace's start meets that of its end, a way without walls leads from one to the other, and inside the box of
// the end lies the stencil. That is asked of a point's own traces. Most points need not be asked: where the flow does
// not go far enough to leave the box of the start.
#pragma once

#include <cstdint>
#include <cstring>

#include "advect/point_trace-inl.hpp"

namespace whorl {

/// Cells that a point moves by and more are the same: far. They fit into a byte.
constexpr int far_away = 100;

/// How many cells from its own a point gets that sets out from the middle.
template <class T> int cells_met(T way) {
    return way < T(far_away) ? static_cast<int>(way + T(0.5)) : far_away;
}

/// A bit for each of eight bytes that are 0 or 1.
WHORL_INLINE unsigned bits_of(const std::uint8_t* bytes) {
    std::uint64_t eight;
    std::memcpy(&eight, bytes, sizeof eight);
    return static_cast<unsigned>(eight * 0x0102040810204080 >> 56);
}

/// Points of a row, one after the other, and bytes for each.
struct PointRun {
    static constexpr int many = 512, few = 16;  // the last face of a row, which is left over, goes along
    static constexpr int most = many + few;
    int count = 0;
    std::uint8_t least[most];   // distance to walls of the cells that the point is in
    std::uint8_t walks[most];   // 1 for those that walk
    std::uint8_t closed[most];  // 1 for those that nothing comes to
};

/// Traces from centres that tell which points walk, and how far the flow gets.
template <class T, int Dim> struct AskedTraces {
    Faces<const T, Dim> back{}, forward{};  // the latter of fields that look ahead
    View<const std::uint8_t, Dim> met{};    // unset: nobody knows how far plain kernels went
};

template <class T, int Dim> struct NearWalls {
    const TraceArguments<T, Dim>* trace;  // from where the fields sit
    AskedTraces<T, Dim> traces;
    WallBits<Dim> walls;
    View<const std::uint16_t, Dim> open;  // what walls leave open of the faces that the fields are on; unset: of none
    Vec<int, Dim> cells;
    Vec<bool, Dim> periodic, centred;
    int reach;    // of the fastest flow anywhere, with the stencil; only asked for where traces are not kept
    int stencil;  // the distance from walls that one needs at the end of a trace

    WHORL_INLINE bool has_traces() const { return traces.met.data != nullptr; }
};

/// Finds, of a run from `first` on, the points that nothing comes to, and of all others those that walk.
template <class T, int Dim>
using NearWallsKernel = void (*)(const NearWalls<T, Dim>&, const Vec<int, Dim>& first, PointRun&);
using NearWallsTable = TypedTable<NearWallsKernel>;
WHORL_DECLARE_KERNELS(NearWallsTable, near_walls_table)

}  // namespace whorl
