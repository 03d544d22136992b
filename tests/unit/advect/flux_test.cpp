// Conservative transport: totals, extrema, constants, substeps.
#include "advect/flux_vanleer1974.hpp"

#include "tests/unit/advect/rig.hpp"
#include "tests/unit/simd/isas.hpp"

namespace whorl {
namespace {

template <class K> class AdvectFlux : public testing::Test {
  protected:
    using Value = typename K::T;
    static constexpr int dimension = K::dim;

    /// Free of divergence: differences of a stream function along the first two axes, which vanishes on the box's
    /// sides.
    static Rig<Value, dimension> swirl(bool periodic, double cfl) {
        auto rig = Rig<Value, dimension>::make(odd_cells<dimension>(), periodic);
        const auto stream = [&](double i, double j) {
            const double x = i / rig.grid.cells[0], y = j / rig.grid.cells[1];
            return cfl * 3 * std::sin(pi * x) * std::sin(pi * x) * std::sin(pi * y) * std::sin(pi * y);
        };
        rig.set_velocity([&](int axis, const auto& x) {
            if (axis == 0) return stream(x[0], x[1] + 0.5) - stream(x[0], x[1] - 0.5);
            if (axis == 1) return stream(x[0] - 0.5, x[1]) - stream(x[0] + 0.5, x[1]);
            return 0.0;
        });
        for (int axis = 0; axis < dimension; ++axis) rig.fill(rig.u[axis].view());
        return rig;
    }
    static double total(const Field<Value, dimension>& field) {
        double sum = 0;
        for_each_cell(field.view(), [&](const auto& at) { sum += double(field.view()[at]); });
        return sum;
    }
    static Field<Value, dimension> positive_noise(const Rig<Value, dimension>& rig, std::uint64_t seed) {
        std::uint64_t index = 0;
        auto field = rig.scalar([&](const auto&) { return random_unit(seed, index++) < 0.5 ? 0.0 : 1.0; });
        rig.fill(field.view());
        return field;
    }
    static constexpr double epsilon = std::numeric_limits<Value>::epsilon();
};
TYPED_TEST_SUITE(AdvectFlux, Kinds);

TYPED_TEST(AdvectFlux, WithoutFlowNothingChanges) {
    auto rig = this->swirl(false, 0);
    const auto before = rig.noise(at_centres<TypeParam::dim>(), 1);
    EXPECT_TRUE(same_values(before, rig.advected(before, Scheme::flux, 1e300)));
}

// Half a cell to either side: the 1 between 0 and 4 is a line of slope 2 * 1 * 3 / (1 + 3), all others are flat.
TYPED_TEST(AdvectFlux, OneAxisIsVanLeersScheme) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    const double before[] = {0, 0, 1, 4, 4, 0, 0}, to_right[] = {0, 0, 0.3125, 2.6875, 4, 2, 0},
                 to_left[] = {0, 0.3125, 2.6875, 4, 2, 0, 0};
    for (int axis = 0; axis < dim; ++axis)
        for (const double speed : {0.5, -0.5}) {
            auto rig = Rig<T, dim>::make(odd_cells<dim>(), true);
            Vec<double, dim> u{};
            u[axis] = speed;
            rig.set_uniform(u);
            auto field = rig.scalar([](const auto&) { return 0; });
            for_each_cell(field.view(), [&](const auto& at) {
                field.view()[at] = static_cast<T>(at[axis] < 7 ? before[at[axis]] : 0);
            });
            rig.fill(field.view());
            const auto after = rig.advected(field, Scheme::flux, 1);
            for_each_cell(after.view(), [&](const auto& at) {
                const int i = at[axis];
                ASSERT_EQ(after.view()[at], i < 7 ? speed > 0 ? to_right[i] : to_left[i] : 0) << i;
            });
        }
}

TYPED_TEST(AdvectFlux, KeepsTheTotalAndTheExtrema) {
    for (const bool periodic : {false, true})
        for (const double cfl : {0.3, 0.9, 6.0}) {
            auto rig = this->swirl(periodic, cfl);
            auto field = this->positive_noise(rig, 2);
            const double before = this->total(field);
            for (int step = 0; step < (TypeParam::dim == 2 ? 100 : 25); ++step) {
                rig.turn = step;
                field = rig.advected(field, Scheme::flux, 1);
                rig.fill(field.view());
            }
            EXPECT_NEAR(this->total(field) / before, 1, sizeof(typename TypeParam::T) == 4 ? 4e-7 : 4e-14);
            for_each_cell(field.view(), [&](const auto& at) {
                ASSERT_GE(field.view()[at], 0);
                ASSERT_LE(field.view()[at], 1 + 200 * cfl * this->epsilon);
            });
        }
}

TYPED_TEST(AdvectFlux, AConstantStaysConstantToRounding) {
    for (const bool periodic : {false, true}) {
        auto rig = this->swirl(periodic, 2);
        const auto after = rig.advected(rig.scalar([](const auto&) { return 0.7; }), Scheme::flux, 1);
        for_each_cell(after.view(), [&](const auto& at) { ASSERT_NEAR(after.view()[at], 0.7, 20 * this->epsilon); });
    }
}

// Whatever flows: every sweep is a mean, and only a volume that is off by less than 1% changes values.
TYPED_TEST(AdvectFlux, AnyFlowStaysBounded) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    constexpr T infinity = std::numeric_limits<T>::infinity();
    for (const bool periodic : {false, true})
        for (const T bad : {T(1), std::numeric_limits<T>::quiet_NaN(), infinity, -infinity, T(1e30)})
            for (const double dt : {0.3, dim == 2 ? 1e300 : -2.0}) {
                auto rig = Rig<T, dim>::make(odd_cells<dim>(), periodic);
                for (int axis = 0; axis < dim; ++axis) rig.passable[axis] = {true, axis == 0};
                rig.set_noise(1, 35);
                for_each_with_ghosts(rig.u[0].view(), [&](const auto& at) {
                    if ((at[0] + at[1]) % 3 == 0) rig.u[0].view()[at] = bad;
                });
                for_each_isa([&](Isa) {
                    const auto after = rig.advected(rig.noise(at_centres<dim>(), 36), Scheme::flux, dt);
                    for_each_cell(after.view(), [&](const auto& at) { ASSERT_LE(std::abs(after.view()[at]), 2.8); });
                });
            }
}

