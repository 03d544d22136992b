// Advection where walls are far: they change nothing there, however fast the flow is, and nobody asks for them.
#include <gtest/gtest.h>

#include "advect/walled.hpp"
#include "tests/unit/advect/among_walls.hpp"
#include "tests/unit/advect/moved.hpp"

namespace whorl {
namespace {

template <class K> class FarFromWalls : public testing::Test {};
TYPED_TEST_SUITE(FarFromWalls, Kinds);

template <class T, int dim> struct Carried {
    Rig<T, dim>& rig;
    const Walls<T, dim>* walls = nullptr;
    double speed = 0;  // not told: 0

    Field<T, dim> operator()(const Location<dim>& location, const Field<T, dim>& source, Scheme scheme) const {
        AdvectContext<T, dim> context = speed > 0 ? context_at(rig, speed) : rig.context(1);
        context.walls = walls;
        Vec<int, dim> more = rig.grid.cells;
        for (int axis = 0; axis < dim; ++axis) ++more[axis];
        Vec<Field<T, dim>, dim> back{}, forward{};
        auto met = Field<std::uint8_t, dim>::make(rig.grid.cells).value();
        auto notes = Field<std::uint8_t, dim>::make(more).value();
        for (const auto* bytes : {&met, &notes})  // what nobody has asked for, nobody may read
            for (std::byte& byte : bytes->memory()) byte = std::byte{0xff};
        auto predictor = Field<T, dim>::make(more).value();
        const auto fill = [&](int, const View<T, dim>& view) { rig.fill(view); };
        AdvectScratch<T, dim> scratch{.fill = fill};
        for (int axis = 0; axis < dim; ++axis) {
            back[axis] = Field<T, dim>::make(more).value(), scratch.back[axis] = back[axis].view();
            forward[axis] = Field<T, dim>::make(more).value(), scratch.forward[axis] = forward[axis].view();
        }
        scratch.met = met.view(), scratch.notes = notes.view();
        trace_centres(context, rig.velocity(), scratch);
        scratch.is_traced = true;
        auto result = Field<T, dim>::make(source.view().shape).value();
        const AdvectedField<T, dim> field{source.view(), result.view(), scheme, predictor.view()};
        (void)advect<T, dim>(context, rig.velocity(), location, std::span(&field, 1), scratch);
        return result;
    }
};

/// Of unit cells, long along the last axis, along which it may be periodic.
template <class T, int dim> Rig<T, dim> long_rig(int length, bool is_periodic = false) {
    Vec<int, dim> cells{};
    for (int axis = 0; axis < dim; ++axis) cells[axis] = axis == dim - 1 ? length : axis == 0 ? 21 : 9;
    auto rig = Rig<T, dim>::make(cells, false);
    rig.grid.periodic[dim - 1] = is_periodic;
    rig.make_velocity();
    return rig;
}
template <int dim> PlacedObstacle<dim> small_ball(const Vec<int, dim>& cells, double along) {
    Pose<dim> pose{};
    for (int axis = 0; axis < dim; ++axis) pose.position[axis] = axis == dim - 1 ? along : 0.5 * cells[axis];
    return {capsule<dim>({}, {}, 2.2).value(), placement_of(pose), placement_of(pose)};
}

TYPED_TEST(FarFromWalls, RowsThatNobodyAsksHaveTheSameBits) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    for (const bool is_periodic : {false, true}) {
        auto rig = long_rig<T, dim>(70, is_periodic);
        auto walls = Walls<T, dim>::make(rig.grid).value();
        walls.rebuild({small_ball<dim>(rig.grid.cells, 20.4)});
        for (const double speed : {0.4, 3.3, 9.0}) {
            rig.set_noise(speed, 31);
            AdvectContext<T, dim> context = context_at(rig, speed);
            context.walls = &walls;
            const FarRows<T, dim> far(context, 0);
            int are_far = 0;
            for (int i = 0; i < rig.grid.cells[dim - 1]; ++i) {
                Row row{0, rig.grid.cells[0], 0, 0};
                (dim == 3 ? row.z : row.y) = i;
                are_far += far.holds(row, {}, {});
            }
            EXPECT_GT(are_far, 5);
            EXPECT_LT(are_far, 65);
            for (const Scheme scheme : {Scheme::linear, Scheme::maccormack})
                for (const Location<dim>& location : locations_of_flow<dim>()) {
                    const auto source = rig.noise(location, 7);
                    const auto asked = Carried<T, dim>{rig, &walls}(location, source, scheme);
                    const auto passed = Carried<T, dim>{rig, &walls, speed}(location, source, scheme);
                    EXPECT_TRUE(same_values(asked, passed)) << "speed " << speed << ", periodic " << is_periodic;
                }
        }
    }
}

/// They have what they have without any wall, to the bit: the second pass of a scheme of second order, too.
TYPED_TEST(FarFromWalls, FastFlowsAreThoseWithoutWalls) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    constexpr double speed = 17, ball = 8;
    auto rig = long_rig<T, dim>(120);
    auto walls = Walls<T, dim>::make(rig.grid).value();
    walls.rebuild({small_ball<dim>(rig.grid.cells, ball)});
    rig.set_noise(speed, 31);
    for (const Location<dim>& location : locations_of_flow<dim>()) {
        const auto source = rig.noise(location, 7);
        const auto with = Carried<T, dim>{rig, &walls, speed}(location, source, Scheme::maccormack);
        const auto without = Carried<T, dim>{rig}(location, source, Scheme::maccormack);
        int beyond = 0, others = 0;
        for_each_cell(with.view(), [&](const auto& at) {
            // Out of reach of what may walk, which is corrected by others.
            const bool is_far = at[dim - 1] > ball + 2.2 + 2 * (speed + 1 + stencil_margin) + 2 * tile_cells;
            const bool is_other = with.view()[at] != without.view()[at];
            beyond += is_far && is_other, others += is_other;
        });
        EXPECT_EQ(beyond, 0);
        EXPECT_GT(others, 20);
    }
}

