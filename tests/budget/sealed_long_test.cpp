// Sealed for 10,000 steps: every thickness, movement, scheme and diffusion. On few cells, where a wall is never far.
#include "tests/sealed.hpp"

namespace whorl {
namespace {

struct Wall {
    double thickness;
    Movement movement;
};

class SealedLong : public testing::TestWithParam<Wall> {};

/// All schemes and diffusions at once, each a scalar of its own.
template <int Dim> void expect_sealed_for_long(const Wall& wall, int cells) {
    const SealedCase sealed{.thickness = wall.thickness, .movement = wall.movement, .all_at_once = true};
    const auto leak = run_sealed<Dim>(sealed, cells, 10000);
    EXPECT_EQ(leak.outside, 0.0);
    EXPECT_GT(leak.inside, 0.1);
}

TEST_P(SealedLong, TenThousandSteps2) {
    expect_sealed_for_long<2>(GetParam(), 16);
}
TEST_P(SealedLong, TenThousandSteps3) {
    expect_sealed_for_long<3>(GetParam(), 8);
}

std::string name_of_wall(const testing::TestParamInfo<Wall>& given) {
    const char* thick[] = {"Thin", "OneCell", "TwoCells"};
    const char* moves[] = {"Still", "Translating", "Rotating"};
    return std::string(thick[static_cast<int>(given.param.thickness)]) + moves[static_cast<int>(given.param.movement)];
}

INSTANTIATE_TEST_SUITE_P(Walls, SealedLong,
                         testing::Values(Wall{2, Movement::still}, Wall{2, Movement::translating},
                                         Wall{2, Movement::rotating}, Wall{1, Movement::still},
                                         Wall{1, Movement::translating}, Wall{1, Movement::rotating},
                                         Wall{0, Movement::still}, Wall{0, Movement::translating},
                                         Wall{0, Movement::rotating}),
                         name_of_wall);

}  // namespace
}  // namespace whorl
