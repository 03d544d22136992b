#include "step/obstacles.hpp"

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "step/mean_around.hpp"

namespace whorl {

template <class T, int Dim> Result<void> Obstacles<T, Dim>::check(int handle) const {
    if (handle >= 0 && handle < static_cast<int>(entries_.size()) && entries_[handle].is_there) return {};
    return Error{text("there is no obstacle %d; use the number that set_obstacle returned", handle)};
}

template <class T, int Dim> Result<void> Obstacles<T, Dim>::make_room(const Grid<Dim>& grid, Scratch scratch) {
    auto walls = Walls<T, Dim>::make(grid, scratch);
    if (!walls) return walls.error();
    walls_ = std::move(walls).value();
    return {};
}

template <class T, int Dim> Result<int> Obstacles<T, Dim>::add(const Obstacle<Dim>& obstacle) {
    if (auto ok = check_pose(obstacle.pose); !ok) return ok.error();
    int handle = 0;
    while (handle < static_cast<int>(entries_.size()) && entries_[handle].is_there) ++handle;
    const Entry entry{obstacle, obstacle.pose, true, extent_of(obstacle)};
    if (handle == static_cast<int>(entries_.size()))
        entries_.push_back(entry);
    else
        entries_[handle] = entry;
    placed_.reserve(entries_.size());
    is_dirty_ = are_unexpected_ = true;
    return handle;
}

template <class T, int Dim> WallExtent Obstacles<T, Dim>::extent_of(const Obstacle<Dim>& obstacle) const {
    return whorl::extent_of(obstacle.shape.geometry(), walls_->grid(), placement_of(obstacle.pose));
}
template <class T, int Dim> WallExtent Obstacles<T, Dim>::extent() const {
    WallExtent sum{};
    double most = 0;
    for (const Entry& entry : entries_) {
        if (!entry.is_there) continue;
        most = std::max(most, entry.extent.surface[0]);
        for (std::size_t size = 0; size < WallExtent::sizes; ++size) {
            sum.surface[size] += entry.extent.surface[size];
            sum.thin[size] += entry.extent.thin[size];
            sum.inside[size] += entry.extent.inside[size];
        }
    }
    if (sum.surface[0] > 0) sum.largest = most / sum.surface[0];
    return sum;
}
template <class T, int Dim> void Obstacles<T, Dim>::expect(const WallExtent& walls) {
    walls_->expect(walls);
    pockets_.expect_walls(walls, walls_->grid().cells);
    are_unexpected_ = false;
}

template <class T, int Dim> void Obstacles<T, Dim>::set_swept(Entry& entry, double cells) {
    swept_ += cells - entry.swept;
    opened_ += std::min(cells, entry.filled()) - std::min(entry.swept, entry.filled());
    entry.swept = cells;
    walls_->expect_swept(swept_);
    walls_->expect_opened(opened_ + left_);
}
/// It is not where it was: flow may come into all of that.
template <class T, int Dim> void Obstacles<T, Dim>::leave(Entry& entry) {
    left_ += entry.filled();
    set_swept(entry, 0);
}
template <class T, int Dim> void Obstacles<T, Dim>::take_as_placed() {
    is_dirty_ = is_first_place_ = true;
    for (Entry& entry : entries_)
        if (entry.is_there) leave(entry);
}

template <class T, int Dim> Result<void> Obstacles<T, Dim>::set(int handle, const Obstacle<Dim>& obstacle) {
    if (auto ok = check(handle); !ok) return ok;
    if (auto ok = check_pose(obstacle.pose); !ok) return ok;
    leave(entries_[handle]);
    entries_[handle] = {obstacle, obstacle.pose, true, extent_of(obstacle)};
    is_dirty_ = are_unexpected_ = true;
    return {};
}

template <class T, int Dim> Result<void> Obstacles<T, Dim>::move(int handle, const Pose<Dim>& pose) {
    if (auto ok = check(handle); !ok) return ok;
    if (auto ok = check_pose(pose); !ok) return ok;
    if (!(pose == entries_[handle].obstacle.pose))
        if (auto ok = walls_->make_room_for_motion(); !ok) return ok;
    Entry& entry = entries_[handle];
    entry.target = pose;
    const Grid<Dim>& grid = walls_->grid();
    const double way = way_between(entry.obstacle.shape.geometry(), entry.obstacle.pose, pose);
    // A sheet sweeps as much as its area, a solid three tenths of that; n cells of it count as sqrt(Dim) n.
    const double surface = entry.extent.surface[0], across = 0.3 * surface + 0.7 * entry.extent.thin[0];
    const double swept = surface + across * way / (std::sqrt(Dim) * grid.smallest_spacing());
    set_swept(entry, way > 0 ? std::min(swept, static_cast<double>(grid.cell_region().cells())) : 0);
    if (way > 0 && !has_moved_) has_moved_ = are_unexpected_ = true;
    return {};
}

template <class T, int Dim> Result<void> Obstacles<T, Dim>::remove(int handle) {
    if (auto ok = check(handle); !ok) return ok;
    leave(entries_[handle]);
    entries_[handle].is_there = false;
    is_dirty_ = true;
    return {};
}

template <class T, int Dim> int Obstacles<T, Dim>::place_of(int handle) const {
    if (!check(handle)) return -1;
    int place = 0;
    for (int i = 0; i < handle; ++i) place += entries_[i].is_there;
    return place;
}

template <class T, int Dim>
bool Obstacles<T, Dim>::place(double begin, double end, double dt, const typename Walls<T, Dim>::Lent& lent) {
    if (!walls_) return false;
    bool moves = is_dirty_;
    for (const Entry& entry : entries_) moves = moves || (entry.is_there && !(entry.target == entry.obstacle.pose));
    for (const auto& obstacle : placed_) moves = moves || !obstacle.motion.is_still();  // it did until now
    if (!moves) return false;
    placed_.clear();
    for (const Entry& entry : entries_) {
        if (!entry.is_there) continue;
        const Pose<Dim>& from = entry.obstacle.pose;
        const Pose<Dim> before = between(from, entry.target, begin), now = between(from, entry.target, end);
        placed_.push_back({entry.obstacle.shape, placement_of(before), placement_of(now),
                           dt > 0 ? motion_between(before, now, dt) : RigidMotion<Dim>{}, entry.obstacle.slip});
    }
    walls_->rebuild(placed_, lent);
    if (is_first_place_) walls_->rebuild(placed_, lent);
    is_dirty_ = is_first_place_ = false;
    return true;
}

template <class T, int Dim> bool Obstacles<T, Dim>::is_moving() const {
    return std::any_of(placed_.begin(), placed_.end(), [](const auto& one) { return !one.motion.is_still(); });
}

template <class T, int Dim> void Obstacles<T, Dim>::arrive() {
    for (Entry& entry : entries_) entry.obstacle.pose = entry.target, entry.swept = 0;
    swept_ = opened_ = left_ = 0;
    has_moved_ = false;
}

template <class T, int Dim> void refill_pressure(const Walls<T, Dim>& walls, const View<T, Dim>& q) {
    for (const RefilledCell<Dim>& cell : walls.opened_cells())
        q[cell.at] = cell.from != 0 ? mean_around(q, cell.at, cell.from) : T(0);
}

template <class T, int Dim>
void continue_into_walls(const Walls<T, Dim>& walls, const View<T, Dim>& values, std::vector<T>& kept) {
    kept.clear();
    for (const RefilledCell<Dim>& cell : walls.cut_cells()) {
        kept.push_back(values[cell.at]);
        values[cell.at] = mean_around(values, cell.at, cell.from);
    }
}
template <class T, int Dim>
void restore_in_walls(const Walls<T, Dim>& walls, const View<T, Dim>& values, const std::vector<T>& kept) {
    for (std::size_t i = 0; i < kept.size(); ++i) values[walls.cut_cells()[i].at] = kept[i];
}

#define WHORL_INSTANTIATE(T, Dim)                                                                  \
    template class Obstacles<T, Dim>;                                                              \
    template void refill_pressure(const Walls<T, Dim>&, const View<T, Dim>&);                      \
    template void continue_into_walls(const Walls<T, Dim>&, const View<T, Dim>&, std::vector<T>&); \
    template void restore_in_walls(const Walls<T, Dim>&, const View<T, Dim>&, const std::vector<T>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
