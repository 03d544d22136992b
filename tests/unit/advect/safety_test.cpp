// Any velocity and any step: no new extrema, nothing read beyond the ghosts that a side allows.
#include "tests/sanitizer.hpp"
#include "tests/unit/advect/rig.hpp"
#include "tests/unit/simd/isas.hpp"

namespace whorl {
namespace {

template <class K> class AdvectSafety : public testing::Test {};
TYPED_TEST_SUITE(AdvectSafety, Kinds);

template <class T, int Dim> Range<double> range_of_all(const View<const T, Dim>& view) {
    Range<double> range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for_each_with_ghosts(view, [&](const auto& at) {
        range.low = std::min(range.low, double(view[at]));
        range.high = std::max(range.high, double(view[at]));
    });
    return range;
}

template <class T, int Dim> void expect_within(const Field<T, Dim>& field, const Range<double>& range) {
    const auto view = field.view();
    for_each_cell(view, [&](const auto& at) {
        ASSERT_GE(view[at], range.low);
        ASSERT_LE(view[at], range.high);
    });
}

// To the bit: not one unit in the last place outside.
TYPED_TEST(AdvectSafety, NoNewExtremaForAnyVelocity) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    for (const bool periodic : {false, true})
        for (const double cfl : {0.3, 1.0, 7.0, 1e4, 1e6, 1e18, 1e30})
            for (const Trace trace : all_traces)
                for (const Scheme scheme : traced_schemes) {
                    if (under_sanitizer && trace == Trace::euler) continue;  // a part of the others
                    auto rig = Rig<T, dim>::make(odd_cells<dim>(), periodic);
                    rig.trace = trace;
                    for (int axis = 0; axis < dim; ++axis) rig.passable[axis] = {axis == 1, true};
                    rig.set_noise(cfl, 31);
                    for (const auto& location : all_locations<dim>()) {
                        auto field = rig.noise(location, 32);
                        const auto range = range_of_all<T, dim>(field.view());
                        for (int step = 0; step < (under_sanitizer ? 1 : 3); ++step) {
                            field = rig.advected(location, field, scheme, 1);
                            rig.fill(field.view());
                            expect_within(field, range);
                        }
                    }
                }
}

// Ones and zeros: means must not round past either. A disc that turns for long is where a unit in the last place shows.
TYPED_TEST(AdvectSafety, NoNewExtremaInALongRun) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    auto rig = Rig<T, dim>::make(odd_cells<dim>(), true);
    for (const Scheme scheme : traced_schemes) {
        std::uint64_t index = 0;
        auto field = rig.scalar([&](const auto&) { return random_unit(33, index++) < 0.5 ? 0.1 : 0.3; });
        rig.fill(field.view());
        const auto range = range_of_all<T, dim>(field.view());
        for (int step = 0; step < (under_sanitizer ? 10 : 100); ++step) {
            rig.set_noise(1, 34 + 3 * static_cast<std::uint64_t>(step));
            field = rig.advected(field, scheme, 1);
            rig.fill(field.view());
            expect_within(field, range);
        }
    }
}

TYPED_TEST(AdvectSafety, VelocitiesThatAreNoNumbersReadOnlyTheField) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    constexpr T infinity = std::numeric_limits<T>::infinity();
    for (const T bad : {std::numeric_limits<T>::quiet_NaN(), infinity, -infinity, std::numeric_limits<T>::max()})
        for (const bool periodic : {false, true})
            for (const double dt : {1.0, -1.0, 1e300, 0.0}) {
                auto rig = Rig<T, dim>::make(odd_cells<dim>(), periodic);
                for (const Trace trace : all_traces) {
                    rig.trace = trace;
                    rig.set_noise(1, 35);
                    for (int axis = 0; axis < dim; ++axis) {
                        const auto view = rig.u[axis].view();
                        for_each_with_ghosts(view, [&](const auto& at) {
                            if ((at[0] + at[1]) % 3 == 0) view[at] = bad;
                        });
                    }
                    for_each_isa([&](Isa) {
                        for (const Scheme scheme : traced_schemes) {
                            const auto before = rig.noise(at_faces<dim>(0), 36);
                            const auto after = rig.advected(at_faces<dim>(0), before, scheme, dt);
                            expect_within(after, range_of_all<T, dim>(before.view()));
                        }
                    });
                }
            }
}

