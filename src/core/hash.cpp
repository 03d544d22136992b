#include "core/hash.hpp"

#include <algorithm>
#include <bit>

namespace whorl {
namespace {

static_assert(std::endian::native == std::endian::little, "state hashes and files are little-endian");

constexpr std::uint64_t prime1 = 0x9E3779B185EBCA87, prime2 = 0xC2B2AE3D27D4EB4F, prime3 = 0x165667B19E3779F9,
                        prime4 = 0x85EBCA77C2B2AE63, prime5 = 0x27D4EB2F165667C5;

template <class Word> Word read(const unsigned char* bytes) {
    Word word;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

std::uint64_t round(std::uint64_t lane, std::uint64_t input) {
    return std::rotl(lane + input * prime2, 31) * prime1;
}

std::uint64_t merge(std::uint64_t hash, std::uint64_t lane) {
    return (hash ^ round(0, lane)) * prime1 + prime4;
}

}  // namespace

Hash::Hash(std::uint64_t seed)
    : seed_(seed),
      lanes_{seed + prime1 + prime2, seed + prime2, seed, seed - prime1},
      pending_{} {}

void Hash::consume(const unsigned char* stripe) {
    for (int lane = 0; lane < 4; ++lane) lanes_[lane] = round(lanes_[lane], read<std::uint64_t>(stripe + 8 * lane));
}

void Hash::add(const void* bytes, std::size_t count) {
    const auto* next = static_cast<const unsigned char*>(bytes);
    total_ += count;
    while (count > 0) {
        if (pending_count_ == 0 && count >= sizeof pending_) {
            consume(next);
            next += sizeof pending_, count -= sizeof pending_;
            continue;
        }
        const std::size_t taken = std::min(count, sizeof pending_ - pending_count_);
        std::memcpy(pending_ + pending_count_, next, taken);
        pending_count_ += taken, next += taken, count -= taken;
        if (pending_count_ == sizeof pending_) consume(pending_), pending_count_ = 0;
    }
}

std::uint64_t Hash::value() const {
    std::uint64_t hash = seed_ + prime5;
    if (total_ >= sizeof pending_) {
        hash = std::rotl(lanes_[0], 1) + std::rotl(lanes_[1], 7) + std::rotl(lanes_[2], 12) + std::rotl(lanes_[3], 18);
        for (const std::uint64_t lane : lanes_) hash = merge(hash, lane);
    }
    hash += total_;

    const unsigned char* next = pending_;
    const unsigned char* end = pending_ + pending_count_;
    for (; end - next >= 8; next += 8)
        hash = std::rotl(hash ^ round(0, read<std::uint64_t>(next)), 27) * prime1 + prime4;
    if (end - next >= 4) hash = std::rotl(hash ^ read<std::uint32_t>(next) * prime1, 23) * prime2 + prime3, next += 4;
    for (; next != end; ++next) hash = std::rotl(hash ^ *next * prime5, 11) * prime1;

    hash = (hash ^ hash >> 33) * prime2;
    hash = (hash ^ hash >> 29) * prime3;
    return hash ^ hash >> 32;
}

}  // namespace whorl
