// Cases with an answer that is known to the bit.
#include "core/hash.hpp"
#include "tests/unit/advect/rig.hpp"
#include "tests/unit/parallel/allocations.hpp"

namespace whorl {
namespace {

template <class K> class AdvectExact : public testing::Test {
  protected:
    using Value = typename K::T;
    static constexpr int dimension = K::dim;
    using TestRig = Rig<Value, dimension>;

    static TestRig rig(bool periodic) { return TestRig::make(odd_cells<dimension>(), periodic); }

    template <class F> static void for_each_case(F f) {
        for (const Scheme scheme : traced_schemes)
            for (const Trace trace : all_traces)
                for (const auto& location : all_locations<dimension>()) f(scheme, trace, location);
    }
};
TYPED_TEST_SUITE(AdvectExact, Kinds);

TYPED_TEST(AdvectExact, WithoutFlowNothingChanges) {
    for (const bool periodic : {false, true}) {
        auto rig = this->rig(periodic);
        this->for_each_case([&](Scheme scheme, Trace trace, const auto& location) {
            rig.trace = trace;
            const auto before = rig.noise(location, 1);
            for (const double dt : {1.0, -1.0, 1e300})
                EXPECT_TRUE(same_values(before, rig.advected(location, before, scheme, dt)));
        });
    }
}

TYPED_TEST(AdvectExact, AConstantStaysThatConstant) {
    using T = typename TypeParam::T;
    for (const bool periodic : {false, true}) {
        auto rig = this->rig(periodic);
        rig.set_noise(3.7, 5);
        this->for_each_case([&](Scheme scheme, Trace trace, const auto& location) {
            rig.trace = trace;
            const auto before = rig.field(location, [](const auto&) { return 0.1; });
            const auto after = rig.advected(location, before, scheme, 1);
            for_each_cell(after.view(), [&](const auto& at) { ASSERT_EQ(after.view()[at], T(0.1)); });
        });
    }
}

// Whole cells to the left and to the right, more of them than the domain has, on axes that repeat.
TYPED_TEST(AdvectExact, WholeCellsAreAShift) {
    constexpr int dim = TypeParam::dim;
    auto rig = this->rig(true);
    for (const int cells : {1, -1, 3, -4, 13, -13, 9, 100, -1001, 65536}) {
        Vec<double, dim> speed{};
        for (int axis = 0; axis < dim; ++axis) speed[axis] = axis == 1 ? -2 * cells : cells;
        rig.set_uniform(speed);
        this->for_each_case([&](Scheme scheme, Trace trace, const auto& location) {
            rig.trace = trace;
            const auto before = rig.noise(location, 2);
            const auto after = rig.advected(location, before, scheme, 1);
            for_each_cell(after.view(), [&](const auto& at) {
                Vec<int, dim> from = at;
                for (int axis = 0; axis < dim; ++axis) {
                    const int n = rig.grid.cells[axis];
                    from[axis] = ((at[axis] - static_cast<int>(speed[axis])) % n + n) % n;
                }
                ASSERT_EQ(after.view()[at], before.view()[from]) << cells;
            });
        });
    }
}

// Once through the whole domain is no change; the axes are 13, 9 and 7 cells long.
TYPED_TEST(AdvectExact, WholeDomainIsTheIdentity) {
    constexpr int dim = TypeParam::dim;
    auto rig = this->rig(true);
    rig.set_uniform(rig.grid.size);
    const auto before = rig.noise(at_centres<dim>(), 3);
    for (const Scheme scheme : traced_schemes)
        for (const double dt : {1.0, -1.0, 1000.0})
            EXPECT_TRUE(same_values(before, rig.advected(before, scheme, dt))) << dt;
}

TYPED_TEST(AdvectExact, HalfACellIsTheMeanOfTwo) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    for (int axis = 0; axis < dim; ++axis)
        for (const double shift : {0.5, -0.5, 2.5}) {
            auto rig = this->rig(true);
            Vec<double, dim> speed{};
            speed[axis] = shift;
            rig.set_uniform(speed);
            std::uint64_t index = 0;  // small integers, so that the mean is exact whichever way it is computed
            auto before = rig.scalar([&](const auto&) { return std::floor(random_between(0, 100, 4, index++)); });
            rig.fill(before.view());
            const auto after = rig.advected(before, Scheme::linear, 1);
            for_each_cell(after.view(), [&](const auto& at) {
                Vec<int, dim> one = at, two = at;
                const int n = rig.grid.cells[axis];
                one[axis] = (at[axis] - static_cast<int>(std::floor(shift)) + n) % n;
                two[axis] = (at[axis] - static_cast<int>(std::ceil(shift)) + n) % n;
                ASSERT_EQ(after.view()[at], (before.view()[one] + before.view()[two]) / T(2));
            });
        }
}

// A face moves with the mean of the faces around it; spacing differs per axis, so that dt / h must be the right one.
TYPED_TEST(AdvectExact, SpacingIsPerAxis) {
    constexpr int dim = TypeParam::dim;
    for (int along = 0; along < dim; ++along) {
        auto rig = this->rig(true);
        for (int axis = 0; axis < dim; ++axis) rig.grid.size[axis] *= 1 << axis;  // spacing 1, 2, 4
        Vec<double, dim> speed{};
        speed[along] = 8;
        rig.set_uniform(speed);
        for (const auto& location : all_locations<dim>()) {
            const auto before = rig.noise(location, 5);
            const auto after = rig.advected(location, before, Scheme::linear, 0.5);
            for_each_cell(after.view(), [&](const auto& at) {
                auto from = at;
                const int n = rig.grid.cells[along];
                from[along] = (at[along] - (4 >> along) + n) % n;
                ASSERT_EQ(after.view()[at], before.view()[from]);
            });
        }
    }
}

// Through a wall a trace ends on the wall, through a passable side at the centre of the first ghost.
TYPED_TEST(AdvectExact, SidesStopOrPassATrace) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    for (int axis = 0; axis < dim; ++axis)
        for (const int side : {0, 1})
            for (const bool passable : {false, true})
                for (const Scheme scheme : traced_schemes) {
                    auto rig = this->rig(false);
                    rig.passable[axis][side] = passable;
                    Vec<double, dim> speed{};
                    speed[axis] = side == 0 ? 1000 : -1000;
                    rig.set_uniform(speed);
                    const auto before = rig.scalar([&](const auto& x) { return x[axis]; });
                    const auto after = rig.advected(before, scheme, 1);
                    const double edge = side == 0 ? 0 : rig.grid.size[axis];
                    const double reached = edge + (passable ? side == 0 ? -0.5 : 0.5 : 0);
                    for_each_cell(after.view(),
                                  [&](const auto& at) { ASSERT_EQ(after.view()[at], static_cast<T>(reached)); });
                }
}

