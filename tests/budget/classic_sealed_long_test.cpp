#include "tests/budget/classic_sealed.hpp"

#include "tests/dims.hpp"

namespace whorl {
namespace {

template <class Dim> class ClassicSealedLong : public testing::Test {};
TYPED_TEST_SUITE(ClassicSealedLong, Dims);

TYPED_TEST(ClassicSealedLong, TwoCellWallsDoNotLeakInTenThousandSteps) {
    for (const double diffusion : {0.0, 0.01})
        expect_sealed<TypeParam::value>(10'000, diffusion, ClassicSolver::relaxation);
}

}  // namespace
}  // namespace whorl
