// Random numbers that are a function of where and when: no generator, no order of calls, the same on every
// thread.
#pragma once

#include <cstdint>

namespace whorl {

/// 64 well-mixed bits of (seed, index): the finaliser of SplitMix64 (Steele 2014) applied to both.
std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index);

/// Uniform in [0, 1): 53 bits of `random_bits`.
double random_unit(std::uint64_t seed, std::uint64_t index);

/// Uniform in [low, high).
double random_between(double low, double high, std::uint64_t seed, std::uint64_t index);

}  // namespace whorl
