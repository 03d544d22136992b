// The direct solve at the bottom: exact where there is an answer, bounded where there is none.
#include <gtest/gtest.h>

#include "pressure/coarsest.hpp"
#include "simd/field_kernels.hpp"
#include "tests/unit/pressure/problems.hpp"

namespace whorl {
namespace {

/// A pocket's last pivot is zero but for rounding, of either sign. Divided by, it would turn whatever flows into the
/// pocket into a pressure of 1e15; many weights are tried because only some round to a positive one.
TEST(PressureCoarsest, PocketsStayBounded) {
    const Vec<int, 2> cells{8, 4};
    const auto uniform = problem_of<double, 2>(cells, "ww", {1, 1});
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        GeneralWeights<double, 2> weights(uniform);
        std::uint64_t index = 0;
        for (const auto& faces : {weights.faces[0].view(), weights.faces[1].view()})
            set_cells(faces, [&](const auto& at) { return faces[at] * random_between(0.5, 2, seed, index++); });
        for (int y = 0; y < cells[1]; ++y) weights.faces[0].view()(3, y) = 0;
        auto level = make_finest_level(weights.problem(uniform)).value();
        level.x = Field<double, 2>::make(cells).value();
        level.b = noise<double, 2>(cells, seed + 100);  // flows into one pocket and out of the other
        Coarsest<double, 2> coarsest;
        coarsest.prepare(level);
        coarsest.solve(serial_scheduler(), level);
        EXPECT_LT(max_abs(serial_scheduler(), level.region(), level.x.view()), 1e3) << seed;
    }
}

TEST(PressureCoarsest, SolvesExactly) {
    for (const char* sides : {"wd", "gg", "ppwd"}) {
        const auto problem = problem_of<double, 2>({7, 4}, sides, {1, 0.8});
        auto level = make_finest_level(problem).value();
        level.x = Field<double, 2>::make(problem.cells).value();
        level.b = noise<double, 2>(problem.cells);
        Coarsest<double, 2> coarsest;
        coarsest.prepare(level);
        coarsest.solve(serial_scheduler(), level);
        const double left = residual<double, 2>(serial_scheduler(), level, level.x.view(), {level.b.view(), 0});
        EXPECT_LT(left, 1e-12) << sides;
    }
}

}  // namespace
}  // namespace whorl
