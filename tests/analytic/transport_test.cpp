// Carrying and spreading a cloud: its centre moves with the flow, its variance grows by 2 D t.
#include "tests/fluids.hpp"

namespace whorl {
namespace {

TEST(Transport, AMovingCloudSpreadsByDiffusionAlone) {
    constexpr double diffusion = 0.002, width = 0.005, end = 0.5;
    FluidConfig<2> config{
        .cells = {96, 64}, .size = {1.5, 1}, .scalars = {{.name = "density", .diffusion = diffusion}}};
    make_periodic(config);
    config.tolerance = 1e-8;
    auto fluid = Fluid<2, double>::make(config).value();
    set_velocity(fluid, [](const auto&) { return Vec<double, 2>{0.8, 0.2}; });
    set_scalar(fluid, "density", [&](const auto& x) {
        return std::exp(-(std::pow(x[0] - 0.4, 2) + std::pow(x[1] - 0.4, 2)) / (2 * width));
    });
    const double before = total(fluid, "density");
    for (int step = 0; step < 50; ++step) (void)fluid.step(end / 50).value();
    const auto view = fluid.view("density");
    double x1 = 0, y1 = 0, x2 = 0;
    each_of(view.shape, [&](const auto& at) {
        const auto x = position(fluid, -1, at);
        x1 += view[at] * x[0], y1 += view[at] * x[1], x2 += view[at] * x[0] * x[0];
    });
    const double mass = total(fluid, "density");
    EXPECT_NEAR(mass / before, 1, 1e-3);
    EXPECT_NEAR(x1 / mass, 0.4 + 0.8 * end, 2e-3);
    EXPECT_NEAR(y1 / mass, 0.4 + 0.2 * end, 2e-3);
    EXPECT_NEAR(x2 / mass - std::pow(x1 / mass, 2), width + 2 * diffusion * end, 2e-4);
}

}  // namespace
}  // namespace whorl
