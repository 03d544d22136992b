#include "diffuse/stress_weights.hpp"

#include <algorithm>

#include "core/for_box.hpp"
#include "diffuse/stress_places-inl.hpp"
#include "diffuse/walled.hpp"

namespace whorl {
using stress_detail::moved;
namespace {

/// A surface nearer than this to a face, in cells, is taken to be this far away: the weight stays bounded.
constexpr double nearest_surface = 0.1;

/// Faces `high` of a component and the one before it along an axis: the two that a sample takes the difference of.
template <int Dim> struct Link {
    int component, axis;
    Vec<int, Dim> high;
};

template <class T, int Dim> class Weigher {
  public:
    using Boxes = std::array<Diffusion<T, Dim>, Dim>;
    using Placed = std::vector<PlacedObstacle<Dim>>;

    Weigher(const Sides<T, Dim>& sides, const Boxes& boxes, const Walls<T, Dim>* walls, const Placed& obstacles)
        : sides_(sides),
          grid_(sides.grid()),
          boxes_(boxes),
          walls_(walls),
          obstacles_(obstacles) {}

    double mass(int axis, const Vec<int, Dim>& face) const {
        if (walls_ && !has_flow(axis, face)) return 0;
        return is_on_side(axis, face) ? 0.5 : 1;
    }

    double stretch(int axis, const Vec<int, Dim>& cell) const {
        return between_walls({{axis, axis, moved(cell, axis, 1)}}, grid_.cell_centre(cell));
    }

    double shear(int a, int b, const Vec<int, Dim>& edge) const {
        const double open = beside_sides(a, b, edge);
        if (!walls_ || open == 0) return open;
        if (has_cut({a, b, edge}) || has_cut({b, a, edge})) return 0;
        Vec<double, Dim> x = grid_.cell_centre(edge);
        for (const int axis : {a, b}) x[axis] = edge[axis] * grid_.spacing(axis);
        return open * between_walls({{a, b, edge}, {b, a, edge}}, x);
    }

    /// Of a sheet at both ends of a link that it cuts: held(face, weight, velocity of the sheet).
    template <class Held> void hold(const Link<Dim>& link, Held held) const {
        if (!has_cut(link)) return;
        Vec<double, Dim> x = grid_.cell_centre(link.high);
        for (const int axis : {link.component, link.axis}) x[axis] = link.high[axis] * grid_.spacing(axis);
        const int which = nearest(obstacles_, x);
        if (which < 0 || obstacles_[which].slip == Slip::free) return;
        const double per_cell = 1 / grid_.spacing(link.axis);
        for (const int by : {-1, 0})
            held(wrapped(moved(link.high, link.axis, by)), 2 * per_cell * per_cell,
                 obstacles_[which].motion.at(x)[link.component]);
    }

  private:
    bool is_on_side(int axis, const Vec<int, Dim>& at) const {
        return !grid_.periodic[axis] && (at[axis] == 0 || at[axis] == grid_.cells[axis]);
    }
    bool is_unknown(int component, const Vec<int, Dim>& face) const {
        const int from = face[component] - boxes_[component].first[component];
        return from >= 0 && from < boxes_[component].problem.cells[component];
    }

    double beside_sides(int a, int b, const Vec<int, Dim>& edge) const {
        const auto weight = [&](int axis, int along) {
            return static_cast<double>(weight_on_side(sides_, axis, edge[axis] != 0, along, edge));
        };
        const bool on_a = is_on_side(a, edge), on_b = is_on_side(b, edge);
        if (!on_a && !on_b) return 1;
        if (!on_b) return weight(a, b);
        if (!on_a) return weight(b, a);
        // In a corner: a face that sticks to one side and lies on the other, where it has half of a volume.
        return 0.5 * ((is_unknown(a, edge) ? weight(b, a) : 0) + (is_unknown(b, edge) ? weight(a, b) : 0));
    }

    bool is_inside(int component, const Vec<int, Dim>& face) const {
        for (int axis = 0; axis < Dim; ++axis) {
            const int last = grid_.cells[axis] - (axis == component ? 0 : 1);
            if (!grid_.periodic[axis] && (face[axis] < 0 || face[axis] > last)) return false;
        }
        return true;
    }
    Vec<int, Dim> wrapped(Vec<int, Dim> at) const {
        for (int axis = 0; axis < Dim; ++axis)
            if (grid_.periodic[axis]) at[axis] = (at[axis] + grid_.cells[axis]) % grid_.cells[axis];
        return at;
    }
    bool has_flow(int component, const Vec<int, Dim>& face) const { return walls_->open(component)[wrapped(face)] > 0; }
    /// A wall passes between two faces that both are in the flow, not just partly open with their middle in a solid.
    bool has_cut(const Link<Dim>& link) const {
        const Vec<int, Dim> low = moved(link.high, link.axis, -1);
        for (const Vec<int, Dim>& face : {low, link.high})
            if (!is_inside(link.component, face) || !has_flow(link.component, face) ||
                walls_->distance_at_face(link.component, wrapped(face)) < 0)
                return false;
        return is_cut(*walls_, link.component, wrapped(link.high), link.axis, -1);
    }

    /// How far into a link that ends in a wall the surface is, from the flow.
    double part_of(const Link<Dim>& link) const {
        const Vec<int, Dim> low = wrapped(moved(link.high, link.axis, -1)), high = wrapped(link.high);
        const bool is_low = has_flow(link.component, low);
        const double here = walls_->distance_at_face(link.component, is_low ? low : high);
        const double there = walls_->distance_at_face(link.component, is_low ? high : low);
        return there < 0 ? std::clamp(here / (here - there), nearest_surface, 1.0) : 1.0;
    }

    /// The weight of a sample at x from these links.
    double between_walls(std::initializer_list<Link<Dim>> links, const Vec<double, Dim>& x) const {
        int flowing = 0, closed = 0;
        double part = 1;
        for (const Link<Dim>& link : links) {
            int open_ends = 0, ends = 0;
            for (const int by : {-1, 0}) {
                const Vec<int, Dim> face = moved(link.high, link.axis, by);
                if (!is_inside(link.component, face)) continue;
                ++ends;
                open_ends += has_flow(link.component, face);
            }
            flowing += open_ends, closed += ends - open_ends;
            if (open_ends == 1 && ends == 2) part = std::min(part, part_of(link));
        }
        if (flowing == 0) return 0;
        if (closed == 0) return 1;
        const int which = nearest(obstacles_, x);
        return which < 0 || obstacles_[which].slip == Slip::free ? 0 : 1 / part;
    }

    const Sides<T, Dim>& sides_;
    const Grid<Dim>& grid_;
    const Boxes& boxes_;
    const Walls<T, Dim>* walls_;
    const Placed& obstacles_;
};

template <int Dim> Vec<int, Dim> edge_shape(const Grid<Dim>& grid) {
    Vec<int, Dim> shape = grid.cells;
    for (int axis = 0; axis < Dim; ++axis) ++shape[axis];
    return shape;
}

}  // namespace

template <class T, int Dim>
int weight_on_side(const Sides<T, Dim>& sides, int axis, bool high, int along, const Vec<int, Dim>& at) {
    // As the ghosts have it: where closed and passable faces meet, the closed one decides.
    const auto& here = sides.face(axis, high, at);
    const auto& before = sides.face(axis, high, moved(at, along, -1));
    const SideKind kind = (here.is_passable() && !before.is_passable() ? before : here).kind;
    return kind == SideKind::noslip ? 2 : kind == SideKind::inflow ? 1 : 0;
}

template <class T, int Dim> Result<Field<T, Dim>> make_edge_field(const Grid<Dim>& grid) {
    return Field<T, Dim>::make(edge_shape(grid));
}

template <class T, int Dim> void wrap_ghosts(const Grid<Dim>& grid, const View<T, Dim>& view) {
    for (int axis = 0; axis < Dim; ++axis) {
        if (!grid.periodic[axis]) continue;
        Vec<int, Dim> low{}, high{};
        for (int other = 0; other < Dim; ++other) low[other] = -1, high[other] = view.shape[other] + 1;
        low[axis] = 0, high[axis] = 1;
        const int period = grid.cells[axis];
        for_box(low, high, [&](const Vec<int, Dim>& at) {
            view[moved(at, axis, -1)] = view[moved(at, axis, period - 1)];
            view[moved(at, axis, period)] = view[at];
        });
    }
}

template <class T, int Dim> Result<StressWeights<T, Dim>> StressWeights<T, Dim>::make(const Grid<Dim>& grid) {
    StressWeights made;
    const auto allocate = [&](auto& fields) -> Result<void> {
        for (auto& field : fields) {
            auto fresh = make_edge_field<T>(grid);
            if (!fresh) return fresh.error();
            field = std::move(fresh).value();
        }
        return {};
    };
    if (auto ok = allocate(made.shear); !ok) return ok.error();
    if (auto ok = allocate(made.mass); !ok) return ok.error();
    return made;
}

template <class T, int Dim> Result<void> StressWeights<T, Dim>::make_room_for_walls(const Grid<Dim>& grid) {
    for (auto* fields : {&stretch, &held, &held_value})
        for (auto& field : *fields) {
            auto fresh = make_edge_field<T>(grid);
            if (!fresh) return fresh.error();
            field = std::move(fresh).value();
        }
    is_walled = true;
    return {};
}

template <class T, int Dim> std::size_t StressWeights<T, Dim>::bytes() const {
    std::size_t sum = 0;
    for (const auto& field : shear) sum += field.bytes();
    for (const auto* fields : {&mass, &stretch, &held, &held_value})
        for (const auto& field : *fields) sum += field.bytes();
    return sum;
}

template <class T, int Dim>
void StressWeights<T, Dim>::set(const Sides<T, Dim>& sides, const std::array<Diffusion<T, Dim>, Dim>& boxes,
                                const Walls<T, Dim>* walls, const std::vector<PlacedObstacle<Dim>>& obstacles) {
    const Weigher<T, Dim> weigher(sides, boxes, walls, obstacles);
    const Grid<Dim>& grid = sides.grid();
    for (int axis = 0; axis < Dim; ++axis) {
        const auto masses = mass[axis].view();
        Vec<int, Dim> end = boxes[axis].first;
        for (int other = 0; other < Dim; ++other) end[other] += boxes[axis].problem.cells[other];
        for_box(boxes[axis].first, end,
                [&](const Vec<int, Dim>& at) { masses[at] = static_cast<T>(weigher.mass(axis, at)); });
    }
    for (int a = 0; a < Dim; ++a)
        for (int b = a + 1; b < Dim; ++b) {
            const auto weights = shear[pair_of<Dim>(a, b)].view();
            Vec<int, Dim> end = grid.cells;
            ++end[a], ++end[b];
            for_box({}, end, [&](const Vec<int, Dim>& at) { weights[at] = static_cast<T>(weigher.shear(a, b, at)); });
        }
    if (!walls) return;
    for (int axis = 0; axis < Dim; ++axis) {
        const auto weights = stretch[axis].view(), hold = held[axis].view(), value = held_value[axis].view();
        for_box({}, grid.cells,
                [&](const Vec<int, Dim>& at) { weights[at] = static_cast<T>(weigher.stretch(axis, at)); });
        wrap_ghosts(grid, weights);
        for_box({}, edge_shape(grid), [&](const Vec<int, Dim>& at) { hold[at] = value[at] = 0; });
        for (int other = 0; other < Dim; ++other) {
            if (other == axis) continue;
            Vec<int, Dim> end = grid.face_shape(axis);
            for_box({}, end, [&](const Vec<int, Dim>& at) {
                weigher.hold({axis, other, at}, [&](const Vec<int, Dim>& face, double weight, double velocity) {
                    hold[face] += static_cast<T>(weight);
                    value[face] += static_cast<T>(weight * velocity);
                });
            });
        }
    }
}

#define WHORL_INSTANTIATE(T, Dim)                                                            \
    template struct StressWeights<T, Dim>;                                                   \
    template int weight_on_side(const Sides<T, Dim>&, int, bool, int, const Vec<int, Dim>&); \
    template Result<Field<T, Dim>> make_edge_field(const Grid<Dim>&);                        \
    template void wrap_ghosts(const Grid<Dim>&, const View<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
