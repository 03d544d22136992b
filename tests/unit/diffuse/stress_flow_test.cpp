// Implicit steps of the full stress: against the dense system, the scalar Laplacian, and flows that are known.
#include <gtest/gtest.h>

#include "simd/field_kernels.hpp"
#include "tests/dims.hpp"
#include "tests/unit/diffuse/stress_reference.hpp"
#include "tests/unit/diffuse/stress_rig.hpp"

namespace whorl {
namespace {

using Kind = SideKind;

template <int Dim> using Kinds = Vec<Side<Dim>, 2 * Dim>;

template <int Dim> Kinds<Dim> all(Kind kind) {
    Kinds<Dim> kinds{};
    for (int side = 0; side < 2 * Dim; ++side) kinds[side] = kind;
    return kinds;
}

template <int Dim> Grid<Dim> grid_of(int longest) {
    if constexpr (Dim == 2)
        return {.cells = {longest, longest * 3 / 4}, .size = {1, 0.75}, .periodic = {}};
    else
        return {.cells = {longest, longest * 3 / 4, longest / 2}, .size = {1, 0.75, 0.5}, .periodic = {}};
}

template <class T, int Dim>
SolveReport diffuse(StressRig<T, Dim>& rig, Flow<T, Dim>& u, double dt, double relative = 1e-12) {
    fill_velocity_ghosts(rig.sides, u.faces());
    return rig.stress.diffuse(rig.domain(), dt, u.faces(), {.relative = relative, .max_iterations = 2000});
}

/// The rms over all faces of u - exact.
template <class T, int Dim> double distance(const Grid<Dim>& grid, Flow<T, Dim>& u, Flow<T, Dim>& exact) {
    double sum = 0, count = 0;
    for (int axis = 0; axis < Dim; ++axis)
        for_box({}, grid.face_shape(axis), [&](const Vec<int, Dim>& at) {
            const double off = static_cast<double>(u.faces()[axis][at]) - static_cast<double>(exact.faces()[axis][at]);
            sum += off * off, count += 1;
        });
    return std::sqrt(sum / count);
}

template <class Dim> class StressFlow : public testing::Test {};
TYPED_TEST_SUITE(StressFlow, Dims);

TYPED_TEST(StressFlow, IsTheSolutionOfTheDenseSystem) {
    constexpr int dim = TypeParam::value;
    auto kinds = all<dim>(Kind::noslip);
    kinds[1] = Kind::open, kinds[2] = Kind::wall;
    StressRig<double, dim> rig(grid_of<dim>(dim == 2 ? 8 : 4), kinds);
    const auto nu = [](const Vec<double, dim>& x) { return x[0] < 0.4 ? 2.0 : 0.01 + x[1]; };
    rig.set_viscosity(nu);
    constexpr double dt = 0.2;
    Flow<double, dim> u(rig.grid());
    u.randomise(rig.stress, 3);
    const DenseStress<dim> dense(rig.sides, dt,
                                 [&](const Vec<int, dim>& at) { return nu(rig.grid().cell_centre(at)); });
    std::vector<double> right;
    for (const auto& [component, face] : dense.unknowns) {
        const bool is_half = component == 0 && face[0] == rig.grid().cells[0];
        right.push_back((is_half ? 0.5 : 1) * u.faces()[component][face] / dt);
    }
    const auto expected = dense.solve(right);
    EXPECT_TRUE(diffuse(rig, u, dt).reached);
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NEAR(u.faces()[dense.unknowns[i].component][dense.unknowns[i].face], expected[i], 1e-9) << i;
}

/// Free of divergence on the grid itself: differences of a potential at corners, in planes of two axes.
template <int Dim> void set_solenoidal(const Grid<Dim>& grid, Flow<double, Dim>& u) {
    const auto potential = [&](const Vec<double, Dim>& x, int axis) {
        const double turn = 2 * 3.14159265358979;
        return std::sin(turn * x[0] / grid.size[0]) * std::cos(2 * turn * x[1] / grid.size[1] + axis) / turn;
    };
    for (int a = 0; a < Dim; ++a) {
        const int b = (a + 1) % Dim;
        if (Dim == 2 && a == 1) continue;
        for_box({}, grid.cells, [&](const Vec<int, Dim>& at) {
            Vec<double, Dim> corner = grid.cell_centre(at);
            for (const int axis : {a, b}) corner[axis] -= 0.5 * grid.spacing(axis);
            Vec<double, Dim> beside_a = corner, beside_b = corner;
            beside_a[a] += grid.spacing(a), beside_b[b] += grid.spacing(b);
            const double here = potential(corner, a);
            u.faces()[a][at] += (potential(beside_b, a) - here) / grid.spacing(b);
            u.faces()[b][at] -= (potential(beside_a, a) - here) / grid.spacing(a);
        });
    }
}

TYPED_TEST(StressFlow, OfOneViscosityIsTheLaplacianWithoutDivergence) {
    constexpr int dim = TypeParam::value;
    StressRig<double, dim> rig(grid_of<dim>(16), all<dim>(Kind::periodic));
    constexpr double nu = 0.3, dt = 0.05;
    rig.set_viscosity([&](const auto&) { return nu; });
    Flow<double, dim> u(rig.grid()), expected(rig.grid()), scratch(rig.grid()), change(rig.grid());
    set_solenoidal(rig.grid(), u), set_solenoidal(rig.grid(), expected);
    fill_velocity_ghosts(rig.sides, expected.faces());
    for (int axis = 0; axis < dim; ++axis) {
        auto diffusion = velocity_diffusion<double, dim>(rig.sides, axis, {});
        diffusion.problem.diagonal = 1 / (nu * dt);
        auto solver = make_pressure_solver<double, dim>("multigrid").value();
        ASSERT_TRUE(solver->prepare(diffusion.problem));
        whorl::diffuse<double, dim>(*rig.scheduler, *solver, diffusion,
                                    {expected.faces()[axis], scratch.faces()[axis], change.faces()[axis]},
                                    {.relative = 1e-12, .max_iterations = 100});
    }
    Flow<double, dim> before(rig.grid());
    set_solenoidal(rig.grid(), before);
    EXPECT_TRUE(diffuse(rig, u, dt).reached);
    EXPECT_LT(distance(rig.grid(), u, expected), 1e-10);
    EXPECT_GT(distance(rig.grid(), u, before), 0.1);
}

/// Turns about the middle of the box.
template <int Dim> Vec<double, Dim> turning(const Grid<Dim>& grid, const Vec<double, Dim>& x) {
    const double spin[] = {0.4, -0.7, 1.0};
    double arm[3]{};
    for (int axis = 0; axis < Dim; ++axis) arm[axis] = x[axis] - 0.5 * grid.size[axis];
    if constexpr (Dim == 2)
        return {-spin[2] * arm[1], spin[2] * arm[0]};
    else
        return {spin[1] * arm[2] - spin[2] * arm[1], spin[2] * arm[0] - spin[0] * arm[2],
                spin[0] * arm[1] - spin[1] * arm[0]};
}

template <class T, int Dim> void expect_turning_stays(double tolerance) {
    StressRig<T, Dim> rig(grid_of<Dim>(24), all<Dim>(Kind::open));
    rig.set_viscosity([](const Vec<double, Dim>& x) { return x[0] + x[1] < 0.8 ? 1e4 : 1.0; });
    Flow<T, Dim> u(rig.grid()), expected(rig.grid());
    for (Flow<T, Dim>* flow : {&u, &expected})
        flow->set(rig.grid(), [&](const Vec<double, Dim>& x) { return turning(rig.grid(), x); });
    for (int step = 0; step < 3; ++step) {
        const SolveReport report = diffuse(rig, u, 1.0, 1e-5);
        EXPECT_TRUE(report.reached);
        EXPECT_LE(report.iterations, 8);  // there is nothing to solve but rounding
    }
    EXPECT_LT(distance(rig.grid(), u, expected), tolerance);
}

TYPED_TEST(StressFlow, RigidRotationStaysAtAnyViscosity) {
    expect_turning_stays<double, TypeParam::value>(1e-12);
    expect_turning_stays<float, TypeParam::value>(1e-4);
}

// Only the transposed gradient lets it: the Laplacian of the components would stop the disc at its rim.
TYPED_TEST(StressFlow, AThickLumpGoesOnTurningInFluidWithoutViscosity) {
    constexpr int dim = TypeParam::value;
    StressRig<double, dim> rig(grid_of<dim>(32), all<dim>(Kind::wall));
    const auto is_thick = [&](const Vec<double, dim>& x, double radius) {
        double sum = 0;
        for (int axis = 0; axis < dim; ++axis)
            sum += (x[axis] - 0.5 * rig.grid().size[axis]) * (x[axis] - 0.5 * rig.grid().size[axis]);
        return sum < radius * radius;
    };
    rig.set_viscosity([&](const Vec<double, dim>& x) { return is_thick(x, 0.18) ? 100.0 : 0.0; });
    Flow<double, dim> u(rig.grid()), expected(rig.grid());
    for (Flow<double, dim>* flow : {&u, &expected})
        flow->set(rig.grid(), [&](const Vec<double, dim>& x) {
            return is_thick(x, 0.22) ? turning(rig.grid(), x) : Vec<double, dim>{};
        });
    EXPECT_TRUE(diffuse(rig, u, 1, 1e-6).reached);
    EXPECT_LT(distance(rig.grid(), u, expected), 1e-5);
}

/// Fourth-order difference of f along an axis.
template <int Dim, class F> double slope(const F& f, Vec<double, Dim> x, int axis) {
    constexpr double h = 2e-3;
    const double at = x[axis];
    double sum = 0;
    for (const int k : {-2, -1, 1, 2}) {
        x[axis] = at + k * h;
        sum += (k == -2 ? 1 : k == -1 ? -8 : k == 1 ? 8 : -1) * f(x);
    }
    return sum / (12 * h);
}

template <int Dim> double manufactured_error(int cells) {
    StressRig<double, Dim> rig(grid_of<Dim>(cells), all<Dim>(Kind::periodic));
    const Grid<Dim>& grid = rig.grid();
    constexpr double turn = 2 * 3.14159265358979, dt = 0.1;
    const auto phase = [&](const Vec<double, Dim>& x, int axis) { return turn * x[axis] / grid.size[axis]; };
    const auto nu = [&](const Vec<double, Dim>& x) {
        return 1 + 0.8 * std::sin(phase(x, 0)) * std::cos(phase(x, Dim - 1));
    };
    const auto exact = [&](const Vec<double, Dim>& x, int axis) {
        return std::sin(phase(x, 0) + axis) * std::cos(phase(x, 1) - axis) + 0.3 * std::cos(phase(x, Dim - 1));
    };
    const auto stress = [&](const Vec<double, Dim>& x, int a, int b) {
        const double sum = slope<Dim>([&](const auto& y) { return exact(y, a); }, x, b) +
                           slope<Dim>([&](const auto& y) { return exact(y, b); }, x, a);
        return nu(x) * sum;
    };
    rig.set_viscosity(nu);
    Flow<double, Dim> u(grid), expected(grid);
    expected.set(grid, [&](const Vec<double, Dim>& x) {
        Vec<double, Dim> v{};
        for (int axis = 0; axis < Dim; ++axis) v[axis] = exact(x, axis);
        return v;
    });
    u.set(grid, [&](const Vec<double, Dim>& x) {
        Vec<double, Dim> v{};
        for (int a = 0; a < Dim; ++a) {
            v[a] = exact(x, a);
            for (int b = 0; b < Dim; ++b) v[a] -= dt * slope<Dim>([&](const auto& y) { return stress(y, a, b); }, x, b);
        }
        return v;
    });
    EXPECT_TRUE(diffuse(rig, u, dt, 1e-10).reached);
    return distance(grid, u, expected);
}

TYPED_TEST(StressFlow, IsOfSecondOrderWhereViscosityIsSmooth) {
    constexpr int dim = TypeParam::value;
    const int coarse = dim == 2 ? 16 : 12;
    const double ratio = manufactured_error<dim>(coarse) / manufactured_error<dim>(2 * coarse);
    EXPECT_NEAR(std::log2(ratio), 2, dim == 2 ? 0.1 : 0.2);
}

// Two layers between a still floor and a lid: the stress is the same in both, so the profile has one corner. The
// harmonic mean on the interface makes it exact; the arithmetic one would be off by the cell beside it.
TYPED_TEST(StressFlow, TwoLayersBelowALid) {
    constexpr int dim = TypeParam::value;
    for (const double thick : {10.0, 1e4}) {
        auto kinds = all<dim>(Kind::periodic);
        Segment<dim> lid{.kind = Kind::noslip};
        lid.velocity[0] = 1;
        kinds[2] = Kind::noslip, kinds[3] = lid;
        Grid<dim> grid = grid_of<dim>(8);
        grid.cells[1] = 12, grid.size[1] = 1;
        StressRig<double, dim> rig(grid, kinds);
        rig.set_viscosity([&](const Vec<double, dim>& x) { return x[1] < 1.0 / 3 ? thick : 1.0; });
        Flow<double, dim> u(rig.grid()), expected(rig.grid());
        EXPECT_TRUE(diffuse(rig, u, 1e7).reached);
        const double stress = 1 / (1.0 / 3 / thick + 2.0 / 3);
        expected.set(rig.grid(), [&](const Vec<double, dim>& x) {
            Vec<double, dim> v{};
            v[0] = x[1] < 1.0 / 3 ? stress * x[1] / thick : 1 - stress * (1 - x[1]);
            return v;
        });
        EXPECT_LT(distance(rig.grid(), u, expected), 1e-6) << thick;
    }
}

TYPED_TEST(StressFlow, KeepsMomentumInAPeriodicBox) {
    constexpr int dim = TypeParam::value;
    StressRig<double, dim> rig(grid_of<dim>(16), all<dim>(Kind::periodic));
    rig.set_viscosity([](const Vec<double, dim>& x) { return x[0] > 0.3 && x[1] > 0.3 ? 100.0 : 0.1; });
    Flow<double, dim> u(rig.grid());
    u.randomise(rig.stress, 8);
    Vec<double, dim> before{}, after{};
    for (int axis = 0; axis < dim; ++axis)
        before[axis] = sum(*rig.scheduler, rig.grid().all_faces(axis), u.faces()[axis]);
    EXPECT_TRUE(diffuse(rig, u, 0.1, 1e-9).reached);
    for (int axis = 0; axis < dim; ++axis) {
        after[axis] = sum(*rig.scheduler, rig.grid().all_faces(axis), u.faces()[axis]);
        EXPECT_NEAR(after[axis], before[axis], 1e-9 * static_cast<double>(rig.grid().all_faces(axis).cells()));
    }
}

}  // namespace
}  // namespace whorl
