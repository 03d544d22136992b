// An owning grid of values, laid out for rows.
//
// Rows along x are contiguous; the first interior cell of every row is aligned to a cache line, or of every other row
// where that would take a twentieth more memory: rows of 128 numbers are 136 apart then, not 144, and no slower for it.
// A row's left ghosts share the padding behind the row before it. Row and plane pitches avoid multiples of 4 KiB:
// neighbouring rows would otherwise fall into the same cache sets and push each other out.
//
//     g g | c c c c c c c c | g g . . .      one row: ghosts, cells, ghosts, padding up to the pitch
//         ^ aligned
#pragma once

#include <span>

#include "core/memory.hpp"
#include "whorl/types.hpp"

namespace whorl {

/// Two layers: enough for a third-order stencil, and for linear interpolation one cell outside.
constexpr int default_ghosts = 2;

/// Where the cells of a grid lie in one block of memory, counted in elements.
template <int Dim> struct Layout {
    Vec<int, Dim> shape{};
    Vec<std::ptrdiff_t, Dim> stride{};
    std::ptrdiff_t first = 0;  // from the block's start to the first interior cell
    std::ptrdiff_t size = 0;   // of the whole block
};

/// The layout of `shape` cells of `element_bytes` each (a divisor of 64) with `ghosts` layers around them.
template <int Dim>
Layout<Dim> make_layout(const Vec<int, Dim>& shape, std::size_t element_bytes, int ghosts = default_ghosts);

/// Owns the values of a grid, ghosts included. Moves and swaps, never copies by itself; made by default it is
/// empty.
template <class T, int Dim> class Field {
  public:
    Field() = default;

    /// All values are zero. Refuses shapes below one cell, and what does not fit into memory.
    static Result<Field> make(const Vec<int, Dim>& shape, int ghosts = default_ghosts);

    View<T, Dim> view() { return {values() + layout_.first, layout_.shape, layout_.stride}; }
    View<const T, Dim> view() const { return {values() + layout_.first, layout_.shape, layout_.stride}; }

    /// From now on it is of this shape, which has to be no larger than the one that it was made with along any axis:
    /// fields of several shapes can then take turns.
    void stand_for(const Vec<int, Dim>& shape) { layout_.shape = shape; }

    const Layout<Dim>& layout() const { return layout_; }
    std::size_t bytes() const { return block_.bytes(); }  ///< of its own

    /// The memory that its values are in, and as much as they take.
    std::span<std::byte> memory() const { return {block_.data(), static_cast<std::size_t>(layout_.size) * sizeof(T)}; }
    /// From now on they are in memory of somebody else's, aligned to a cache line, as whatever is there.
    void live_in(std::byte* memory) { block_ = Block::borrow(memory); }

  private:
    T* values() const { return reinterpret_cast<T*>(block_.data()); }

    Layout<Dim> layout_;
    Block block_;
};

}  // namespace whorl
