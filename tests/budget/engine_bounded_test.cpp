// Any parameters, any input: the state stays finite and bounded. A thousand random configurations, a few steps each.
#include "tests/dims.hpp"
#include "tests/fluids.hpp"

namespace whorl {
namespace {

template <class Dim> class EngineBounded : public testing::Test {};
TYPED_TEST_SUITE(EngineBounded, Dims);

struct Dice {
    std::uint64_t seed;
    std::uint64_t draw = 0;
    double between(double low, double high) { return random_between(low, high, seed, draw++); }
    double magnitude(double low, double high) { return std::pow(10, between(low, high)); }
    int up_to(int count) { return static_cast<int>(between(0, count)); }
    bool maybe() { return between(0, 1) < 0.5; }
};

template <int Dim> FluidConfig<Dim> random_config(Dice& dice) {
    FluidConfig<Dim> config{};
    for (int axis = 0; axis < Dim; ++axis) {
        config.cells[axis] = 1 + dice.up_to(Dim == 2 ? 20 : 8);
        config.size[axis] = config.cells[axis] * dice.magnitude(-2, 0);
    }
    const auto side = [&]() -> Side<Dim> {
        Segment<Dim> segment{.kind = static_cast<SideKind>(dice.up_to(6))};
        if (segment.kind == SideKind::periodic) segment.kind = SideKind::wall;
        for (int axis = 0; axis < Dim; ++axis) segment.velocity[axis] = dice.between(-1, 1) * dice.magnitude(-2, 3);
        if (dice.maybe()) segment.scalars = {{"temperature", dice.between(-10, 10)}};
        return segment;
    };
    config.left = side(), config.right = side(), config.bottom = side(), config.top = side();
    config.front = side(), config.back = side();
    if (dice.maybe()) config.left = config.right = SideKind::periodic;
    if (dice.maybe()) config.viscosity = dice.magnitude(-8, 8);
    if (dice.maybe()) config.buoyancy = dice.between(-1, 1) * dice.magnitude(-2, 4);
    if (dice.maybe()) config.vorticity_confinement = dice.magnitude(-2, 6);
    if (dice.maybe()) config.scalars[0].diffusion = dice.magnitude(-6, 6);
    if (dice.maybe()) config.scalars[0].dissipation = dice.magnitude(-2, 3);
    const char* const orders[] = {"whorl", "stam2003", "stam1999", "harris2004", "slides", "thesis", "reflection"};
    config.order = orders[dice.up_to(7)];
    const Scheme schemes[] = {Scheme::linear, Scheme::maccormack, Scheme::cubic, Scheme::bfecc};
    config.advection = schemes[dice.up_to(4)];
    if (dice.between(0, 1) < 0.2) config.scalars[0].advection = Scheme::flux;
    config.trace = static_cast<Trace>(dice.up_to(3));
    return config;
}

template <int Dim> void try_configuration(std::uint64_t seed) {
    Dice dice{seed};
    const auto config = random_config<Dim>(dice);
    auto made = Fluid<Dim>::make(config);
    ASSERT_TRUE(made) << made.error().message;
    auto& fluid = made.value();
    double longest = 0;
    for (int axis = 0; axis < Dim; ++axis) longest = std::max(longest, config.size[axis]);
    const double dt = dice.magnitude(-3, 4);
    for (int step = 0; step < 4; ++step) {
        Box<Dim> box{};
        Vec<float, Dim> push{};
        for (int axis = 0; axis < Dim; ++axis) {
            box.high[axis] = static_cast<float>(dice.between(0, 1) * config.size[axis]);
            push[axis] = static_cast<float>(dice.between(-1, 1) * dice.magnitude(0, 6));
        }
        ASSERT_TRUE(fluid.push(box, push));
        ASSERT_TRUE(fluid.add(box, {.density = 5, .temperature = static_cast<float>(dice.between(-100, 100))}));
        ASSERT_TRUE(fluid.step(dt));
        for (int axis = 0; axis < Dim; ++axis) {
            const auto u = fluid.view(component_names[axis]);
            each_of(u.shape, [&](const auto& at) {
                // Inflows and lids are what was asked for; all else is below the limit.
                ASSERT_LE(std::abs(static_cast<double>(u[at])), std::max(1.001 * config.max_speed * longest, 1001.0))
                    << seed;
            });
        }
        for (const char* name : {"density", "temperature"}) {
            const auto s = fluid.view(name);
            each_of(s.shape, [&](const auto& at) { ASSERT_LE(std::abs(static_cast<double>(s[at])), 1e15) << seed; });
        }
    }
}

TYPED_TEST(EngineBounded, FiveHundredRandomConfigurations) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        try_configuration<TypeParam::value>(seed);
        if (testing::Test::HasFatalFailure()) return;
    }
}

// Bounded at any CFL number, too: an inviscid vortex that is stepped absurdly far never gains energy.
TEST(EngineLargeSteps, AVortexStaysBoundedToCfl100) {
    for (const double cfl : {1.0, 10.0, 100.0}) {
        FluidConfig<2> config{.cells = {32, 32}, .size = {1, 1}, .scalars = {}};
        make_periodic(config);
        auto fluid = Fluid2::make(config).value();
        set_velocity(fluid, [](const auto& x) {
            const double a = 6.28318530718 * x[0], b = 6.28318530718 * x[1];
            return Vec<double, 2>{std::sin(a) * std::cos(b), -std::cos(a) * std::sin(b)};
        });
        const double before = mean_energy(fluid);
        for (int step = 0; step < 100; ++step) (void)fluid.step(cfl / 32).value();
        EXPECT_LT(mean_energy(fluid), 1.1 * before) << cfl;
    }
}

}  // namespace
}  // namespace whorl
