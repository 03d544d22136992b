// Lines of a field that is made and used up from the first to the last, rows in two dimensions and planes in three, of
// which only some are kept at a time: they stay in the cache, and several such fields can share the memory of one.
//
//     memory        |  field 0      |  field 1      |  field 2      |
//     of field 0    | 4 5 6 7 8 9 . |    lines before 4 are used up, 10 is to be made next
//     no room left  | 7 8 9 . . . . |    then what is still needed moves to the front
#pragma once

#include <algorithm>

#include "simd/field_kernels.hpp"
#include "whorl/types.hpp"

namespace whorl {

/// As many lines as are worked on at a time, so that what passes have to do with them fits into caches.
template <int Dim> int lines_of_slab(const Vec<int, Dim>& shape) {
    constexpr int cells = 1 << 17, fewest = 4;
    int line_cells = 1;
    for (int axis = 0; axis + 1 < Dim; ++axis) line_cells *= shape[axis];
    return std::max(cells / line_cells, fewest);
}

template <class T, int Dim> class PassingLines {
  public:
    static constexpr int ghosts = 2;

    /// How many lines fit into one of so many parts of a field.
    static int room_of(const View<T, Dim>& memory, int parts) { return (memory.shape[Dim - 1] + 2 * ghosts) / parts; }

    PassingLines() = default;
    /// In one of several parts of a field, each with room for so many lines.
    PassingLines(const View<T, Dim>& memory, const Vec<int, Dim>& shape, int part, int room)
        : room_(room),
          view_{memory.data + part * room * memory.stride[Dim - 1], shape, memory.stride} {}

    /// Of the whole field and its ghosts, of which none but the lines that are kept may be touched.
    const View<T, Dim>& view() const { return view_; }

    /// Lines from `first` up to `made` are still needed, ghosts among them, and those up to `last` are to be made. What
    /// is needed takes less than half of the room.
    void make_room(Scheduler& scheduler, int first, int made, int last) {
        if (last - first_ <= room_) return;
        const View<T, Dim> from = view_;
        view_.data -= (first - first_) * view_.stride[Dim - 1];
        first_ = first;
        Vec<int, Dim> low{}, high{};
        for (int axis = 0; axis < Dim; ++axis) low[axis] = -ghosts, high[axis] = view_.shape[axis] + ghosts;
        low[Dim - 1] = first, high[Dim - 1] = made;
        copy(scheduler, Region<Dim>::box(low, high), view_, from);
    }

  private:
    int room_ = 0, first_ = -ghosts;
    View<T, Dim> view_{};
};

}  // namespace whorl
