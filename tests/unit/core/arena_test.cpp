#include "core/arena.hpp"

#include <gtest/gtest.h>

namespace whorl {
namespace {

TEST(Arena, HandsOutSeparateAlignedGridsAndTakesThemBack) {
    const Vec<int, 2> shape{5, 4};
    const std::size_t each = Arena::bytes_for<float>(shape);
    Arena arena = Arena::make(2 * each).value();
    float* first = nullptr;
    {
        const Arena::Scope scope(arena);
        const auto a = arena.take<float>(shape);
        const auto b = arena.take<float>(shape);
        first = a.data;
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.data) % cache_line, 0u);
        a(4, 3) = 1;
        b(-2, -2) = 2;
        EXPECT_EQ(a(4, 3), 1.0f);
        EXPECT_EQ(arena.used(), 2 * each);
    }
    EXPECT_EQ(arena.used(), 0u);
    EXPECT_EQ(arena.peak(), 2 * each);
    const Arena::Scope scope(arena);
    EXPECT_EQ(arena.take<float>(shape).data, first);
}

}  // namespace
}  // namespace whorl
