#include "core/random.hpp"

namespace whorl {
namespace {

std::uint64_t mix(std::uint64_t bits) {
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB;
    return bits ^ bits >> 31;
}

}  // namespace

std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index) {
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;
    return mix(mix(seed + golden) + (index + 1) * golden);
}

double random_unit(std::uint64_t seed, std::uint64_t index) {
    return static_cast<double>(random_bits(seed, index) >> 11) * 0x1p-53;
}

double random_between(double low, double high, std::uint64_t seed, std::uint64_t index) {
    return low + (high - low) * random_unit(seed, index);
}

}  // namespace whorl
