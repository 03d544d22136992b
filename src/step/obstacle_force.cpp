#include "step/obstacle_force.hpp"

#include "core/for_box.hpp"

namespace whorl {
namespace {

template <int Dim> class Sum {
  public:
    explicit Sum(const Vec<double, Dim>& centre) : centre_(centre) {}

    void add(Vec<double, Dim>& to, int axis, double force, const Vec<double, Dim>& at) {
        to[axis] += force;
        Vec<double, Dim> arm{};
        for (int i = 0; i < Dim; ++i) arm[i] = at[i] - centre_[i];
        if constexpr (Dim == 2) {
            result.torque[0] += axis == 1 ? arm[0] * force : -arm[1] * force;
        } else {
            result.torque[(axis + 1) % 3] += arm[(axis + 2) % 3] * force;
            result.torque[(axis + 2) % 3] -= arm[(axis + 1) % 3] * force;
        }
    }

    ObstacleForce<Dim> result{};

  private:
    Vec<double, Dim> centre_;
};

/// Component `other` of the cross product of a spin and the unit vector along `axis`.
template <class Turn> double spin_times(const Turn& spin, int axis, int other) {
    if (axis == other) return 0;
    if constexpr (sizeof(Turn) == sizeof(double)) return axis == 0 ? spin[0] : -spin[0];
    const int third = 3 - axis - other;
    return (third + 1) % 3 == axis ? spin[third] : -spin[third];
}

/// By how much a velocity differs from the wall's per cell of distance, at the wall: of a parabola through the wall and
/// two faces of the flow, neither nearer than half a cell, since what is left of a projection's error is divided by the
/// distance. A straight line where there is one such face only.
template <class T, int Dim, class Link>
double slope_at_wall(const Walls<T, Dim>& walls, const View<T, Dim>& u, int component, Vec<int, Dim> face,
                     const Link& link) {
    const Vec<int, Dim>& cells = walls.grid().cells;
    double distance[2], difference[2];
    int count = 0;
    for (int away = link.part < 0.5 ? 1 : 0; count < 2; ++away) {
        Vec<int, Dim> at = face;
        at[link.axis] -= away * link.step;
        const int last = cells[link.axis] - (link.axis == component ? 0 : 1);
        if (at[link.axis] < 0 || at[link.axis] > last || walls.open(component)[at] == 0) break;
        if (walls.open(component)[at] < whole_face && walls.distance_at_face(component, at) <= 0) break;
        distance[count] = link.part + away;
        difference[count++] = static_cast<double>(u[at]) - link.velocity;
    }
    if (count == 0) return (static_cast<double>(u[face]) - link.velocity) / link.part;
    if (count == 1) return difference[0] / distance[0];
    return difference[0] * distance[1] / distance[0] - difference[1] * distance[0] / distance[1];
}

template <int Dim> Vec<double, Dim> face_centre(const Grid<Dim>& grid, int axis, const Vec<int, Dim>& face) {
    Vec<double, Dim> x = grid.cell_centre(face);
    x[axis] = face[axis] * grid.spacing(axis);
    return x;
}

/// Where viscosity varies: the full stress on the faces inside the obstacle, which is what the flow beside it lost; and
/// what sheets held.
template <class T, int Dim>
void add_stress(const StressDomain<T, Dim>& domain, Changing<T, Dim>& state, Workspace<T, Dim>& work, int place,
                Sum<Dim>& sum) {
    const Grid<Dim>& grid = domain.sides.grid();
    Stress<T, Dim>& stress = *work.stress;
    const auto u = state.u.faces();
    double volume = 1;
    for (int axis = 0; axis < Dim; ++axis) volume *= grid.spacing(axis);
    const auto force = stress.divergence(domain, u);
    for (int axis = 0; axis < Dim; ++axis) {
        const auto held = stress.weights().held[axis].view(), held_value = stress.weights().held_value[axis].view();
        const auto open = domain.walls->open(axis);
        for_box({}, grid.face_shape(axis), [&](const Vec<int, Dim>& at) {
            double pull = open[at] > 0 ? 0 : static_cast<double>(force[axis][at]);
            if (held[at] > T(0)) {
                Vec<int, Dim> below = at;
                --below[axis];
                const T nu = T(0.5) * (stress.viscosity()[at] + stress.viscosity()[below]);
                pull += static_cast<double>(nu * (held[at] * u[axis][at] - held_value[at]));
            }
            if (pull == 0) return;
            const Vec<double, Dim> x = face_centre(grid, axis, at);
            if (nearest(work.obstacles.placed(), x) == place) sum.add(sum.result.friction, axis, pull * volume, x);
        });
    }
}

}  // namespace

// Pressure: the wall in a cell has the area that the open parts of the cell's faces lack to close it, so the force on
// it along an axis is minus the pressure times the open area above minus that below. Friction: viscosity times the
// velocity's derivative at the wall, along each line of the grid that ends in it (diffuse/walled.hpp). On a sticky
// wall that spins, the other half of the stress, the transposed gradient, is -viscosity * spin x normal; it adds up to
// a torque of -2 viscosity spin volume, and to no force.
template <class T, int Dim>
ObstacleForce<Dim> force_on(const Parameters<T, Dim>& parameters, Changing<T, Dim>& state, Workspace<T, Dim>& work,
                            int number) {
    const int place = work.obstacles.place_of(number);
    const auto& placed = work.obstacles.placed();
    if (place < 0 || place >= static_cast<int>(placed.size()) || !(state.last_dt > 0)) return {};
    const Grid<Dim>& grid = parameters.grid;
    const Walls<T, Dim>& walls = *work.obstacles.walls();
    double volume = 1;
    for (int axis = 0; axis < Dim; ++axis) volume *= grid.spacing(axis);
    // A step of second order takes its pressure in two halves, of which q is one. One that reflects takes its first q
    // twice.
    const double per_q = (parameters.order.is_second_order ? 2 : 1) / state.last_dt;
    const int first_again = parameters.order.reflects ? 1 : 0;
    const PlacedObstacle<Dim>& obstacle = placed[static_cast<std::size_t>(place)];
    const double stress = obstacle.slip == Slip::none && !work.stress ? parameters.config.viscosity : 0;
    Sum<Dim> sum(obstacle.now.position);

    for_box({}, grid.cells, [&](const Vec<int, Dim>& at) {
        for (int axis = 0; axis < Dim; ++axis) {
            Vec<int, Dim> above = at;
            ++above[axis];
            const int low = walls.open(axis)[at], high = walls.open(axis)[above];
            if (low == high) continue;
            const Vec<double, Dim> x = grid.cell_centre(at);
            if (nearest(placed, x) != place) continue;
            const double area = (high - low) / static_cast<double>(whole_face) * volume / grid.spacing(axis);
            double q = first_again * static_cast<double>(state.q.front().view()[at]);
            for (auto& projection : state.q) q += static_cast<double>(projection.view()[at]);
            sum.add(sum.result.pressure, axis, -per_q * q * area, x);
            for (int other = 0; other < Dim; ++other)
                sum.add(sum.result.friction, other, -stress * area * spin_times(obstacle.motion.angular, axis, other),
                        x);
        }
    });
    if (work.stress) {
        add_stress<T, Dim>({serial_scheduler(), parameters.sides, &walls}, state, work, place, sum);
        return sum.result;
    }
    if (!(parameters.config.viscosity > 0)) return sum.result;
    const Faces<T, Dim> u = state.u.faces();
    for (int axis = 0; axis < Dim; ++axis) {
        const Diffuser<T, Dim>& diffuser = work.velocity_diffusers[axis];
        if (!diffuser.walled()) continue;
        for (const auto& link : diffuser.walled()->links) {
            if (link.obstacle != place) continue;
            Vec<int, Dim> face = link.at;
            for (int other = 0; other < Dim; ++other) face[other] += diffuser.diffusion().first[other];
            const double h = grid.spacing(link.axis), slope = slope_at_wall(walls, u[axis], axis, face, link);
            Vec<double, Dim> x = face_centre(grid, axis, face);
            x[link.axis] += link.part * link.step * h;
            sum.add(sum.result.friction, axis, parameters.config.viscosity * slope / (h * h) * volume, x);
        }
    }
    return sum.result;
}

#define WHORL_INSTANTIATE(T, Dim) \
    template ObstacleForce<Dim> force_on(const Parameters<T, Dim>&, Changing<T, Dim>&, Workspace<T, Dim>&, int);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
