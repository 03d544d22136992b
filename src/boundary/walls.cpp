#include "boundary/walls.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/for_box.hpp"
#include "core/room.hpp"

namespace whorl {
namespace {

/// Corners this near to a surface, in cells, lie on it: rounding must not open a face that lies in a wall.
constexpr double on_surface = 1e-5;

template <class T, int Dim> void fill_all(Field<T, Dim>& field, T value) {
    const View<T, Dim> view = field.view();
    std::fill_n(view.data - field.layout().first, field.layout().size, value);
}

template <int Dim> double cells_of(const Grid<Dim>& grid) {
    return static_cast<double>(grid.cell_region().cells());
}

template <int Dim> double longest_spacing(const Grid<Dim>& grid) {
    double longest = 0;
    for (int axis = 0; axis < Dim; ++axis) longest = std::max(longest, grid.spacing(axis));
    return longest;
}

/// The cells, first ghosts included, whose centres are within `margin` cells of the shape at a place.
template <int Dim> struct CellBox { Vec<int, Dim> low, high; };
template <int Dim>
CellBox<Dim> cells_near(const Grid<Dim>& grid, const ObstacleShape<Dim>& shape, const Placement<Dim>& place,
                        int margin) {
    const Bounds<Dim> own = shape.geometry().bounds();
    CellBox<Dim> box{};
    for (int axis = 0; axis < Dim; ++axis) {
        double low = place.position[axis], high = low;
        for (int other = 0; other < Dim; ++other) {
            const double turned = place.rotation[axis][other];
            if (turned == 0) continue;  // which an infinite bound must not meet
            low += std::min(turned * own.low[other], turned * own.high[other]);
            high += std::max(turned * own.low[other], turned * own.high[other]);
        }
        const double h = grid.spacing(axis), last = grid.cells[axis] + 1.0;
        box.low[axis] = static_cast<int>(std::clamp(std::floor(low / h) - margin, -1.0, last));
        box.high[axis] = static_cast<int>(std::clamp(std::ceil(high / h) + margin, -1.0, last));
    }
    return box;
}

template <class T, int Dim> Result<void> make_one(Field<T, Dim>& field, const Vec<int, Dim>& shape) {
    auto fresh = Field<T, Dim>::make(shape);
    if (!fresh) return fresh.error();
    field = std::move(fresh).value();
    return {};
}

}  // namespace

template <class T, int Dim> Result<void> Walls<T, Dim>::make_room_for_motion() {
    if (velocity_[0].bytes() > 0) return {};
    for (auto& field : velocity_)
        if (auto ok = make_one(field, corners_.view().shape); !ok) {
            for (auto& made : velocity_) made = {};
            return ok;
        }
    return {};
}

template <class T, int Dim> Result<Walls<T, Dim>> Walls<T, Dim>::make(const Grid<Dim>& grid, Scratch scratch) {
    Walls made;
    made.grid_ = grid;
    made.scratch_ = scratch;
    Vec<int, Dim> corners = grid.cells;
    for (int axis = 0; axis < Dim; ++axis) ++corners[axis];
    for (Field<std::uint8_t, Dim>* field : {&made.flags_, &made.distance_})
        if (auto ok = make_one(*field, grid.cells); !ok) return ok.error();
    for (Field<std::uint8_t, Dim>* field : {&made.layers_, &made.had_flow_})
        if (auto ok = make_one(*field, corners); !ok) return ok.error();
    if (auto ok = make_one(made.corners_, corners); !ok) return ok.error();
    if (auto ok = make_one(made.tiles_, tiles_of(grid.cells)); !ok) return ok.error();
    const auto rows = static_cast<std::size_t>(grid.cell_region().cells() / grid.cells[0]);
    made.row_distance_.resize(rows);
    made.block_parts_.resize(rows * static_cast<std::size_t>(WallBlocks<Dim>::count_of(grid.cells[0])));
    Vec<int, Dim> row{};
    for (int axis = 0; axis < Dim; ++axis) row[axis] = axis == 0 ? corners[0] : 1;
    if (auto ok = make_one(made.rest_, row); !ok) return ok.error();
    for (int axis = 0; axis < Dim; ++axis) {
        if (auto ok = make_one(made.open_[axis], corners); !ok) return ok.error();
    }
    made.clear();
    made.set_blocks();
    if (scratch == Scratch::lent) made.borrow({});
    return made;
}

template <class T, int Dim> void Walls<T, Dim>::expect(const WallExtent& walls) {
    // Two layers inside of solids, and on both sides of a sheet that lies on the centres of cells. What has n cells
    // along a surface counts as sqrt(Dim) n.
    constexpr double layers = 2, of_block = WallFaceBlock<T, Dim>::most;
    for (auto& faces : wall_faces_)
        make_room(faces, 1.05 * layers / std::sqrt(Dim) * walls.surface[0] / of_block + layers);
    make_room(cut_cells_, 0.6 * walls.surface[0], cells_of(grid_));
}
template <class T, int Dim> void Walls<T, Dim>::expect_swept(double cells) {
    make_room(swept_cells_, cells, cells_of(grid_));
}
template <class T, int Dim> void Walls<T, Dim>::expect_opened(double cells) {
    make_room(opened_cells_, cells, cells_of(grid_));
}

template <class T, int Dim> std::size_t Walls<T, Dim>::bytes() const {
    std::size_t sum = flags_.bytes() + distance_.bytes() + layers_.bytes() + had_flow_.bytes() + corners_.bytes() +
                      tiles_.bytes() + row_distance_.capacity() + block_parts_.capacity();
    for (const auto* cells : {&swept_cells_, &opened_cells_, &cut_cells_})
        sum += cells->capacity() * sizeof(RefilledCell<Dim>);
    for (int axis = 0; axis < Dim; ++axis)
        sum += open_[axis].bytes() + velocity_[axis].bytes() +
               wall_faces_[axis].capacity() * sizeof(WallFaceBlock<T, Dim>);
    return sum;
}

template <class T, int Dim> Faces<const T, Dim> Walls<T, Dim>::velocity() const {
    Faces<const T, Dim> views{};
    for (int axis = 0; axis < Dim; ++axis) {
        if (velocity_[0].bytes() > 0) {
            views[axis] = velocity_[axis].view();
            continue;
        }
        views[axis] = rest_.view();  // the one row stands for all
        views[axis].shape = corners_.view().shape;
        for (int other = 1; other < Dim; ++other) views[axis].stride[other] = 0;
    }
    return views;
}

template <class T, int Dim> void Walls<T, Dim>::borrow(const Lent& lent) {
    const auto live_in = [](auto& field, const std::span<std::byte>& memory) {
        assert(memory.empty() || memory.size() >= field.memory().size());
        field.live_in(memory.data());
    };
    live_in(corners_, lent[0]);
    live_in(layers_, lent[1]);
    live_in(had_flow_, lent[2]);
}

/// Before the fractions that tell of it are worked out anew.
template <class T, int Dim> void Walls<T, Dim>::remember_flow() {
    const auto had_flow = had_flow_.view();
    fill_all(had_flow_, std::uint8_t(1));
    for_box(low_, high_, [&](const Vec<int, Dim>& at) { had_flow[at] = has_flow(at); });
}

template <class T, int Dim> void Walls<T, Dim>::clear() {
    fill_all(flags_, std::uint8_t(0));
    fill_all(layers_, std::uint8_t(0));
    fill_all(distance_, static_cast<std::uint8_t>(WallBits<Dim>::near));
    std::fill(row_distance_.begin(), row_distance_.end(), static_cast<std::uint8_t>(WallBits<Dim>::far));
    fill_all(corners_, 1e30f);
    for (int axis = 0; axis < Dim; ++axis) {
        fill_all(open_[axis], static_cast<std::uint16_t>(whole));
        if (velocity_[axis].bytes() > 0) fill_all(velocity_[axis], T(0));
        wall_faces_[axis].clear();
    }
    for (int axis = 0; axis < Dim; ++axis) low_[axis] = grid_.cells[axis], high_[axis] = 0;
}

template <class T, int Dim> void Walls<T, Dim>::rebuild(const Obstacles& obstacles, const Lent& lent) {
    if (scratch_ == Scratch::lent) borrow(lent);
    remember_flow();
    clear();
    has_obstacles_ = !obstacles.empty();
    for (const auto& obstacle : obstacles) {
        const auto box = cells_near(grid_, obstacle.shape, obstacle.now, 3);
        for (int axis = 0; axis < Dim; ++axis) {
            low_[axis] = std::clamp(std::min(low_[axis], box.low[axis]), 0, grid_.cells[axis]);
            high_[axis] = std::clamp(std::max(high_[axis], box.high[axis]), 0, grid_.cells[axis]);
        }
        mark_solid(obstacle);
        mark_swept(obstacle);
    }
    for (const auto& obstacle : obstacles) mark_closed(obstacle);
    join_periods();
    set_open_fractions();
    close_leaks();
    set_distance();
    set_blocks();
    set_velocity(obstacles);
    for (int axis = 0; axis < Dim; ++axis) find_wall_faces(obstacles, axis);
    find_swept_cells();
    find_opened_cells();
    find_cut_cells();
}

template <class T, int Dim> void Walls<T, Dim>::mark_solid(const PlacedObstacle<Dim>& obstacle) {
    const Geometry<Dim>& geometry = obstacle.shape.geometry();
    if (geometry.is_sheet()) return;
    const auto box = cells_near(grid_, obstacle.shape, obstacle.now, 2);
    const auto flags = flags_.view();
    const auto corners = corners_.view();
    const double snap = on_surface * grid_.smallest_spacing();
    Vec<int, Dim> low{}, high{};
    for (int axis = 0; axis < Dim; ++axis)
        low[axis] = std::max(box.low[axis], 0), high[axis] = std::min(box.high[axis] + 1, grid_.cells[axis] + 1);
    for_box(low, high, [&](const Vec<int, Dim>& at) {
        Vec<double, Dim> corner{};
        bool is_cell = true;
        for (int axis = 0; axis < Dim; ++axis) {
            corner[axis] = at[axis] * grid_.spacing(axis);
            is_cell = is_cell && at[axis] < grid_.cells[axis];
        }
        double distance = geometry.distance(obstacle.now.to_body(corner));
        if (std::abs(distance) < snap) distance = 0;
        corners[at] = std::min(corners[at], static_cast<float>(distance));
        if (is_cell && geometry.distance(obstacle.now.to_body(grid_.cell_centre(at))) <= 0)
            flags[at] |= wall_flag::solid;
    });
}

template <class T, int Dim> void Walls<T, Dim>::mark_closed(const PlacedObstacle<Dim>& obstacle) {
    const Geometry<Dim>& geometry = obstacle.shape.geometry();
    const auto box = cells_near(grid_, obstacle.shape, obstacle.now, 2);
    const auto flags = flags_.view();
    const double reach = 1.001 * longest_spacing(grid_);
    const auto centre = [&](const Vec<int, Dim>& at) { return obstacle.now.to_body(grid_.cell_centre(at)); };
    Vec<int, Dim> low{}, high{};
    for (int axis = 0; axis < Dim; ++axis)
        low[axis] = std::max(box.low[axis], 0), high[axis] = std::min(box.high[axis] + 1, grid_.cells[axis] + 1);
    for_box(low, high, [&](const Vec<int, Dim>& at) {
        const Vec<double, Dim> here = centre(at);
        const double distance = geometry.distance(here);
        if (distance > reach) return;
        for (int axis = 0; axis < Dim; ++axis) {
            Vec<int, Dim> below = at;
            --below[axis];
            const Vec<double, Dim> there = centre(below);
            if (!geometry.meets(there, here)) continue;
            flags[at] |= closed_bit(axis);
            const bool is_thin = geometry.is_sheet() || (distance > 0 && geometry.distance(there) > 0);
            if (is_thin) flags[at] |= sealed_bit(axis);
        }
    });
}

/// A cell's centre, seen from the obstacle, went along a line; if that meets the wall, the cell is on another side now.
template <class T, int Dim> void Walls<T, Dim>::mark_swept(const PlacedObstacle<Dim>& obstacle) {
    if (obstacle.before == obstacle.now) return;
    const Geometry<Dim>& geometry = obstacle.shape.geometry();
    const auto flags = flags_.view();
    const auto a = cells_near(grid_, obstacle.shape, obstacle.before, 1);
    const auto b = cells_near(grid_, obstacle.shape, obstacle.now, 1);
    Vec<int, Dim> low{}, high{};
    for (int axis = 0; axis < Dim; ++axis) {
        low[axis] = std::max(std::min(a.low[axis], b.low[axis]), 0);
        high[axis] = std::min(std::max(a.high[axis], b.high[axis]), grid_.cells[axis]);
    }
    for_box(low, high, [&](const Vec<int, Dim>& at) {
        const Vec<double, Dim> x = grid_.cell_centre(at);
        if (geometry.meets(obstacle.before.to_body(x), obstacle.now.to_body(x))) flags[at] |= wall_flag::swept;
    });
}

/// Ghosts of flags, and the two faces where a periodic axis closes, which are one.
template <class T, int Dim> void Walls<T, Dim>::join_periods() {
    const auto flags = flags_.view();
    for (int axis = 0; axis < Dim; ++axis) {
        if (!grid_.periodic[axis]) continue;
        const int n = grid_.cells[axis];
        Vec<int, Dim> low{}, high{};
        for (int other = 0; other < Dim; ++other) low[other] = -1, high[other] = grid_.cells[other] + 1;
        low[axis] = 0, high[axis] = 1;
        for_box(low, high, [&](const Vec<int, Dim>& at) {
            const auto cell = [&](int i) -> std::uint8_t& {
                Vec<int, Dim> there = at;
                there[axis] = i;
                return flags[there];
            };
            cell(0) |= static_cast<std::uint8_t>(cell(n) & (closed_bit(axis) | sealed_bit(axis)));
            cell(n) = cell(0), cell(n + 1) = cell(std::min(1, n - 1));
            cell(-1) = cell(n - 1), cell(-2) = cell(std::max(n - 2, 0));
        });
    }
}

template <class T, int Dim> void Walls<T, Dim>::set_open_fractions() {
    const auto flags = flags_.view();
    const auto corners = corners_.view();
    for (int axis = 0; axis < Dim; ++axis) {
        const auto open = open_[axis].view();
        Vec<int, Dim> high = high_;
        high[axis] = std::min(high[axis] + 1, grid_.cells[axis] + 1);
        for_box(low_, high, [&](const Vec<int, Dim>& at) {
            Vec<double, 1 << (Dim - 1)> around{};
            for (int k = 0; k < 1 << (Dim - 1); ++k) {
                Vec<int, Dim> corner = at;
                for (int other = 0, bit = 0; other < Dim; ++other)
                    if (other != axis) corner[other] += k >> bit++ & 1;
                around[k] = static_cast<double>(corners[corner]);
            }
            const bool is_sealed = (flags[at] & sealed_bit(axis)) != 0;
            open[at] = is_sealed ? std::uint16_t(0) : static_cast<std::uint16_t>(whole * open_part<Dim>(around) + 0.5);
        });
    }
}

template class Walls<float, 2>;
template class Walls<float, 3>;
template class Walls<double, 2>;
template class Walls<double, 3>;

}  // namespace whorl
