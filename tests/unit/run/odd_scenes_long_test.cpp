#include "odd_scenes.hpp"

namespace whorl {
namespace {

TEST(OddScenesOften, AMillionAreReadOrRefused) {
    const int refused = try_odd_scenes(1000000, 2, 10);
    EXPECT_GT(refused, 300000);
    EXPECT_LT(refused, 930000);
}

}  // namespace
}  // namespace whorl
