// Obstacles as a host uses them: what is refused, what is harmless, what numbers stand for.
#include "core/text.hpp"
#include "tests/sanitizer.hpp"
#include "tests/unit/step/obstacle_fluids.hpp"

namespace whorl {
namespace {

template <int Dim> void expect_finite(const Fluid<Dim>& fluid) {
    for (const char* name : {"velocity.x", "velocity.y", "velocity.z", "density", "pressure"}) {
        const auto view = fluid.view(name);
        if (!view.data) continue;
        int bad = 0;
        each_of(view.shape, [&](const auto& at) { bad += !std::isfinite(view[at]); });
        EXPECT_EQ(bad, 0) << name;
    }
}

TYPED_TEST(FluidObstacles, BadPlacesAreRefusedAndChangeNothing) {
    constexpr int Dim = TypeParam::value;
    auto fluid = small_fluid<Dim>(), other = small_fluid<Dim>();
    Obstacle<Dim> obstacle{ball<Dim>(0.2), {.position = all<Dim>(0.5)}};
    const int number = fluid.set_obstacle(obstacle).value();
    (void)other.set_obstacle(obstacle).value();
    const Pose<Dim> good{.position = all<Dim>(0.5)};
    for (const double bad : {double(NAN), double(INFINITY), -2e9}) {
        const std::string where = " is " + text("%g", bad) + " along y; it must be a number of metres";
        const auto expect_named = [](const auto& refused, const std::string& what) {
            ASSERT_FALSE(refused);
            EXPECT_NE(refused.error().message.find(what), std::string::npos) << refused.error().message;
        };
        Pose<Dim> pose = good;
        pose.position[1] = bad;
        expect_named(fluid.move_obstacle(number, pose), "position" + where);
        expect_named(fluid.set_obstacle({ball<Dim>(0.2), pose}), "position" + where);
        expect_named(fluid.set_obstacle(number, {ball<Dim>(0.2), pose}), "position" + where);
        pose = good;
        pose.rotation[0] = bad;
        expect_named(fluid.move_obstacle(number, pose), "rotation is " + text("%g", bad));
    }
    (void)fluid.step(0.05).value();
    (void)other.step(0.05).value();
    EXPECT_EQ(fluid.hash(), other.hash());
}

TYPED_TEST(FluidObstacles, UnknownNumbersAreRefused) {
    constexpr int Dim = TypeParam::value;
    auto fluid = small_fluid<Dim>();
    EXPECT_EQ(fluid.move_obstacle(0, {}).error().message,
              "there is no obstacle 0; use the number that set_obstacle returned");
    const int number = fluid.set_obstacle({ball<Dim>(0.2), {.position = all<Dim>(0.5)}}).value();
    for (const int unknown : {-1, number + 1, 1 << 30}) {
        EXPECT_FALSE(fluid.move_obstacle(unknown, {}));
        EXPECT_FALSE(fluid.remove_obstacle(unknown));
        EXPECT_FALSE(fluid.set_obstacle(unknown, {ball<Dim>(0.1)}));
        EXPECT_EQ(fluid.force_on(unknown).pressure, (Vec<double, Dim>{}));
    }
    EXPECT_TRUE(fluid.remove_obstacle(number));
    EXPECT_FALSE(fluid.remove_obstacle(number));
    EXPECT_FALSE(fluid.move_obstacle(number, {}));
}

TEST(ObstacleShapes, OneWithoutExtentIsRefusedByItsMaker) {
    EXPECT_FALSE(circle({0, 0}, 0));
    EXPECT_FALSE(sphere({0, 0, 0}, -1));
    EXPECT_FALSE(box<2>({0, 0}, {1, 0}));
    EXPECT_FALSE(segment({1, 1}, {1, 1}));
    EXPECT_NE(circle({0, 0}, NAN).error().message.find("nan"), std::string::npos);
}

TYPED_TEST(FluidObstacles, OneOutsideOfTheDomainIsHarmless) {
    constexpr int Dim = TypeParam::value;
    for (const double far : {-3.0, 5.0, 1e8}) {
        auto alone = small_fluid<Dim>(), fluid = small_fluid<Dim>();
        const int number = fluid.set_obstacle({ball<Dim>(0.2), {.position = all<Dim>(far)}}).value();
        for (int step = 1; step < 5; ++step) {
            (void)alone.step(0.05).value();
            (void)fluid.move_obstacle(number, {.position = all<Dim>(far * (1 + 0.01 * step))});
            (void)fluid.step(0.05).value();
        }
        const auto a = alone.view("density"), b = fluid.view("density");
        double difference = 0;
        each_of(a.shape, [&](const auto& at) { difference = std::max<double>(difference, std::abs(a[at] - b[at])); });
        EXPECT_LT(difference, 1e-4) << far;  // another form of the solver, to the same tolerance
        EXPECT_EQ(fluid.force_on(number).pressure, (Vec<double, Dim>{}));
    }
}

/// No cell is flow: nothing to solve, nothing to carry, and nothing that hangs or is not a number.
TYPED_TEST(FluidObstacles, EverythingMayBeSolid) {
    constexpr int Dim = TypeParam::value;
    for (const char* solver : {"auto", "mgpcg", "multigrid", "red-black", "jacobi"}) {
        if (under_sanitizer && Dim == 3 && std::string(solver) != "auto") continue;
        FluidConfig<Dim> config{.viscosity = 1e-2, .buoyancy = 1, .vorticity_confinement = 1, .pressure = solver};
        config.scalars[0].diffusion = 1e-2;
        auto fluid = small_fluid<Dim>(config);
        const int number = fluid.set_obstacle({ball<Dim>(9), {.position = all<Dim>(0.5)}, Slip::none}).value();
        for (int step = 1; step < 4; ++step) {
            (void)fluid.move_obstacle(number, {.position = all<Dim>(0.5 + 0.01 * step)});
            (void)fluid.step(0.05).value();
        }
        expect_finite(fluid);
        EXPECT_EQ(total(fluid, "density"), 0) << solver;
        EXPECT_TRUE(fluid.remove_obstacle(number));
        for (int step = 0; step < 3; ++step) (void)fluid.step(0.05).value();
        expect_finite(fluid);
    }
}

TYPED_TEST(FluidObstacles, NumbersAreUsedAgain) {
    constexpr int Dim = TypeParam::value;
    auto fluid = small_fluid<Dim>();
    const auto put = [&](double at) {
        return fluid.set_obstacle({ball<Dim>(0.12), {.position = all<Dim>(at)}}).value();
    };
    const int first = put(0.2), second = put(0.8);
    EXPECT_NE(first, second);
    (void)fluid.step(0.05).value();
    const auto before = fluid.force_on(second).pressure;
    EXPECT_TRUE(fluid.remove_obstacle(first));
    EXPECT_EQ(put(0.2), first);
    (void)fluid.step(1e-6).value();
    EXPECT_NE(fluid.force_on(second).pressure, (Vec<double, Dim>{}));
    EXPECT_NE(before, (Vec<double, Dim>{}));
    // The second is still where it was: smoke put there is inside a solid, and goes.
    Vec<int, Dim> inside{};
    for (int axis = 0; axis < Dim; ++axis) inside[axis] = static_cast<int>(0.8 * fluid.config().cells[axis]);
    fluid.edit("density")[inside] = 1;
    (void)fluid.move_obstacle(first, {.position = all<Dim>(0.21)});
    (void)fluid.step(0.05).value();
    EXPECT_EQ(fluid.view("density")[inside], 0);
}

/// After removal the flow is as if there had never been a wall: it crosses the place.
TYPED_TEST(FluidObstacles, ARemovedWallIsGone) {
    constexpr int Dim = TypeParam::value;
    auto fluid = small_fluid<Dim>();
    const int number = fluid.set_obstacle({hollow_box<Dim>(0, 1.0 / 12), {.position = all<Dim>(0.5)}}).value();
    set_scalar(fluid, "density", [](const auto& x) {
        double most = 0;
        for (int axis = 0; axis < Dim; ++axis) most = std::max(most, std::abs(x[axis] - 0.5));
        return most < inner ? 1.0 : 0.0;
    });
    const double held = total(fluid, "density");
    const auto outside = [&] {
        const auto view = fluid.view("density");
        double sum = 0;
        each_of(view.shape, [&](const Vec<int, Dim>& at) {
            const Vec<double, Dim> x = position(fluid, -1, at);
            double most = 0;
            for (int axis = 0; axis < Dim; ++axis) most = std::max(most, std::abs(x[axis] - 0.5));
            if (most > inner) sum += std::abs(static_cast<double>(view[at]));
        });
        return sum;
    };
    Box<Dim> everywhere{};
    Vec<float, Dim> push{};
    for (int axis = 0; axis < Dim; ++axis) everywhere.high[axis] = axis == 1 ? 0.5f : 1.0f;
    push[0] = 5;
    const auto blow = [&] {
        for (int step = 0; step < 6; ++step) {
            (void)fluid.push(everywhere, push);
            (void)fluid.step(0.05).value();
        }
    };
    blow();
    EXPECT_EQ(outside(), 0);
    EXPECT_TRUE(fluid.remove_obstacle(number));
    blow();
    EXPECT_GT(outside(), 0.1 * held);
}

/// A solver for plain boxes alone says so at the door, and the fluid goes on without the obstacle.
TYPED_TEST(FluidObstacles, ASolverThatCannotDoWithWallsRefusesThem) {
    constexpr int Dim = TypeParam::value;
    FluidConfig<Dim> config;
    config.pressure = "cyclic-reduction";
    auto fluid = small_fluid<Dim>(config), without = small_fluid<Dim>(config);
    const auto refused = fluid.set_obstacle({ball<Dim>(0.2), {.position = all<Dim>(0.5)}});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("cyclic-reduction"), std::string::npos) << refused.error().message;
    (void)fluid.step(0.02).value();
    (void)without.step(0.02).value();
    EXPECT_EQ(fluid.hash(), without.hash());
}

/// A solver as users write them, that knows of weights only: it is handed those.
template <int Dim> class WeightsSolver final : public PressureSolver<float, Dim> {
  public:
    const char* name() const override { return "weights"; }
    Result<void> prepare(const PoissonProblem<float, Dim>& problem) override {
        EXPECT_FALSE(problem.has_open_faces());
        if (problem.face_weight[0].data) ++prepared_with_weights;
        return inner_->prepare(problem);
    }
    SolveReport solve(View<float, Dim> x, View<const float, Dim> b, const SolveGoal& goal,
                      Scheduler& scheduler) override {
        return inner_->solve(x, b, goal, scheduler);
    }
    void expect_walls(const WallExtent& walls) override { inner_->expect_walls(walls); }
    std::size_t bytes() const override { return inner_->bytes(); }

    static inline int prepared_with_weights = 0;

  private:
    std::unique_ptr<PressureSolver<float, Dim>> inner_ = make_pressure_solver<float, Dim>("mgpcg").value();
};

TYPED_TEST(FluidObstacles, AUsersOwnSolverIsHandedWeights) {
    constexpr int Dim = TypeParam::value;
    (void)register_pressure_solver<float, Dim>("weights", [] { return std::make_unique<WeightsSolver<Dim>>(); });
    FluidConfig<Dim> config;
    Segment<Dim> gap{.kind = SideKind::open};
    for (int a = 0; a < Dim - 1; ++a) gap.from[a] = 0.2, gap.to[a] = 0.7;
    config.top = Side<Dim>(gap), config.left = SideKind::open;
    config.pressure = "weights";
    auto fluid = small_fluid<Dim>(config);
    config.pressure = "mgpcg";
    auto other = small_fluid<Dim>(config);
    const Obstacle<Dim> solid{ball<Dim>(0.3), {.position = all<Dim>(0.1)}};
    const int number = fluid.set_obstacle(solid).value();
    ASSERT_EQ(other.set_obstacle(solid).value(), number);
    const double cells = Dim == 2 ? 12 * 13 : 12 * 13 * 14;
    EXPECT_GT(static_cast<double>(fluid.bytes()), static_cast<double>(other.bytes()) + 4 * Dim * cells);
    for (int step = 0; step < 4; ++step) {
        (void)fluid.move_obstacle(number, {.position = all<Dim>(0.1 + 0.04 * step)});
        (void)other.move_obstacle(number, {.position = all<Dim>(0.1 + 0.04 * step)});
        (void)fluid.step(0.05).value();
        (void)other.step(0.05).value();
        EXPECT_EQ(fluid.hash(), other.hash()) << step;
    }
    EXPECT_GE(WeightsSolver<Dim>::prepared_with_weights, 3);
}

}  // namespace
}  // namespace whorl
