// Which parts of rows walls take nothing of, and which all.
#include <algorithm>

#include "boundary/walls.hpp"
#include "core/for_box.hpp"

namespace whorl {
namespace {

/// Fewer blocks that are whole are not worth a part of their own.
constexpr int least_whole = 4;

constexpr std::uint8_t byte_of(WallPart part) {
    return static_cast<std::uint8_t>(part);
}

/// Writes how many there are into the first one of those that are alike.
template <int Dim> void join(std::span<std::uint8_t> blocks) {
    const auto each_part = [&](auto f) {
        for (auto begin = blocks.begin(), end = begin; begin != blocks.end(); begin = end) {
            end = std::find_if(begin, blocks.end(), [&](std::uint8_t other) { return other != *begin; });
            if (end - begin > WallBlocks<Dim>::most) end = begin + WallBlocks<Dim>::most;
            f(std::span<std::uint8_t>(begin, end));
        }
    };
    each_part([&](const std::span<std::uint8_t>& part) {
        const bool is_short = part.size() < std::min<std::size_t>(least_whole, blocks.size());
        if (is_short && part[0] == byte_of(WallPart::whole))
            std::fill(part.begin(), part.end(), byte_of(WallPart::cut));
    });
    each_part([](const std::span<std::uint8_t>& part) {
        part[0] = static_cast<std::uint8_t>(part[0] + WallBlocks<Dim>::times * part.size());
    });
}

}  // namespace

/// No flow passes any face of some cells of a row.
template <class T, int Dim> bool Walls<T, Dim>::is_shut(const Vec<int, Dim>& row, int first, int last) const {
    bool is_shut = true;
    for (int axis = 0; axis < Dim; ++axis) {
        const View<const std::uint16_t, Dim> open = open_[axis].view();
        const std::uint16_t *low = &open[row], *high = low + open.stride[axis];
        for (int x = first; x < last && is_shut; ++x) is_shut = low[x] == 0 && high[x] == 0;
    }
    return is_shut;
}

/// From distances, of which 2 are enough for a cell to have whole faces only.
template <class T, int Dim> void Walls<T, Dim>::set_blocks() {
    constexpr int size = WallBlocks<Dim>::block_cells;
    const auto count = static_cast<std::size_t>(WallBlocks<Dim>::count_of(grid_.cells[0]));
    Vec<int, Dim> rows = grid_.cells;
    rows[0] = 1;
    std::size_t number = 0;
    for_box({}, rows, [&](const Vec<int, Dim>& row) {
        const std::uint8_t* cells = &distance_.view()[row];
        const std::span<std::uint8_t> blocks(block_parts_.data() + count * number, count);
        std::fill(blocks.begin(), blocks.end(), byte_of(WallPart::whole));
        for (int first = 0; row_distance_[number] < 2 && first < grid_.cells[0]; first += size) {
            const int last = std::min(first + size, grid_.cells[0]);
            if (*std::min_element(cells + first, cells + last) >= 2) continue;
            blocks[static_cast<std::size_t>(first / size)] =
                byte_of(is_shut(row, first, last) ? WallPart::shut : WallPart::cut);
        }
        join<Dim>(blocks);
        ++number;
    });
}

#define WHORL_INSTANTIATE(T, Dim)              \
    template void Walls<T, Dim>::set_blocks(); \
    template bool Walls<T, Dim>::is_shut(const Vec<int, Dim>&, int, int) const;

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