// Twenty fields of mixed schemes at once are what each of them is alone; nothing is taken from the heap.
TYPED_TEST(AdvectExact, ManyFieldsShareABacktrace) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    auto rig = this->rig(false);
    rig.set_noise(2, 6);
    std::vector<Field<T, dim>> sources, results, predictors, traces;
    const auto make = [&](auto& fields) { fields.push_back(rig.scalar([](const auto&) { return 0; })); };
    std::vector<AdvectedField<T, dim>> fields;
    for (int i = 0; i < 20; ++i) {
        sources.push_back(rig.noise(at_centres<dim>(), 100 + static_cast<std::uint64_t>(i)));
        make(results), make(predictors);
    }
    for (std::size_t i = 0; i < 20; ++i)
        fields.push_back({sources[i].view(), results[i].view(), all_schemes[i % 6], predictors[i].view()});
    AdvectScratch<T, dim> scratch{};
    auto larger = rig.grid.cells;
    for (int axis = 0; axis < dim; ++axis) ++larger[axis];
    for (int field = 0; field < 2 * dim; ++field) traces.push_back(Field<T, dim>::make(larger).value());
    for (int axis = 0; axis < dim; ++axis) {
        scratch.back[axis] = traces[static_cast<std::size_t>(axis)].view();
        scratch.forward[axis] = traces[static_cast<std::size_t>(dim + axis)].view();
    }
    std::vector<int> filled;
    filled.reserve(1000);
    const auto fill = [&](int which, const View<T, dim>& view) { filled.push_back(which), rig.fill(view); };
    scratch.fill = fill;

    const long before = allocations();
    advect_scalars<T, dim>(rig.context(0.8), rig.velocity(), fields, scratch);
    EXPECT_EQ(allocations(), before);
    // Predictors, and between the last two passes of bfecc its results, sixteen fields at a time; then flux.
    const std::vector<int> traced{1, 4, 7, 10, 13, 4, 10, 16, 19, 16};
    EXPECT_EQ(std::vector<int>(filled.begin(), filled.begin() + 10), traced);
    for (std::size_t i = 10; i < filled.size(); ++i) EXPECT_EQ(filled[i] % 6, 5);
    for (std::size_t i = 0; i < 20; ++i)
        EXPECT_TRUE(same_values(results[i], rig.advected(sources[i], all_schemes[i % 6], 0.8))) << i;
}

