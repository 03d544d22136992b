#include "bench/copy_bandwidth.hpp"

#include <cmath>

#include "bench/interleave.hpp"
#include "simd/field_kernels.hpp"

namespace whorl {
namespace {

constexpr int row_cells = 1000;  // not a power of two, so that rows do not fall into the same sets of a cache

Field<float, 2> half(double bytes) {
    const int rows = std::max(1, static_cast<int>(std::ceil(bytes / 2 / sizeof(float) / row_cells)));
    return std::move(Field<float, 2>::make({row_cells, rows})).value();
}

}  // namespace

CopyBandwidth::CopyBandwidth(double bytes, Scheduler& scheduler)
    : scheduler_(scheduler),
      from_(half(bytes)),
      to_(half(bytes)) {
    fill(scheduler, interior(from_.view()), from_.view(), 1);
}

double CopyBandwidth::measure() {
    const double moved = 2.0 * sizeof(float) * static_cast<double>(from_.view().cells());
    const int passes = std::max(2, static_cast<int>(2e7 / moved));
    const double ms = ms_of([&] {
        for (int pass = 0; pass < passes; ++pass) copy(scheduler_, interior(to_.view()), to_.view(), from_.view());
    });
    return moved * passes / (ms * 1e6);
}

}  // namespace whorl
