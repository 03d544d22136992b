#include "diffuse/diffuse.hpp"

#include "boundary/assemble.hpp"
#include "diffuse/laplacian_table.hpp"
#include "parallel/rows.hpp"
#include "simd/field_kernels.hpp"

namespace whorl {

template <class T, int Dim>
Diffusion<T, Dim> velocity_diffusion(const Sides<T, Dim>& sides, int component, const Faces<T, Dim>& weights) {
    const Grid<Dim>& grid = sides.grid();
    Diffusion<T, Dim> diffusion;
    Vec<int, Dim> cells = grid.face_shape(component);
    Vec<bool, 2> is_free{};
    for (const bool high : {false, true}) {
        is_free[high] =
            sides.is_all(component, high, SideKind::outflow) || sides.is_all(component, high, SideKind::open);
        if (grid.periodic[component] || is_free[high]) continue;
        --cells[component];
        if (!high) ++diffusion.first[component];
    }
    if (cells[component] < 1) {
        diffusion.problem.cells = cells;
        return diffusion;
    }
    diffusion.problem = assemble(grid, cells, weights, [&](int axis, bool high, const Vec<int, Dim>& at) {
        if (axis == component) return is_free[high] ? 0 : 1;  // the face on the side, one cell away, is given
        Vec<int, Dim> face = at;
        for (int other = 0; other < Dim; ++other) face[other] += diffusion.first[other];
        switch (sides.face(axis, high, face).kind) {
            case SideKind::noslip:
                return 2;
            case SideKind::inflow:
                return 1;
            default:
                return 0;
        }
    });
    return diffusion;
}

template <class T, int Dim>
Diffusion<T, Dim> scalar_diffusion(const Sides<T, Dim>& sides, int scalar, const Faces<T, Dim>& weights) {
    Diffusion<T, Dim> diffusion;
    diffusion.problem =
        assemble(sides.grid(), sides.grid().cells, weights, [&](int axis, bool high, const Vec<int, Dim>& at) {
            if (!sides.value(axis, high, at, scalar).is_held) return 0;
            return sides.face(axis, high, at).is_passable() ? 1 : 2;
        });
    return diffusion;
}

template <class T, int Dim>
void add_laplacian(Scheduler& scheduler, const Diffusion<T, Dim>& diffusion, const View<T, Dim>& y,
                   const View<const T, Dim>& x, double rate, double keep) {
    LaplacianArguments<T, Dim> arguments{y, x, {}, static_cast<T>(keep)};
    for (int axis = 0; axis < Dim; ++axis)
        arguments.weight[axis] = static_cast<T>(rate * static_cast<double>(diffusion.problem.weight[axis]));
    parallel_rows(scheduler, diffusion.region(), kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(laplacian_table)).laplacian,
                  arguments);
}

template <class T, int Dim>
SolveReport diffuse(Scheduler& scheduler, PressureSolver<T, Dim>& solver, const Diffusion<T, Dim>& diffusion,
                    const Vec<View<T, Dim>, 3>& x_rhs_change, const SolveGoal& goal) {
    const auto& [x, rhs, change] = x_rhs_change.component;
    const Region<Dim> region = diffusion.region();
    add_laplacian<T, Dim>(scheduler, diffusion, rhs, x, 1, 0);
    fill(scheduler, region, change, 0);
    const auto unknowns = [&](const View<T, Dim>& view) {
        return View<T, Dim>{&view[diffusion.first], diffusion.problem.cells, view.stride};
    };
    const SolveReport report = solver.solve(unknowns(change), unknowns(rhs), goal, scheduler);
    add_scaled(scheduler, region, x, 1, change);
    return report;
}

#define WHORL_INSTANTIATE(T, Dim)                                                                                     \
    template Diffusion<T, Dim> velocity_diffusion(const Sides<T, Dim>&, int, const Faces<T, Dim>&);                   \
    template Diffusion<T, Dim> scalar_diffusion(const Sides<T, Dim>&, int, const Faces<T, Dim>&);                     \
    template void add_laplacian(Scheduler&, const Diffusion<T, Dim>&, const View<T, Dim>&, const View<const T, Dim>&, \
                                double, double);                                                                      \
    template SolveReport diffuse(Scheduler&, PressureSolver<T, Dim>&, const Diffusion<T, Dim>&,                       \
                                 const Vec<View<T, Dim>, 3>&, const SolveGoal&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
