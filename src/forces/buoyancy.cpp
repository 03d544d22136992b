#include "forces/buoyancy.hpp"

#include "forces/forces_table.hpp"
#include "parallel/rows.hpp"

namespace whorl {
namespace {

template <class T, int Dim> bool moves_sides(const Sides<T, Dim>& sides, int axis) {
    return sides.grid().periodic[axis] || sides.is_passable(axis, false) || sides.is_passable(axis, true);
}

}  // namespace

template <class T, int Dim> bool feels_ghosts(const Sides<T, Dim>& sides, const Buoyancy<Dim>& law) {
    bool is_felt = false;
    for (int axis = 0; axis < Dim; ++axis) is_felt = is_felt || (law.up[axis] != 0 && moves_sides(sides, axis));
    return is_felt;
}

template <class T, int Dim>
void add_buoyancy(Scheduler& scheduler, const Sides<T, Dim>& sides, const Buoyancy<Dim>& law, double dt,
                  const BuoyantFields<T, Dim>& fields) {
    for (int axis = 0; axis < Dim; ++axis) {
        if (law.up[axis] == 0) continue;
        // On closed sides and inflows the velocity is given: where there are others too, filling the ghosts puts it
        // back.
        const Grid<Dim>& grid = sides.grid();
        parallel_rows(scheduler, moves_sides(sides, axis) ? grid.all_faces(axis) : grid.inner_faces(axis),
                      kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(force_table)).buoyancy,
                      {fields.u[axis], fields.temperature, fields.density, fields.temperature.stride[axis],
                       static_cast<T>(dt * law.up[axis] * law.per_degree),
                       static_cast<T>(dt * law.up[axis] * law.per_density), static_cast<T>(law.ambient)});
    }
}

#define WHORL_INSTANTIATE(T, Dim)                                                              \
    template bool feels_ghosts(const Sides<T, Dim>&, const Buoyancy<Dim>&);                    \
    template void add_buoyancy(Scheduler&, const Sides<T, Dim>&, const Buoyancy<Dim>&, double, \
                               const BuoyantFields<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