/// A sheet one cell from the end of the domain keeps what is behind it, also from traces that end on that end exactly.
TYPED_TEST(FarFromWalls, LayersOfOneCellAreSealed) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    for (const bool is_low : {false, true}) {
        auto rig = long_rig<T, dim>(40);
        auto walls = Walls<T, dim>::make(rig.grid).value();
        const int last = is_low ? 0 : rig.grid.cells[0] - 1;
        const double sheet = is_low ? 1 : last;
        if constexpr (dim == 2)
            walls.rebuild({{segment({sheet, -9}, {sheet, 90}).value(), placement_of<2>({}), placement_of<2>({})}});
        else
            walls.rebuild(
                {{rectangle({sheet, 0, 0}, {0, 90, 0}, {0, 0, 90}).value(), placement_of<3>({}), placement_of<3>({})}});
        auto smoke = rig.field(at_centres<dim>(), [&](const auto& x) { return std::floor(x[0]) == last; });
        rig.fill(smoke.view());
        for (const double speed : {1.0, 2.5, 3.0, 3.5, 4.0, 7.0, 15.0, 60.0})
            for (const Scheme scheme : traced_schemes) {
                Vec<double, dim> flow{};
                flow[0] = is_low ? speed : -speed;  // traces go against it
                rig.set_uniform(flow);
                const auto carried = Carried<T, dim>{rig, &walls, speed}(at_centres<dim>(), smoke, scheme);
                int leaks = 0;
                for_each_cell(carried.view(),
                              [&](const auto& at) { leaks += at[0] != last && carried.view()[at] != T(0); });
                EXPECT_EQ(leaks, 0) << "speed " << speed << ", scheme " << static_cast<int>(scheme);
            }
    }
}

}  // namespace
}  // namespace whorl
