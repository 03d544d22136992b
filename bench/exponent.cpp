#include <cmath>

#include "registry.hpp"

namespace whorl {
namespace {

/// The slope of log(time) over log(cells), least squares, over the last six sizes.
double exponent_of(const std::vector<BenchRow>& rows, bool has_log) {
    const std::size_t first = rows.size() > 6 ? rows.size() - 6 : 0;
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (std::size_t i = first; i < rows.size(); ++i) {
        const double x = std::log(static_cast<double>(rows[i].cells)),
                     y = std::log(*rows[i].ms_per_step) - (has_log ? std::log(x) : 0);
        n += 1, sx += x, sy += y, sxx += x * x, sxy += x * y;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

}  // namespace

BenchRow exponent_row(const BenchOptions& options, const std::string& name, const PublishedCost& published,
                      const std::vector<BenchRow>& sizes) {
    BenchRow row{.name = name, .cells = sizes.back().cells, .threads = 1};
    row.value = exponent_of(sizes, published.has_log);
    if (published.exponent > 0) {
        row.bar = published.exponent;
        if (!options.quick) row.holds = std::abs(*row.value - *row.bar) <= 0.15 * *row.bar;
    }
    return row;
}

}  // namespace whorl
