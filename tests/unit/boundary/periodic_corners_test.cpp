// Where a periodic axis meets a side across another, ghosts in the corner are those that the ghosts inside of the
// period hold: who reads round the period and who reads the corner find the same.
#include <gtest/gtest.h>

#include "boundary/ghosts.hpp"
#include "core/field.hpp"
#include "tests/dims.hpp"

namespace whorl {
namespace {

using Kind = SideKind;

constexpr int layers = 2;

template <int Dim> Grid<Dim> grid_with(const Vec<bool, Dim>& periodic) {
    Grid<Dim> grid{.periodic = periodic};
    for (int axis = 0; axis < Dim; ++axis) grid.cells[axis] = 5 - axis, grid.size[axis] = 5 - axis;
    return grid;
}

/// All kinds, each alone, and parts of several kinds of which the ends of a period do not have the same.
template <int Dim> std::vector<Side<Dim>> sides_to_try() {
    Segment<Dim> inflow{.kind = Kind::inflow}, first{.kind = Kind::open}, second{.kind = Kind::noslip};
    for (int axis = 0; axis < Dim; ++axis) inflow.velocity[axis] = second.velocity[axis] = 2 + axis;
    for (int axis = 0; axis < Dim - 1; ++axis) first.to[axis] = 1, second.to[axis] = 2;
    const std::vector<Segment<Dim>> parts{first, second, {.kind = Kind::outflow, .scalars = {{"density", 6}}}};
    return {Kind::wall, Kind::noslip, inflow, Kind::outflow, Kind::open, parts};
}

/// Numbers of both signs without a pattern.
template <int Dim> void fill(const View<double, Dim>& view, unsigned seed) {
    Vec<int, Dim> at{};
    for (std::ptrdiff_t cell = 0; cell < view.cells(); ++cell) {
        seed = seed * 1664525u + 1013904223u;
        view[at] = static_cast<double>(seed >> 16) / 32768 - 1;
        for (int axis = 0; axis < Dim && ++at[axis] == view.shape[axis]; ++axis) at[axis] = 0;
    }
}

/// Every place, ghosts and all, holds what the one inside of the period does.
template <int Dim> void expect_copies(const Grid<Dim>& grid, const View<double, Dim>& view) {
    Vec<int, Dim> at;
    for (int axis = 0; axis < Dim; ++axis) at[axis] = -layers;
    for (int axis = 0; axis < Dim;) {
        Vec<int, Dim> inside = at;
        for (int a = 0; a < Dim; ++a)
            if (grid.periodic[a]) inside[a] = (at[a] + grid.cells[a]) % grid.cells[a];
        ASSERT_EQ(view[at], view[inside]) << at[0] << ' ' << at[1] << ' ' << at[Dim - 1];
        for (axis = 0; axis < Dim && ++at[axis] == view.shape[axis] + layers; ++axis) at[axis] = -layers;
    }
}

template <int Dim> void try_sides(const Grid<Dim>& grid, const Side<Dim>& side) {
    Vec<Side<Dim>, 2 * Dim> all;
    for (int k = 0; k < 2 * Dim; ++k) all[k] = grid.periodic[k / 2] ? Side<Dim>(Kind::periodic) : side;
    const auto sides = Sides<double, Dim>::make(grid, all, {"density"}).value();
    std::vector<Field<double, Dim>> fields;
    Faces<double, Dim> u;
    for (int component = 0; component < Dim; ++component) {
        Vec<int, Dim> shape = grid.cells;
        if (!grid.periodic[component]) ++shape[component];
        fields.push_back(Field<double, Dim>::make(shape).value());
        u[component] = fields.back().view();
        fill<Dim>(u[component], static_cast<unsigned>(component));
    }
    auto density = Field<double, Dim>::make(grid.cells).value(),
         pressure = Field<double, Dim>::make(grid.cells).value();
    fill<Dim>(density.view(), 7), fill<Dim>(pressure.view(), 8);
    fill_velocity_ghosts(sides, u);
    fill_scalar_ghosts(sides, {.scalar = 0, .ambient = 7.0, .u = read_only(u)}, density.view());
    fill_pressure_ghosts(sides, pressure.view());
    for (int component = 0; component < Dim; ++component) expect_copies<Dim>(grid, u[component]);
    expect_copies<Dim>(grid, density.view());
    expect_copies<Dim>(grid, pressure.view());
}

template <class Type> struct PeriodicCorners : testing::Test {};
TYPED_TEST_SUITE(PeriodicCorners, Dims);

TYPED_TEST(PeriodicCorners, AreCopiesOfGhosts) {
    constexpr int Dim = TypeParam::value;
    for (int which = 1; which < (1 << Dim) - 1; ++which) {
        Vec<bool, Dim> periodic;
        for (int axis = 0; axis < Dim; ++axis) periodic[axis] = (which >> axis & 1) != 0;
        const auto sides = sides_to_try<Dim>();
        for (std::size_t k = 0; k < sides.size(); ++k) {
            SCOPED_TRACE(testing::Message() << "periodic " << which << ", side " << k);
            try_sides(grid_with<Dim>(periodic), sides[k]);
        }
    }
}

}  // namespace
}  // namespace whorl
