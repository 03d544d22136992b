// How far cells are from walls: whoever is far takes the plain and fast way.
#include <algorithm>

#include "boundary/walls.hpp"
#include "core/for_box.hpp"

namespace whorl {

/// All faces between the cells around it, and it, are wholly open. Not across a seam, where nobody looks.
template <class T, int Dim> bool Walls<T, Dim>::is_free_around(const Vec<int, Dim>& cell) const {
    Vec<int, Dim> low{}, high{};
    for (int axis = 0; axis < Dim; ++axis) {
        low[axis] = cell[axis] - 1, high[axis] = cell[axis] + 2;
        const bool is_inside = low[axis] >= 0 && high[axis] <= grid_.cells[axis];
        if (grid_.periodic[axis] && !is_inside) return false;
        low[axis] = std::max(low[axis], 0), high[axis] = std::min(high[axis], grid_.cells[axis]);
    }
    bool is_free = true;
    for_box(low, high, [&](const Vec<int, Dim>& at) {
        for (int axis = 0; axis < Dim; ++axis) {
            if (at[axis] == low[axis]) continue;
            const bool is_closed = (flags_.view()[at] & closed_bit(axis)) != 0;
            is_free = is_free && !is_closed && open_[axis].view()[at] == whole;
        }
    });
    return is_free;
}

template <class T, int Dim> void Walls<T, Dim>::set_distance() {
    const WallBits<Dim> walls = bits();
    const auto distance = distance_.view();
    constexpr int far = WallBits<Dim>::far;
    Vec<int, Dim> low{}, high{}, around_low{}, around_high{};
    for (int axis = 0; axis < Dim; ++axis) {
        low[axis] = std::max(low_[axis] - far, 0), high[axis] = std::min(high_[axis] + far, grid_.cells[axis]);
        around_low[axis] = -1, around_high[axis] = 2;
    }
    for_box(low, high, [&](const Vec<int, Dim>& at) {
        bool is_beside = false;
        for (int axis = 0; axis < Dim; ++axis)
            is_beside = is_beside || walls.is_closed(at, axis, -1) || walls.is_closed(at, axis, 1);
        distance[at] = is_beside ? 0 : far;
    });
    // Twice across the box, forwards and backwards: exact for this distance. Ghosts are far.
    Vec<Vec<int, Dim>, 13> before{};
    int count = 0;
    for_box(around_low, around_high, [&](const Vec<int, Dim>& offset) {
        if (count < (Dim == 2 ? 4 : 13)) before[count++] = offset;
    });
    const auto lower = [&](const Vec<int, Dim>& at, int sign) {
        int best = distance[at];
        for (int k = 0; k < count; ++k) {
            Vec<int, Dim> there = at;
            for (int axis = 0; axis < Dim; ++axis) there[axis] += sign * before[k][axis];
            best = std::min(best, distance[there] + 1);
        }
        distance[at] = static_cast<std::uint8_t>(best);
    };
    for_box(low, high, [&](const Vec<int, Dim>& at) { lower(at, 1); });
    Vec<int, Dim> extent{};
    for (int axis = 0; axis < Dim; ++axis) extent[axis] = high[axis] - low[axis];
    for_box({}, extent, [&](const Vec<int, Dim>& at) {
        Vec<int, Dim> mirrored{};
        for (int axis = 0; axis < Dim; ++axis) mirrored[axis] = high[axis] - 1 - at[axis];
        lower(mirrored, -1);
    });
    // Across a seam nothing was counted: a wall may be right behind it.
    for (int axis = 0; axis < Dim; ++axis) {
        const int n = grid_.cells[axis];
        if (!grid_.periodic[axis] || (low_[axis] >= far && high_[axis] <= n - far)) continue;
        for_box({}, grid_.cells, [&](const Vec<int, Dim>& at) {
            const int to_seam = std::min(at[axis], n - 1 - at[axis]);
            distance[at] = static_cast<std::uint8_t>(std::min<int>(distance[at], to_seam));
        });
    }
    for_box({}, grid_.cells, [&](const Vec<int, Dim>& at) {
        if (distance[at] == 1 && is_free_around(at)) distance[at] = 2;
    });
}

#define WHORL_INSTANTIATE(T, Dim) template void Walls<T, Dim>::set_distance();

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
