// Components of a velocity that share a predictor pass through it slab by slab (simd/passing_lines.hpp): to the bits
// that they have when each has it for itself.
#include <gtest/gtest.h>

#include "boundary/ghosts.hpp"
#include "simd/passing_lines.hpp"
#include "tests/unit/advect/moved.hpp"

namespace whorl {
namespace {

template <class K> class SlabsOf : public testing::Test {};
TYPED_TEST_SUITE(SlabsOf, Kinds);

/// With as many lines as it takes for several slabs.
template <int dim> Vec<int, dim> many_lines() {
    if constexpr (dim == 2)
        return {70, 150};
    else
        return {34, 21, 150};
}

template <class T, int dim> Vec<int, dim> with_room(const Rig<T, dim>& rig) {
    auto larger = rig.grid.cells;
    for (int axis = 0; axis < dim; ++axis) ++larger[axis];
    return larger;
}

/// In a box of one kind of sides.
template <class T, int dim> struct Everything : MovedFields<T, dim> {
    using MovedFields<T, dim>::scalars, MovedFields<T, dim>::u, MovedFields<T, dim>::tracer;
    using MovedFields<T, dim>::tracing;

    const Rig<T, dim>& rig;
    const Sides<T, dim>& sides;
    Scheme scalar_scheme = Scheme::maccormack, velocity_scheme = Scheme::maccormack;
    double speed = 0;  // as it is told
    bool has_velocity = true;
    int fills = 0;

    Everything(const Rig<T, dim>& the_rig, const Sides<T, dim>& the_sides)
        : MovedFields<T, dim>(the_rig),
          rig(the_rig),
          sides(the_sides) {}

    AdvectContext<T, dim> context() const { return context_at(rig, speed); }
    void fill_scalar(int scalar, const View<T, dim>& view, const Lines& lines) {
        ++fills;
        fill_scalar_ghosts(sides, {0, T(0), rig.velocity()}, view, *rig.scheduler, 0, lines);
        EXPECT_TRUE(scalar == 0 || scalar == 1);
    }
    /// True if it was possible. The velocity is then where the tracer was.
    bool move_in_slabs() {
        auto first = Field<T, dim>::make(with_room(rig)).value(), second = Field<T, dim>::make(with_room(rig)).value();
        for (const auto* memory : {&first, &second})
            for (std::byte& byte : memory->memory()) byte = std::byte{0xff};  // not a number
        Vec<int, dim> some = rig.grid.cells;
        some[dim - 1] /= 3;
        auto back = Field<std::int8_t, dim>::make(shape_of_reaches(some), 0).value();
        auto forward = Field<std::int8_t, dim>::make(shape_of_reaches(some), 0).value();
        AdvectedField<T, dim> fields[2], components[dim];
        for (int i = 0; i < 2; ++i) fields[i] = {scalars[i].view(), scalars[i].view(), scalar_scheme};
        for (int axis = 0; axis < dim; ++axis)
            components[axis] = {u[axis].view(), tracer[axis].view(), velocity_scheme};
        const auto scalar_fill = [&](int which, const View<T, dim>& view, const Lines& lines) {
            fill_scalar(which, view, lines);
        };
        const auto component_fill = [&](int which, const View<T, dim>& view, const Lines& lines) {
            ++fills;
            fill_component_ghosts(sides, tracing(), which, view, *rig.scheduler, 0, lines);
        };
        const std::span<const AdvectedField<T, dim>> velocity(components, has_velocity ? dim : 0);
        return advect_in_slabs<T, dim>(context(), tracing(),
                                       {.scalars = fields,
                                        .velocity = velocity,
                                        .memory = {first.view(), second.view()},
                                        .reaches = {back.view(), forward.view()},
                                        .fill_scalar = scalar_fill,
                                        .fill_component = component_fill});
    }

    /// All of them at once, with whole fields of everything.
    void move_as_a_whole() {
        for (auto& scalar : scalars)
            scalar = rig.advected(at_centres<dim>(), scalar, scalar_scheme, 1,
                                  [&](const View<T, dim>& view) { fill_scalar(0, view, {}); });
        for (int axis = 0; axis < dim && has_velocity; ++axis)
            tracer[axis] =
                rig.advected(at_faces<dim>(axis), u[axis], velocity_scheme, 1, [&](const View<T, dim>& view) {
                    fill_component_ghosts(sides, rig.velocity(), axis, view, *rig.scheduler);
                });
    }
};

template <class T, int dim> Sides<T, dim> sides_of(Rig<T, dim>& rig, bool is_open) {
    using Kind = SideKind;
    Vec<Side<dim>, 2 * dim> kinds{};
    for (int axis = 0; axis < dim; ++axis) {
        kinds[2 * axis] = is_open ? (axis == dim - 1 ? Kind::inflow : Kind::open) : Kind::wall;
        kinds[2 * axis + 1] = is_open ? Kind::outflow : Kind::noslip;
        rig.passable[axis] = {is_open, is_open};
    }
    return Sides<T, dim>::make(rig.grid, kinds, {"density"}).value();
}

TYPED_TEST(SlabsOf, HaveTheSameBits) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    auto rig = Rig<T, dim>::make(many_lines<dim>(), false);
    const auto pool = std::move(make_thread_pool(2)).value();
    rig.scheduler = pool.get();
    constexpr Scheme linear = Scheme::linear, corrected = Scheme::maccormack;
    const struct {
        double speed;
        Scheme scalars, velocity;
        bool is_open, has_velocity;
    } cases[] = {{0.3, corrected, corrected, false, true}, {1.4, corrected, corrected, true, true},
                 {2.3, linear, corrected, false, true},    {0.9, corrected, linear, true, true},
                 {0.3, linear, linear, true, true},        {3.1, corrected, corrected, true, false}};
    for (const auto& each : cases) {
        rig.set_noise(each.speed, 31);
        const auto sides = sides_of(rig, each.is_open);
        Everything<T, dim> whole(rig, sides), in_slabs(rig, sides);
        for (auto* one : {&whole, &in_slabs}) {
            one->scalar_scheme = each.scalars, one->velocity_scheme = each.velocity;
            one->speed = each.speed, one->has_velocity = each.has_velocity;
        }
        whole.move_as_a_whole();
        ASSERT_TRUE(in_slabs.move_in_slabs()) << each.speed;
        if (each.scalars == corrected) {
            EXPECT_GT(in_slabs.fills, 3 * whole.fills) << "several slabs";
        }
        SCOPED_TRACE(each.speed);
        in_slabs.expect_same(whole);
    }
}

TYPED_TEST(SlabsOf, AreNotForTooFastAFlow) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    auto rig = Rig<T, dim>::make(many_lines<dim>(), false);
    rig.set_noise(40, 31);
    const auto sides = sides_of(rig, false);
    Everything<T, dim> before(rig, sides), after(rig, sides);
    after.speed = 40;
    EXPECT_FALSE(after.move_in_slabs());
    after.expect_same(before);
}

