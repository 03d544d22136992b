// Steps among obstacles that move allocate nothing: what lies beside walls got its room when they were set, and when
// they were told to move.
#include "tests/sanitizer.hpp"
#include "tests/unit/parallel/allocations.hpp"
#include "tests/unit/step/obstacle_fluids.hpp"

namespace whorl {
namespace {

template <int Dim> ObstacleShape<Dim> plate(double half) {
    if constexpr (Dim == 2)
        return segment({-half, 0}, {half, 0}).value();
    else
        return rectangle({0, 0, 0}, {half, 0, 0}, {0, half, 0}).value();
}

/// Obstacles, and where they are during step number `step` of 1.
template <int Dim> struct Moving {
    using Poses = Pose<Dim> (*)(double step, int which);
    const char* name;
    std::vector<ObstacleShape<Dim>> shapes;
    Poses pose;
};

template <int Dim> Pose<Dim> turned(const Vec<double, Dim>& at, double angle) {
    Pose<Dim> pose{.position = at};
    pose.rotation[0] = angle;
    if constexpr (Dim == 3) pose.rotation[1] = 0.4 * angle;
    return pose;
}
/// Somewhere in the box.
template <int Dim> Vec<double, Dim> spread(int which) {
    Vec<double, Dim> at{};
    for (int axis = 0; axis < Dim; ++axis) at[axis] = std::fmod(0.31 + 0.618 * which + 0.27 * axis * which, 1.0);
    return at;
}

template <int Dim> std::vector<Moving<Dim>> moving_obstacles() {
    std::vector<Moving<Dim>> all_of_them;
    // From outside, close by one that stands, into a corner and out of the box.
    all_of_them.push_back({"balls", {ball<Dim>(0.2), ball<Dim>(0.15)}, [](double step, int which) {
                               Pose<Dim> pose{.position = all<Dim>(-0.25 + 1.5 * step)};
                               if (which == 1) pose.position = all<Dim>(0.6), pose.position[0] = 0.28;
                               return pose;
                           }});
    all_of_them.push_back(
        {"a vane", {plate<Dim>(0.4)}, [](double step, int) { return turned<Dim>(all<Dim>(0.51), -0.2 + 2 * step); }});
    all_of_them.push_back(
        {"thin walls", std::vector(Dim == 2 ? 30 : 8, plate<Dim>(Dim == 2 ? 0.07 : 0.2)), [](double step, int which) {
             return turned<Dim>(spread<Dim>(which), which + (which % 2 == 0 ? 3 : -3) * step);
         }});
    // Through each other, with pockets in and between them.
    all_of_them.push_back(
        {"hollow boxes", std::vector(Dim == 2 ? 3 : 2, hollow_box<Dim>(0, 1)), [](double step, int which) {
             Vec<double, Dim> at = all<Dim>(0.3 + 0.2 * which);
             at[0] += 0.25 * std::sin(6 * step + which);
             return turned<Dim>(at, which * step);
         }});
    Vec<double, Dim> slanted = all<Dim>(0.3);
    slanted[0] = 1;
    all_of_them.push_back({"a half-space", {half_space<Dim>({}, slanted).value()}, [](double step, int) {
                               return turned<Dim>(all<Dim>(-0.5 + 1.2 * step), 0.3 * step);
                           }});
    return all_of_them;
}

/// How many steps allocate; where there is viscosity, but for the first, which prepares solvers.
template <int Dim> int steps_that_allocate(const Moving<Dim>& moving, const char* solver, double viscosity) {
    FluidConfig<Dim> config{.viscosity = viscosity, .buoyancy = 1};
    config.pressure = solver;
    const int n = Dim == 2 ? 40 : 16, steps = under_sanitizer ? 5 : Dim == 2 ? 20 : 12;
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = n + 2 * axis, config.size[axis] = 1;
    auto fluid = Fluid<Dim>::make(config).value();
    for (const auto& shape : moving.shapes) {
        const int which = static_cast<int>(&shape - moving.shapes.data());
        (void)fluid.set_obstacle({shape, moving.pose(0, which), viscosity > 0 ? Slip::none : Slip::free}).value();
    }
    int count = 0;
    for (int step = 1; step <= steps; ++step) {
        for (int which = 0; which < static_cast<int>(moving.shapes.size()); ++which)
            (void)fluid.move_obstacle(which, moving.pose(static_cast<double>(step) / steps, which));
        const auto before = allocations();
        (void)fluid.step(0.02).value();
        if (step > 1 || viscosity == 0) count += allocations() > before;
    }
    return count;
}

TYPED_TEST(FluidObstacles, NothingIsAllocatedBesideWallsThatMove) {
    if (!counts_allocations()) GTEST_SKIP() << "a sanitizer has its own operator new";
    constexpr int Dim = TypeParam::value;
    for (const auto& moving : moving_obstacles<Dim>()) {
        for (const char* solver : {"auto", "mgpcg", "multigrid", "jacobi"}) {
            const bool is_long = Dim == 3 && solver != std::string("auto") && moving.name != std::string("thin walls");
            EXPECT_EQ(is_long ? 0 : steps_that_allocate(moving, solver, 0), 0) << moving.name << ", " << solver;
        }
        EXPECT_EQ(Dim == 3 ? 0 : steps_that_allocate(moving, "auto", 0.01), 0) << moving.name << " with friction";
    }
}

}  // namespace
}  // namespace whorl
