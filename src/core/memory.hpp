// Memory that is asked for politely: a size that cannot be had is an Error, not a crash at frame 100.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "whorl/types.hpp"

namespace whorl {

constexpr std::size_t cache_line = 64;

/// Bytes that this process could still use without pushing anything else out; the largest std::size_t where
/// the system does not tell.
std::size_t available_memory();

/// An Error, with the estimate in it, if `bytes` (a double, so that a product of sizes cannot wrap around) is
/// more than `available_memory()`. `what` starts the sentence: "A grid of 40000 x 40000 cells".
Result<void> check_memory(double bytes, const std::string& what);

/// Hands out pieces of memory that somebody lends.
class Loan {
  public:
    explicit Loan(std::span<const std::span<std::byte>> pieces) : pieces_(pieces) {}

    /// So many bytes, behind what was taken of the first piece that has as many left; null if none has. Of more pieces
    /// than `most` only the first are used.
    std::byte* take(std::size_t bytes) {
        const std::size_t lines = (bytes + cache_line - 1) / cache_line * cache_line;
        for (std::size_t i = 0; i < pieces_.size() && i < most; ++i) {
            if (lines > pieces_[i].size() - taken_[i]) continue;
            taken_[i] += lines;
            return pieces_[i].data() + taken_[i] - lines;
        }
        return nullptr;
    }
    static constexpr std::size_t most = 8;

  private:
    std::span<const std::span<std::byte>> pieces_;
    std::array<std::size_t, most> taken_{};
};

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
