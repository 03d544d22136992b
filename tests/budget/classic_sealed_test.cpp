#include "tests/budget/classic_sealed.hpp"

#include "tests/dims.hpp"

namespace whorl {
namespace {

template <class Dim> class ClassicSealed : public testing::Test {};
TYPED_TEST_SUITE(ClassicSealed, Dims);

TYPED_TEST(ClassicSealed, TwoCellWallsDoNotLeak) {
    for (const double diffusion : {0.0, 0.01})
        for (const auto solver : {ClassicSolver::relaxation, ClassicSolver::conjugate_gradient})
            expect_sealed<TypeParam::value>(100, diffusion, solver);
}

}  // namespace
}  // namespace whorl