// Components are the faces' own fields; a shared predictor with room to spare and another tracing velocity will do.
TYPED_TEST(AdvectExact, VelocityIsItsComponents) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    for (const bool periodic : {false, true})
        for (const Scheme scheme : traced_schemes) {
            auto rig = this->rig(periodic);
            rig.set_noise(2, 7);
            auto larger = rig.grid.cells;
            for (int axis = 0; axis < dim; ++axis) ++larger[axis];
            auto predictor = Field<T, dim>::make(larger).value();
            Vec<Field<T, dim>, dim> back{}, forward{}, sources{}, results{};
            Vec<AdvectedField<T, dim>, dim> components{};
            AdvectScratch<T, dim> scratch{};
            for (int axis = 0; axis < dim; ++axis) {
                sources[axis] = rig.noise(at_faces<dim>(axis), 20 + static_cast<std::uint64_t>(axis));
                results[axis] = rig.field(at_faces<dim>(axis), [](const auto&) { return 0; });
                components[axis] = {sources[axis].view(), results[axis].view(), scheme, predictor.view()};
                back[axis] = Field<T, dim>::make(larger).value();
                forward[axis] = Field<T, dim>::make(larger).value();
                scratch.back[axis] = back[axis].view(), scratch.forward[axis] = forward[axis].view();
            }
            int next = 0;
            const int fills = scheme == Scheme::maccormack ? 1 : scheme == Scheme::bfecc ? 2 : 0;
            const auto fill = [&](int which, const View<T, dim>& view) {
                EXPECT_EQ(which, next++ / fills);
                EXPECT_EQ(view.shape, sources[which].layout().shape);
                rig.fill(view);
            };
            scratch.fill = fill;
            advect_velocity<T, dim>(rig.context(0.9), rig.velocity(), components, scratch);
            EXPECT_EQ(next, fills * dim);
            for (int axis = 0; axis < dim; ++axis)
                EXPECT_TRUE(same_values(results[axis], rig.advected(at_faces<dim>(axis), sources[axis], scheme, 0.9)));
        }
}

TYPED_TEST(AdvectExact, CflIsCellsPerStep) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    auto rig = this->rig(false);
    for (int axis = 0; axis < dim; ++axis) rig.grid.size[axis] *= 1 << axis;
    rig.set_noise(1, 8);
    EXPECT_LE((max_cfl<T, dim>(serial_scheduler(), rig.grid, rig.velocity(), 1)), 1);
    auto fastest = rig.grid.face_shape(1);
    for (int axis = 0; axis < dim; ++axis) --fastest[axis];
    rig.u[1].view()[fastest] = -50;
    EXPECT_EQ((max_cfl<T, dim>(serial_scheduler(), rig.grid, rig.velocity(), 0.25)), 50 * 0.25 / 2);
    EXPECT_EQ((max_cfl<T, dim>(serial_scheduler(), rig.grid, rig.velocity(), -0.25)), 50 * 0.25 / 2);
}

}  // namespace
}  // namespace whorl
