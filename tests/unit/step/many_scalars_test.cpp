// Scalars are advected a few at a time, in memory that they take turns with: each moves as it would alone.
#include "core/random.hpp"
#include "step/orders.hpp"
#include "tests/dims.hpp"
#include "tests/fluids.hpp"

namespace whorl {
namespace {

constexpr Scheme schemes[] = {Scheme::maccormack, Scheme::linear, Scheme::flux, Scheme::bfecc, Scheme::cubic};

template <int Dim> Fluid<Dim> with_scalars(const Order& order, int first, int last) {
    FluidConfig<Dim> config{.order = std::string(order.name)};
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = 11 + axis, config.size[axis] = 1;
    config.scalars.clear();
    for (int i = first; i < last; ++i)
        config.scalars.push_back(
            {.name = "dye" + std::to_string(i), .ambient = 0.1 * i, .advection = schemes[i], .at_nodes = i == 3});
    auto fluid = Fluid<Dim>::make(config).value();
    set_velocity(fluid, [](const Vec<double, Dim>& x) {
        Vec<double, Dim> u{};
        u[0] = x[1] - 0.5, u[1] = 0.5 - x[0];
        return u;
    });
    for (int i = first; i < last; ++i) {
        const auto dye = fluid.edit("dye" + std::to_string(i));
        std::uint64_t place = 0;
        each_of(dye.shape, [&](const auto& at) {
            dye[at] = static_cast<float>(random_between(0, 1, static_cast<std::uint64_t>(i), place++));
        });
    }
    return fluid;
}

template <class Dimension> class ManyScalars : public testing::Test {};
TYPED_TEST_SUITE(ManyScalars, Dims);

TYPED_TEST(ManyScalars, MoveAsEachWouldAlone) {
    constexpr int Dim = TypeParam::value;
    constexpr int all = static_cast<int>(std::size(schemes));
    for (const Order& order : orders()) {
        auto together = with_scalars<Dim>(order, 0, all);
        for (int step = 0; step < 3; ++step) (void)together.step(0.1).value();
        for (int i = 0; i < all; ++i) {
            auto alone = with_scalars<Dim>(order, i, i + 1);
            for (int step = 0; step < 3; ++step) (void)alone.step(0.1).value();
            const std::string name = "dye" + std::to_string(i);
            const auto one = alone.view(name), other = together.view(name);
            int differ = 0;
            each_of(one.shape, [&](const auto& at) { differ += one[at] != other[at]; });
            EXPECT_EQ(differ, 0) << order.name << ' ' << name;
        }
    }
}

}  // namespace
}  // namespace whorl
