// A mirrored set-up gives the mirrored flow, and swapped axes the swapped flow. To tolerance: red and black cells
// change places, and sums their order. Always on boxes that are not square.
#include "tests/dims.hpp"
#include "tests/fluids.hpp"

namespace whorl {
namespace {

template <class Dim> class Mirror : public testing::Test {};
TYPED_TEST_SUITE(Mirror, Dims);

/// Two hot clouds, one heavier; `place` says where a point of the original set-up is in this one, and where its axes
/// are.
template <int Dim> struct SetUp {
    Vec<int, Dim> axis{};   // original axis -> axis here
    Vec<bool, Dim> flip{};  // along the original axis
};

template <int Dim> Fluid<Dim, double> flow(const SetUp<Dim>& set_up) {
    const int cells[] = {24, 18, 14};
    FluidConfig<Dim> config{
        .viscosity = 1e-3, .buoyancy = 2, .weight = 0.2, .vorticity_confinement = 0.5, .tolerance = 1e-9};
    for (int k = 0; k < Dim; ++k) {
        config.cells[set_up.axis[k]] = cells[k];
        config.size[set_up.axis[k]] = 0.05 * cells[k];
    }
    config.gravity[set_up.axis[1]] = set_up.flip[1] ? 1 : -1;
    auto fluid = Fluid<Dim, double>::make(config).value();
    const auto original = [&](const Vec<double, Dim>& x) {
        Vec<double, Dim> y{};
        for (int k = 0; k < Dim; ++k) y[k] = set_up.flip[k] ? 0.05 * cells[k] - x[set_up.axis[k]] : x[set_up.axis[k]];
        return y;
    };
    const auto cloud = [](const Vec<double, Dim>& x, double x0, double y0) {
        double r2 = std::pow(x[0] - x0, 2) + std::pow(x[1] - y0, 2);
        if (Dim == 3) r2 += std::pow(x[Dim - 1] - 0.3, 2);
        return std::exp(-r2 / 0.02);
    };
    set_scalar(fluid, "temperature",
               [&](const auto& x) { return cloud(original(x), 0.4, 0.3) - 0.5 * cloud(original(x), 0.8, 0.6); });
    set_scalar(fluid, "density", [&](const auto& x) { return cloud(original(x), 0.5, 0.35); });
    for (int step = 0; step < 12; ++step) (void)fluid.step(0.05).value();
    return fluid;
}

template <int Dim> void expect_same(const SetUp<Dim>& other) {
    SetUp<Dim> plain;
    for (int k = 0; k < Dim; ++k) plain.axis[k] = k;
    const auto a = flow(plain), b = flow(other);
    const auto density = a.view("density"), seen = b.view("density");
    double difference = 0, size = 0;
    each_of(density.shape, [&](const Vec<int, Dim>& at) {
        Vec<int, Dim> there{};
        for (int k = 0; k < Dim; ++k) there[other.axis[k]] = other.flip[k] ? density.shape[k] - 1 - at[k] : at[k];
        difference = std::max(difference, std::abs(density[at] - seen[there]));
        size = std::max(size, std::abs(density[at]));
    });
    EXPECT_LT(difference, 1e-6 * size);
    EXPECT_GT(std::sqrt(mean_energy(a)), 0.01);
}

TYPED_TEST(Mirror, EveryAxis) {
    constexpr int dim = TypeParam::value;
    for (int flipped = 0; flipped < dim; ++flipped) {
        SetUp<dim> set_up;
        for (int k = 0; k < dim; ++k) set_up.axis[k] = k;
        set_up.flip[flipped] = true;
        expect_same(set_up);
    }
}

TYPED_TEST(Mirror, SwappedAxes) {
    constexpr int dim = TypeParam::value;
    SetUp<dim> set_up;
    for (int k = 0; k < dim; ++k) set_up.axis[k] = (k + 1) % dim;
    expect_same(set_up);
}

}  // namespace
}  // namespace whorl
