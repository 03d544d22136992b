#include "core/arena.hpp"

namespace whorl {

Result<Arena> Arena::make(std::size_t bytes) {
    auto block = Block::allocate(padded(bytes));
    if (!block) return block.error();
    Arena arena;
    arena.block_ = std::move(block).value();
    return arena;
}

std::byte* Arena::take_bytes(std::size_t bytes) {
    std::byte* start = block_.data() + used_;
    used_ += padded(bytes);
    if (used_ > peak_) peak_ = used_;
    assert(used_ <= block_.bytes() && "the arena was made too small for its step");
    return start;
}

}  // namespace whorl
