// The state of the engine after fixed set-ups, pinned: the same bits for any number of threads, any instruction set,
// any compiler and preset. A commit that changes one of these hashes says why.
#include "tests/fluids.hpp"
#include "tests/unit/parallel/schedulers.hpp"
#include "tests/unit/simd/isas.hpp"

namespace whorl {
namespace {

template <int Dim, class T> std::uint64_t smoke_hash(Scheduler* scheduler, const std::string& order, bool is_open) {
    FluidConfig<Dim> config{.viscosity = 1e-4, .buoyancy = 2, .weight = 0.1, .vorticity_confinement = 0.3};
    const int cells[] = {150, 131, 37};
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = Dim == 2 ? cells[axis] : cells[axis] / 3 + 5;
    config.scalars[0].diffusion = 1e-4;
    config.order = order;
    config.scheduler = scheduler;
    if (is_open) config.top = SideKind::open, config.left = config.right = SideKind::periodic;
    auto fluid = Fluid<Dim, T>::make(config).value();
    for (int step = 0; step < 4; ++step) {
        Box<Dim> box{};
        for (int axis = 0; axis < Dim; ++axis) box.low[axis] = 0.2f, box.high[axis] = 0.3f;
        Vec<float, Dim> push{};
        push[0] = 3;
        (void)fluid.add(box, {.density = 2, .temperature = 5});
        (void)fluid.push(box, push);
        (void)fluid.step(0.02).value();
    }
    return fluid.hash();
}

template <int Dim, class T> void expect_pinned(const std::string& order, bool is_open, std::uint64_t pinned) {
    if (!under_sanitizer)  // there is one instruction set there, which the pool's threads use too
        for_each_isa([&](Isa) { EXPECT_EQ((smoke_hash<Dim, T>(nullptr, order, is_open)), pinned); });
    for (const auto& scheduler : schedulers_for_long_work())
        EXPECT_EQ((smoke_hash<Dim, T>(scheduler.get(), order, is_open)), pinned);
}

TEST(EngineHash, ClosedBox) {
    expect_pinned<2, float>("whorl", false, 17873365578860542968u);
    expect_pinned<3, float>("whorl", false, 4213911273985514539u);
}
TEST(EngineHash, OpenAndPeriodic) {
    expect_pinned<2, float>("whorl", true, 8179005690885409740u);
    expect_pinned<2, double>("whorl", true, 7529565727832736714u);
    expect_pinned<3, float>("stam2003", true, 11028272999659927883u);
}

}  // namespace
}  // namespace whorl
