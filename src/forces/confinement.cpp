#include "forces/confinement.hpp"

#include "boundary/ghosts.hpp"
#include "forces/forces_table.hpp"
#include "forces/walled_confinement.hpp"
#include "parallel/rows.hpp"
#include "parallel/waves.hpp"

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

/// f(row) for the rows of a box that make up its line, a row in two dimensions and a plane in three.
template <int Dim, class F> void for_line(const Region<Dim>& box, int line, F f) {
    if (box.count() == 0) return;
    const int rows = box.count() / box.lines();
    for (int i = line * rows; i < (line + 1) * rows; ++i) f(box.row(i));
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
                       const Vec<View<T, Dim>, 3>& vorticity, const View<T, Dim>& size) {
    parallel_rows(scheduler, grid.cell_region().grown(1), kernels<T, Dim>().vorticity,
                  {vorticity, size, u, per_spacing<T>(grid, 0.25)});
}

template <class T, int Dim>
void confine_vorticity(Scheduler& scheduler, const Grid<Dim>& grid, double epsilon, double dt,
                       const ConfinementFields<T, Dim>& fields) {
    const auto& k = kernels<T, Dim>();
    const VorticityArguments<T, Dim> curl{fields.vorticity, fields.size, read_only(fields.u),
                                          per_spacing<T>(grid, 0.25)};
    ConfinementArguments<T, Dim> push{
        fields.force, {}, fields.size, per_spacing<T>(grid, 0.5), static_cast<T>(epsilon * grid.smallest_spacing())};
    for (int part = 0; part < 3; ++part) push.vorticity[part] = fields.vorticity[part];
    Vec<ToFacesArguments<T, Dim>, Dim> faces{};
    bool is_periodic = false;
    for (int axis = 0; axis < Dim; ++axis) {
        faces[axis] = {fields.u[axis], fields.force[axis], fields.force[axis].stride[axis], static_cast<T>(0.5 * dt)};
        is_periodic = is_periodic || grid.periodic[axis];
    }
    const auto find_in = [&](const Row& row) {
        k.vorticity(curl, row);
        if (fields.walls) vorticity_beside_walls(*fields.walls, curl, row);
    };
    const auto confine_in = [&](const Row& row) {
        k.confinement(push, row);
        if (fields.walls) confinement_beside_walls(*fields.walls, push, row);
    };
    const int lines = grid.cells[Dim - 1];
    if (is_periodic || lines < 32) {
        for_rows(scheduler, grid.cell_region().grown(1), find_in);
        for_rows(scheduler, grid.cell_region(), confine_in);
        for (int axis = 0; axis < Dim; ++axis) {
            if (grid.periodic[axis]) continue_ghosts(grid, fields.force[axis], scheduler);  // for the first face
            parallel_rows(scheduler, grid.inner_faces(axis), k.to_faces, faces[axis]);
        }
        return;
    }

    // As one pass over memory. Vorticity is wanted of the ghosts too, so its line 0 is the one before the first.
    const auto find = [&](int line) { for_line(grid.cell_region().grown(1), line, find_in); };
    const auto confine = [&](int line) {
        if (line > 0 && line <= lines) for_line(grid.cell_region(), line - 1, confine_in);
    };
    // Faces along the lines' own axis lie between a line and the one before it.
    const auto move = [&](int line) {
        for (int axis = 0; axis < Dim && line > 0 && line <= lines; ++axis) {
            const int skipped = axis == Dim - 1 ? 1 : 0;
            if (line > skipped)
                for_line(grid.inner_faces(axis), line - 1 - skipped,
                         [&](const Row& row) { k.to_faces(faces[axis], row); });
        }
    };
    const WavePass passes[] = {WavePass::of(find), WavePass::of(confine), WavePass::of(move)};
    parallel_waves(scheduler, lines + 2, false, passes);
}

#define WHORL_INSTANTIATE(T, Dim)                                                             \
    template void measure_vorticity(Scheduler&, const Grid<Dim>&, const Faces<const T, Dim>&, \
                                    const Vec<View<T, Dim>, 3>&, const View<T, Dim>&);        \
    template void confine_vorticity(Scheduler&, const Grid<Dim>&, double, double, const ConfinementFields<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
