// The spectral fluid and the engine are two ways to the same flow: in a periodic box, for smooth flow, they come
// together as the grid is refined. And the engine does not care whether its pressure comes by transform.
#include "spectral/spectral_fluid.hpp"
#include "spectral/spectral_solvers.hpp"
#include "tests/dims.hpp"
#include "tests/fluids.hpp"

namespace whorl {
namespace {

constexpr double k = 2 * 3.14159265358979323846;

/// Waves of two lengths that bend each other, with a mean flow: nothing about it is steady. Free of divergence.
template <int Dim> Vec<double, Dim> start(const Vec<double, Dim>& x) {
    const double z = Dim == 3 ? k * x[Dim - 1] : 0;
    Vec<double, Dim> u{};
    u[0] = 0.5 + std::sin(k * x[0]) * std::cos(k * x[1]) + 0.4 * std::cos(2 * k * x[1]) + 0.3 * std::sin(z);
    u[1] = 0.2 - std::cos(k * x[0]) * std::sin(k * x[1]) + 0.3 * std::sin(2 * k * x[0]);
    if constexpr (Dim == 3) u[2] = 0.4 * std::cos(k * x[0] + k * x[1]);
    return u;
}

/// The rms of the difference of both, over that of the velocity, at t = 0.15.
template <int Dim> double difference(int n, ViscousFilter filter) {
    FluidConfig<Dim> config{.viscosity = 0.01, .scalars = {}, .tolerance = 1e-6};
    SpectralConfig<Dim> spectral{.viscosity = 0.01, .filter = filter, .inks = 0};
    for (int a = 0; a < Dim; ++a) config.cells[a] = spectral.cells[a] = n, config.size[a] = spectral.size[a] = 1;
    make_periodic(config);
    auto engine = Fluid<Dim, double>::make(config).value();
    auto fluid = std::move(SpectralFluid<Dim>::make(spectral)).value();
    set_velocity(engine, start<Dim>);
    for (int a = 0; a < Dim; ++a)
        each_of(spectral.cells,
                [&](const auto& at) { fluid.velocity(a)[at] = start<Dim>(position(engine, -1, at))[a]; });
    const int steps = n / 4;
    for (int step = 0; step < steps; ++step) {
        (void)engine.step(0.15 / steps).value();
        (void)fluid.step(0.15 / steps).value();
    }
    double apart = 0, size = 0;
    for (int a = 0; a < Dim; ++a)
        each_of(spectral.cells, [&](const auto& at) {
            const double u = fluid.velocity(a)[at], v = engine.sample(component_names[a], position(engine, -1, at));
            apart += (u - v) * (u - v), size += v * v;
        });
    return std::sqrt(apart / size);
}

template <class D> class SpectralEngine : public testing::Test {};
TYPED_TEST_SUITE(SpectralEngine, Dims);

TYPED_TEST(SpectralEngine, TheSameFlowFromBoth) {
    constexpr int Dim = TypeParam::value;
    const int n = Dim == 2 ? 32 : 16;
    for (const auto filter : {ViscousFilter::exponential, ViscousFilter::implicit}) {
        const double coarse = difference<Dim>(n, filter), fine = difference<Dim>(2 * n, filter);
        EXPECT_LT(fine, Dim == 2 ? 0.04 : 0.08);
        EXPECT_GT(coarse / fine, 1.6);  // first order, as linear traces are
    }
}

/// One step of the engine with its pressure by transform, against multigrid.
TYPED_TEST(SpectralEngine, PressureByTransformIsPressure) {
    constexpr int Dim = TypeParam::value;
    register_spectral_solvers();
    for (const bool is_periodic : {true, false}) {
        FluidConfig<Dim> config{.scalars = {}, .tolerance = 1e-9};
        for (int a = 0; a < Dim; ++a) config.cells[a] = 14 + a;
        if (is_periodic) make_periodic(config);
        auto ours = Fluid<Dim, double>::make(config).value();
        config.pressure = is_periodic ? "fft" : "dct";
        auto theirs = Fluid<Dim, double>::make(config).value();
        for (auto* fluid : {&ours, &theirs}) {
            set_velocity(*fluid, start<Dim>);
            for (int step = 0; step < 3; ++step) {
                const auto report = fluid->step(0.02).value();
                EXPECT_FALSE(report.tolerance_missed);
            }
        }
        EXPECT_LE(theirs.report().iterations, 2);
        for (int a = 0; a < Dim; ++a) {
            const auto u = ours.view(component_names[a]), v = theirs.view(component_names[a]);
            each_of(u.shape, [&](const auto& at) { ASSERT_NEAR(u[at], v[at], 1e-6); });
        }
    }
}

}  // namespace
}  // namespace whorl
