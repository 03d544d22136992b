// How far cells are from walls: whoever is far takes the plain and fast way.
#include <algorithm>

#include "boundary/walls.hpp"
#include "core/for_box.hpp"

namespace whorl {
namespace {

/// More tiles are as far as distances are counted.
constexpr std::uint8_t most_tiles = WallBits<2>::far / tile_cells + 2;

template <int Dim> Vec<int, Dim> tile_of(Vec<int, Dim> cell) {
    for (int axis = 0; axis < Dim; ++axis) cell[axis] /= tile_cells;
    return cell;
}

template <int Dim> Vec<int, Dim> around(int offset) {
    Vec<int, Dim> at{};
    for (int axis = 0; axis < Dim; ++axis) at[axis] = offset;
    return at;
}
template <int Dim> Vec<int, Dim> beyond(Vec<int, Dim> shape) {
    for (int axis = 0; axis < Dim; ++axis) ++shape[axis];
    return shape;
}

/// Makes distances no more than one more than any beside: twice across the box, forwards and backwards, which is exact
/// for this distance. What is beside the box is as far as can be.
template <int Dim>
void spread(const Vec<int, Dim>& low, const Vec<int, Dim>& high, const View<std::uint8_t, Dim>& distance) {
    Vec<std::ptrdiff_t, 13> before{};
    int count = 0;
    for_box(around<Dim>(-1), around<Dim>(2), [&](const Vec<int, Dim>& offset) {
        if (count < (Dim == 2 ? 4 : 13)) before[count++] = &distance[offset] - &distance[around<Dim>(0)];
    });
    const auto lower = [&](std::uint8_t& here, int sign) {
        int best = here;
        for (int k = 0; k < count; ++k) best = std::min(best, *(&here + sign * before[k]) + 1);
        here = static_cast<std::uint8_t>(best);
    };
    Vec<int, Dim> extent{};
    for (int axis = 0; axis < Dim; ++axis) extent[axis] = high[axis] - low[axis];
    for_box(low, high, [&](const Vec<int, Dim>& at) { lower(distance[at], 1); });
    for_box({}, extent, [&](const Vec<int, Dim>& at) {
        Vec<int, Dim> mirrored{};
        for (int axis = 0; axis < Dim; ++axis) mirrored[axis] = high[axis] - 1 - at[axis];
        lower(distance[mirrored], -1);
    });
}

}  // namespace

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

/// Solids cut something off a face of it without closing any face of the cell behind: what is small does.
template <class T, int Dim> bool Walls<T, Dim>::has_cut_face_alone(const Vec<int, Dim>& cell) const {
    bool is_alone = false;
    for (int axis = 0; axis < Dim; ++axis)
        for (const int side : {0, 1}) {
            Vec<int, Dim> face = cell, behind = cell;
            face[axis] += side, behind[axis] += 2 * side - 1;
            if (open_[axis].view()[face] == whole) continue;
            const bool is_inside = behind[axis] >= 0 && behind[axis] < grid_.cells[axis];
            is_alone = is_alone || !is_inside || distance_.view()[behind] != 0;
        }
    return is_alone;
}

/// Near walls cell by cell, further away by tiles of cells; as flows are fast, far counts, too.
template <class T, int Dim> void Walls<T, Dim>::set_distance() {
    const WallBits<Dim> walls = bits();
    const auto distance = distance_.view();
    constexpr int near = WallBits<Dim>::near;
    Vec<int, Dim> low{}, high{};
    for (int axis = 0; axis < Dim; ++axis)
        low[axis] = std::max(low_[axis] - near, 0), high[axis] = std::min(high_[axis] + near, grid_.cells[axis]);
    const auto tiles = tiles_.view();
    for_box(around<Dim>(-1), beyond(tiles.shape), [&](const Vec<int, Dim>& at) { tiles[at] = most_tiles; });
    for_box(low, high, [&](const Vec<int, Dim>& at) {
        bool is_beside = false;
        for (int axis = 0; axis < Dim; ++axis)
            is_beside = is_beside || walls.is_closed(at, axis, -1) || walls.is_closed(at, axis, 1);
        distance[at] = is_beside ? 0 : near;
    });
    for_box(low, high, [&](const Vec<int, Dim>& at) {
        if (distance[at] != 0 && has_cut_face_alone(at)) distance[at] = 0;
        if (distance[at] == 0) tiles[tile_of(at)] = 0;
    });
    spread(low, high, distance);
    for_box(low, high, [&](const Vec<int, Dim>& at) {
        if (distance[at] == 1 && is_free_around(at)) distance[at] = 2;
    });
    spread({}, tiles.shape, tiles);
    count_far_distances();
    limit_distances_by_seams();
    end_distances();
}

/// A cell in a tile that is k tiles away is further than the cells of k - 1 of them.
template <class T, int Dim> void Walls<T, Dim>::count_far_distances() {
    const auto tiles = tiles_.view();
    const auto distance = distance_.view();
    Vec<int, Dim> rows = grid_.cells;
    rows[0] = 1;
    for_box({}, rows, [&](const Vec<int, Dim>& row) {
        std::uint8_t* cell = &distance[row];
        const std::uint8_t* tile = &tiles[tile_of(row)];
        for (int begin = 0; begin < grid_.cells[0]; begin += tile_cells, ++tile) {
            const int away = tile_cells * (*tile - 1) + 1;
            if (away <= WallBits<Dim>::near) continue;  // cell by cell is nearer to the truth
            std::fill(cell + begin, cell + std::min(begin + tile_cells, grid_.cells[0]),
                      static_cast<std::uint8_t>(std::min(away, WallBits<Dim>::far)));
        }
    });
}

/// Across a seam nothing was counted.
template <class T, int Dim> void Walls<T, Dim>::limit_distances_by_seams() {
    const auto distance = distance_.view();
    for (int axis = 0; axis < Dim; ++axis) {
        if (!grid_.periodic[axis]) continue;
        const int n = grid_.cells[axis], behind = std::max(std::min(low_[axis], n - high_[axis]), 0);
        for_box({}, grid_.cells, [&](const Vec<int, Dim>& at) {
            int most = std::min(at[axis], n - 1 - at[axis]) + behind;
            if (most == 1 && is_free_around(at)) most = 2;
            distance[at] = static_cast<std::uint8_t>(std::min<int>(distance[at], most));
        });
    }
}

/// Ghosts, where traces end that are stopped by a side; and the least of each row.
template <class T, int Dim> void Walls<T, Dim>::end_distances() {
    const auto distance = distance_.view();
    for (int axis = 0; axis < Dim; ++axis) {
        const int n = grid_.cells[axis];
        Vec<int, Dim> low{}, high = grid_.cells;
        for (int other = 0; other < axis; ++other) low[other] = -1, ++high[other];
        high[axis] = 1;
        for_box(low, high, [&](Vec<int, Dim> at) {
            Vec<int, Dim> last = at, before = at, behind = at;
            last[axis] = n - 1, before[axis] = -1, behind[axis] = n;
            distance[before] = distance[grid_.periodic[axis] ? last : at];
            distance[behind] = distance[grid_.periodic[axis] ? at : last];
        });
    }
    Vec<int, Dim> rows = grid_.cells;
    rows[0] = 1;
    std::size_t number = 0;
    for_box({}, rows, [&](const Vec<int, Dim>& row) {
        const std::uint8_t* cells = &distance[row];
        row_distance_[number++] = *std::min_element(cells, cells + grid_.cells[0]);
    });
}

#define WHORL_INSTANTIATE(T, Dim)                                                \
    template void Walls<T, Dim>::set_distance();                                 \
    template void Walls<T, Dim>::count_far_distances();                          \
    template void Walls<T, Dim>::limit_distances_by_seams();                     \
    template void Walls<T, Dim>::end_distances();                                \
    template bool Walls<T, Dim>::has_cut_face_alone(const Vec<int, Dim>&) const; \
    template bool Walls<T, Dim>::is_free_around(const Vec<int, Dim>&) const;

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
