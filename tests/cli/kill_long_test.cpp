#include "killing.hpp"

namespace whorl {
namespace {

TEST(KilledOften, TwentyTimesAtRandomMoments) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) kill_and_resume(5, seed, 0.6);
}

}  // namespace
}  // namespace whorl
