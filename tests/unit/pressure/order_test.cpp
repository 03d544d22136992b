// A known solution on ever finer grids, dx unlike dy: the error falls with the square of the spacing.
#include <gtest/gtest.h>

#include "tests/dims.hpp"
#include "tests/unit/pressure/problems.hpp"

namespace whorl {
namespace {

template <class D> class PressureOrder : public testing::Test {};
TYPED_TEST_SUITE(PressureOrder, Dims);

/// cos along x between walls, sin along y between zeros, and sin(2 pi z) round a periodic z; the largest error.
template <int Dim> double error_with(int n) {
    const double pi = std::acos(-1.0), sizes[] = {1.0, 1.7, 0.6};
    const int counts[] = {2 * n, n + n / 2 + 1, n};
    Vec<int, Dim> cells{};
    Vec<double, Dim> h{};
    for (int a = 0; a < Dim; ++a) cells[a] = counts[a], h[a] = sizes[a] / counts[a];
    const auto problem = problem_of<double, Dim>(cells, "wwddpp", h);
    const double k[] = {pi / sizes[0], pi / sizes[1], 2 * pi / sizes[2]};
    const auto exact = [&](const Vec<int, Dim>& at) {
        double value = std::cos(k[0] * (at[0] + 0.5) * h[0]) * std::sin(k[1] * (at[1] + 0.5) * h[1]);
        if constexpr (Dim == 3) value *= std::sin(k[2] * (at[2] + 0.5) * h[2]);
        return value;
    };
    const double laplacian = k[0] * k[0] + k[1] * k[1] + (Dim == 3 ? k[2] * k[2] : 0);
    auto x = Field<double, Dim>::make(cells).value(), b = Field<double, Dim>::make(cells).value();
    set_cells(b.view(), [&](const auto& at) { return laplacian * exact(at); });
    auto solver = make_pressure_solver<double, Dim>("auto").value();
    EXPECT_TRUE(solver->prepare(problem));
    EXPECT_TRUE(solver->solve(x.view(), b.view(), {.relative = 1e-10}, serial_scheduler()).reached);
    double largest = 0;
    for_each_cell(cells, [&](const auto& at) { largest = std::max(largest, std::abs(x.view()[at] - exact(at))); });
    return largest;
}

TYPED_TEST(PressureOrder, IsTwo) {
    const double coarse = error_with<TypeParam::value>(8), fine = error_with<TypeParam::value>(32);
    EXPECT_GT(std::log2(coarse / fine) / 2, 1.9);
    EXPECT_LT(fine, 5e-3);
}

}  // namespace
}  // namespace whorl
