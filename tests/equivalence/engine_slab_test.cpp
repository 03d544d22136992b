// A 2D flow is a slab of a 3D flow: periodic along y, one or several cells thick, the floor being z.
#include "tests/fluids.hpp"

namespace whorl {
namespace {

TEST(EngineSlab, ThreeDimensionsContainTwo) {
    for (const int thick : {1, 4}) {
        const auto cloud = [](double x, double z) {
            return std::exp(-(std::pow(x - 0.4, 2) + std::pow(z - 0.3, 2)) / 0.01);
        };
        FluidConfig<2> flat{.cells = {20, 16},
                            .size = {1, 0.8},
                            .viscosity = 1e-3,
                            .buoyancy = 3,
                            .vorticity_confinement = 0.5,
                            .tolerance = 1e-10};
        flat.top = SideKind::open, flat.left = SideKind::noslip;
        FluidConfig<3> deep{.cells = {20, thick, 16},
                            .size = {1, 0.05 * thick, 0.8},
                            .viscosity = 1e-3,
                            .buoyancy = 3,
                            .vorticity_confinement = 0.5,
                            .tolerance = 1e-10};
        deep.top = SideKind::open, deep.left = SideKind::noslip, deep.front = deep.back = SideKind::periodic;
        auto plane = Fluid<2, double>::make(flat).value();
        auto slab = Fluid<3, double>::make(deep).value();
        set_scalar(plane, "temperature", [&](const auto& x) { return cloud(x[0], x[1]); });
        set_scalar(slab, "temperature", [&](const auto& x) { return cloud(x[0], x[2]); });
        for (int step = 0; step < 10; ++step) {
            (void)plane.step(0.04).value();
            (void)slab.step(0.04).value();
        }
        const auto a = plane.view("velocity.y"), t = plane.view("temperature");
        const auto b = slab.view("velocity.z"), s = slab.view("temperature");
        each_of(a.shape, [&](const Vec<int, 2>& at) {
            for (int y = 0; y < thick; ++y) ASSERT_NEAR(a[at], b(at[0], y, at[1]), 1e-7) << thick;
        });
        each_of(t.shape, [&](const Vec<int, 2>& at) { ASSERT_NEAR(t[at], s(at[0], 0, at[1]), 1e-7); });
        EXPECT_GT(std::sqrt(mean_energy(plane)), 0.01);
    }
}

}  // namespace
}  // namespace whorl
