// The parts that walls divide a problem into.
#include "pressure/pockets.hpp"

#include <gtest/gtest.h>

#include "tests/dims.hpp"
#include "tests/unit/pressure/problems.hpp"

namespace whorl {
namespace {

template <class D> class PocketsOf : public testing::Test {};
TYPED_TEST_SUITE(PocketsOf, Dims);

template <int Dim> Vec<int, Dim> shape_of() {
    Vec<int, Dim> cells{};
    for (int a = 0; a < Dim; ++a) cells[a] = 6 + a;
    return cells;
}

/// Shuts the faces below index i along an axis.
template <int Dim> void shut(GeneralWeights<double, Dim>& weights, int axis, int i) {
    const auto face = weights.faces[axis].view();
    set_cells(face, [&](const Vec<int, Dim>& at) { return at[axis] == i ? 0.0 : face[at]; });
}

template <int Dim> struct Case {
    PoissonProblem<double, Dim> uniform;
    GeneralWeights<double, Dim> weights;
    explicit Case(const char* sides) : Case(problem_of<double, Dim>(shape_of<Dim>(), sides, unit_spacing<Dim>())) {}
    explicit Case(const PoissonProblem<double, Dim>& problem) : uniform(problem), weights(problem) {}

    Pockets<double, Dim> find() const {
        Pockets<double, Dim> pockets;
        pockets.find(weights.problem(uniform));
        return pockets;
    }
};

TYPED_TEST(PocketsOf, OneBoxIsOne) {
    Case<TypeParam::value> closed("ww"), open("wwwd");
    ASSERT_EQ(closed.find().count(), 1);
    EXPECT_FALSE(closed.find().is_held(0));
    ASSERT_EQ(open.find().count(), 1);
    EXPECT_TRUE(open.find().is_held(0));
}

TYPED_TEST(PocketsOf, WallsAcrossEachAxisDivide) {
    constexpr int Dim = TypeParam::value;
    for (int axis = 0; axis < Dim; ++axis) {
        Case<Dim> box("ww");
        shut(box.weights, axis, 3);
        const auto pockets = box.find();
        ASSERT_EQ(pockets.count(), 2) << axis;
        EXPECT_LT(pockets.cell_of(0)[axis], 3);
        EXPECT_GE(pockets.cell_of(1)[axis], 3);
    }
}

/// Round a periodic axis one wall divides nothing, two do.
TYPED_TEST(PocketsOf, GoRoundPeriodicAxes) {
    constexpr int Dim = TypeParam::value;
    for (int axis = 0; axis < Dim; ++axis) {
        Case<Dim> ring("pp");
        shut(ring.weights, axis, 3);
        EXPECT_EQ(ring.find().count(), 1) << axis;
        shut(ring.weights, axis, 5);
        EXPECT_EQ(ring.find().count(), 2) << axis;
    }
}

/// A wall with one hole in its last corner joins again: the last row of the flood merges what it took for two.
TYPED_TEST(PocketsOf, OneOpenFaceJoins) {
    constexpr int Dim = TypeParam::value;
    Case<Dim> box("ww");
    shut(box.weights, 0, 3);
    Vec<int, Dim> hole = box.uniform.cells;
    for (int a = 0; a < Dim; ++a) --hole[a];
    hole[0] = 3;
    box.weights.faces[0].view()[hole] = 1e-3;
    EXPECT_EQ(box.find().count(), 1);
}

TYPED_TEST(PocketsOf, OnlyTheOneAtTheOpenSideIsHeld) {
    constexpr int Dim = TypeParam::value;
    Case<Dim> box("wdww");
    shut(box.weights, 0, 3);
    const auto pockets = box.find();
    ASSERT_EQ(pockets.count(), 2);
    EXPECT_FALSE(pockets.is_held(0));
    EXPECT_TRUE(pockets.is_held(1));
}

/// Each free pocket loses its own mean; one that is held, and cells outside of the problem, keep what they have.
TYPED_TEST(PocketsOf, MeansAreTakenFromEachByItself) {
    constexpr int Dim = TypeParam::value;
    Case<Dim> box("wdww");
    shut(box.weights, 0, 2), shut(box.weights, 0, 4);
    box.weights.close({});
    auto pockets = box.find();
    ASSERT_EQ(pockets.count(), 3);
    auto b = Field<double, Dim>::make(box.uniform.cells).value();
    set_cells(b.view(), [](const Vec<int, Dim>& at) { return at[0] < 2 ? 1.0 + at[0] : at[0] < 4 ? -3.0 : 7.0; });
    const auto removed = pockets.remove_means(b.view());
    EXPECT_EQ(removed.mean, -3);
    EXPECT_EQ(pockets.cell_of(removed.pocket)[0], 2);
    double sum = 0;
    for_each_cell(box.uniform.cells, [&](const Vec<int, Dim>& at) {
        if (at == Vec<int, Dim>{})
            EXPECT_EQ(b.view()[at], 1);
        else if (at[0] < 2)
            sum += b.view()[at];
        else
            EXPECT_EQ(b.view()[at], at[0] < 4 ? 0 : 7);
    });
    EXPECT_NEAR(sum, 0, 1e-12);
}

TYPED_TEST(PocketsOf, NothingIsNoPocket) {
    constexpr int Dim = TypeParam::value;
    Case<Dim> box("ww");
    for_each_cell(box.uniform.cells, [&](const Vec<int, Dim>& at) { box.weights.close(at); });
    auto pockets = box.find();
    EXPECT_EQ(pockets.count(), 0);
    auto b = noise<double, Dim>(box.uniform.cells);
    EXPECT_EQ(pockets.remove_means(b.view()).mean, 0);
}

}  // namespace
}  // namespace whorl
