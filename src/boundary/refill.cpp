// Which cells lose their values when walls move, and where new ones come from: layer by layer from neighbours on the
// same side. (What was there belongs to the other side now, and must not stay.)
#include <algorithm>

#include "boundary/walls.hpp"
#include "core/for_box.hpp"

namespace whorl {

template <class T, int Dim> double Walls<T, Dim>::distance_at_face(int axis, const Vec<int, Dim>& face) const {
    double sum = 0;
    for (int k = 0; k < 1 << (Dim - 1); ++k) {
        Vec<int, Dim> corner = face;
        for (int other = 0, bit = 0; other < Dim; ++other)
            if (other != axis) corner[other] += k >> bit++ & 1;
        sum += static_cast<double>(corners_.view()[corner]);
    }
    return sum / (1 << (Dim - 1));
}

template <class T, int Dim> bool Walls<T, Dim>::has_flow(const Vec<int, Dim>& cell) const {
    for (int axis = 0; axis < Dim; ++axis) {
        Vec<int, Dim> above = cell;
        ++above[axis];
        if (open_[axis].view()[cell] > 0 || open_[axis].view()[above] > 0) return true;
    }
    return false;
}

/// `cells` come in any order; layers_ marks them with 255 and is 0 again in the end. joins(cell, axis, step) says
/// whether a value may come from that neighbour.
template <class T, int Dim>
template <class Joins>
void Walls<T, Dim>::order_refills(std::vector<RefilledCell<Dim>>& cells, Joins joins) {
    const auto layers = layers_.view();
    auto rest = cells.begin();
    for (int round = 1; round < 64 && rest != cells.end(); ++round) {
        const auto find_sources = [&](RefilledCell<Dim>& cell) {
            for (int axis = 0; axis < Dim; ++axis)
                for (const int high : {0, 1}) {
                    Vec<int, Dim> beside = cell.at;
                    beside[axis] += high ? 1 : -1;
                    if (beside[axis] < 0 || beside[axis] >= grid_.cells[axis] || layers[beside] >= round) continue;
                    if (joins(cell.at, axis, high ? 1 : -1))
                        cell.from |= static_cast<std::uint8_t>(1 << (2 * axis + high));
                }
            return cell.from != 0;
        };
        auto next = rest;
        for (auto cell = rest; cell != cells.end(); ++cell)
            if (find_sources(*cell)) std::swap(*next++, *cell);  // std::stable_partition would allocate
        if (next == rest) break;
        for (; rest != next; ++rest) layers[rest->at] = static_cast<std::uint8_t>(round);
    }
    for (const auto& cell : cells) layers[cell.at] = 0;
}

template <class T, int Dim> void Walls<T, Dim>::find_swept_cells() {
    swept_cells_.clear();
    const WallBits<Dim> walls = bits();
    for_box({}, grid_.cells, [&](const Vec<int, Dim>& at) {
        const std::uint8_t both = wall_flag::solid | wall_flag::swept;
        if ((walls.flags[at] & both) != wall_flag::swept) return;
        swept_cells_.push_back({at});
        layers_.view()[at] = 255;
    });
    order_refills(swept_cells_,
                  [&](const Vec<int, Dim>& cell, int axis, int step) { return !walls.is_closed(cell, axis, step); });
}

template <class T, int Dim> void Walls<T, Dim>::find_opened_cells() {
    opened_cells_.clear();
    for_box({}, grid_.cells, [&](const Vec<int, Dim>& at) {
        if (had_flow_.view()[at] != 0 || !has_flow(at)) return;
        opened_cells_.push_back({at});
        layers_.view()[at] = 255;
    });
    order_refills(opened_cells_, [&](const Vec<int, Dim>& cell, int axis, int step) {
        Vec<int, Dim> face = cell;
        if (step > 0) ++face[axis];
        return open_[axis].view()[face] > 0;
    });
}

template <class T, int Dim> void Walls<T, Dim>::find_cut_cells() {
    cut_cells_.clear();
    const auto flags = flags_.view();
    for_box(low_, high_, [&](const Vec<int, Dim>& at) {
        if ((flags[at] & wall_flag::solid) == 0 || !has_flow(at)) return;
        RefilledCell<Dim> cell{.at = at};
        for (int axis = 0; axis < Dim; ++axis)
            for (const int high : {0, 1}) {
                Vec<int, Dim> beside = at, face = at;
                beside[axis] += high ? 1 : -1, face[axis] += high;
                if (beside[axis] < 0 || beside[axis] >= grid_.cells[axis]) continue;
                if (open_[axis].view()[face] > 0 && (flags[beside] & wall_flag::solid) == 0)
                    cell.from |= static_cast<std::uint8_t>(1 << (2 * axis + high));
            }
        if (cell.from != 0) cut_cells_.push_back(cell);
    });
}

#define WHORL_INSTANTIATE(T, Dim)                                                     \
    template double Walls<T, Dim>::distance_at_face(int, const Vec<int, Dim>&) const; \
    template bool Walls<T, Dim>::has_flow(const Vec<int, Dim>&) const;                \
    template void Walls<T, Dim>::find_swept_cells();                                  \
    template void Walls<T, Dim>::find_opened_cells();                                 \
    template void Walls<T, Dim>::find_cut_cells();

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
