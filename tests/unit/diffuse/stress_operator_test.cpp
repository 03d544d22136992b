// The operator of the full stress against one written out as a dense matrix, and what it must be whatever the
// viscosity: symmetric and positive.
#include <gtest/gtest.h>

#include "tests/dims.hpp"
#include "tests/unit/diffuse/stress_reference.hpp"
#include "tests/unit/diffuse/stress_rig.hpp"

namespace whorl {
namespace {

using Kind = SideKind;

template <int Dim> Grid<Dim> small_grid() {
    if constexpr (Dim == 2)
        return {.cells = {5, 4}, .size = {1, 1.2}, .periodic = {}};
    else
        return {.cells = {3, 4, 3}, .size = {1, 1.2, 0.8}, .periodic = {}};
}

template <int Dim> using Kinds = Vec<Side<Dim>, 2 * Dim>;

/// Sides of every kind, in several neighbourhoods.
template <int Dim> std::vector<Kinds<Dim>> mixed_sides() {
    const Segment<Dim> inflow{.kind = Kind::inflow};
    if constexpr (Dim == 2)
        return {{{Kind::wall, Kind::wall, Kind::wall, Kind::wall}},
                {{Kind::periodic, Kind::periodic, Kind::periodic, Kind::periodic}},
                {{Kind::noslip, Kind::noslip, Kind::wall, Kind::noslip}},
                {{Kind::periodic, Kind::periodic, Kind::noslip, Kind::open}},
                {{inflow, Kind::open, Kind::noslip, Kind::wall}},
                {{Kind::open, Kind::outflow, inflow, Kind::noslip}},
                {{Kind::open, Kind::open, Kind::open, Kind::open}}};
    else
        return {{{Kind::wall, Kind::noslip, Kind::wall, Kind::wall, Kind::noslip, Kind::open}},
                {{Kind::periodic, Kind::periodic, Kind::noslip, Kind::wall, Kind::periodic, Kind::periodic}},
                {{inflow, Kind::open, Kind::noslip, Kind::noslip, Kind::open, Kind::wall}},
                {{Kind::open, Kind::open, Kind::open, Kind::open, Kind::open, Kind::open}}};
}

/// From 1e-2 to 1e2, different in every cell.
template <int Dim> double rough_viscosity(const Vec<int, Dim>& cell) {
    std::uint64_t index = 7;
    for (int axis = 0; axis < Dim; ++axis) index = index * 31 + static_cast<std::uint64_t>(cell[axis]);
    return std::pow(10.0, random_between(-2, 2, 5, index));
}

template <class T, int Dim> void set_rough(StressRig<T, Dim>& rig) {
    rig.set_viscosity([&](const Vec<double, Dim>& x) {
        Vec<int, Dim> cell{};
        for (int axis = 0; axis < Dim; ++axis) cell[axis] = static_cast<int>(x[axis] / rig.grid().spacing(axis));
        return rough_viscosity<Dim>(cell);
    });
}

template <class T, int Dim> double dot_of(const Stress<T, Dim>& stress, Flow<T, Dim>& a, Flow<T, Dim>& b) {
    double sum = 0;
    for (int axis = 0; axis < Dim; ++axis) {
        const auto u = a.component[axis].view(), v = b.component[axis].view();
        Vec<int, Dim> end = stress.box(axis).first;
        for (int other = 0; other < Dim; ++other) end[other] += stress.box(axis).problem.cells[other];
        for_box(stress.box(axis).first, end,
                [&](const Vec<int, Dim>& at) { sum += static_cast<double>(u[at]) * static_cast<double>(v[at]); });
    }
    return sum;
}

template <class Dim> class StressOperator : public testing::Test {};
TYPED_TEST_SUITE(StressOperator, Dims);

TYPED_TEST(StressOperator, IsTheDenseMatrix) {
    constexpr int dim = TypeParam::value;
    for (const auto& kinds : mixed_sides<dim>()) {
        StressRig<double, dim> rig(small_grid<dim>(), kinds);
        set_rough(rig);
        constexpr double dt = 0.3;
        ASSERT_TRUE(rig.stress.set_dt(*rig.scheduler, dt));
        const DenseStress<dim> dense(rig.sides, dt,
                                     [](const Vec<int, dim>& cell) { return rough_viscosity<dim>(cell); });
        Flow<double, dim> x(rig.grid()), y(rig.grid());
        const auto u = x.faces(), v = y.faces();
        for (std::size_t j = 0; j < dense.unknowns.size(); ++j) {
            const auto& from = dense.unknowns[j];
            u[from.component][from.face] = 1;
            rig.stress.apply(*rig.scheduler, v, u);
            for (std::size_t i = 0; i < dense.unknowns.size(); ++i) {
                const auto& to = dense.unknowns[i];
                const double expected = dense.matrix[i][j];
                ASSERT_NEAR(v[to.component][to.face], expected, 1e-9 * (std::abs(expected) + 1)) << i << ' ' << j;
            }
            x.clear();
        }
    }
}

TYPED_TEST(StressOperator, IsSymmetricAndPositive) {
    constexpr int dim = TypeParam::value;
    for (const auto& kinds : mixed_sides<dim>()) {
        StressRig<double, dim> rig(small_grid<dim>(), kinds);
        set_rough(rig);
        ASSERT_TRUE(rig.stress.set_dt(*rig.scheduler, 100));
        Flow<double, dim> x(rig.grid()), y(rig.grid()), ax(rig.grid()), ay(rig.grid());
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            x.randomise(rig.stress, 2 * seed), y.randomise(rig.stress, 2 * seed + 1);
            const double xax = rig.stress.apply(*rig.scheduler, ax.faces(), x.faces());
            rig.stress.apply(*rig.scheduler, ay.faces(), y.faces());
            const double xay = dot_of(rig.stress, x, ay), yax = dot_of(rig.stress, y, ax);
            EXPECT_NEAR(xay, yax, 1e-12 * (std::abs(xay) + xax));
            EXPECT_GT(xax, 0);
        }
    }
}

}  // namespace
}  // namespace whorl
