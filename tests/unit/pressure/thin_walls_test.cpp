// What thin walls make of coarse levels: ends inside of cells, pieces, and slits between them.
#include <gtest/gtest.h>

#include "pressure/level.hpp"
#include "tests/dims.hpp"
#include "tests/unit/pressure/walled_problems.hpp"

namespace whorl {
namespace {

template <class D> class PressurePieces : public testing::Test {};
TYPED_TEST_SUITE(PressurePieces, Dims);

/// The bits do not depend on whether pieces change one by one, or line by line with notes.
TYPED_TEST(PressurePieces, GoWithTheirLines) {
    constexpr int Dim = TypeParam::value;
    const int n = Dim == 2 ? 48 : 24;
    Pose<Dim> pose{};
    for (int a = 0; a < Dim; ++a) pose.position[a] = 0.5;
    pose.rotation[0] = 0.4;
    const WalledProblem<float, Dim> walled(n, hollow_box<Dim>(0, 1.0 / n), pose);
    auto fine = make_finest_level(walled.problem).value();
    const auto coarse = make_coarser_level(fine).value();
    Pieces<float, Dim> one = coarse.pieces;
    ASSERT_GT(one.count(), 10);
    const auto x = noise<float, Dim>(coarse.op.cells, 1);
    auto one_b = noise<float, Dim>(coarse.op.cells, 2), other_b = noise<float, Dim>(coarse.op.cells, 2);
    for (int i = 0; i < one.count(); ++i) one.x[i] = x.view().data[i], one.b[i] = x.view().data[i + 1];
    Pieces<float, Dim> other = one;
    const auto lines = [&](auto f) {
        for (int line = coarse.op.cells[Dim - 1] - 1; line >= 0; --line) f(line);
    };
    for (const int colour : {0, 1}) {
        one.relax(x.view(), one_b.view(), colour, 1.1f);
        lines([&](int line) { other.relax_line(line, x.view().data, colour, 1.1f); });
        lines([&](int line) { other.take_notes(line, 1 - colour, other.relaxed, other_b.view().data); });
    }
    EXPECT_EQ(one.x, other.x);
    for_each_cell(coarse.op.cells, [&](const auto& at) { ASSERT_EQ(one_b.view()[at], other_b.view()[at]); });
}

}  // namespace
}  // namespace whorl
