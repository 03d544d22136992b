// Solids that are too thin for open fractions: which faces have to be shut so that no flow passes through them.
#include <algorithm>

#include "boundary/walls.hpp"
#include "core/for_box.hpp"

namespace whorl {
namespace {

/// A few cells around one, for questions about what is connected nearby.
template <class T, int Dim> class Vicinity {
  public:
    Vicinity(const Grid<Dim>& grid, const WallBits<Dim>& bits) : grid_(grid), bits_(bits) {}

    bool is_outside(const Vec<int, Dim>& cell) const {
        for (int axis = 0; axis < Dim; ++axis)
            if (cell[axis] < 0 || cell[axis] >= grid_.cells[axis]) return true;
        return false;
    }

    /// One can go from a to b through open faces without leaving the box around them by more than a cell.
    bool are_joined(const Vec<int, Dim>& a, const Vec<int, Dim>& b) const {
        constexpr int most = 512;
        Vec<int, Dim> queue[most];
        int head = 0, tail = 0;
        const auto push = [&](const Vec<int, Dim>& cell) {
            for (int i = 0; i < tail; ++i)
                if (queue[i] == cell) return;
            if (tail < most) queue[tail++] = cell;
        };
        push(a);
        while (head < tail) {
            const Vec<int, Dim> cell = queue[head++];
            if (cell == b) return true;
            for (int axis = 0; axis < Dim; ++axis)
                for (const int step : {-1, 1}) {
                    Vec<int, Dim> next = cell;
                    next[axis] += step;
                    if (is_outside(next) || next[axis] < std::min(a[axis], b[axis]) - 1 ||
                        next[axis] > std::max(a[axis], b[axis]) + 1)
                        continue;
                    if (!bits_.is_closed(cell, axis, step)) push(next);
                }
        }
        return false;
    }

  private:
    const Grid<Dim>& grid_;
    WallBits<Dim> bits_;
};

}  // namespace

/// A cell whose centre is inside a solid may still hold some flow, which belongs to the flow on one side of it. Where
/// two sides would meet through such cells, the solid is too thin for fractions, and its faces are shut.
template <class T, int Dim> void Walls<T, Dim>::close_leaks() {
    const WallBits<Dim> walls = bits();
    const Vicinity<T, Dim> vicinity(grid_, walls);
    const auto open_towards = [&](const Vec<int, Dim>& cell, int axis, int step) {
        Vec<int, Dim> face = cell;
        if (step > 0) ++face[axis];
        return static_cast<int>(open_[axis].view()[face]);
    };
    // The cell beyond the most open face, of those that are solid themselves or of those that are not.
    const auto most_open = [&](const Vec<int, Dim>& cell, bool is_solid, Vec<int, Dim>& found) {
        int most = 0;
        for (int axis = 0; axis < Dim; ++axis)
            for (const int step : {-1, 1}) {
                Vec<int, Dim> beside = cell;
                beside[axis] += step;
                if (vicinity.is_outside(beside) || ((walls.flags[beside] & wall_flag::solid) != 0) != is_solid)
                    continue;
                if (const int open = open_towards(cell, axis, step); open > most) most = open, found = beside;
            }
        return most > 0;
    };
    const auto owner = [&](const Vec<int, Dim>& cell, Vec<int, Dim>& found) {
        found = cell;
        if ((walls.flags[cell] & wall_flag::solid) == 0 || most_open(cell, false, found)) return true;
        Vec<int, Dim> between{};
        return most_open(cell, true, between) && most_open(between, false, found);
    };
    for (int axis = 0; axis < Dim; ++axis) {
        const auto open = open_[axis].view();
        Vec<int, Dim> low = low_;
        low[axis] = std::max(low[axis], 1);
        for_box(low, high_, [&](const Vec<int, Dim>& at) {
            const bool is_closed = (walls.flags[at] & closed_bit(axis)) != 0;
            if (!is_closed || open[at] == 0) return;
            Vec<int, Dim> below = at, a{}, b{};
            --below[axis];
            if (!owner(at, a) || !owner(below, b) || !vicinity.are_joined(a, b)) layers_.view()[at] |= closed_bit(axis);
        });
    }
    // Only now, so that no answer depends on the order.
    for (int axis = 0; axis < Dim; ++axis)
        for_box(low_, high_, [&](const Vec<int, Dim>& at) {
            if ((layers_.view()[at] & closed_bit(axis)) != 0) open_[axis].view()[at] = 0;
        });
    std::fill_n(layers_.view().data - layers_.layout().first, layers_.layout().size, std::uint8_t(0));
}

#define WHORL_INSTANTIATE(T, Dim) template void Walls<T, Dim>::close_leaks();

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
