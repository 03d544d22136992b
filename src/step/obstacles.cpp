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
    const Entry entry{obstacle, obstacle.pose, true};
    if (handle == static_cast<int>(entries_.size()))
        entries_.push_back(entry);
    else
        entries_[handle] = entry;
    is_dirty_ = true;
    return handle;
}

template <class T, int Dim> Result<void> Obstacles<T, Dim>::set(int handle, const Obstacle<Dim>& obstacle) {
    if (auto ok = check(handle); !ok) return ok;
    if (auto ok = check_pose(obstacle.pose); !ok) return ok;
    entries_[handle] = {obstacle, obstacle.pose, true};
    is_dirty_ = true;
    return {};
}

template <class T, int Dim> Result<void> Obstacles<T, Dim>::move(int handle, const Pose<Dim>& pose) {
    if (auto ok = check(handle); !ok) return ok;
    if (auto ok = check_pose(pose); !ok) return ok;
    if (!(pose == entries_[handle].obstacle.pose))
        if (auto ok = walls_->make_room_for_motion(); !ok) return ok;
    entries_[handle].target = pose;
    return {};
}

template <class T, int Dim> Result<void> Obstacles<T, Dim>::remove(int handle) {
    if (auto ok = check(handle); !ok) return ok;
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
    for (Entry& entry : entries_) entry.obstacle.pose = entry.target;
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

namespace {

/// The component `axis` of the flow's velocity relative to the wall, without the part of it that goes through.
template <class T, int Dim> T along_wall(const Faces<T, Dim>& u, int axis, const WallFace<T, Dim>& face) {
    T through = 0;
    for (int other = 0; other < Dim; ++other) {
        T value = u[other][face.at];
        if (other != axis) {
            Vec<int, Dim> below = face.at;
            --below[axis];
            Vec<int, Dim> above = face.at, both = below;
            ++above[other], ++both[other];
            value = T(0.25) * ((value + u[other][both]) + (u[other][below] + u[other][above]));
        }
        through += (value - face.velocity[other]) * face.normal[other];
    }
    return u[axis][face.at] - through * face.normal[axis];
}

}  // namespace

template <class T, int Dim> void fill_wall_faces(const Walls<T, Dim>& walls, const Faces<T, Dim>& u) {
    const auto each = [&](auto f) {
        for (int axis = 0; axis < Dim; ++axis)
            for (const WallFace<T, Dim>& face : walls.wall_faces(axis)) f(axis, face);
    };
    const auto continued = [&](int axis, const WallFace<T, Dim>& face) {
        return face.is_sticky || face.from == 0 ? face.velocity[axis] : mean_around(u[axis], face.at, face.from);
    };
    each([&](int axis, const auto& face) { u[axis][face.at] = continued(axis, face); });
    each([&](int axis, const auto& face) {
        if (!face.is_sticky && face.is_next) u[axis][face.at] = along_wall(u, axis, face);
    });
    // What is around these is not all known, so they take what those nearer to the flow have come to.
    each([&](int axis, const auto& face) {
        if (!face.is_next) u[axis][face.at] = continued(axis, face);
    });
}

#define WHORL_INSTANTIATE(T, Dim)                                                                     \
    template class Obstacles<T, Dim>;                                                                 \
    template void refill_pressure(const Walls<T, Dim>&, const View<T, Dim>&);                         \
    template void continue_into_walls(const Walls<T, Dim>&, const View<T, Dim>&, std::vector<T>&);    \
    template void restore_in_walls(const Walls<T, Dim>&, const View<T, Dim>&, const std::vector<T>&); \
    template void fill_wall_faces(const Walls<T, Dim>&, const Faces<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
