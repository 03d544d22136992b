// Rows of cells in blocks, and what walls are to these: around an obstacle, most of a row is as plain as elsewhere, and
// inside of it nothing flows at all.
//
// Kernels include it, so there is nothing of the standard library's in it but types.
#pragma once

#include <cstdint>

#include "core/region.hpp"
#include "whorl/types.hpp"

namespace whorl {

/// What walls take of a part of a row: nothing of any face of its cells, something, or all.
enum class WallPart : std::uint8_t { whole, cut, shut };

template <int Dim> struct WallBlocks {
    static constexpr int block_cells = 32;      // whole vectors, and whole groups of a reduction's lanes
    static constexpr int times = 4, most = 63;  // a byte has the kind of a part and how many blocks it has, times 4
    Vec<int, Dim> cells{};
    const std::uint8_t* parts = nullptr;  // a byte for each block, which counts where a part begins

    WHORL_INLINE static int count_of(int cells_of_row) { return (cells_of_row + block_cells - 1) / block_cells; }
    WHORL_INLINE int count() const { return count_of(cells[0]); }
    /// The number of the first one of a row of cells, or of faces beyond the last of them.
    WHORL_INLINE std::ptrdiff_t first_of(const Row& row) const {
        const int last_y = cells[1] - 1, last_z = cells[Dim - 1] - 1;
        const std::ptrdiff_t plane = Dim == 2 ? 0 : row.z < last_z ? row.z : last_z;
        return (plane * cells[1] + (row.y < last_y ? row.y : last_y)) * count();
    }
};

/// Calls f(part, x0, x1) for the parts of a row, in the order of x. What is beyond the last cell, as the last face of a
/// row is, belongs to it.
template <int Dim, class F> WHORL_INLINE void for_wall_parts(const WallBlocks<Dim>& blocks, const Row& row, F f) {
    const int count = blocks.count();
    const std::uint8_t* parts = blocks.parts + blocks.first_of(row);
    for (int first = 0; first < count;) {
        const int last = first + parts[first] / WallBlocks<Dim>::times;
        f(static_cast<WallPart>(parts[first] % WallBlocks<Dim>::times), first * WallBlocks<Dim>::block_cells,
          last < count ? last * WallBlocks<Dim>::block_cells : row.x1);
        first = last;
    }
}

}  // namespace whorl
