#include "forces/confinement.hpp"

#include "boundary/ghosts.hpp"
#include "forces/forces_table.hpp"
#include "parallel/rows.hpp"

namespace whorl {
namespace {

template <class T, int Dim> const ForceKernels<T, Dim>& kernels() {
    return kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(force_table));
}

template <class T, int Dim> Vec<T, Dim> per_spacing(const Grid<Dim>& grid, double factor) {
    Vec<T, Dim> result{};
    for (int axis = 0; axis < Dim; ++axis) result[axis] = static_cast<T>(factor / grid.spacing(axis));
    return result;
}

}  // namespace

double confinement_after(ConfinementScale source, double epsilon, double h) {
    switch (source) {
        case ConfinementScale::nealen:
            return epsilon / h;
        case ConfinementScale::win:
            return 1 / h;
        default:
            return epsilon;
    }
}

template <class T, int Dim>
void measure_vorticity(Scheduler& scheduler, const Grid<Dim>& grid, const Faces<const T, Dim>& u,
                       const Vec<View<T, Dim>, 3>& vorticity) {
    parallel_rows(scheduler, grid.cell_region().grown(1), kernels<T, Dim>().vorticity,
                  {vorticity, u, per_spacing<T>(grid, 0.25)});
}

template <class T, int Dim>
void confine_vorticity(Scheduler& scheduler, const Grid<Dim>& grid, double epsilon, double dt,
                       const ConfinementFields<T, Dim>& fields) {
    measure_vorticity(scheduler, grid, read_only(fields.u), fields.vorticity);
    ConfinementArguments<T, Dim> arguments{
        fields.force, {}, per_spacing<T>(grid, 0.5), static_cast<T>(epsilon * grid.smallest_spacing())};
    for (int part = 0; part < 3; ++part) arguments.vorticity[part] = fields.vorticity[part];
    parallel_rows(scheduler, grid.cell_region(), kernels<T, Dim>().confinement, arguments);
    for (int axis = 0; axis < Dim; ++axis) {
        if (grid.periodic[axis]) continue_ghosts(grid, fields.force[axis], scheduler);  // for the first face
        parallel_rows(scheduler, grid.inner_faces(axis), kernels<T, Dim>().to_faces,
                      {fields.u[axis], fields.force[axis], fields.force[axis].stride[axis], static_cast<T>(0.5 * dt)});
    }
}

#define WHORL_INSTANTIATE(T, Dim)                                                             \
    template void measure_vorticity(Scheduler&, const Grid<Dim>&, const Faces<const T, Dim>&, \
                                    const Vec<View<T, Dim>, 3>&);                             \
    template void confine_vorticity(Scheduler&, const Grid<Dim>&, double, double, const ConfinementFields<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
