#include "render/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/text.hpp"

namespace whorl {
namespace {

constexpr double decades = 4;

/// exp(-2 pi i wave cell / cells) for all cells.
std::vector<std::complex<double>> turns(int wave, int cells) {
    std::vector<std::complex<double>> result;
    for (int i = 0; i < cells; ++i) {
        // The angle is reduced before it is turned into a number, so that distant cells lose nothing.
        const double part = static_cast<double>((static_cast<long long>(wave) * i) % cells) / cells;
        result.push_back(std::polar(1.0, -2 * std::numbers::pi * part));
    }
    return result;
}

}  // namespace

Spectrum::Spectrum(View<const float, 2> field, int most) : most_(most) {
    const int nx = field.shape[0], ny = field.shape[1], rows = 2 * most + 1;
    modes_.resize(static_cast<std::size_t>(most + 1) * rows);
    std::vector<std::complex<double>> column(static_cast<std::size_t>(ny));
    for (int kx = 0; kx <= most; ++kx) {
        const auto along_x = turns(kx, nx);
        for (int y = 0; y < ny; ++y) {
            std::complex<double> sum = 0;
            for (int x = 0; x < nx; ++x) sum += static_cast<double>(field(x, y)) * along_x[static_cast<std::size_t>(x)];
            column[static_cast<std::size_t>(y)] = sum / (static_cast<double>(nx) * ny);
        }
        for (int ky = -most; ky <= most; ++ky) {
            const auto along_y = turns(ky, ny);
            std::complex<double> sum = 0;
            for (std::size_t y = 0; y < column.size(); ++y) sum += column[y] * along_y[y];
            modes_[static_cast<std::size_t>(kx * rows + ky + most)] = sum;
        }
    }
}

std::complex<double> Spectrum::operator()(int x, int y) const {
    if (x < 0) return std::conj((*this)(-x, -y));
    return modes_[static_cast<std::size_t>(x * (2 * most_ + 1) + y + most_)];
}

Result<Image> draw_spectrum(const Flow<2>& flow, const Palette& palette, int most, int size, double strongest) {
    const Vec<int, 2>& cells = flow[0].shape;
    if (cells[0] < 1 || cells[1] < 1)
        return Error{text("a flow of %d x %d cells has no spectrum; each side must be at least 1", cells[0], cells[1])};
    if (most < 1 || most > 512 || size < 1 || size > 64)
        return Error{
            text("a spectrum of %d waves with %d pixels each cannot be drawn; use 1 to 512 waves and 1 to 64 pixels",
                 most, size)};
    const Spectrum u(flow[0].view(), most), v(flow[1].view(), most);
    const auto strength = [&](int x, int y, bool is_real) {
        const auto part = [&](std::complex<double> mode) { return is_real ? mode.real() : mode.imag(); };
        return std::hypot(part(u(x, y)), part(v(x, y)));
    };
    const int squares = 2 * most + 2;  // waves 0 to most on the right, and mirrored on the left
    for (int y = -most; y <= most && strongest <= 0; ++y)
        for (int x = 0; x <= most; ++x)
            strongest = std::min(strongest, -std::max(strength(x, y, true), strength(x, y, false)));
    strongest = std::max(std::abs(strongest), 1e-30);
    auto canvas = Image::make(squares * size, (squares - 1) * size);
    if (!canvas) return canvas;
    for (int row = 0; row < canvas.value().height(); ++row)
        for (int column = 0; column < canvas.value().width(); ++column) {
            const int square = column / size - (most + 1), y = most - row / size;
            const bool is_real = square >= 0;
            const double share = strength(is_real ? square : -1 - square, y, is_real) / strongest;
            canvas.value()(column, row) =
                palette(share > 0 ? static_cast<float>(1 + std::log10(std::min(share, 1.0)) / decades) : 0);
        }
    return canvas;
}

}  // namespace whorl
