// Advection between walls, slab by slab and without traces that are kept: to the bits that it has with whole fields of
// everything.
#include <gtest/gtest.h>

#include "advect/advect.hpp"
#include "boundary/ghosts.hpp"
#include "boundary/walls.hpp"
#include "tests/unit/advect/moved.hpp"

namespace whorl {
namespace {

template <class K> class SlabsBetweenWalls : public testing::Test {};
TYPED_TEST_SUITE(SlabsBetweenWalls, Kinds);

template <int dim> Vec<int, dim> plus_one(Vec<int, dim> cells) {
    for (int axis = 0; axis < dim; ++axis) ++cells[axis];
    return cells;
}

/// A ball, a sheet and a thin box that leaves the domain, all turned.
template <int dim> std::vector<PlacedObstacle<dim>> obstacles_in(const Vec<int, dim>& cells) {
    const auto at = [&](double x, double y, double z) {
        Vec<double, dim> position{};
        for (int axis = 0; axis < dim; ++axis) position[axis] = (axis == dim - 1 ? z : axis == 0 ? x : y) * cells[axis];
        return position;
    };
    const auto placed = [](const ObstacleShape<dim>& shape, const Vec<double, dim>& position) {
        Pose<dim> pose{.position = position};
        pose.rotation[0] = 0.4;
        return PlacedObstacle<dim>{shape, placement_of(pose), placement_of(pose)};
    };
    Vec<double, dim> low{}, high{};
    for (int axis = 0; axis < dim; ++axis) low[axis] = axis == 1 ? -0.7 : -9, high[axis] = -low[axis];
    std::vector<PlacedObstacle<dim>> all{placed(box<dim>(low, high).value(), at(0.9, 0.5, 0.8))};
    if constexpr (dim == 2) {
        all.push_back(placed(circle({}, 6.3).value(), at(0.4, 0.5, 0.2)));
        all.push_back(placed(segment({-20, 0}, {20, 0}).value(), at(0.5, 0.5, 0.5)));
    } else {
        all.push_back(placed(sphere({}, 6.3).value(), at(0.4, 0.5, 0.2)));
        all.push_back(placed(rectangle({}, {9, 0, 0}, {0, 9, 9}).value(), at(0.5, 0.5, 0.5)));
    }
    return all;
}

template <class T, int dim> struct Moved : MovedFields<T, dim> {
    using MovedFields<T, dim>::scalars, MovedFields<T, dim>::u, MovedFields<T, dim>::tracer;
    using MovedFields<T, dim>::tracing;

    Rig<T, dim>& rig;
    const Walls<T, dim>& walls;
    double speed;
    Scheme scalar_scheme, velocity_scheme;
    bool passes_over = false;  // rows without smoke
    EmptyRows<T, dim> empty[2]{};

    Moved(Rig<T, dim>& the_rig, const Walls<T, dim>& the_walls, double the_speed, Scheme of_scalars, Scheme of_velocity)
        : MovedFields<T, dim>(the_rig),
          rig(the_rig),
          walls(the_walls),
          speed(the_speed),
          scalar_scheme(of_scalars),
          velocity_scheme(of_velocity) {}

    AdvectContext<T, dim> context() const {
        AdvectContext<T, dim> made = context_at(rig, speed);
        made.walls = &walls;
        return made;
    }
    bool has_predictors() const { return has_predictor(scalar_scheme) || has_predictor(velocity_scheme); }
    void fill(const View<T, dim>& view, const Lines& lines = {}) const {
        continue_ghosts(rig.grid, view, *rig.scheduler, 0, lines);
    }

    const EmptyRows<T, dim>* empty_rows_of(int scalar) {
        if (!passes_over) return nullptr;
        empty[scalar] = EmptyRows<T, dim>(rig.grid);
        empty[scalar].find(*rig.scheduler, scalars[scalar].view(), T(0));
        return &empty[scalar];
    }

    bool move_in_slabs() {
        const auto room = plus_one(rig.grid.cells);
        auto first = Field<T, dim>::make(room).value(), second = Field<T, dim>::make(room).value();
        for (const auto* memory : {&first, &second})
            for (std::byte& byte : memory->memory()) byte = std::byte{0xff};  // not a number
        Vec<int, dim> some = rig.grid.cells;
        some[dim - 1] /= 3;
        auto back = Field<std::int8_t, dim>::make(shape_of_reaches(some), 0).value();
        auto forward = Field<std::int8_t, dim>::make(shape_of_reaches(some), 0).value();
        auto met = Field<std::uint8_t, dim>::make(some).value();
        auto notes = Field<std::uint8_t, dim>::make(plus_one(some)).value();
        AdvectedField<T, dim> fields[2], components[dim];
        for (int i = 0; i < 2; ++i) {
            fields[i] = {scalars[i].view(), scalars[i].view(), scalar_scheme};
            fields[i].empty = empty_rows_of(i);
        }
        for (int axis = 0; axis < dim; ++axis)
            components[axis] = {u[axis].view(), tracer[axis].view(), velocity_scheme};
        const auto fill_some = [&](int, const View<T, dim>& view, const Lines& lines) { fill(view, lines); };
        return advect_in_slabs<T, dim>(context(), tracing(),
                                       {.scalars = fields,
                                        .velocity = components,
                                        .memory = {first.view(), second.view()},
                                        .reaches = {back.view(), forward.view()},
                                        .met = met.view(),
                                        .notes = notes.view(),
                                        .counts_forward = has_predictors(),
                                        .fill_scalar = fill_some,
                                        .fill_component = fill_some});
    }

    /// With whole fields of everything, or with traces that nobody keeps.
    void move_one_by_one(bool keeps_traces) {
        const auto room = plus_one(rig.grid.cells);
        Vec<Field<T, dim>, dim> back{}, forward{};
        auto met = Field<std::uint8_t, dim>::make(rig.grid.cells).value();
        auto notes = Field<std::uint8_t, dim>::make(room).value();
        auto predictor = Field<T, dim>::make(room).value();
        const auto fill_all = [&](int, const View<T, dim>& view) { fill(view); };
        AdvectScratch<T, dim> scratch{.fill = fill_all};
        if (keeps_traces) {
            for (int axis = 0; axis < dim; ++axis) {
                back[axis] = Field<T, dim>::make(room).value(), forward[axis] = Field<T, dim>::make(room).value();
                scratch.back[axis] = back[axis].view();
                if (has_predictors()) scratch.forward[axis] = forward[axis].view();
            }
            scratch.met = met.view(), scratch.notes = notes.view();
            trace_centres(context(), rig.velocity(), scratch);
            scratch.is_traced = true;
        } else {
            using Counted = typename AdvectScratch<T, dim>::Counted;
            scratch.counted = has_predictors() ? Counted::both : Counted::back;
        }
        const auto move = [&](const Location<dim>& location, Field<T, dim>& field, Field<T, dim>& result, Scheme scheme,
                              const EmptyRows<T, dim>* rows) {
            auto moved = Field<T, dim>::make(field.view().shape).value();
            const AdvectedField<T, dim> one{field.view(), moved.view(), scheme, predictor.view(), nullptr, rows};
            (void)advect<T, dim>(context(), rig.velocity(), location, std::span(&one, 1), scratch);
            result = std::move(moved);
        };
        for (int i = 0; i < 2; ++i) move(at_centres<dim>(), scalars[i], scalars[i], scalar_scheme, empty_rows_of(i));
        for (int axis = 0; axis < dim; ++axis)
            move(at_faces<dim>(axis), u[axis], tracer[axis], velocity_scheme, nullptr);
    }
};

TYPED_TEST(SlabsBetweenWalls, HaveTheSameBits) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    Vec<int, dim> cells{};
    for (int axis = 0; axis < dim; ++axis) cells[axis] = axis == dim - 1 ? (dim == 2 ? 150 : 110) : axis == 0 ? 29 : 13;
    auto rig = Rig<T, dim>::make(cells, false);
    const auto pool = std::move(make_thread_pool(2)).value();
    rig.scheduler = pool.get();
    auto walls = Walls<T, dim>::make(rig.grid).value();
    walls.rebuild(obstacles_in(cells));
    constexpr Scheme linear = Scheme::linear, corrected = Scheme::maccormack;
    const struct {
        double speed;
        Scheme scalars, velocity;
        Trace trace;
        bool is_stream;
    } cases[] = {{0.3, corrected, corrected, Trace::rk2, false}, {0.95, corrected, corrected, Trace::rk3, true},
                 {1.9, linear, corrected, Trace::rk3, false},    {2.3, corrected, linear, Trace::rk2, false},
                 {1.9, linear, linear, Trace::euler, true},      {3.1, corrected, corrected, Trace::rk3, false}};
    for (const auto& each : cases) {
        SCOPED_TRACE(each.speed);
        rig.trace = each.trace;
        rig.set_noise(each.speed, 31);
        // As far as there is, and from behind: what walks reads the oldest values that are left.
        const auto along = rig.u[dim - 1].view();
        if (each.is_stream)
            for_each_with_ghosts(along, [&](const auto& at) { along[at] = static_cast<T>(each.speed); });
        const auto moved = [&] { return Moved<T, dim>(rig, walls, each.speed, each.scalars, each.velocity); };
        auto whole = moved(), in_slabs = moved(), without_traces = moved();
        whole.move_one_by_one(true);
        ASSERT_TRUE(in_slabs.move_in_slabs());
        in_slabs.expect_same(whole);
        without_traces.move_one_by_one(false);
        without_traces.expect_same(whole);
    }
}

/// A tenth of the lines, beside the sheet, has smoke.
TYPED_TEST(SlabsBetweenWalls, RowsWithoutSmokeArePassedOver) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    Vec<int, dim> cells{};
    for (int axis = 0; axis < dim; ++axis) cells[axis] = axis == dim - 1 ? 90 : axis == 0 ? 29 : 13;
    auto rig = Rig<T, dim>::make(cells, false);
    auto walls = Walls<T, dim>::make(rig.grid).value();
    walls.rebuild(obstacles_in(cells));
    constexpr double speed = 1.2;
    rig.set_noise(speed, 31);
    for (const Scheme scheme : {Scheme::linear, Scheme::maccormack})
        for (const bool in_slabs : {false, true}) {
            const auto moved = [&](bool passes_over) {
                Moved<T, dim> made(rig, walls, speed, scheme, Scheme::maccormack);
                made.passes_over = passes_over;
                for (auto& scalar : made.scalars)
                    for_each_with_ghosts(scalar.view(), [&](const auto& at) {
                        if (at[dim - 1] < 42 || at[dim - 1] > 50) scalar.view()[at] = 0;
                    });
                if (in_slabs)
                    EXPECT_TRUE(made.move_in_slabs());
                else
                    made.move_one_by_one(true);
                return made;
            };
            moved(true).expect_same(moved(false));
        }
}

/// Beyond the reach of slabs, and so far that traces end on all sides.
TYPED_TEST(SlabsBetweenWalls, TracesOfFastFlowsNeedNotBeKept) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    Vec<int, dim> cells{};
    for (int axis = 0; axis < dim; ++axis) cells[axis] = axis == 0 ? 270 : 10 + axis;
    auto rig = Rig<T, dim>::make(cells, false);
    auto walls = Walls<T, dim>::make(rig.grid).value();
    walls.rebuild(obstacles_in(cells));
    for (const double speed : {5.0, 40.0}) {
        rig.set_noise(speed, 31);
        const auto moved = [&] { return Moved<T, dim>(rig, walls, speed, Scheme::maccormack, Scheme::maccormack); };
        auto whole = moved(), without_traces = moved();
        whole.move_one_by_one(true);
        without_traces.move_one_by_one(false);
        without_traces.expect_same(whole);
    }
}

}  // namespace
}  // namespace whorl
