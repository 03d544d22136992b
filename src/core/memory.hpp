// Memory that is asked for politely: a size that cannot be had is an Error, not a crash at frame 100.
#pragma once

#include <cstddef>
#include <cstdint>

#include "whorl/types.hpp"

namespace whorl {

constexpr std::size_t cache_line = 64;

/// Bytes that this process could still use without pushing anything else out; the largest std::size_t where
/// the system does not tell.
std::size_t available_memory();

/// An Error, with the estimate in it, if `bytes` (a double, so that a product of sizes cannot wrap around) is
/// more than `available_memory()`. `what` starts the sentence: "A grid of 40000 x 40000 cells".
Result<void> check_memory(double bytes, const std::string& what);

/// Owns bytes that are aligned to a cache line and start as zero; or borrows some, and has none of its own then.
class Block {
  public:
    Block() = default;
    static Result<Block> allocate(std::size_t bytes);
    static Block borrow(std::byte* data) {
        Block block;
        block.data_ = data;
        return block;
    }
    Block(Block&& other) noexcept : data_(other.data_), bytes_(other.bytes_) {
        other.data_ = nullptr, other.bytes_ = 0;
    }
    Block& operator=(Block&& other) noexcept {
        std::swap(data_, other.data_), std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~Block();

    std::byte* data() const { return data_; }
    std::size_t bytes() const { return bytes_; }

  private:
    std::byte* data_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace whorl
