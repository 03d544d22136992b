// Components of a velocity that share a predictor pass through it slab by slab (simd/passing_lines.hpp): to the bits
// that they have when each has it for itself.
#include <gtest/gtest.h>

#include "boundary/ghosts.hpp"
#include "simd/passing_lines.hpp"
#include "tests/unit/advect/rig.hpp"

namespace whorl {
namespace {

template <class K> class SlabsOf : public testing::Test {};
TYPED_TEST_SUITE(SlabsOf, Kinds);

/// As much as it takes for several slabs.
template <int dim> Vec<int, dim> many_cells() {
    if constexpr (dim == 2)
        return {4000, 130};
    else
        return {260, 70, 74};
}

template <class T, int dim> struct Outcome {
    Vec<Field<T, dim>, dim> u{};
    int fills = 0;
};

/// Where `speed` is told, slabs are known to reach far enough.
template <class T, int dim>
Outcome<T, dim> advected_velocity(const Rig<T, dim>& rig, const Vec<Field<T, dim>, dim>& sources,
                                  const Sides<T, dim>& sides, double dt, std::optional<double> speed) {
    auto larger = rig.grid.cells;
    for (int axis = 0; axis < dim; ++axis) ++larger[axis];
    auto predictor = Field<T, dim>::make(larger).value();
    for_each_with_ghosts(predictor.view(),
                         [&](const auto& at) { predictor.view()[at] = static_cast<T>(std::nan("")); });
    Outcome<T, dim> outcome;
    Vec<Field<T, dim>, dim> back{}, forward{};
    Vec<AdvectedField<T, dim>, dim> components{};
    auto back_reach = Field<std::int8_t, dim>::make(shape_of_reaches(rig.grid.cells), 0).value();
    auto forward_reach = Field<std::int8_t, dim>::make(shape_of_reaches(rig.grid.cells), 0).value();
    AdvectScratch<T, dim> scratch{.back_reach = back_reach.view(), .forward_reach = forward_reach.view()};
    for (int axis = 0; axis < dim; ++axis) {
        const auto shape = rig.grid.face_shape(axis);
        outcome.u[axis] = Field<T, dim>::make(shape).value();
        components[axis] = {sources[axis].view(),
                            outcome.u[axis].view(),
                            Scheme::maccormack,
                            {predictor.view().data, shape, predictor.view().stride}};
        back[axis] = Field<T, dim>::make(larger).value(), forward[axis] = Field<T, dim>::make(larger).value();
        scratch.back[axis] = back[axis].view(), scratch.forward[axis] = forward[axis].view();
    }
    const auto fill = [&](int component, const View<T, dim>& view, const Lines& lines) {
        ++outcome.fills;
        fill_component_ghosts(sides, rig.velocity(), component, view, *rig.scheduler, 0, lines);
    };
    scratch.fill = fill;
    AdvectContext<T, dim> context = rig.context(dt);
    if (speed) context.speed = Vec<double, dim>{};
    for (int axis = 0; axis < dim && speed; ++axis) (*context.speed)[axis] = *speed;
    advect_velocity<T, dim>(context, rig.velocity(), components, scratch);
    return outcome;
}

TYPED_TEST(SlabsOf, HaveTheSameBits) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    using Kind = SideKind;
    auto rig = Rig<T, dim>::make(many_cells<dim>(), false);
    const auto pool = std::move(make_thread_pool(2)).value();
    rig.scheduler = pool.get();
    Vec<Field<T, dim>, dim> sources{};
    for (int axis = 0; axis < dim; ++axis) sources[axis] = rig.noise(at_faces<dim>(axis), 41);
    for (const double speed : {0.3, 1.4, 40.0}) {
        rig.set_noise(speed, 31);
        for (const bool is_open : {false, true}) {
            Vec<Side<dim>, 2 * dim> kinds{};
            for (int axis = 0; axis < dim; ++axis) {
                kinds[2 * axis] = is_open ? (axis == dim - 1 ? Kind::inflow : Kind::open) : Kind::wall;
                kinds[2 * axis + 1] = is_open ? Kind::outflow : Kind::noslip;
                rig.passable[axis] = {is_open, is_open};
            }
            const auto sides = Sides<T, dim>::make(rig.grid, kinds, {"density"}).value();
            const auto whole = advected_velocity(rig, sources, sides, 1, {});
            const auto in_slabs = advected_velocity(rig, sources, sides, 1, speed);
            EXPECT_EQ(whole.fills, dim);
            EXPECT_EQ(in_slabs.fills > 3 * dim, speed < 2) << "in slabs unless the flow is too fast for them";
            for (int axis = 0; axis < dim; ++axis)
                EXPECT_TRUE(same_values(whole.u[axis], in_slabs.u[axis])) << is_open << ' ' << speed << ' ' << axis;
        }
    }
}

/// With as many lines that the last slab has one of the last component and none of the others, whose ghosts behind the
/// side were filled with the slab before.
TEST(Slabs, KeepGhostsThatTheLastOneStillReads) {
    auto rig = Rig<float, 3>::make({260, 70, 56}, false);
    Vec<Field<float, 3>, 3> sources{};
    for (int axis = 0; axis < 3; ++axis) sources[axis] = rig.noise(at_faces<3>(axis), 41);
    rig.set_noise(0.3, 31);
    Vec<Side<3>, 6> walls{};
    for (int side = 0; side < 6; ++side) walls[side] = SideKind::wall;
    const auto sides = Sides<float, 3>::make(rig.grid, walls, {"density"}).value();
    const auto whole = advected_velocity(rig, sources, sides, 1, {});
    const auto in_slabs = advected_velocity(rig, sources, sides, 1, 0.3);
    EXPECT_GT(in_slabs.fills, whole.fills);
    for (int axis = 0; axis < 3; ++axis) EXPECT_TRUE(same_values(whole.u[axis], in_slabs.u[axis])) << axis;
}

/// Every line is found as it was made, as long as it is needed.
TYPED_TEST(SlabsOf, KeepWhatIsNeeded) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim, ghosts = PassingLines<T, dim>::ghosts, parts = 3, needed = 4;
    Vec<int, dim> shape{};
    for (int axis = 0; axis < dim; ++axis) shape[axis] = axis == dim - 1 ? 47 : 5;
    auto memory = Field<T, dim>::make(shape).value();
    PassingLines<T, dim> fields[parts];
    const int room = PassingLines<T, dim>::room_of(memory.view(), parts);
    ASSERT_EQ(room, 17);
    for (int part = 0; part < parts; ++part) fields[part] = {memory.view(), shape, part, room};
    const auto box = [&](int first, int last, auto f) {
        Vec<int, dim> low{}, high{};
        for (int axis = 0; axis < dim; ++axis) low[axis] = -ghosts, high[axis] = shape[axis] + ghosts;
        low[dim - 1] = first, high[dim - 1] = last;
        for_each_index<dim>(low, high, f);
    };
    const auto value = [](int part, const Vec<int, dim>& at) {
        return static_cast<T>(100000 * part + 100 * at[dim - 1] + 10 * at[1] + at[0]);
    };
    for (int made = -ghosts; made < shape[dim - 1] + ghosts; made += 3) {
        const int first = std::max(made - needed, -ghosts), last = made + 3;
        for (int part = 0; part < parts; ++part) {
            fields[part].make_room(serial_scheduler(), first, made, last);
            box(made, last, [&](const auto& at) { fields[part].view()[at] = value(part, at); });
        }
        for (int part = 0; part < parts; ++part)
            box(first, last, [&](const auto& at) { ASSERT_EQ(fields[part].view()[at], value(part, at)); });
    }
}

}  // namespace
}  // namespace whorl
