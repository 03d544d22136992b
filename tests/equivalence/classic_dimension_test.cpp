// A 2D flow extruded along z stays the 2D flow. Relaxation stops after 20 sweeps at another place in 3D (the cells
// above and below take part), so both are solved to the end.
#include <gtest/gtest.h>

#include "tests/classic_grid.hpp"

namespace whorl::classic {
namespace {

TEST(ClassicDimension, ExtrudedDataReproducesTheFlatRun) {
    constexpr int cells = 10;
    Fluid<Stam2003<double, 2>> flat(cells);
    Fluid<Stam2003<double, 3>> deep(cells);
    flat.solver.sweeps = deep.solver.sweeps = 2000;
    const auto extrude = [&](const double* from, double* to) {
        for (int k = 0; k < cells + 2; ++k) std::copy(from, from + flat.solver.size(), to + k * flat.solver.size());
    };
    for (int step = 0; step < 6; ++step) {
        for (int axis = 0; axis < 2; ++axis) {
            flat.randomize(flat.u0[axis], -2, 2, 10 * step + axis + 1);
            extrude(flat.u0[axis], deep.u0[axis]);
        }
        std::fill(deep.u0[2], deep.u0[2] + deep.solver.size(), 0.0);
        flat.randomize(flat.x0, 0, 2, 10 * step + 5);
        extrude(flat.x0, deep.x0);
        flat.step(1e-3, 1e-3, 0.1), deep.step(1e-3, 1e-3, 0.1);
    }
    deep.solver.each_cell_at([&](Index c, const Vec<int, 3>& at) {
        const Index below = flat.solver.index({at[0], at[1]});
        EXPECT_NEAR(deep.u[0][c], flat.u[0][below], 1e-10);
        EXPECT_NEAR(deep.u[1][c], flat.u[1][below], 1e-10);
        EXPECT_NEAR(deep.u[2][c], 0, 1e-10);
        EXPECT_NEAR(deep.x[c], flat.x[below], 1e-10);
    });
}

}  // namespace
}  // namespace whorl::classic
