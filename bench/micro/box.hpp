// A closed box with a vortex in it, for the kernels that know sides.
#pragma once

#include "bench/flows.hpp"
#include "boundary/ghosts.hpp"

namespace whorl::micro {

template <int Dim> struct ClosedBox {
    ClosedBox(int n, Scheduler& who)
        : scheduler(who),
          grid(metre_cube<Dim>(n)),
          sides(std::move(Sides<float, Dim>::make(grid, {}, {"density"})).value()),
          velocity(vortex(grid)),
          density(ripples(grid.cells)),
          temperature(ripples(grid.cells)) {
        fill_velocity_ghosts(sides, u(), scheduler);
        for (Field<float, Dim>* scalar : {&density, &temperature}) fill_scalar(scalar->view());
    }

    Faces<float, Dim> u() { return faces_of(velocity); }
    void fill_scalar(const View<float, Dim>& s) {
        fill_scalar_ghosts(sides, ScalarGhosts<float, Dim>{.u = read_only(u())}, s, scheduler);
    }

    Scheduler& scheduler;
    Grid<Dim> grid;
    Sides<float, Dim> sides;
    Vec<Field<float, Dim>, Dim> velocity;
    Field<float, Dim> density, temperature;
};

}  // namespace whorl::micro
