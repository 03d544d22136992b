#include "filled.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace whorl::view {

Filled filled_of(const Picture& picture) {
    constexpr float faint = 0.002f;  // of the brightest: the shader leaves out less, too
    const float least = faint * picture.high;
    Filled out;
    const Vec<int, 3> cells{picture.width, picture.height, picture.depth};
    const auto c = static_cast<std::size_t>(picture.channels), w = static_cast<std::size_t>(picture.width);
    const auto take = [&](int axis, int at) {
        // Interpolation reaches half a cell further.
        out.low[axis] = std::min(out.low[axis], std::max(0.0, (at - 0.6) / cells[axis]));
        out.high[axis] = std::max(out.high[axis], std::min(1.0, (at + 1.6) / cells[axis]));
    };
    std::size_t row = 0;
    for (int z = 0; z < picture.depth; ++z)
        for (int y = 0; y < picture.height; ++y, ++row) {
            int first = picture.width, last = -1;
            const float* values = picture.values.data() + row * w * c;
            for (std::size_t i = 0; i < w * c; ++i) {
                out.sum = (out.sum ^ std::bit_cast<std::uint32_t>(values[i])) * 0x9e3779b97f4a7c15ull + (out.sum >> 29);
                if (std::abs(values[i]) <= least) continue;
                const int x = static_cast<int>(i / c);
                first = std::min(first, x), last = std::max(last, x);
            }
            for (std::size_t x = 0; x < w && !picture.solids.empty(); ++x) {
                const float solid = picture.solids[row * w + x];
                out.sum = (out.sum ^ std::bit_cast<std::uint32_t>(solid)) * 0x9e3779b97f4a7c15ull;
                if (solid > 0) first = std::min(first, static_cast<int>(x)), last = std::max(last, static_cast<int>(x));
            }
            if (last < 0) continue;
            take(0, first), take(0, last), take(1, y), take(2, z);
        }
    return out;
}

}  // namespace whorl::view
