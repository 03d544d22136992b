// The state of the engine with walls in it, pinned: a sticky ball that moves and a thin wall that turns. The same bits
// for any number of threads, any instruction set, any compiler and preset. A commit that changes one of these hashes
// says why.
#include "tests/fluids.hpp"
#include "tests/unit/parallel/schedulers.hpp"
#include "tests/unit/simd/isas.hpp"

namespace whorl {
namespace {

template <int Dim> ObstacleShape<Dim> thin_wall() {
    if constexpr (Dim == 2)
        return segment({-0.25, 0}, {0.25, 0}).value();
    else
        return disc({}, {0, 1, 0}, 0.25).value();
}
template <int Dim> ObstacleShape<Dim> round_body() {
    if constexpr (Dim == 2)
        return circle({}, 0.12).value();
    else
        return sphere({}, 0.12).value();
}

/// With `is_later` in the order `reflection` with cubic advection, smoke by flux and heat by bfecc.
template <int Dim, class T> std::uint64_t hash_among_walls(Scheduler* scheduler, bool is_later) {
    FluidConfig<Dim> config{.viscosity = 1e-3, .buoyancy = 2, .vorticity_confinement = 0.3};
    if (is_later) {
        config.order = "reflection", config.advection = Scheme::cubic;
        config.scalars[0].advection = Scheme::flux, config.scalars[1].advection = Scheme::bfecc;
    }
    const int cells[] = {70, 61, 30};
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = Dim == 2 ? cells[axis] : cells[axis] / 4 + 4;
    for (int axis = 0; axis < Dim; ++axis) config.size[axis] = 1;
    config.scalars[0].diffusion = 1e-3;
    config.top = SideKind::open;
    config.left = config.right = SideKind::periodic;
    config.scheduler = scheduler;
    auto fluid = Fluid<Dim, T>::make(config).value();
    Pose<Dim> body{}, wall{};
    for (int axis = 0; axis < Dim; ++axis) body.position[axis] = 0.3, wall.position[axis] = 0.6;
    const int ball = fluid.set_obstacle({round_body<Dim>(), body, Slip::none}).value();
    const int sheet = fluid.set_obstacle({thin_wall<Dim>(), wall}).value();
    for (int step = 0; step < 4; ++step) {
        Box<Dim> box{};
        for (int axis = 0; axis < Dim; ++axis) box.low[axis] = 0.4f, box.high[axis] = 0.55f;
        (void)fluid.add(box, {.density = 2, .temperature = 5});
        body.position[0] += 0.02, wall.rotation[0] += 0.1;
        (void)fluid.move_obstacle(ball, body);
        (void)fluid.move_obstacle(sheet, wall);
        (void)fluid.step(0.02).value();
    }
    return fluid.hash();
}

template <int Dim, class T> void expect_pinned(std::uint64_t pinned, bool is_later = false) {
    if (!under_sanitizer)  // there is one instruction set there, which the pool's threads use too
        for_each_isa([&](Isa) { EXPECT_EQ((hash_among_walls<Dim, T>(nullptr, is_later)), pinned); });
    for (const auto& scheduler : schedulers_for_long_work())
        EXPECT_EQ((hash_among_walls<Dim, T>(scheduler.get(), is_later)), pinned);
}

TEST(ObstacleHash, Float) {
    expect_pinned<2, float>(10922513955400689883u);
    expect_pinned<3, float>(14744939992991020447u);
}
TEST(ObstacleHash, Double) {
    expect_pinned<2, double>(6106258337451025505u);
}
TEST(ObstacleHash, LaterSchemesAndReflection) {
    expect_pinned<2, float>(8486533993340673925u, true);
    expect_pinned<3, float>(17907538694085021124u, true);
    expect_pinned<2, double>(1965975858129763240u, true);
}

}  // namespace
}  // namespace whorl
