// Scratch memory for a step: made once, handed out and taken back like a stack, so that a step allocates
// nothing.
#pragma once

#include <cassert>

#include "core/field.hpp"

namespace whorl {

class Arena {
  public:
    Arena() = default;
    static Result<Arena> make(std::size_t bytes);

    /// Bytes that `take<T>(shape)` uses up: add these to size an arena.
    template <class T, int Dim> static std::size_t bytes_for(const Vec<int, Dim>& shape, int ghosts = default_ghosts) {
        return padded(static_cast<std::size_t>(make_layout(shape, sizeof(T), ghosts).size) * sizeof(T));
    }

    /// A grid whose values are whatever was there before. Running out is our own mistake, hence an assert.
    template <class T, int Dim> View<T, Dim> take(const Vec<int, Dim>& shape, int ghosts = default_ghosts) {
        const Layout<Dim> layout = make_layout(shape, sizeof(T), ghosts);
        T* values = reinterpret_cast<T*>(take_bytes(static_cast<std::size_t>(layout.size) * sizeof(T)));
        return {values + layout.first, layout.shape, layout.stride};
    }

    std::size_t used() const { return used_; }
    std::size_t peak() const { return peak_; }
    std::size_t bytes() const { return block_.bytes(); }

    /// Gives back, at the end of its life, everything that was taken since its start.
    class Scope {
      public:
        explicit Scope(Arena& arena) : arena_(arena), mark_(arena.used_) {}
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        ~Scope() { arena_.used_ = mark_; }

      private:
        Arena& arena_;
        std::size_t mark_;
    };

  private:
    static constexpr std::size_t padded(std::size_t bytes) {
        return (bytes + cache_line - 1) / cache_line * cache_line;
    }
    std::byte* take_bytes(std::size_t bytes);

    Block block_;
    std::size_t used_ = 0;
    std::size_t peak_ = 0;
};

}  // namespace whorl
