// Large grids, whose advection goes slab by slab, to the bits that it had when traces and predictors were whole fields:
// slow flows go together, faster ones in two parts, and the fastest one field after the other.
#include "tests/fluids.hpp"
#include "tests/unit/parallel/schedulers.hpp"
#include "tests/unit/simd/isas.hpp"
#include "whorl/obstacles.hpp"

namespace whorl {
namespace {

template <int Dim> ObstacleShape<Dim> ball() {
    if constexpr (Dim == 2)
        return circle({0.6, 0.6}, 0.1).value();
    else
        return sphere({0.6, 0.6, 0.6}, 0.1).value();
}

struct Flow {
    double speed;               // of what pushes it
    bool meets_a_ball = false;  // in the last step: then there are traces as a whole
};

template <int Dim, class T> std::uint64_t hash_of(Scheduler* scheduler, const Flow& flow) {
    FluidConfig<Dim> config{.viscosity = 1e-4, .buoyancy = 2, .vorticity_confinement = 0.3, .scheduler = scheduler};
    for (int axis = 0; axis < Dim; ++axis)
        config.cells[axis] = Dim == 2 ? 1024 : axis == 1 ? 64 : 128, config.size[axis] = 1;
    config.scalars = {
        {.name = "density"}, {.name = "temperature"}, {.name = "dye", .advection = Scheme::linear}, {.name = "ink"}};
    config.top = SideKind::open;
    config.left = SideKind::outflow;
    auto fluid = Fluid<Dim, T>::make(config).value();
    Vec<float, Dim> middle{}, push{};
    for (int axis = 0; axis < Dim; ++axis) middle[axis] = 0.4f;
    push[0] = static_cast<float>(20 * flow.speed), push[Dim - 1] = static_cast<float>(50 * flow.speed);
    const Capsule<Dim> puff{middle, middle, 0.1f};
    for (int step = 0; step < 3; ++step) {
        (void)fluid.add(puff, {.density = 2, .temperature = 5, .scalars = {{"dye", 1}, {"ink", 3}}});
        (void)fluid.push(puff, push);
        if (flow.meets_a_ball && step == 2) (void)fluid.set_obstacle({.shape = ball<Dim>()}).value();
        (void)fluid.step(0.02).value();
    }
    return fluid.hash();
}

template <int Dim, class T> void expect_pinned(const Flow& flow, std::uint64_t pinned) {
    const auto pool = make_thread_pool(3).value();
    EXPECT_EQ((hash_of<Dim, T>(pool.get(), flow)), pinned) << flow.speed;
}

TEST(LargeGrids, HaveTheSameBitsHoweverFastTheyFlow) {
    expect_pinned<3, float>({0.2}, 651679665188721456u);   // a cell a step
    expect_pinned<3, float>({8}, 5830372639293875325u);    // 14 to 39
    expect_pinned<3, float>({60}, 14166045437875545573u);  // up to 256
    if (under_sanitizer) return;
    expect_pinned<2, float>({0.2}, 11208639175537285293u);
    expect_pinned<2, float>({8}, 7965982067535787418u);
    expect_pinned<2, float>({60}, 8072211519822122518u);
    expect_pinned<3, double>({0.2}, 4073694735018239223u);
}

TEST(LargeGrids, HaveTheSameBitsWhenAnObstacleComes) {
    expect_pinned<3, float>({0.2, true}, 14188158953073432235u);
    if (!under_sanitizer) expect_pinned<2, float>({0.2, true}, 5746508290807796782u);
}

TEST(LargeGrids, HaveTheSameBitsOnEveryMachine) {
    if (under_sanitizer) return;  // one instruction set, which the tests above have used
    for_each_isa([&](Isa) { EXPECT_EQ((hash_of<3, float>(nullptr, {0.2})), 651679665188721456u); });
    for (const auto& scheduler : other_schedulers())
        EXPECT_EQ((hash_of<3, float>(scheduler.get(), {0.2})), 651679665188721456u);
}

}  // namespace
}  // namespace whorl
