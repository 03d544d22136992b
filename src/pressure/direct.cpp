#include "pressure/direct.hpp"

#include <algorithm>

#include "core/for_box.hpp"
#include "core/memory.hpp"
#include "core/text.hpp"
#include "pressure/matrix_row.hpp"

namespace whorl {

template <class T, int Dim> void Direct<T, Dim>::choose_order(const Operator<T, Dim>& op) {
    cells_ = op.cells;
    count_ = 1, band_ = 0;
    for (int a = 0; a < Dim; ++a) count_ *= cells_[a];
    for (int a = 0; a < Dim; ++a) {
        const bool is_folded = op.periodic[a] && cells_[a] > 2;
        const std::ptrdiff_t band = count_ / cells_[a] * (is_folded ? 2 : 1);
        if (band_ == 0 || band < band_) band_ = band, outer_ = a, is_folded_ = is_folded;
    }
    band_ = std::min(band_, count_ - 1);
}

template <class T, int Dim> std::ptrdiff_t Direct<T, Dim>::number_of(const Vec<int, Dim>& at) const {
    const int plane = at[outer_], n = cells_[outer_];
    std::ptrdiff_t number = !is_folded_ ? plane : 2 * plane < n ? 2 * plane : 2 * (n - 1 - plane) + 1;
    for (int a = Dim - 1; a >= 0; --a)
        if (a != outer_) number = number * cells_[a] + at[a];
    return number;
}

template <class T, int Dim> Result<void> Direct<T, Dim>::take(Level<T, Dim> finest) {
    choose_order(finest.op);
    const double bytes = static_cast<double>(count_) * static_cast<double>(band_ + 2) * sizeof(double);
    if (bytes > max_bytes)
        return Error{
            text("\"direct\" would need %.3g GiB for %td cells, %td numbers each, and takes 1 at most; use "
                 "\"multigrid\" or \"mgpcg\", or fewer cells",
                 bytes / (1 << 30), count_, band_ + 2)};
    if (auto fits = check_memory(bytes, "the pressure solver \"direct\""); !fits) return fits.error();
    if (auto taken = RefinedSolver<T, Dim>::take(std::move(finest)); !taken) return taken.error();
    factors_.resize(static_cast<std::size_t>(count_ * (band_ + 1)));
    values_.resize(static_cast<std::size_t>(count_ + band_));
    factorise();
    return {};
}

template <class T, int Dim> void Direct<T, Dim>::change_diagonal(T diagonal) {
    RefinedSolver<T, Dim>::change_diagonal(diagonal);
    factorise();
}

template <class T, int Dim> bool Direct<T, Dim>::reweigh() {
    if (!RefinedSolver<T, Dim>::reweigh()) return false;
    factorise();
    return true;
}

template <class T, int Dim> void Direct<T, Dim>::assemble() {
    std::fill(factors_.begin(), factors_.end(), 0.0);
    const auto& op = this->level_.op;
    for_box({}, cells_, [&](const Vec<int, Dim>& at) {
        const std::ptrdiff_t i = number_of(at);
        double* const row = factors_.data() + i * (band_ + 1);
        row[0] += matrix_row(op, at, [&](const Vec<int, Dim>& neighbour, double weight) {
            if (const std::ptrdiff_t j = number_of(neighbour); j > i) row[j - i] -= weight;
        });
    });
}

/// Row by row of the upper triangle: each takes its share off the rows after it, which is a loop along memory.
template <class T, int Dim> void Direct<T, Dim>::factorise() {
    assemble();
    for (std::ptrdiff_t i = 0; i < count_; ++i)
        values_[static_cast<std::size_t>(i)] = factors_[static_cast<std::size_t>(i * (band_ + 1))];
    for (std::ptrdiff_t k = 0; k < count_; ++k) {
        double* const row = factors_.data() + k * (band_ + 1);
        const double size = values_[static_cast<std::size_t>(k)];
        const double inverse = row[0] > 1e-12 * size ? 1 / row[0] : 0;
        const std::ptrdiff_t reach = std::min(band_, count_ - 1 - k);
        for (std::ptrdiff_t i = 1; i <= reach; ++i) {
            const double factor = row[i] * inverse;
            if (factor == 0) continue;
            double* __restrict const other = row + i * (band_ + 1);
            for (std::ptrdiff_t j = i; j <= reach; ++j) other[j - i] -= factor * row[j];
        }
        row[0] = inverse;
        for (std::ptrdiff_t i = 1; i <= reach; ++i) row[i] *= inverse;
    }
}

template <class T, int Dim> void Direct<T, Dim>::correct(const View<T, Dim>& x, const View<const T, Dim>& r) {
    double* const v = values_.data();  // has `band_` zeros behind it, so that every row is as long
    std::fill(values_.begin(), values_.end(), 0.0);
    for_box({}, cells_, [&](const Vec<int, Dim>& at) { v[number_of(at)] = static_cast<double>(r[at]); });
    for (std::ptrdiff_t k = 0; k < count_; ++k) {
        const double* const row = factors_.data() + k * (band_ + 1);
        const double value = v[k];
        for (std::ptrdiff_t j = 1; j <= band_; ++j) v[k + j] -= row[j] * value;
    }
    for (std::ptrdiff_t k = count_ - 1; k >= 0; --k) {
        const double* const row = factors_.data() + k * (band_ + 1);
        double lanes[8] = {};  // a sum in a fixed order that vectors can take
        std::ptrdiff_t j = 1;
        for (; j + 8 <= band_ + 1; j += 8)
            for (int lane = 0; lane < 8; ++lane) lanes[lane] += row[j + lane] * v[k + j + lane];
        for (int lane = 0; j <= band_; ++j, ++lane) lanes[lane] += row[j] * v[k + j];
        const double later =
            ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
        v[k] = row[0] * v[k] - later;
    }
    for_box({}, cells_, [&](const Vec<int, Dim>& at) { x[at] += static_cast<T>(v[number_of(at)]); });
}

template class Direct<float, 2>;
template class Direct<float, 3>;
template class Direct<double, 2>;
template class Direct<double, 3>;

}  // namespace whorl
