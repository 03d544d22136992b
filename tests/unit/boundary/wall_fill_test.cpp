// Faces inside of walls: against the rule written out, face by face, and against flows whose answer is known.
#include "boundary/wall_fill.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/for_box.hpp"
#include "core/random.hpp"
#include "tests/dims.hpp"
#include "tests/unit/simd/isas.hpp"

namespace whorl {
namespace {

template <class D> class WallFill : public testing::Test {};
TYPED_TEST_SUITE(WallFill, Dims);

template <class T, int dim> struct Flow {
    std::array<Field<T, dim>, dim> component;

    explicit Flow(const Grid<dim>& grid) {
        for (int axis = 0; axis < dim; ++axis)
            component[axis] = std::move(Field<T, dim>::make(grid.face_shape(axis))).value();
    }
    Faces<T, dim> faces() {
        Faces<T, dim> views{};
        for (int axis = 0; axis < dim; ++axis) views[axis] = component[axis].view();
        return views;
    }
    /// f(axis, place), ghosts too.
    template <class F> void set(F f) {
        for (int axis = 0; axis < dim; ++axis) {
            const View<T, dim> view = component[axis].view();
            Vec<int, dim> low{}, high = view.shape;
            for (int each = 0; each < dim; ++each) low[each] = -2, high[each] += 2;
            for_box(low, high, [&](const Vec<int, dim>& at) { view[at] = static_cast<T>(f(axis, at)); });
        }
    }
    /// In all of the memory, to see what was written where it should not be.
    std::size_t differences(Flow& other) {
        std::size_t count = 0;
        for (int axis = 0; axis < dim; ++axis) {
            const auto mine = component[axis].memory(), theirs = other.component[axis].memory();
            for (std::size_t i = 0; i < mine.size(); ++i) count += mine[i] != theirs[i];
        }
        return count;
    }
};

template <int dim> Grid<dim> some_grid() {
    Grid<dim> grid{};
    for (int axis = 0; axis < dim; ++axis)
        grid.cells[axis] = dim == 2 ? 61 - 8 * axis : 65 - 2 * axis, grid.size[axis] = grid.cells[axis];
    return grid;
}

/// One that moves and turns, one that the flow sticks to, and one that reaches through a side.
template <int dim> std::vector<PlacedObstacle<dim>> some_obstacles(const Grid<dim>& grid) {
    std::vector<PlacedObstacle<dim>> all;
    const auto add = [&](double part, double radius, Slip slip, double way) {
        Pose<dim> before{}, now{};
        for (int axis = 0; axis < dim; ++axis) now.position[axis] = part * grid.size[axis];
        before = now;
        before.position[0] -= way, before.rotation[0] -= 0.1 * way;
        all.push_back({capsule<dim>({}, {}, radius).value(), placement_of(before), placement_of(now),
                       motion_between(before, now, 0.5), slip});
    };
    const double unit = grid.size[0] / 60;
    add(0.3, 9 * unit, Slip::free, 0.7), add(0.65, 7 * unit, Slip::none, -0.4), add(1, 12 * unit, Slip::free, 0);
    return all;
}

template <class T, int dim> struct Written {
    const Walls<T, dim>& walls;
    Faces<T, dim> u;

    template <class F> void each(int axis, bool are_next, F f) {
        for (const WallFaceBlock<T, dim>& faces : walls.wall_faces(axis))
            for (int i = 0; i < faces.count && faces.are_next == are_next; ++i) f(faces, i, faces.place(i));
    }
    void continue_flow(bool are_next) {
        for (int axis = 0; axis < dim; ++axis)
            each(axis, are_next, [&](const auto& faces, int i, const Vec<int, dim>& at) {
                double sum = 0;
                int count = 0;
                for (int bit = 0; bit < 2 * dim; ++bit) {
                    if ((faces.from[i] >> bit & 1) == 0) continue;
                    Vec<int, dim> beside = at;
                    beside[bit / 2] += bit % 2 == 0 ? -1 : 1;
                    sum += static_cast<double>(u[axis][beside]), ++count;
                }
                u[axis][at] = count == 0 ? faces.velocity[axis][i] : static_cast<T>(sum / count);
            });
    }
    T component_at(int other, int axis, Vec<int, dim> at) {
        if (other == axis) return u[axis][at];
        Vec<int, dim> below = at, above = at;
        --below[axis], ++above[other];
        Vec<int, dim> both = below;
        ++both[other];
        return T(0.25) * ((u[other][at] + u[other][both]) + (u[other][below] + u[other][above]));
    }
    void run() {
        continue_flow(true), continue_flow(false);
        for (int axis = 0; axis < dim; ++axis)
            each(axis, true, [&](const auto& faces, int i, const Vec<int, dim>& at) {
                if (faces.from[i] == 0) return;
                T through = 0;
                for (int other = 0; other < dim; ++other)
                    through += (component_at(other, axis, at) - faces.velocity[other][i]) * faces.normal[other][i];
                u[axis][at] -= through * faces.normal[axis][i];
            });
        continue_flow(false);
    }
};

template <class T, int dim> void expect_as_written() {
    const Grid<dim> grid = some_grid<dim>();
    auto walls = Walls<T, dim>::make(grid).value();
    ASSERT_TRUE(walls.make_room_for_motion());
    walls.rebuild(some_obstacles(grid));
    const auto random = [](int axis, const Vec<int, dim>& at) {
        std::uint64_t index = 0;
        for (int each = 0; each < dim; ++each) index = 1000 * index + static_cast<std::uint64_t>(at[each] + 2);
        return random_between(-1, 1, static_cast<std::uint64_t>(axis), index);
    };
    Flow<T, dim> expected(grid);
    expected.set(random);
    Written<T, dim>{walls, expected.faces()}.run();
    const auto pool = std::move(make_thread_pool(2)).value();
    for_each_isa([&](Isa) {
        for (Scheduler* scheduler : {&serial_scheduler(), pool.get()}) {
            Flow<T, dim> flow(grid);
            flow.set(random);
            fill_wall_faces(*scheduler, walls, flow.faces());
            EXPECT_EQ(flow.differences(expected), 0u);
        }
        double largest[dim] = {};
        for (int axis = 0; axis < dim; ++axis) {
            for (const auto& faces : walls.wall_faces(axis))
                for (int i = 0; i < faces.count; ++i)
                    largest[axis] =
                        std::max(largest[axis], std::abs(static_cast<double>(expected.faces()[axis][faces.place(i)])));
            EXPECT_EQ((largest_at_wall_faces<T, dim>(walls, axis, expected.faces()[axis])), largest[axis]);
            EXPECT_GT(largest[axis], 0);
        }
    });
}

TYPED_TEST(WallFill, IsAsWritten) {
    expect_as_written<float, TypeParam::value>();
    expect_as_written<double, TypeParam::value>();
}

/// Blocks of all kinds, in both layers, and enough of them for several tasks.
TYPED_TEST(WallFill, HasFacesOfAllKinds) {
    constexpr int dim = TypeParam::value;
    const auto grid = some_grid<dim>();
    auto walls = Walls<double, dim>::make(grid).value();
    ASSERT_TRUE(walls.make_room_for_motion());
    walls.rebuild(some_obstacles(grid));
    int sticky = 0, full = 0, blocks = 0, next = 0;
    for (int axis = 0; axis < dim; ++axis) {
        bool were_next = true;
        for (const auto& faces : walls.wall_faces(axis)) {
            EXPECT_TRUE(were_next || !faces.are_next);
            were_next = faces.are_next;
            ++blocks, next += faces.are_next, full += faces.count == WallFaceBlock<double, dim>::most;
            for (int i = 0; i < faces.count; ++i) sticky += faces.from[i] == 0;
            for (int i = faces.count; i < WallFaceBlock<double, dim>::most; ++i)
                EXPECT_EQ(faces.place(i), faces.place(faces.count - 1));
        }
    }
    EXPECT_GT(sticky, 0);
    EXPECT_GT(full, 0);
    EXPECT_GT(blocks, full);
    EXPECT_GT(next, 0);
    EXPECT_GT(blocks, next);
    if (dim == 3) {
        EXPECT_GT(next, 64);
    }
}

/// Along a wall that rests a flow slides: of an even one, the part along the surface is left next to it.
TEST(WallFillAlongAPlane, KeepsWhatDoesNotGoThrough) {
    Grid<2> grid{};
    for (int axis = 0; axis < 2; ++axis) grid.cells[axis] = 40, grid.size[axis] = 40;
    auto walls = Walls<double, 2>::make(grid).value();
    const Pose<2> pose{.position = {20, 10.2}};
    walls.rebuild({{box<2>({-15, -3}, {15, 3}).value(), placement_of(pose), placement_of(pose)}});
    Flow<double, 2> flow(grid);
    flow.set([](int axis, const Vec<int, 2>&) { return axis == 0 ? 3.0 : 1.0; });
    fill_wall_faces(serial_scheduler(), walls, flow.faces());
    int count = 0;
    for (const auto& faces : walls.wall_faces(0))
        for (int i = 0; i < faces.count && faces.are_next; ++i) {
            const Vec<int, 2> at = faces.place(i);
            if (at[0] < 12 || at[0] > 28) continue;  // far from the corners
            EXPECT_NEAR(flow.faces()[0][at], 3, 1e-12);
            ++count;
        }
    EXPECT_GT(count, 10);
}

}  // namespace
}  // namespace whorl
