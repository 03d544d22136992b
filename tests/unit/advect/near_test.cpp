// Where the flow is slow in a whole block of a row, neighbours are read in place of gathers: to the same bits.
#include <gtest/gtest.h>

#include "tests/unit/advect/rig.hpp"
#include "tests/unit/simd/isas.hpp"

namespace whorl {
namespace {

template <class K> class AdvectNear : public testing::Test {};
TYPED_TEST_SUITE(AdvectNear, Kinds);

/// One fast cell makes its block take the gathers. What lies further from it than a trace and its stencils reach must
/// not notice.
TYPED_TEST(AdvectNear, SlowPointsDoNotNoticeAFastOneInTheirBlock) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    constexpr int fast = 30, reach = 6;
    Vec<int, dim> cells{};
    for (int axis = 0; axis < dim; ++axis) cells[axis] = axis == 0 ? 70 : 5;
    for (const bool periodic : {false, true})
        for (const Trace trace : all_traces)
            for (const Scheme scheme : {Scheme::linear, Scheme::maccormack}) {
                auto slow = Rig<T, dim>::make(cells, periodic), mixed = Rig<T, dim>::make(cells, periodic);
                for (auto* rig : {&slow, &mixed}) {
                    rig->trace = trace;
                    rig->set_noise(0.45, 61);
                }
                for_each_with_ghosts(mixed.u[1].view(), [&](const auto& at) {
                    if (at[0] == fast) mixed.u[1].view()[at] = 3;
                });
                for (const auto& location : all_locations<dim>())
                    for_each_isa([&](Isa) {
                        const auto field = slow.noise(location, 62);
                        const auto plain = slow.advected(location, field, scheme, 1);
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

}  // namespace
}  // namespace whorl
