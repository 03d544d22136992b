// Operators at cell centres: exact for the polynomials they are made from, second order for the rest.
#include "ops/centered-inl.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/field.hpp"
#include "tests/dims.hpp"

namespace whorl {
namespace {

template <class Dim> class Centered : public testing::Test {};
TYPED_TEST_SUITE(Centered, Dims);

/// A grid of unequal spacing and unequal sides, `scale` times finer than its coarsest.
template <int Dim> struct Grid {
    explicit Grid(int scale) {
        const int sides[] = {8, 6, 10};
        const double lengths[] = {1.0, 1.2, 0.9};
        for (int axis = 0; axis < Dim; ++axis) {
            shape[axis] = sides[axis] * scale;
            h[axis] = lengths[axis] / shape[axis];
        }
    }
    Vec<double, Dim> position(const Vec<int, Dim>& at) const {
        Vec<double, Dim> x{};
        for (int axis = 0; axis < Dim; ++axis) x[axis] = (at[axis] + 0.5) * h[axis];
        return x;
    }
    template <class F> Field<double, Dim> sampled(F f) const {
        auto field = Field<double, Dim>::make(shape).value();
        each(1, [&](const Vec<int, Dim>& at) { field.view()[at] = f(position(at)); });
        return field;
    }
    /// All cells and `ghosts` layers around them.
    template <class F> void each(int ghosts, F f) const {
        Vec<int, Dim> at;
        for (int axis = 0; axis < Dim; ++axis) at[axis] = -ghosts;
        while (true) {
            f(at);
            int axis = 0;
            while (axis < Dim && ++at[axis] == shape[axis] + ghosts) at[axis++] = -ghosts;
            if (axis == Dim) return;
        }
    }

    Vec<int, Dim> shape{};
    Vec<double, Dim> h{};
};

template <int Dim> double wave(const Vec<double, Dim>& x) {
    return std::sin(2 * x[0]) * std::cos(3 * x[1]) * (Dim == 3 ? std::sin(1 + x[Dim - 1]) : 1);
}

/// log2 of the ratio of the largest errors on a grid and on one twice as fine.
template <int Dim, class Operator, class Exact> double slope(Operator apply, Exact exact) {
    const auto error = [&](int scale) {
        const Grid<Dim> grid(scale);
        const auto field = grid.sampled(wave<Dim>);
        double worst = 0;
        grid.each(0, [&](const Vec<int, Dim>& at) {
            worst = std::max(worst, std::abs(apply(field.view(), at, grid.h) - exact(grid.position(at))));
        });
        return worst;
    };
    return std::log2(error(4) / error(8));
}

TYPED_TEST(Centered, GradientIsSecondOrder) {
    constexpr int dim = TypeParam::value;
    const auto apply = [](const View<const double, dim>& f, const auto& at, const auto& h) {
        return gradient_at_cell(f, at, h)[1];
    };
    const auto exact = [](const Vec<double, dim>& x) {
        return -3 * std::sin(2 * x[0]) * std::sin(3 * x[1]) * (dim == 3 ? std::sin(1 + x[dim - 1]) : 1);
    };
    EXPECT_NEAR(slope<dim>(apply, exact), 2, 0.1);
}

TYPED_TEST(Centered, LaplacianIsSecondOrder) {
    constexpr int dim = TypeParam::value;
    const auto apply = [](const View<const double, dim>& f, const auto& at, const auto& h) {
        return laplacian_at_cell(f, at, h);
    };
    const auto exact = [](const Vec<double, dim>& x) { return -(dim == 3 ? 14 : 13) * wave<dim>(x); };
    EXPECT_NEAR(slope<dim>(apply, exact), 2, 0.1);
}

TYPED_TEST(Centered, MixedDerivativeIsSecondOrder) {
    constexpr int dim = TypeParam::value;
    const auto apply = [](const View<const double, dim>& f, const auto& at, const auto& h) {
        return mixed_derivative_at_cell(f, at, {0, 1}, h);
    };
    const auto exact = [](const Vec<double, dim>& x) {
        return -6 * std::cos(2 * x[0]) * std::sin(3 * x[1]) * (dim == 3 ? std::sin(1 + x[dim - 1]) : 1);
    };
    EXPECT_NEAR(slope<dim>(apply, exact), 2, 0.1);
}

// u = (x, 2y, 3z): divergence 3 in the plane, 6 in space, to rounding.
TYPED_TEST(Centered, DivergenceOfALinearFlowIsExact) {
    constexpr int dim = TypeParam::value;
    const Grid<dim> grid(1);
    std::vector<Field<double, dim>> fields;
    Vec<View<const double, dim>, dim> u{};
    for (int axis = 0; axis < dim; ++axis)
        fields.push_back(grid.sampled([axis](const Vec<double, dim>& x) { return (axis + 1) * x[axis]; }));
    for (int axis = 0; axis < dim; ++axis) u[axis] = fields[axis].view();
    grid.each(0, [&](const auto& at) { EXPECT_NEAR(divergence_at_cell(u, at, grid.h), dim * (dim + 1) / 2, 1e-12); });
}

// Solid rotation by Omega = 1.5 about z has vorticity 2 Omega.
TYPED_TEST(Centered, CurlOfSolidRotationIsTwiceItsRate) {
    constexpr int dim = TypeParam::value;
    const Grid<dim> grid(1);
    std::vector<Field<double, dim>> fields;
    fields.push_back(grid.sampled([](const Vec<double, dim>& x) { return -1.5 * x[1]; }));
    fields.push_back(grid.sampled([](const Vec<double, dim>& x) { return 1.5 * x[0]; }));
    if (dim == 3) fields.push_back(grid.sampled([](const Vec<double, dim>&) { return 0.5; }));
    Vec<View<const double, dim>, dim> u{};
    for (int axis = 0; axis < dim; ++axis) u[axis] = fields[axis].view();
    grid.each(0, [&](const auto& at) {
        if constexpr (dim == 2) {
            EXPECT_NEAR(curl_at_cell(u, at, grid.h), 3, 1e-12);
        } else {
            const auto curl = curl_at_cell(u, at, grid.h);
            EXPECT_NEAR(curl[0], 0, 1e-12);
            EXPECT_NEAR(curl[1], 0, 1e-12);
            EXPECT_NEAR(curl[2], 3, 1e-12);
        }
    });
}

}  // namespace
}  // namespace whorl
