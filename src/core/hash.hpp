// XXH64 (Collet 2014), from its specification: the 64-bit hash that pins a state. It reads bytes
// little-endian, so the same numbers give the same hash on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "whorl/types.hpp"

namespace whorl {

class Hash {
  public:
    explicit Hash(std::uint64_t seed = 0);

    void add(const void* bytes, std::size_t count);

    /// The bytes of a number; floating point by its bits, so that 0.0 and -0.0 differ.
    template <class T>
    requires(std::is_trivially_copyable_v<T>) void add(const T& value) { add(&value, sizeof value); }

    /// The interior cells of a grid, x fastest, row by row; ghosts and padding do not count.
    template <class T, int Dim> void add(const View<T, Dim>& view) {
        Vec<int, Dim> at{};
        const auto row_bytes = sizeof(T) * static_cast<std::size_t>(view.shape[0]);
        while (true) {
            add(static_cast<const void*>(&view[at]), row_bytes);
            int axis = 1;
            while (axis < Dim && ++at[axis] == view.shape[axis]) at[axis++] = 0;
            if (axis == Dim) return;
        }
    }

    std::uint64_t value() const;

  private:
    void consume(const unsigned char* stripe);

    std::uint64_t seed_;
    std::uint64_t lanes_[4];
    unsigned char pending_[32];
    std::size_t pending_count_ = 0;
    std::uint64_t total_ = 0;
};

}  // namespace whorl
