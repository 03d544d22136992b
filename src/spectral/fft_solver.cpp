#include "spectral/fft_solver.hpp"

#include <cmath>

#include "core/for_box.hpp"
#include "core/memory.hpp"

namespace whorl {
namespace {

/// 2 - 2 cos(2 pi k / n), times the weight: what the second difference makes of wave k.
std::vector<double> eigenvalues_of(const Axis& axis) {
    std::vector<double> values;
    for (int k = 0; k < axis.cells; ++k) {
        const double sine = std::sin(std::acos(-1.0) * k / axis.cells);
        values.push_back(4 * axis.weight * sine * sine);
    }
    return values;
}

}  // namespace

template <class T, int Dim> Result<void> FftSolver<T, Dim>::take(Level<T, Dim> finest) {
    if (!finest.op.is_uniform())
        return Error{"\"fft\" needs weights that are the same for all faces of an axis; use \"mgpcg\""};
    for (int a = 0; a < Dim; ++a)
        if (!finest.op.periodic[a])
            return Error{"\"fft\" needs a box that is periodic along every axis; use \"dct\", or \"multigrid\""};
    const InPlace<Dim> layout(finest.op.cells);
    if (auto fits = check_memory(static_cast<double>(layout.count()) * sizeof(double), "the pressure solver \"fft\"");
        !fits)
        return fits.error();
    auto buffer = Buffer::make(layout.count());
    if (!buffer) return buffer.error();
    buffer_ = std::move(buffer).value();
    forward_ = Plan::forward(layout, buffer_);
    backward_ = Plan::backward(layout, buffer_);
    for (int a = 0; a < Dim; ++a) eigenvalues_[a] = eigenvalues_of(finest.axes[a]);
    return RefinedSolver<T, Dim>::take(std::move(finest));
}

template <class T, int Dim> void FftSolver<T, Dim>::correct(const View<T, Dim>& x, const View<const T, Dim>& r) {
    const InPlace<Dim> layout(this->level_.op.cells);
    const View<double, Dim> values = layout.view(buffer_.data());
    for_box({}, layout.cells, [&](const Vec<int, Dim>& at) { values[at] = static_cast<double>(r[at]); });
    forward_.run(buffer_);

    Vec<int, Dim> waves = layout.cells;
    waves[0] = layout.waves();
    double cells = 1;
    for (int a = 0; a < Dim; ++a) cells *= layout.cells[a];
    const auto diagonal = static_cast<double>(this->level_.op.diagonal);
    std::complex<double>* wave = buffer_.complex();
    for_box({}, waves, [&](const Vec<int, Dim>& k) {
        double eigenvalue = diagonal;
        for (int a = 0; a < Dim; ++a) eigenvalue += eigenvalues_[a][static_cast<std::size_t>(k[a])];
        *wave++ *= eigenvalue > 0 ? 1 / (cells * eigenvalue) : 0;  // what is constant is free, and 0
    });
    backward_.run(buffer_);
    for_box({}, layout.cells, [&](const Vec<int, Dim>& at) { x[at] += static_cast<T>(values[at]); });
}

template class FftSolver<float, 2>;
template class FftSolver<float, 3>;
template class FftSolver<double, 2>;
template class FftSolver<double, 3>;

}  // namespace whorl