// A step is cut so that no cell loses more than 0.9 of itself; beyond 100 pieces the flow is slowed, and it is said.
TYPED_TEST(AdvectFlux, SubstepsFollowTheFlow) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    auto rig = Rig<T, dim>::make(odd_cells<dim>(), true);
    Vec<double, dim> speed{};
    for (int axis = 0; axis < dim; ++axis) speed[axis] = axis == 1 ? -1 : 0.5;  // a cell loses 1.5 a second, 2 in 3D
    rig.set_uniform(speed);
    const auto source = rig.noise(at_centres<dim>(), 3);
    auto result = rig.noise(at_centres<dim>(), 4), spare = rig.noise(at_centres<dim>(), 5);
    auto larger = rig.grid.cells;
    for (int axis = 0; axis < dim; ++axis) ++larger[axis];
    Vec<Field<T, dim>, dim> traces{};
    AdvectScratch<T, dim> scratch{};
    for (int axis = 0; axis < dim; ++axis) {
        traces[axis] = Field<T, dim>::make(larger).value();
        scratch.back[axis] = traces[axis].view();
    }
    const auto fill = [&](int, const View<T, dim>& view) { rig.fill(view); };
    scratch.fill = fill;
    const AdvectedField<T, dim> field{source.view(), result.view(), Scheme::flux, spare.view()};
    const auto report = [&](double dt) {
        return advect_scalars<T, dim>(rig.context(dt), rig.velocity(), std::span(&field, 1), scratch);
    };
    const double a_second = dim == 2 ? 1.5 : 2;
    for (const double dt : {0.0, 0.4, 1.0, 7.3, 40.0}) {
        EXPECT_EQ(report(dt).flux_substeps, std::max(1, int(std::ceil(dt * a_second / 0.9)))) << dt;
        EXPECT_FALSE(report(dt).flux_slowed);
    }
    EXPECT_EQ(report(1000).flux_substeps, 100);
    EXPECT_TRUE(report(1000).flux_slowed);
}

// What comes in through a passable side is what its ghosts hold; walls pass nothing, whatever velocity is said there.
TYPED_TEST(AdvectFlux, SidesPassOrStop) {
    constexpr int dim = TypeParam::dim;
    for (const bool passable : {false, true}) {
        auto rig = Rig<typename TypeParam::T, dim>::make(odd_cells<dim>(), false);
        rig.passable[0] = {passable, passable};
        Vec<double, dim> speed{};
        speed[0] = 0.5;
        rig.set_uniform(speed);
        const auto field = rig.scalar([](const auto& x) { return x[0] < 0 ? 1 : 0; });
        const auto after = rig.advected(at_centres<dim>(), field, Scheme::flux, 1, [](const auto&) {});
        EXPECT_NEAR(this->total(after), passable ? 0.5 * double(after.view().cells()) / 13 : 0, 1e-5);
    }
}

}  // namespace
}  // namespace whorl
