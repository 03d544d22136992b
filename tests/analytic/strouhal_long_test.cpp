// The vortex street behind a cylinder at Reynolds number 100: 0.164 (computations in 2D) to 0.167 (Williamson)
// vortices of either sign pass in the time that the stream needs for a diameter.
#include "tests/analytic/vortex_street.hpp"

namespace whorl {
namespace {

TEST(VortexStreetLong, StrouhalNumberAtReynolds100) {
    const auto pool = make_thread_pool(2).value();
    const VortexStreet street = run_street({.cells = 32}, pool.get());
    std::printf("Strouhal number %.4f, drag coefficient %.3f, lift coefficient %.3f, over %d periods\n",
                street.strouhal, street.drag, street.lift, street.periods);
    ASSERT_GE(street.periods, 3);
    EXPECT_LT(std::abs(street.change), 0.01) << "the street is not steady yet";
    EXPECT_NEAR(street.strouhal, 0.164, 0.05 * 0.164);
    EXPECT_GT(street.lift, 0.1);
}

}  // namespace
}  // namespace whorl
