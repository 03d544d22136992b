// A flow between walls that nobody pushes has no more energy later than it had at the start, whatever the walls cut out
// of its faces: slits, corners of cells, the round ends of thin rods.
#include "tests/dims.hpp"
#include "tests/fluids.hpp"

namespace whorl {
namespace {

template <class D> class BoundedByWalls : public testing::Test {};
TYPED_TEST_SUITE(BoundedByWalls, Dims);

template <int Dim> struct Rods {
    std::uint64_t seed = 0;
    double thickness = 1;  // in cells; 0 in 2D: sheets
    Slip slip = Slip::free;
};

/// Three of them, anywhere, in a flow that swirls.
template <int Dim> Fluid<Dim> flow_between(const Rods<Dim>& rods, FluidConfig<Dim> config) {
    const int n = Dim == 2 ? 40 : 14;
    for (int axis = 0; axis < Dim; ++axis)
        config.cells[axis] = n + 3 * axis, config.size[axis] = static_cast<double>(config.cells[axis]) / n;
    auto fluid = Fluid<Dim>::make(config).value();
    std::uint64_t draw = 0;
    for (int rod = 0; rod < 3; ++rod) {
        Vec<double, Dim> a{}, b{};
        for (int axis = 0; axis < Dim; ++axis) {
            a[axis] = random_between(0.1, 0.9, rods.seed, draw++);
            b[axis] = random_between(0.1, 0.9, rods.seed, draw++);
        }
        auto shape = capsule<Dim>(a, b, 0.5 * std::max(rods.thickness, 0.1) / n).value();
        if constexpr (Dim == 2)
            if (rods.thickness == 0) shape = segment(a, b).value();
        (void)fluid.set_obstacle({shape, {}, rods.slip}).value();
    }
    set_velocity(fluid, [&](const auto& x) {
        Vec<double, Dim> u{};
        const double phase = static_cast<double>(rods.seed);
        for (int axis = 0; axis < Dim; ++axis)
            u[axis] = std::sin(7 * x[(axis + 1) % Dim] + axis + phase) * std::cos(5 * x[axis] + 0.3 * phase);
        return u;
    });
    return fluid;
}

/// The most that the energy grows to, as a part of that after the first step.
template <int Dim> double growth(Fluid<Dim>& fluid, double cfl, int steps) {
    const double dt = cfl * fluid.config().size[0] / fluid.config().cells[0];
    (void)fluid.step(dt).value();
    const double start = mean_energy(fluid);
    double most = start;
    for (int step = 1; step < steps; ++step) {
        (void)fluid.step(dt).value();
        most = std::max(most, mean_energy(fluid));
    }
    return most / start;
}

TYPED_TEST(BoundedByWalls, AFlowThatNobodyPushesDoesNotGrow) {
    constexpr int Dim = TypeParam::value;
    for (const std::uint64_t seed : {0, 1, 3})
        for (const double thickness : {0.0, 0.8, 1.5, 3.0})
            for (const double cfl : {0.5, 3.0}) {
                if (Dim == 3 && (seed == 1 || thickness == 0)) continue;  // time
                const Slip slip = thickness == 1.5 ? Slip::none : Slip::free;
                FluidConfig<Dim> config{.advection = seed == 0 ? Scheme::maccormack : Scheme::linear};
                config.order = cfl < 1 ? "whorl" : "stam1999";
                auto fluid = flow_between<Dim>({seed, thickness, slip}, config);
                EXPECT_LT(growth(fluid, cfl, Dim == 2 ? 150 : 25), 1.05)
                    << "seed " << seed << ", thickness " << thickness << ", cfl " << cfl;
            }
}

/// Two streams that pass each other on either side of a wall have no vorticity, and confinement nothing to push.
TYPED_TEST(BoundedByWalls, ConfinementDoesNotSeeAcrossThem) {
    constexpr int Dim = TypeParam::value;
    const auto streams = [](const Vec<double, Dim>& x) {
        Vec<double, Dim> u{};
        u[0] = x[1] > 0.5 ? 1 : -1;
        return u;
    };
    const int n = Dim == 2 ? 34 : 14;  // confinement works in one pass over memory, or in several
    for (const double thickness : {0.0, 0.5, 1.9, 5.1}) {
        FluidConfig<Dim> config{.vorticity_confinement = 5};
        for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = n, config.size[axis] = 1;
        const Segment<Dim> ends{.kind = SideKind::inflow, .profile = streams};
        config.left = config.right = Dim == 2 ? Side<Dim>(ends) : Side<Dim>(SideKind::periodic);
        auto fluid = Fluid<Dim>::make(config).value();
        Vec<double, Dim> low{}, high{};
        for (int axis = 0; axis < Dim; ++axis) low[axis] = -9, high[axis] = 9;
        low[1] = 0.5 - 0.5 * thickness / n, high[1] = 0.5 + 0.5 * thickness / n;
        if (thickness > 0)
            (void)fluid.set_obstacle({box<Dim>(low, high).value()}).value();
        else if constexpr (Dim == 2)
            (void)fluid.set_obstacle({segment({-9, 0.5}, {9, 0.5}).value()}).value();
        else
            (void)fluid.set_obstacle({rectangle({0, 0.5, 0}, {9, 0, 0}, {0, 0, 9}).value()}).value();
        set_velocity(fluid, streams);
        EXPECT_LT(growth(fluid, 0.5, 60), 1.02) << thickness;
    }
}

/// Rods in a flow that confinement drives: it drives it no harder than the flow without them.
TYPED_TEST(BoundedByWalls, ConfinementDrivesTheFlowNoHarderBesideThem) {
    constexpr int Dim = TypeParam::value;
    FluidConfig<Dim> config{.vorticity_confinement = 3};
    const int steps = Dim == 2 ? 150 : 30;
    auto fluid = flow_between<Dim>({0, 0.8}, config), alone = flow_between<Dim>({0, 0.8}, config);
    for (int rod = 0; rod < 3; ++rod) (void)alone.remove_obstacle(rod);
    const double with = growth(fluid, 0.5, steps), without = growth(alone, 0.5, steps);
    EXPECT_LT(with, 1.1 * without);
    std::printf("%dD: confinement makes the energy %.2f times as large with rods, %.2f without\n", Dim, with, without);
}

}  // namespace
}  // namespace whorl
