#include "core/memory.hpp"

#include <gtest/gtest.h>

namespace whorl {
namespace {

TEST(Memory, TellsWhatIsAvailable) {
    EXPECT_GT(available_memory(), std::size_t{1} << 20);
}

TEST(Memory, RefusesWithTheEstimateInTheSentence) {
    EXPECT_TRUE(check_memory(1024, "A page"));
    const auto refused = check_memory(1e18, "A grid of 1000000 x 1000000 x 1000000 cells");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message.rfind("A grid of 1000000 x 1000000 x 1000000 cells needs 9.31e+08 GiB", 0), 0u);
}

TEST(Block, IsAlignedZeroAndMovable) {
    Block a = Block::allocate(1000).value();
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.data()) % cache_line, 0u);
    for (std::size_t i = 0; i < a.bytes(); ++i) ASSERT_EQ(a.data()[i], std::byte{0});
    std::byte* const data = a.data();
    const Block b = std::move(a);
    EXPECT_EQ(b.data(), data);
    EXPECT_EQ(b.bytes(), 1000u);
}

TEST(Result, CarriesAValueOrASentence) {
    const Result<int> good = 3;
    ASSERT_TRUE(good);
    EXPECT_EQ(good.value(), 3);
    const Result<int> bad = Error{"no"};
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().message, "no");
    EXPECT_DEATH((void)bad.value(), "whorl: no");
}

}  // namespace
}  // namespace whorl
