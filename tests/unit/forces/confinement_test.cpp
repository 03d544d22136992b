#include "forces/confinement.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "boundary/ghosts.hpp"
#include "core/field.hpp"
#include "tests/dims.hpp"
#include "tests/fluids.hpp"

namespace whorl {
namespace {

template <class Dim> class Confinement : public testing::Test {};
TYPED_TEST_SUITE(Confinement, Dims);

template <int Dim> struct Swirl {
    Grid<Dim> grid{};
    std::vector<Field<double, Dim>> u{}, scratch{};

    template <class F> explicit Swirl(F velocity) : Swirl(velocity, few_cells()) {}
    static Vec<int, Dim> few_cells() {
        Vec<int, Dim> cells{};
        for (int axis = 0; axis < Dim; ++axis) cells[axis] = 12 - 2 * axis;
        return cells;
    }
    template <class F> Swirl(F velocity, const Vec<int, Dim>& cells) {
        make(cells, [&](int axis, const Vec<int, Dim>& at) {
            Vec<double, Dim> x = grid.cell_centre(at);
            x[axis] -= 0.5 * grid.spacing(axis);
            return velocity(x)[axis];
        });
    }
    /// Some lines of another.
    Swirl(const Vec<int, Dim>& cells, const Swirl& whole, int first) {
        make(cells, [&](int axis, Vec<int, Dim> at) {
            at[Dim - 1] += first;
            return whole.u[axis].view()[at];
        });
    }
    template <class F> void make(const Vec<int, Dim>& cells, F value) {
        for (int axis = 0; axis < Dim; ++axis)
            grid.cells[axis] = cells[axis], grid.size[axis] = 0.125 * (axis + 1) * cells[axis];
        for (int axis = 0; axis < Dim; ++axis) {
            u.push_back(Field<double, Dim>::make(grid.face_shape(axis)).value());
            const auto view = u.back().view();
            // Ghosts too: the field goes on beyond the box.
            Vec<int, Dim> shape = view.shape;
            for (int other = 0; other < Dim; ++other) shape[other] += 4;
            each_of(shape, [&](Vec<int, Dim> at) {
                for (int other = 0; other < Dim; ++other) at[other] -= 2;
                view[at] = value(axis, at);
            });
        }
        for (int i = 0; i < 7; ++i) scratch.push_back(Field<double, Dim>::make(grid.cells).value());
    }
    Faces<double, Dim> faces() {
        Faces<double, Dim> views{};
        for (int axis = 0; axis < Dim; ++axis) views[axis] = u[axis].view();
        return views;
    }
    ConfinementFields<double, Dim> fields() {
        ConfinementFields<double, Dim> made{.u = faces()};
        for (int part = 0; part < 3; ++part) made.vorticity[part] = scratch[part].view();
        for (int axis = 0; axis < Dim; ++axis) made.force[axis] = scratch[3 + axis].view();
        made.size = scratch[6].view();
        return made;
    }
};

template <int Dim> Vec<double, Dim> solid_rotation(const Vec<double, Dim>& x) {
    Vec<double, Dim> u{};
    u[0] = -1.5 * x[1], u[1] = 1.5 * x[0];
    return u;
}

TYPED_TEST(Confinement, SolidRotationHasTwiceItsRateAsVorticity) {
    constexpr int dim = TypeParam::value;
    Swirl<dim> swirl(solid_rotation<dim>);
    const auto fields = swirl.fields();
    measure_vorticity(serial_scheduler(), swirl.grid, read_only(fields.u), fields.vorticity);
    each_of(swirl.grid.cells, [&](const auto& at) {
        EXPECT_NEAR(fields.vorticity[2][at], 3, 1e-12);
        if (dim == 3) {
            EXPECT_NEAR(fields.vorticity[0][at], 0, 1e-12);
            EXPECT_NEAR(fields.vorticity[1][at], 0, 1e-12);
        }
    });
}

// About each axis in turn: the sign and the place of every component.
TEST(Confinement3, RotationAboutEachAxis) {
    for (int axis = 0; axis < 3; ++axis) {
        Swirl<3> swirl([&](const Vec<double, 3>& x) {
            Vec<double, 3> u{};
            u[(axis + 1) % 3] = -x[(axis + 2) % 3], u[(axis + 2) % 3] = x[(axis + 1) % 3];
            return u;
        });
        const auto fields = swirl.fields();
        measure_vorticity(serial_scheduler(), swirl.grid, read_only(fields.u), fields.vorticity);
        for (int part = 0; part < 3; ++part)
            EXPECT_NEAR(fields.vorticity[part](4, 4, 4), part == axis ? 2 : 0, 1e-12) << axis << part;
    }
}

TYPED_TEST(Confinement, StillFluidAndSolidRotationFeelNothing) {
    constexpr int dim = TypeParam::value;
    for (const double rate : {0.0, 1.0}) {
        Swirl<dim> swirl([&](const auto& x) {
            auto u = solid_rotation<dim>(x);
            u[0] *= rate, u[1] *= rate;
            return u;
        });
        const double before = swirl.u[0].view()[Vec<int, dim>{}];
        confine_vorticity(serial_scheduler(), swirl.grid, rate == 0 ? 1e6 : 1e-3, 0.1, swirl.fields());
        EXPECT_NEAR((swirl.u[0].view()[Vec<int, dim>{}]), before, 1e-3);
        each_of(swirl.grid.cells, [&](const auto& at) { EXPECT_TRUE(std::isfinite(swirl.u[1].view()[at])); });
    }
}

// In the core of a whirl N points to its middle, and the force N x omega speeds up its rotation. (Further out, where
// the shear has the other sign, it is the ring around that is pushed.)
TYPED_TEST(Confinement, SpinsUpAWhirl) {
    constexpr int dim = TypeParam::value;
    const auto whirl = [](const Vec<double, dim>& x) {
        const double dx = x[0] - 0.6, dy = x[1] - 1.0, swirl = std::exp(-(dx * dx + dy * dy) / 0.1);
        Vec<double, dim> u{};
        u[0] = -swirl * dy, u[1] = swirl * dx;
        return u;
    };
    Swirl<dim> before(whirl), after(whirl);
    confine_vorticity(serial_scheduler(), after.grid, 2, 0.1, after.fields());
    double gained = 0;
    each_of(before.grid.cells, [&](const auto& at) {
        const auto x = before.grid.cell_centre(at);
        if (std::pow(x[0] - 0.6, 2) + std::pow(x[1] - 1.0, 2) > 0.05) return;
        gained += (x[0] - 0.6) * (after.u[1].view()[at] - before.u[1].view()[at]) -
                  (x[1] - 1.0) * (after.u[0].view()[at] - before.u[0].view()[at]);
    });
    EXPECT_GT(gained, 0);
}

TEST(ConfinementScales, AreConvertedToOurs) {
    EXPECT_EQ(confinement_after(ConfinementScale::marek, 0.3, 0.1), 0.3);
    EXPECT_EQ(confinement_after(ConfinementScale::nealen, 0.3, 0.1), 0.3 / 0.1);
    EXPECT_EQ(confinement_after(ConfinementScale::win, 0.3, 0.1), 10);
}

// Energy after a while is ordered by epsilon, over Nealen's values; absurd ones stay finite.
TEST(ConfinementFlow, EnergyIsOrderedByEpsilonAndStaysFinite) {
    const auto energy = [](double epsilon) {
        FluidConfig<2> config{.cells = {48, 48},
                              .vorticity_confinement = confinement_after(ConfinementScale::nealen, epsilon, 1.0 / 48),
                              .scalars = {},
                              .advection = Scheme::linear};
        make_periodic(config);
        auto fluid = Fluid2::make(config).value();
        set_noise(fluid, 1, 3);
        for (int step = 0; step < 60; ++step) (void)fluid.step(0.02).value();
        return mean_energy(fluid);
    };
    double last = 0;
    for (const double epsilon : {0.0, 0.15, 0.30, 0.45}) {
        const double now = energy(epsilon);
        EXPECT_GT(now, last) << epsilon;
        last = now;
    }
    EXPECT_TRUE(std::isfinite(energy(10)));
    EXPECT_LT(energy(1e6), 2 * 100 * 100);
}

// A line's force depends on those around it and on nothing else: not on how the whole is divided into slabs.
TYPED_TEST(Confinement, IsTheSameInSlabs) {
    constexpr int dim = TypeParam::value, few = 7, middle = 3;
    Vec<int, dim> cells{}, fewer{};
    for (int axis = 0; axis < dim; ++axis) cells[axis] = fewer[axis] = dim == 2 ? 18000 : 150;
    cells[dim - 1] = 34, fewer[dim - 1] = few;
    const auto flow = [](const Vec<double, dim>& x) {
        Vec<double, dim> u{};
        for (int axis = 0; axis < dim; ++axis)
            u[axis] = std::sin(3 * x[0] + axis) * std::cos(2 * x[1] - axis) + 0.3 * std::sin(7 * x[dim - 1] * x[axis]);
        return u;
    };
    Swirl<dim> whole(flow, cells);
    const Swirl<dim> before(flow, cells);
    confine_vorticity(serial_scheduler(), whole.grid, 2.0, 0.1, whole.fields());
    for (int line = 0; line + few <= cells[dim - 1]; ++line) {
        Swirl<dim> part(fewer, before, line);
        confine_vorticity(serial_scheduler(), part.grid, 2.0, 0.1, part.fields());
        bool is_same = true;
        for (int axis = 0; axis < dim; ++axis) {
            Vec<int, dim> plane = part.u[axis].view().shape;
            plane[dim - 1] = 1;
            each_of(plane, [&](Vec<int, dim> at) {
                at[dim - 1] = middle;
                Vec<int, dim> there = at;
                there[dim - 1] += line;
                is_same = is_same && part.u[axis].view()[at] == whole.u[axis].view()[there];
            });
        }
        EXPECT_TRUE(is_same) << "line " << line + middle;
    }
}

}  // namespace
}  // namespace whorl
