// The floating-point settings that every task computes with: round to nearest, denormal numbers kept.
//
// A host may have set flush-to-zero (audio code does) or another rounding, and its threads carry that into our tasks.
// The same bits everywhere need one setting, and it has to be the IEEE default, the only one that WebAssembly has.
#pragma once

#include <cstdint>

namespace whorl {

/// Sets the defaults for its lifetime and then puts back what was there, sticky flags included. Compilers move
/// arithmetic freely across the change: keep the arithmetic in functions that are called through a pointer in between.
class FloatEnvironment {
  public:
    FloatEnvironment();
    ~FloatEnvironment();
    FloatEnvironment(const FloatEnvironment&) = delete;
    FloatEnvironment& operator=(const FloatEnvironment&) = delete;

  private:
    std::uint64_t before_;
};

}  // namespace whorl
