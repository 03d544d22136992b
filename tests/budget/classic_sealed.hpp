// A closed room with walls two cells thick, stirred wildly and kept full of ink: nothing may be found outside.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/random.hpp"
#include "whorl/classic.hpp"

namespace whorl {

template <int Dim> void expect_sealed(int steps, double diffusion, ClassicSolver solver) {
    constexpr int n = 14, low = 4, high = 9;  // the room's cells are 6..7 in each direction, its walls 4, 5, 8, 9
    auto fluid =
        Classic<float, Dim>::make({.cells = n, .viscosity = diffusion, .diffusion = diffusion, .solver = solver})
            .value();

    const auto each = [&](auto&& f) {
        Vec<int, Dim> at{};
        while (at[Dim - 1] < n) {
            int depth = n;  // cells from the room's outer surface, negative outside
            for (int axis = 0; axis < Dim; ++axis) depth = std::min(depth, std::min(at[axis] - low, high - at[axis]));
            f(at, depth);
            for (int axis = 0; ++at[axis] == n && axis < Dim - 1; ++axis) at[axis] = 0;
        }
    };
    std::vector<std::uint8_t> mask(Dim == 2 ? n * n : n * n * n);
    View<std::uint8_t, Dim> walls{mask.data(), {}, {}};
    for (int axis = 0, stride = 1; axis < Dim; ++axis, stride *= n) walls.shape[axis] = n, walls.stride[axis] = stride;
    each([&](const auto& at, int depth) { walls[at] = depth == 0 || depth == 1; });
    ASSERT_TRUE(fluid.set_obstacles(walls));

    std::uint64_t draw = 0;
    for (int step = 0; step < steps; ++step) {
        each([&](const auto& at, int depth) {
            if (depth >= 2) fluid.ink(0)[at] = 1;
            for (int axis = 0; axis < Dim; ++axis)
                fluid.force(axis)[at] = static_cast<float>(random_between(-300, 300, 83, draw++));
        });
        ASSERT_TRUE(fluid.step(0.1));
    }
    double inside = 0;
    each([&](const auto& at, int depth) {
        if (depth < 0) {
            EXPECT_EQ(fluid.ink(0)[at], 0.0f);
        }
        if (depth >= 2) inside += static_cast<double>(fluid.ink(0)[at]);
    });
    EXPECT_GT(inside, 0.5);
}

}  // namespace whorl
