// Lines of a field that is made and used up from the first to the last, rows in two dimensions and planes in three, of
// which only some are kept at a time: they stay in the cache, and several such fields can share the memory of one.
//
//     memory        |  field 0      |  field 1      |  field 2      |
//     of field 0    | 4 5 6 7 8 9 . |    lines before 4 are used up, 10 is to be made next
//     no room left  | 7 8 9 . . . . |    then what is still needed moves to the front
#pragma once

#include <algorithm>
#include <cassert>

#include "parallel/rows.hpp"
#include "whorl/types.hpp"

namespace whorl {

/// As many lines as are worked on at a time, so that what passes have to do with them fits into caches.
template <int Dim> int lines_of_slab(const Vec<int, Dim>& shape) {
    constexpr std::int64_t cells = 1 << 17, fewest = 4;
    std::int64_t line_cells = 1;
    for (int axis = 0; axis + 1 < Dim; ++axis) line_cells *= shape[axis];
    return static_cast<int>(std::max(cells / line_cells, fewest));
}

template <class T, int Dim> class PassingLines {
  public:
    static constexpr int ghosts = 2;

    /// How many lines there are in a field, with those of its ghosts.
    static int room_of(const View<T, Dim>& memory) { return memory.shape[Dim - 1] + 2 * ghosts; }

    PassingLines() = default;
    /// In so many lines of a field's memory, behind `before` others; of a field that has `layers` of ghosts.
    PassingLines(const View<T, Dim>& memory, const Vec<int, Dim>& shape, int before, int room, int layers = ghosts)
        : room_(room),
          layers_(layers),
          first_(-layers),
          view_{memory.data + before * memory.stride[Dim - 1], shape, memory.stride} {}

    /// Of the whole field and its ghosts, of which none but the lines that are kept may be touched.
    const View<T, Dim>& view() const { return view_; }

    /// Lines from `first` up to `made` are still needed, and those up to `last` are to be made, with ghosts behind the
    /// last of all: no more than there is room for.
    void make_room(Scheduler& scheduler, int first, int made, int last) {
        assert(last + layers_ - first <= room_);
        if (last + layers_ - first_ <= room_) return;
        if (made >= view_.shape[Dim - 1]) made += layers_;  // ghosts may be there already
        const View<T, Dim> from = view_;
        view_.data -= (first - first_) * view_.stride[Dim - 1];
        first_ = first;
        // A row of each line after the other, for lines may move to where others are that move as well.
        const int rows = Dim == 3 ? view_.shape[1] + layers_ : 1;
        const Region<2> all = Region<2>::box({-layers_, Dim == 3 ? -layers_ : 0}, {view_.shape[0] + layers_, rows});
        for_rows(scheduler, all, [&](const Row& row) {
            for (int line = first; line < made; ++line) {
                const Row here{row.x0, row.x1, Dim == 3 ? row.y : line, line};
                const T* old = row_of(from, here);
                std::copy(old + row.x0, old + row.x1, row_of(view_, here) + row.x0);
            }
        });
    }

  private:
    int room_ = 0, layers_ = ghosts, first_ = -ghosts;
    View<T, Dim> view_{};
};

}  // namespace whorl
