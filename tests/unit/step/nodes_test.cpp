// Scalars that are stored at the corners of cells.
#include "tests/dims.hpp"
#include "tests/fluids.hpp"

namespace whorl {
namespace {

template <class D> class NodeScalar : public testing::Test {};
TYPED_TEST_SUITE(NodeScalar, Dims);

template <int Dim> FluidConfig<Dim> with_dye(bool is_periodic, Scheme scheme) {
    FluidConfig<Dim> config{.advection = scheme};
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = 8 + axis, config.size[axis] = 8 + axis;
    config.scalars.push_back({.name = "dye", .at_nodes = true});
    if (is_periodic)
        config.left = config.right = config.bottom = config.top = config.front = config.back = SideKind::periodic;
    return config;
}

TYPED_TEST(NodeScalar, HasOneMoreThanCells) {
    constexpr int Dim = TypeParam::value;
    for (const bool is_periodic : {false, true}) {
        auto fluid = Fluid<Dim>::make(with_dye<Dim>(is_periodic, Scheme::linear)).value();
        for (int axis = 0; axis < Dim; ++axis)
            EXPECT_EQ(fluid.view("dye").shape[axis], 8 + axis + (is_periodic ? 0 : 1));
    }
}

/// A flow of one cell a step carries every value to the next node, exactly.
TYPED_TEST(NodeScalar, MovesWithTheFlow) {
    constexpr int Dim = TypeParam::value;
    for (const Scheme scheme : {Scheme::linear, Scheme::maccormack}) {
        auto fluid = Fluid<Dim>::make(with_dye<Dim>(true, scheme)).value();
        set_velocity(fluid, [](const Vec<double, Dim>&) {
            Vec<double, Dim> u{};
            u[0] = 1;
            return u;
        });
        const auto before = [](const Vec<int, Dim>& at) {
            return static_cast<float>(random_between(0, 1, 3, static_cast<std::uint64_t>(at[0] + 10 * at[Dim - 1])));
        };
        const auto dye = fluid.edit("dye");
        each_of(dye.shape, [&](const auto& at) { dye[at] = before(at); });
        (void)fluid.step(1).value();
        const auto after = fluid.view("dye");
        each_of(after.shape, [&](Vec<int, Dim> at) {
            const float value = after[at];
            at[0] = (at[0] + after.shape[0] - 1) % after.shape[0];
            EXPECT_EQ(value, before(at));
        });
    }
}

TYPED_TEST(NodeScalar, IsAddedAndSampledAtItsPlace) {
    constexpr int Dim = TypeParam::value;
    auto fluid = Fluid<Dim>::make(with_dye<Dim>(false, Scheme::linear)).value();
    Capsule<Dim> drop{};
    for (int axis = 0; axis < Dim; ++axis) drop.from[axis] = drop.to[axis] = 4;
    drop.radius = 0.5f;
    ASSERT_TRUE(fluid.add(drop, {.scalars = {{"dye", 2}}}));
    (void)fluid.step(1).value();
    Vec<double, Dim> there{};
    for (int axis = 0; axis < Dim; ++axis) there[axis] = 4;
    EXPECT_EQ(fluid.sample("dye", there), 2);
    Vec<int, Dim> node{};
    for (int axis = 0; axis < Dim; ++axis) node[axis] = 4;
    EXPECT_EQ(fluid.view("dye")[node], 2);
    double sum = 0;
    each_of(fluid.view("dye").shape, [&](const auto& at) { sum += static_cast<double>(fluid.view("dye")[at]); });
    EXPECT_EQ(sum, 2);
}

TYPED_TEST(NodeScalar, RefusesWhatWantsCentres) {
    constexpr int Dim = TypeParam::value;
    auto config = with_dye<Dim>(false, Scheme::linear);
    config.scalars.back().diffusion = 0.5;
    const auto diffusing = Fluid<Dim>::make(config);
    ASSERT_FALSE(diffusing);
    EXPECT_NE(diffusing.error().message.find("dye is stored at nodes and has a diffusion of 0.5"), std::string::npos);

    config = with_dye<Dim>(false, Scheme::linear);
    config.weight = 1;
    config.scalars[0].at_nodes = true;
    const auto heavy = Fluid<Dim>::make(config);
    ASSERT_FALSE(heavy);
    EXPECT_NE(heavy.error().message.find("density is stored at nodes"), std::string::npos);

    auto fluid = Fluid<Dim>::make(with_dye<Dim>(false, Scheme::linear)).value();
    const auto walled = fluid.set_obstacle({capsule<Dim>({}, {}, 1).value()});
    ASSERT_FALSE(walled);
    EXPECT_NE(walled.error().message.find("dye is stored at nodes"), std::string::npos);
}

TEST(FluidSize, RefusesMoreCellsThanOffsetsReach) {
    const auto huge = Fluid2::make({.cells = {65536, 65536}});
    ASSERT_FALSE(huge);
    EXPECT_NE(huge.error().message.find("use fewer cells than 2^31"), std::string::npos) << huge.error().message;
}

}  // namespace
}  // namespace whorl
