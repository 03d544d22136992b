// Where the points of a whole block of a row come from about as far away, rows are read in place of gathers
// (ops/window-inl.hpp): to the same bits.
#include <gtest/gtest.h>

#include "tests/unit/advect/rig.hpp"
#include "tests/unit/simd/isas.hpp"

namespace whorl {
namespace {

template <class K> class AdvectWindow : public testing::Test {
  protected:
    /// In three dimensions one of them will do, for the time it takes.
    static std::vector<Trace> traces() {
        return K::dim == 2 ? std::vector<Trace>{Trace::euler, Trace::rk2, Trace::rk3} : std::vector<Trace>{Trace::rk2};
    }
};
TYPED_TEST_SUITE(AdvectWindow, Kinds);

/// One cell that is faster than the others makes its block take more rows, or the gathers. What lies further from it
/// than a trace and its stencils reach must not notice.
TYPED_TEST(AdvectWindow, PointsDoNotNoticeAFastOneInTheirBlock) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    constexpr int fast = 30, reach = 9;
    Vec<int, dim> cells{};
    for (int axis = 0; axis < dim; ++axis) cells[axis] = axis == 0 ? 70 : dim == 2 ? 9 : 6;
    const struct {
        double mean;
        int speed;
    } flows[] = {{0, 3}, {1.6, 3}, {0, 40}};
    for (const bool periodic : {false, true})
        for (const auto& [mean, speed] : flows)
            for (const Trace trace : this->traces())
                for (const Scheme scheme : {Scheme::linear, Scheme::maccormack}) {
                    auto even = Rig<T, dim>::make(cells, periodic), mixed = Rig<T, dim>::make(cells, periodic);
                    for (auto* rig : {&even, &mixed}) {
                        rig->trace = trace;
                        rig->set_noise(0.45, 61);
                        for_each_with_ghosts(rig->u[0].view(),
                                             [&, by = T(mean)](const auto& at) { rig->u[0].view()[at] += by; });
                    }
                    for_each_with_ghosts(mixed.u[1].view(), [&, to = T(speed)](const auto& at) {
                        if (at[0] == fast) mixed.u[1].view()[at] = to;
                    });
                    for (const auto& location : all_locations<dim>())
                        for_each_isa([&](Isa) {
                            const auto field = even.noise(location, 62);
                            const auto plain = even.advected(location, field, scheme, 1);
                            const auto other = mixed.advected(location, field, scheme, 1);
                            bool differs = false;
                            for_each_cell(plain.view(), [&](const auto& at) {
                                const bool is_same = plain.view()[at] == other.view()[at];
                                differs = differs || !is_same;
                                ASSERT_TRUE(is_same || std::abs(at[0] - fast) <= reach) << at[0] << ' ' << at[1];
                            });
                            EXPECT_TRUE(differs);
                        });
                }
}

/// A flow that repeats every 24 cells, in a period of 24, where no block is whole, and in one of 96. Its steps are up
/// to 2.4 cells and differ by less than one in a row, or by up to 4; some are 0, or end on lattice points or half way
/// between them.
TYPED_TEST(AdvectWindow, CopiesSideBySideAreWhatOneIs) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    constexpr int period = 24;
    const auto rig_of = [](int width, bool is_closed) {
        Vec<int, dim> cells{};
        for (int axis = 0; axis < dim; ++axis) cells[axis] = axis == 0 ? width : 12;
        auto rig = Rig<T, dim>::make(cells, true);
        rig.grid.periodic[1] = !is_closed;
        rig.make_velocity();
        return rig;
    };
    const auto repeat = [](const Field<T, dim>& from, Field<T, dim>& to) {
        const auto source = from.view();
        const auto view = to.view();
        for_each_with_ghosts(view, [&](auto at) {
            T& value = view[at];
            at[0] = (at[0] % period + period) % period;
            value = source[at];
        });
    };
    const auto compare = [&](double differs_by, bool is_closed, bool keeps_reaches) {
        for (const Trace trace : this->traces()) {
            auto one = rig_of(period, is_closed), four = rig_of(4 * period, is_closed);
            one.trace = four.trace = trace, four.keeps_reaches = keeps_reaches;
            std::uint64_t index = 0;
            for (int axis = 0; axis < dim; ++axis) {
                one.u[axis] = one.field(at_faces<dim>(axis), [&](const auto& x) {
                    const double v = 2 * std::cos(2 * pi * x[1] / 12 + 1.1 * axis) +
                                     0.5 * differs_by * std::sin(2 * pi * (x[0] / period + 0.3 * axis)) +
                                     random_between(-0.1, 0.1, 64, index++);
                    return x[1] > 8 ? 0.5 * std::round(2 * v) : x[1] > 6 && x[0] < 9 ? 0 : v;
                });
                one.fill(one.u[axis].view());
                four.u[axis] = four.field(at_faces<dim>(axis), [](const auto&) { return 0; });
                repeat(one.u[axis], four.u[axis]);
            }
            for (const Scheme scheme : traced_schemes)
                for (const auto& location : all_locations<dim>()) {
                    auto field = one.noise(location, 63), fields = four.noise(location, 0);
                    for_each_with_ghosts(field.view(),
                                         [&](const auto& at) {  // beyond sides there is something else
                                             if (is_closed && (at[1] < 0 || at[1] >= field.view().shape[1]))
                                                 field.view()[at] = 7;
                                         });
                    repeat(field, fields);
                    auto expected = four.noise(location, 0);
                    repeat(one.advected(location, field, scheme, 1), expected);
                    EXPECT_TRUE(same_values(four.advected(location, fields, scheme, 1), expected))
                        << static_cast<int>(scheme) << ' ' << static_cast<int>(trace) << ' ' << is_closed << ' '
                        << keeps_reaches << location.centred[0] << location.centred[1] << ' ' << differs_by;
                }
        }
    };
    for (const double differs_by : {0.6, 3.8})
        for (const bool is_closed : {false, true})
            for (const bool keeps_reaches : {false, true}) compare(differs_by, is_closed, keeps_reaches);
}

