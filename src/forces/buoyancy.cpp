#include "forces/buoyancy.hpp"

#include "forces/forces_table.hpp"
#include "parallel/rows.hpp"

namespace whorl {

template <class T, int Dim>
void add_buoyancy(Scheduler& scheduler, const Sides<T, Dim>& sides, const Buoyancy<Dim>& law, double dt,
                  const BuoyantFields<T, Dim>& fields) {
    for (int axis = 0; axis < Dim; ++axis) {
        if (law.up[axis] == 0) continue;
        // On closed sides and inflows the velocity is given: filling the ghosts puts it back.
        parallel_rows(scheduler, sides.grid().all_faces(axis),
                      kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(force_table)).buoyancy,
                      {fields.u[axis], fields.temperature, fields.density, fields.temperature.stride[axis],
                       static_cast<T>(dt * law.up[axis] * law.per_degree),
                       static_cast<T>(dt * law.up[axis] * law.per_density), static_cast<T>(law.ambient)});
    }
}

#define WHORL_INSTANTIATE(T, Dim)                                                              \
    template void add_buoyancy(Scheduler&, const Sides<T, Dim>&, const Buoyancy<Dim>&, double, \
                               const BuoyantFields<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