/// NaN in every ghost that a trace into walls has no business with: those beyond the first, and along the axis of a
/// face or a node all of them.
template <class T, int Dim> void poison(const View<T, Dim>& view, const Location<Dim>& location) {
    for_each_with_ghosts(view, [&](const auto& at) {
        for (int axis = 0; axis < Dim; ++axis) {
            const int allowed = location.centred[axis] ? 1 : 0;
            if (at[axis] < -allowed || at[axis] >= view.shape[axis] + allowed)
                view[at] = std::numeric_limits<T>::quiet_NaN();
        }
    });
}

/// The stencil of `cubic` reaches into the second layer of ghosts.
constexpr Scheme near_schemes[] = {Scheme::linear, Scheme::maccormack, Scheme::bfecc};

TYPED_TEST(AdvectSafety, WallsKeepTracesFromReadingBeyond) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    auto rig = Rig<T, dim>::make(odd_cells<dim>(), false);
    for (const double speed : {0.0, 0.7, 1e5})
        for (const Trace trace : all_traces)
            for (const Scheme scheme : near_schemes)
                for (const auto& location : all_locations<dim>()) {
                    rig.trace = trace;
                    rig.set_noise(speed, 37);
                    for (int axis = 0; axis < dim; ++axis) poison(rig.u[axis].view(), at_faces<dim>(axis));
                    auto before = rig.noise(location, 38);
                    poison(before.view(), location);
                    const auto after = rig.advected(location, before, scheme, 1, [&](const View<T, dim>& view) {
                        rig.fill(view);
                        poison(view, location);
                    });
                    expect_within(after, {-1, 1});
                }
}

// Passable sides: the first ghost of a scalar, and of a face the one beyond the side.
TYPED_TEST(AdvectSafety, PassableSidesShowOneGhost) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    auto rig = Rig<T, dim>::make(odd_cells<dim>(), false);
    for (int axis = 0; axis < dim; ++axis) rig.passable[axis] = {true, true};
    Location<dim> one_ghost = at_centres<dim>();
    for (const double speed : {0.7, 1e5})
        for (const Trace trace : all_traces)
            for (const Scheme scheme : near_schemes)
                for (const auto& location : all_locations<dim>()) {
                    rig.trace = trace;
                    rig.set_noise(speed, 39);
                    for (int axis = 0; axis < dim; ++axis) poison(rig.u[axis].view(), one_ghost);
                    auto before = rig.noise(location, 40);
                    poison(before.view(), one_ghost);
                    const auto after = rig.advected(location, before, scheme, 1, [&](const View<T, dim>& view) {
                        rig.fill(view);
                        poison(view, one_ghost);
                    });
                    expect_within(after, {-1, 1});
                }
}

// Where a trace leaves the domain the correction is off: an inflow of ones into zeros stays what linear makes of it.
TYPED_TEST(AdvectSafety, CorrectionsAreLinearWhereATraceLeaves) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    auto rig = Rig<T, dim>::make(odd_cells<dim>(), false);
    rig.passable[0] = {true, true};
    Vec<double, dim> speed{};
    speed[0] = 1.25;
    rig.set_uniform(speed);
    const auto before = rig.noise(at_centres<dim>(), 41);
    const auto linear = rig.advected(before, Scheme::linear, 1);
    for (const Scheme scheme : {Scheme::maccormack, Scheme::bfecc}) {
        const auto corrected = rig.advected(before, scheme, 1);
        const int last = scheme == Scheme::maccormack ? rig.grid.cells[0] - 1 : rig.grid.cells[0];
        int differences = 0;
        for_each_cell(linear.view(), [&](const auto& at) {
            const bool leaves = at[0] < 1 || at[0] >= last;
            const bool same = linear.view()[at] == corrected.view()[at];
            EXPECT_TRUE(same || !leaves) << at[0];
            differences += !same;
        });
        EXPECT_GT(differences, 20);
    }
}

TYPED_TEST(AdvectSafety, DustIsSweptAway) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    auto rig = Rig<T, dim>::make(odd_cells<dim>(), true);
    for (const Scheme scheme : all_schemes)
        for (const double value : {9e-31, -9e-31, 1.1e-30, -1.1e-30}) {
            const auto after = rig.advected(rig.scalar([&](const auto&) { return value; }), scheme, 1);
            const T expected = std::abs(value) < 1e-30 ? T(0) : static_cast<T>(value);
            for_each_cell(after.view(), [&](const auto& at) { ASSERT_EQ(after.view()[at], expected); });
        }
}

}  // namespace
}  // namespace whorl
