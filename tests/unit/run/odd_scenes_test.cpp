#include "odd_scenes.hpp"

namespace whorl {
namespace {

TEST(OddScenes, AreReadOrRefused) {
    const int refused = try_odd_scenes(3000, 1, 1);
    EXPECT_GT(refused, 1000);
    EXPECT_LT(refused, 2800);
}

}  // namespace
}  // namespace whorl
