// The state of the published solver after a fixed stirring, pinned: the same bits with every compiler and preset. A
// commit that changes one of these hashes says why.
#include <gtest/gtest.h>

#include "core/random.hpp"
#include "whorl/classic.hpp"

namespace whorl {
namespace {

template <class T, int Dim> std::uint64_t stirred_hash() {
    constexpr int n = Dim == 2 ? 20 : 9;
    auto fluid = Classic<T, Dim>::make({.cells = n, .viscosity = 1.0 / 64, .diffusion = 1.0 / 128}).value();
    for (std::uint64_t step = 0; step < 20; ++step) {
        Vec<int, Dim> at;
        for (int axis = 0; axis < Dim; ++axis)
            at[axis] = static_cast<int>(random_bits(step, static_cast<std::uint64_t>(axis)) % n);
        for (int axis = 0; axis < Dim; ++axis)
            fluid.force(axis)[at] =
                T(static_cast<int>(random_bits(step, 7 + static_cast<std::uint64_t>(axis)) % 41) - 20);
        fluid.source(0)[at] = T(8);
        (void)fluid.step(0.125).value();
    }
    return fluid.hash();
}

TEST(ClassicHash, IsPinned) {
    EXPECT_EQ((stirred_hash<float, 2>()), 13580592899377241876u);
    EXPECT_EQ((stirred_hash<float, 3>()), 6710911821916148677u);
    EXPECT_EQ((stirred_hash<double, 2>()), 16877742631387062107u);
    EXPECT_EQ((stirred_hash<double, 3>()), 6718725057386250410u);
    EXPECT_EQ((stirred_hash<Fixed<std::int32_t, 9>, 2>()), 16246745725325279180u);
    EXPECT_EQ((stirred_hash<Fixed<std::int32_t, 9>, 3>()), 6717165067540867951u);
    EXPECT_EQ((stirred_hash<Fixed<std::int16_t, 8>, 2>()), 3111470052035204199u);
    EXPECT_EQ((stirred_hash<Fixed<std::int16_t, 8>, 3>()), 4640137649574209385u);
}

}  // namespace
}  // namespace whorl
