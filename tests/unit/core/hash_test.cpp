#include "core/hash.hpp"

#include <gtest/gtest.h>

#include <string_view>

#include "core/field.hpp"

namespace whorl {
namespace {

std::uint64_t hash_of(std::string_view words, std::uint64_t seed = 0) {
    Hash hash(seed);
    hash.add(words.data(), words.size());
    return hash.value();
}

// Values of the reference implementation.
TEST(Hash, IsXxh64) {
    EXPECT_EQ(hash_of(""), 0xEF46DB3751D8E999u);
    EXPECT_EQ(hash_of("a"), 0xD24EC4F1A98C6E5Bu);
    EXPECT_EQ(hash_of("abc"), 0x44BC2CF5AD770999u);
    EXPECT_EQ(hash_of("Nobody inspects the spammish repetition"), 0xFBCEA83C8A378BF1u);
}

TEST(Hash, DoesNotDependOnHowTheBytesArrive) {
    const std::string words(1000, 'w');
    for (const std::size_t piece : {1u, 7u, 31u, 32u, 33u, 100u}) {
        Hash hash;
        for (std::size_t at = 0; at < words.size(); at += piece)
            hash.add(words.data() + at, std::min(piece, words.size() - at));
        EXPECT_EQ(hash.value(), hash_of(words)) << piece;
    }
}

TEST(Hash, ReadsInteriorCellsOnly) {
    auto field = Field<float, 2>::make({3, 2}).value();
    const auto hash = [&] {
        Hash h;
        h.add(field.view());
        return h.value();
    };
    const auto before = hash();
    field.view()(-1, 0) = 9;
    field.view()(3, 1) = 9;
    EXPECT_EQ(hash(), before);
    field.view()(2, 1) = 9;
    EXPECT_NE(hash(), before);
}

}  // namespace
}  // namespace whorl
