#include "core/region.hpp"

#include <algorithm>
#include <limits>

namespace whorl {

template <int Dim> Region<Dim> Region<Dim>::box(const Vec<int, Dim>& low, const Vec<int, Dim>& high) {
    Region region;
    std::int64_t rows = 1;
    for (int axis = 0; axis < Dim; ++axis) {
        if (high[axis] <= low[axis]) return region;
        if (axis > 0) rows *= high[axis] - low[axis];
    }
    assert(rows <= std::numeric_limits<int>::max());
    region.low_ = low, region.high_ = high;
    region.count_ = static_cast<int>(rows);
    region.cells_ = rows * (high[0] - low[0]);
    region.cut();
    return region;
}

template <int Dim> Region<Dim> Region<Dim>::list(const Row* rows, int count) {
    Region region;
    for (int i = 0; i < count; ++i) region.cells_ += std::max(0, rows[i].x1 - rows[i].x0);
    if (region.cells_ == 0) return region;
    region.rows_ = rows;
    region.count_ = count;
    region.cut();
    return region;
}

template <int Dim> Region<Dim> Region<Dim>::grown(int layers) const {
    assert(!rows_ && "only a box has sides");
    Vec<int, Dim> low = low_, high = high_;
    for (int axis = 0; axis < Dim; ++axis) low[axis] -= layers, high[axis] += layers;
    return box(low, high);
}

/// As many rows as make `block_cells` at their mean length, and more where `max_blocks` would be exceeded.
template <int Dim> void Region<Dim>::cut() {
    const auto divided_up = [](std::int64_t n, std::int64_t d) { return (n + d - 1) / d; };
    const std::int64_t wanted = divided_up(std::int64_t(block_cells) * count_, cells_);
    const std::int64_t least = divided_up(count_, max_blocks);
    rows_per_block_ = static_cast<int>(std::min<std::int64_t>(std::max(wanted, least), count_));
}

template class Region<2>;
template class Region<3>;

}  // namespace whorl
