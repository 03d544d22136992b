// What a projection does to a flow among obstacles, row by row, against loops over cells and faces that know nothing of
// rows.
#include <array>

#include <gtest/gtest.h>

#include "boundary/walls.hpp"
#include "pressure/measured_divergence.hpp"
#include "tests/dims.hpp"
#include "tests/unit/pressure/problems.hpp"

namespace whorl {
namespace {

template <class D> class WalledDivergence : public testing::Test {};
TYPED_TEST_SUITE(WalledDivergence, Dims);

/// Balls that cut and close faces in some rows, at rest or on their way; one is too small to close any. Beside every
/// other pair of them there is a third one, which shuts parts of all rows.
template <int dim> class NoiseAmongBalls {
  public:
    explicit NoiseAmongBalls(std::uint64_t seed, bool moves) {
        std::vector<PlacedObstacle<dim>> balls{ball(seed, 0, 1.7, moves), ball(seed, 1, 0.4, moves)};
        if (has_shut_parts(seed)) balls.push_back(ball(seed, 2, 50, moves));
        EXPECT_TRUE(walls.make_room_for_motion());
        walls.rebuild(balls);
        for (int axis = 0; axis < dim; ++axis)
            u[axis] = noise<double, dim>(grid.face_shape(axis), seed + static_cast<std::uint64_t>(axis));
    }

    ProjectFields<double, dim> fields() {
        ProjectFields<double, dim> made{.q = q.view(), .divergence = b.view(), .walls = &walls};
        for (int axis = 0; axis < dim; ++axis) made.u[axis] = u[axis].view();
        return made;
    }
    double open(int axis, const Vec<int, dim>& face) const { return walls.open(axis)[face] / double{whole_face}; }
    double wall_speed(int axis, const Vec<int, dim>& face) const {
        return walls.is_moving() ? walls.velocity()[axis][face] : 0;
    }
    /// -div of what flows and what walls push, less the gradient of a guess.
    double b_at(const Vec<int, dim>& cell, double factor) const {
        double sum = 0, any = 0;
        for (int axis = 0; axis < dim; ++axis)
            for (const int side : {0, 1}) {
                Vec<int, dim> face = cell, before = cell;
                face[axis] += side, before[axis] += side - 1;
                const double part = open(axis, face), per = 1 / grid.spacing(axis);
                const double slope = factor * (q.view()[face] - q.view()[before]) * per;
                const double flow = part * u[axis].view()[face] + (1 - part) * wall_speed(axis, face);
                sum += (side == 0 ? 1 : -1) * (flow - part * slope) * per;
                any += part;
            }
        return any > 0 ? sum : 0;
    }
    static bool has_shut_parts(std::uint64_t seed) { return seed % 2 == 0; }
    /// How many parts of rows walls take nothing of, something, and all.
    std::array<int, 3> parts() const {
        std::array<int, 3> count{};
        const Region<dim> cells = grid.cell_region();
        for (int i = 0; i < cells.count(); ++i)
            for_wall_parts(walls.blocks(), cells.row(i),
                           [&](WallPart part, int, int) { ++count[static_cast<std::size_t>(part)]; });
        return count;
    }

    Grid<dim> grid = [] {
        Grid<dim> made{};
        for (int axis = 0; axis < dim; ++axis) {
            made.cells[axis] = axis == 0 ? 333 : 9 + axis;
            made.size[axis] = made.cells[axis] * (1 + 0.1 * axis);
        }
        return made;
    }();
    Sides<double, dim> sides = Sides<double, dim>::make(grid, {}, {}).value();
    Walls<double, dim> walls = Walls<double, dim>::make(grid).value();
    Vec<Field<double, dim>, dim> u{};
    Field<double, dim> q = noise<double, dim>(grid.cells, 77);
    Field<double, dim> b = noise<double, dim>(grid.cells, 78);  // what an earlier step left

  private:
    PlacedObstacle<dim> ball(std::uint64_t seed, std::uint64_t number, double radius, bool moves) const {
        Pose<dim> from{}, to{};
        for (int axis = 0; axis < dim; ++axis) {
            const auto draw = 10 * number + static_cast<std::uint64_t>(axis);
            from.position[axis] = random_between(0.1, 0.4, seed, draw) * grid.size[axis];
            to.position[axis] = from.position[axis] + (moves ? random_between(0, 0.5, seed, 100 + draw) : 0);
        }
        const auto shape = capsule<dim>({}, {}, radius).value();
        return {shape, placement_of(from), placement_of(to), motion_between(from, to, 1)};
    }
};

TYPED_TEST(WalledDivergence, IsThatOfOpenPartsAndMovingWalls) {
    constexpr int dim = TypeParam::value;
    for (std::uint64_t seed = 1; seed <= 6; ++seed)
        for (const bool moves : {false, true}) {
            NoiseAmongBalls<dim> flow(seed, moves);
            const auto [whole, cut, shut] = flow.parts();
            ASSERT_GT(whole, 3);
            ASSERT_GT(cut, 3);
            ASSERT_EQ(shut > 3, flow.has_shut_parts(seed));
            ProjectReport report;
            const Measured measured =
                measure_divergence<double, dim>(serial_scheduler(), flow.sides, flow.fields(), report);
            double squares = 0;
            int wrong = 0;
            for_each_cell(flow.grid.cells, [&](const Vec<int, dim>& at) {
                const double expected = flow.b_at(at, 0);
                wrong += std::abs(flow.b.view()[at] - expected) > 1e-11 * (1 + std::abs(expected));
                squares += expected * expected;
            });
            EXPECT_EQ(wrong, 0) << seed;
            EXPECT_NEAR(measured.norm, std::sqrt(squares), 1e-10 * measured.norm);

            set_cells(flow.b.view(), [](const auto&) { return 7.0; });
            const Measured dropped =
                measure_divergence<double, dim>(serial_scheduler(), flow.sides, flow.fields(), report, false);
            EXPECT_EQ(dropped.norm, measured.norm);
            for_each_cell(flow.grid.cells, [&](const auto& at) { ASSERT_EQ(flow.b.view()[at], 7) << "not kept"; });
        }
}

TYPED_TEST(WalledDivergence, IsWhatAGuessLeavesOfIt) {
    constexpr int dim = TypeParam::value;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        NoiseAmongBalls<dim> flow(seed, false);
        set_cells(flow.q.view(), [&](const auto& at) { return 1e-6 * flow.q.view()[at]; });
        for (int axis = 0; axis < dim; ++axis)  // then the guess leaves less than there is, and is taken
            set_cells(flow.u[axis].view(), [&](const Vec<int, dim>& at) {
                Vec<int, dim> before = at;
                --before[axis];
                const bool is_inside = at[axis] > 0 && at[axis] < flow.grid.cells[axis];
                return is_inside ? 1.5 * (flow.q.view()[at] - flow.q.view()[before]) / flow.grid.spacing(axis) : 0.0;
            });
        ProjectReport report;
        const Beginning begun = begin_projection<double, dim>(serial_scheduler(), flow.sides, flow.fields(), report);
        ASSERT_EQ(begun.factor, 1);
        double squares = 0, largest = 0;
        for_each_cell(flow.grid.cells,
                      [&](const auto& at) { largest = std::max(largest, std::abs(flow.b_at(at, 1))); });
        int wrong = 0;
        for_each_cell(flow.grid.cells, [&](const Vec<int, dim>& at) {
            const double expected = flow.b_at(at, 1);
            wrong += std::abs(flow.b.view()[at] - expected) > 1e-12 * largest;
            squares += expected * expected;
        });
        EXPECT_EQ(wrong, 0) << seed;
        EXPECT_NEAR(begun.left, std::sqrt(squares), 1e-10 * begun.left);
    }
}

TYPED_TEST(WalledDivergence, FacesThatAreShutKeepTheirFlow) {
    constexpr int dim = TypeParam::value;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        NoiseAmongBalls<dim> flow(seed, false), before(seed, false);
        subtract_gradient<double, dim>(serial_scheduler(), flow.sides, &flow.walls, flow.fields().u, flow.q.view());
        int wrong = 0, shut = 0;
        for (int axis = 0; axis < dim; ++axis)
            for_each_cell(flow.grid.face_shape(axis), [&](const Vec<int, dim>& at) {
                Vec<int, dim> beside = at;
                --beside[axis];
                const double slope = (flow.q.view()[at] - flow.q.view()[beside]) / flow.grid.spacing(axis);
                const double was = before.u[axis].view()[at], is = flow.u[axis].view()[at];
                const bool is_shut = flow.open(axis, at) == 0;
                wrong += std::abs(is - (is_shut ? was : was - slope)) > 1e-11;
                shut += is_shut;
            });
        EXPECT_EQ(wrong, 0) << seed;
        EXPECT_GT(shut, 3);
    }
}

}  // namespace
}  // namespace whorl