/// Neighbours may be carried beyond a side or stay far from it, in one block: what becomes of them is the same at both
/// ends of a row.
TYPED_TEST(AdvectWindow, BothEndsOfARowAreAlike) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    const auto mirror = [](const Field<T, dim>& from, T sign) {
        auto made = Field<T, dim>::make(from.view().shape).value();
        for_each_with_ghosts(made.view(), [&, view = made.view(), source = from.view()](auto at) {
            T& value = view[at];
            at[0] = view.shape[0] - 1 - at[0];
            value = sign * source[at];
        });
        return made;
    };
    const auto compare = [&](double phase, Scheme scheme) {
        Vec<int, dim> cells{};
        for (int axis = 0; axis < dim; ++axis) cells[axis] = axis == 0 ? 64 : dim == 2 ? 9 : 5;
        auto rig = Rig<T, dim>::make(cells, false), other = Rig<T, dim>::make(cells, false);
        std::uint64_t index = 0;
        rig.set_velocity([&](int axis, const auto& x) {
            const double along = axis == 0 ? 1.8 * std::sin(2 * pi * x[0] / 20 + phase) : 0;
            return along + random_between(-0.2, 0.2, 67, index++);
        });
        for (int axis = 0; axis < dim; ++axis) other.u[axis] = mirror(rig.u[axis], axis == 0 ? T(-1) : T(1));
        for (const auto& location : all_locations<dim>()) {
            auto field = rig.noise(location, 68);
            for_each_with_ghosts(field.view(), [view = field.view()](const auto& at) {  // beyond is something else
                if (at[0] < 0 || at[0] >= view.shape[0]) view[at] = 7;
            });
            const auto one = mirror(rig.advected(location, field, scheme, 1), T(1));
            EXPECT_TRUE(same_values(one, other.advected(location, mirror(field, T(1)), scheme, 1)))
                << phase << ' ' << static_cast<int>(scheme) << location.centred[0] << location.centred[1];
        }
    };
    for (int step = 0; step < 12; ++step)
        for (const Scheme scheme : traced_schemes) compare(step * pi / 6, scheme);
}

/// How far the traces of a block reach is kept for centres; faces and nodes take it from those around them. Here the
/// blocks of a row move away from each other, or towards; or rows that lie side by side do.
TYPED_TEST(AdvectWindow, KeptReachesChangeNothing) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    const auto is_turned = [](const Vec<double, dim>& x, bool by_rows) {
        int row = 0;
        for (int axis = 1; axis < dim; ++axis) row += static_cast<int>(x[axis] + 1);
        return by_rows ? row % 2 == 0 : x[0] < 32 || x[0] >= 64;
    };
    const auto compare = [&](int width, double least, bool periodic, bool by_rows, Scheme scheme) {
        Vec<int, dim> cells{};
        for (int axis = 0; axis < dim; ++axis) cells[axis] = axis == 0 ? width : 9;
        auto kept = Rig<T, dim>::make(cells, periodic), found = Rig<T, dim>::make(cells, periodic);
        found.keeps_reaches = false;
        for (auto* rig : {&kept, &found}) {
            std::uint64_t index = 0;
            rig->set_velocity([&](int, const auto& x) {
                return (is_turned(x, by_rows) ? -1 : 1) * random_between(least, least + 0.9, 65, index++);
            });
            for (int axis = 0; axis < dim; ++axis) rig->fill(rig->u[axis].view());
        }
        for (const auto& location : all_locations<dim>()) {
            const auto field = kept.noise(location, 66);
            EXPECT_TRUE(
                same_values(kept.advected(location, field, scheme, 1), found.advected(location, field, scheme, 1)))
                << width << ' ' << least << ' ' << by_rows;
        }
    };
    for (const int width : {96, 63, 31})  // of 63 and 31 cells the faces make one whole block more than the centres
        for (const double least : {0.0, 1.3})
            for (const bool periodic : {false, true})
                for (const Scheme scheme : {Scheme::linear, Scheme::maccormack})
                    compare(width, least, periodic, false, scheme);
    for (const bool periodic : {false, true}) compare(96, 1.3, periodic, true, Scheme::linear);
}

/// Further than a byte tells: each point takes the value that lies so far upstream, or the one at the side.
TYPED_TEST(AdvectWindow, LongStepsTakeWhatIsFarAway) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    for (const int step : {-300, -128, -127, -126, 126, 127, 128, 300}) {
        Vec<int, dim> cells{};
        for (int axis = 0; axis < dim; ++axis) cells[axis] = axis == 0 ? 600 : 3;
        auto rig = Rig<T, dim>::make(cells, false);
        Vec<double, dim> speed{};
        speed[0] = step;
        rig.set_uniform(speed);
        auto field = rig.scalar([](const auto& x) { return x[0]; });
        rig.fill(field.view());
        const auto moved = rig.advected(field, Scheme::linear, 1);
        for_each_cell(moved.view(), [&](const auto& at) {
            const int from = std::min(std::max(at[0] - step, 0), cells[0] - 1);
            ASSERT_NEAR(moved.view()[at], from + 0.5, 1e-3) << at[0] << ' ' << step;
        });
    }
}

}  // namespace
}  // namespace whorl
