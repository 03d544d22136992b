// Faces that no flow passes, but that others interpolate from: their values follow from the flow beside and the wall.
#pragma once

#include <cstdint>
#include <vector>

#include "whorl/types.hpp"

namespace whorl {

template <class T, int Dim> struct WallFace {
    Vec<int, Dim> at{};
    Vec<T, Dim> normal{};    // of the obstacle's surface
    Vec<T, Dim> velocity{};  // of the obstacle here
    std::uint8_t from = 0;   // bit 2 axis + high: the neighbour there is nearer to the flow; 0: the flow sticks here
    bool is_next = false;    // to a face of the flow; the others are one further
};

/// Some of them side by side, as kernels want them. What is left over at the end is the last one again.
template <class T, int Dim> struct WallFaceBlock {
    static constexpr int most = 32;  // compilers unroll shorter loops before they could vectorise them

    int count = 0;
    bool are_next = false;
    std::uint8_t from[most];
    int at[Dim][most];
    T normal[Dim][most];
    T velocity[Dim][most];

    Vec<int, Dim> place(int i) const {
        Vec<int, Dim> place{};
        for (int axis = 0; axis < Dim; ++axis) place[axis] = at[axis][i];
        return place;
    }
};

/// To the last block, if that has room and its faces are as near to the flow, or to a new one.
template <class T, int Dim>
void add_wall_face(std::vector<WallFaceBlock<T, Dim>>& blocks, const WallFace<T, Dim>& face) {
    constexpr int most = WallFaceBlock<T, Dim>::most;
    if (blocks.empty() || blocks.back().count == most || blocks.back().are_next != face.is_next) blocks.emplace_back();
    WallFaceBlock<T, Dim>& block = blocks.back();
    block.are_next = face.is_next;
    for (int i = block.count; i < most; ++i) {
        block.from[i] = face.from;
        for (int axis = 0; axis < Dim; ++axis) {
            block.at[axis][i] = face.at[axis];
            block.normal[axis][i] = face.normal[axis];
            block.velocity[axis][i] = face.velocity[axis];
        }
    }
    ++block.count;
}

}  // namespace whorl