/// With as many lines that the last slab has one of the last component and none of the others, whose ghosts behind the
/// side were filled with the slab before.
TEST(Slabs, KeepGhostsThatTheLastOneStillReads) {
    for (const int lines : {60, 61, 62, 63, 64, 65, 66}) {
        auto rig = Rig<float, 3>::make({34, 10, lines}, false);
        rig.set_noise(0.8, 31);
        const auto sides = sides_of(rig, false);
        Everything<float, 3> whole(rig, sides), in_slabs(rig, sides);
        whole.speed = in_slabs.speed = 0.8;
        whole.move_as_a_whole();
        ASSERT_TRUE(in_slabs.move_in_slabs());
        SCOPED_TRACE(lines);
        in_slabs.expect_same(whole);
    }
}

/// Traces that nobody keeps are followed again wherever they are needed.
TYPED_TEST(SlabsOf, TracesNeedNotBeKept) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    for (const bool is_periodic : {false, true})
        for (const int width : {513, 512, 70}) {
            Vec<int, dim> cells{};
            for (int axis = 0; axis < dim; ++axis) cells[axis] = axis == 0 ? width : 9 - axis;
            auto rig = Rig<T, dim>::make(cells, is_periodic);
            rig.set_noise(2.5, 31);
            const auto fill = [&](int, const View<T, dim>& view) { rig.fill(view); };
            for (const Location<dim>& location : all_locations<dim>()) {
                if (location.centred == at_nodes<dim>().centred) continue;
                const auto source = rig.noise(location, 41);
                const auto kept = rig.advected(location, source, Scheme::maccormack, 1);
                auto result = Field<T, dim>::make(kept.view().shape).value();
                auto predictor = Field<T, dim>::make(kept.view().shape).value();
                const AdvectedField<T, dim> field{source.view(), result.view(), Scheme::maccormack, predictor.view()};
                (void)advect<T, dim>(rig.context(1), rig.velocity(), location, std::span(&field, 1), {.fill = fill});
                EXPECT_TRUE(same_values(result, kept)) << is_periodic << width;
            }
        }
}

/// Every line is found as it was made, as long as it is needed.
TYPED_TEST(SlabsOf, KeepWhatIsNeeded) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim, ghosts = PassingLines<T, dim>::ghosts, parts = 3, needed = 4;
    Vec<int, dim> shape{};
    for (int axis = 0; axis < dim; ++axis) shape[axis] = axis == dim - 1 ? 47 : 5;
    auto memory = Field<T, dim>::make(shape).value();
    PassingLines<T, dim> fields[parts];
    const int room = needed + 3 + ghosts;  // not a line more: what moves overlaps what moved
    const int all = PassingLines<T, dim>::room_of(memory.view());
    ASSERT_GT(all, parts * room);
    for (int part = 0; part < parts; ++part) fields[part] = {memory.view(), shape, part * room, room};
    const auto box = [&](int first, int last, auto f) {
        Vec<int, dim> low{}, high{};
        for (int axis = 0; axis < dim; ++axis) low[axis] = -ghosts, high[axis] = shape[axis] + ghosts;
        low[dim - 1] = first, high[dim - 1] = last;
        for_each_index<dim>(low, high, f);
    };
    const auto value = [](int part, const Vec<int, dim>& at) {
        return static_cast<T>(100000 * part + 100 * at[dim - 1] + 10 * at[1] + at[0]);
    };
    const int end = shape[dim - 1];
    for (int made = 0; made < end; made += 3) {
        const int first = std::max(made - needed, 0), last = made + 3 < end ? made + 3 : end + ghosts;
        for (int part = 0; part < parts; ++part) {
            fields[part].make_room(serial_scheduler(), first, made, std::min(made + 3, end));
            box(made, last, [&](const auto& at) { fields[part].view()[at] = value(part, at); });
        }
        for (int part = 0; part < parts; ++part)
            box(first, last, [&](const auto& at) { ASSERT_EQ(fields[part].view()[at], value(part, at)); });
    }
}

}  // namespace
}  // namespace whorl
