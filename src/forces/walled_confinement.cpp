#include "forces/walled_confinement.hpp"

#include <algorithm>
#include <cmath>

namespace whorl {
namespace {

template <int Dim> Vec<int, Dim> beside(Vec<int, Dim> cell, int axis, int step) {
    cell[axis] += step;
    return cell;
}

/// No flow passes this face.
template <class T, int Dim> bool is_shut(const Walls<T, Dim>& walls, int axis, const Vec<int, Dim>& face) {
    return walls.open(axis)[face] == 0;
}
template <class T, int Dim>
bool is_shut_off(const Walls<T, Dim>& walls, const Vec<int, Dim>& cell, int axis, int step) {
    return is_shut(walls, axis, step > 0 ? beside(cell, axis, 1) : cell);
}

/// f(cell) for those of the row with a shut face.
template <class T, int Dim, class F> void each_cell(const Walls<T, Dim>& walls, const Row& row, F f) {
    const Vec<int, Dim>& cells = walls.grid().cells;
    if (row.y < 0 || row.y >= cells[1] || (Dim == 3 && (row.z < 0 || row.z >= cells[Dim - 1]))) return;
    const View<const std::uint8_t, Dim> distance = walls.bits().distance;
    for (int x = std::max(row.x0, 0); x < std::min(row.x1, cells[0]); ++x) {
        Vec<int, Dim> cell{};
        cell[0] = x, cell[1] = row.y;
        if (Dim == 3) cell[Dim - 1] = row.z;
        if (distance[cell] != 0) continue;
        bool is_beside = false;
        for (int axis = 0; axis < Dim; ++axis)
            is_beside = is_beside || is_shut_off(walls, cell, axis, -1) || is_shut_off(walls, cell, axis, 1);
        if (is_beside) f(cell);
    }
}

/// value_at(next) - value_at(before) along an axis, with the cell's own value in place of one that is `behind`.
template <int Dim, class IsBehind, class ValueAt>
auto difference(const Vec<int, Dim>& cell, int axis, IsBehind is_behind, ValueAt value_at) {
    const auto value = [&](int step) { return value_at(is_behind(axis, step) ? cell : beside(cell, axis, step)); };
    return value(1) - value(-1);
}

template <class T> T length_of(const Vec<T, 3>& v) {
    return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

}  // namespace

template <class T, int Dim>
void vorticity_beside_walls(const Walls<T, Dim>& walls, const VorticityArguments<T, Dim>& in, const Row& row) {
    each_cell(walls, row, [&](const Vec<int, Dim>& cell) {
        // d(component)/d(axis)
        const auto slope = [&](int component, int axis) {
            const auto is_behind = [&](int along, int step) {
                const Vec<int, Dim> other = beside(cell, along, step);
                return is_shut_off(walls, cell, along, step) &&
                       !(is_shut(walls, component, other) && is_shut(walls, component, beside(other, component, 1)));
            };
            const auto both_faces = [&](const Vec<int, Dim>& at) {
                return in.u[component][at] + in.u[component][beside(at, component, 1)];
            };
            return difference(cell, axis, is_behind, both_faces) * in.quarter_per_spacing[axis];
        };
        Vec<T, 3> curl{};
        curl[2] = slope(1, 0) - slope(0, 1);
        if constexpr (Dim == 3) {
            curl[0] = slope(2, 1) - slope(1, 2), curl[1] = slope(0, 2) - slope(2, 0);
            if (in.size.data) in.size[cell] = length_of(curl);
        }
        for (int part = Dim == 3 ? 0 : 2; part < 3; ++part) in.vorticity[part][cell] = curl[part];
    });
}

template <class T, int Dim>
void confinement_beside_walls(const Walls<T, Dim>& walls, const ConfinementArguments<T, Dim>& in, const Row& row) {
    each_cell(walls, row, [&](const Vec<int, Dim>& cell) {
        const auto is_behind = [&](int axis, int step) { return is_shut_off(walls, cell, axis, step); };
        const auto size_at = [&](const Vec<int, Dim>& at) {
            return Dim == 2 ? std::abs(in.vorticity[2][at]) : in.size[at];
        };
        Vec<T, 3> n{}, omega{};
        for (int axis = 0; axis < Dim; ++axis)
            n[axis] = difference(cell, axis, is_behind, size_at) * in.half_per_spacing[axis];
        for (int part = Dim == 3 ? 0 : 2; part < 3; ++part) omega[part] = in.vorticity[part][cell];
        const T length = length_of(n), factor = length > 0 ? in.strength / length : 0;
        for (int axis = 0; axis < Dim; ++axis) {
            const int next = (axis + 1) % 3, last = (axis + 2) % 3;
            in.force[axis][cell] = factor * (n[next] * omega[last] - n[last] * omega[next]);
        }
    });
}

#define WHORL_INSTANTIATE(T, Dim)                                                                              \
    template void vorticity_beside_walls(const Walls<T, Dim>&, const VorticityArguments<T, Dim>&, const Row&); \
    template void confinement_beside_walls(const Walls<T, Dim>&, const ConfinementArguments<T, Dim>&, const Row&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
