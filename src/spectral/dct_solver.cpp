#include "spectral/dct_solver.hpp"

#include <cmath>
#include <optional>

#include "core/for_box.hpp"
#include "core/memory.hpp"
#include "core/text.hpp"

namespace whorl {
namespace {

/// The transform of one axis: there, back, what both together multiply by, and the angle of wave k: first + k step.
struct Waves {
    fftw_r2r_kind forward, backward;
    double scale;
    double first, step;
};

/// What a side does to the waves: 0 a wall, 1 zero on it, 2 zero one cell beyond it; nothing for anything else.
std::optional<int> kind_of(double beyond) {
    if (beyond == Axis::wall) return 0;
    if (std::abs(beyond) < 1e-6) return 1;
    if (std::abs(beyond - 0.5) < 1e-6) return 2;
    return std::nullopt;
}

std::optional<Waves> waves_of(const Axis& axis) {
    const double pi = std::acos(-1.0), n = axis.cells;
    if (axis.periodic) return Waves{FFTW_R2HC, FFTW_HC2R, n, 0, 2 * pi / n};
    const auto low = kind_of(axis.beyond[0]), high = kind_of(axis.beyond[1]);
    if (low == 0 && high == 0) return Waves{FFTW_REDFT10, FFTW_REDFT01, 2 * n, 0, pi / n};
    if (low == 1 && high == 1) return Waves{FFTW_RODFT10, FFTW_RODFT01, 2 * n, pi / n, pi / n};
    if (low == 0 && high == 1) return Waves{FFTW_REDFT11, FFTW_REDFT11, 2 * n, pi / (2 * n), pi / n};
    if (low == 1 && high == 0) return Waves{FFTW_RODFT11, FFTW_RODFT11, 2 * n, pi / (2 * n), pi / n};
    if (low == 2 && high == 2) return Waves{FFTW_RODFT00, FFTW_RODFT00, 2 * (n + 1), pi / (n + 1), pi / (n + 1)};
    return std::nullopt;
}

/// 2 - 2 cos(angle), times the weight. Half-complex waves run down again: the imaginary part of wave k is at n - k, and
/// has the same eigenvalue.
std::vector<double> eigenvalues_of(const Axis& axis, const Waves& waves) {
    std::vector<double> values;
    for (int k = 0; k < axis.cells; ++k) {
        const double sine = std::sin((waves.first + k * waves.step) / 2);
        values.push_back(4 * axis.weight * sine * sine);
    }
    return values;
}

}  // namespace

template <class T, int Dim> Result<void> DctSolver<T, Dim>::take(Level<T, Dim> finest) {
    if (!finest.op.is_uniform())
        return Error{"\"dct\" needs weights that are the same for all faces of an axis; use \"mgpcg\""};
    Vec<fftw_r2r_kind, Dim> forward{}, backward{};
    double cells = 1;
    scale_ = 1;
    for (int a = 0; a < Dim; ++a) {
        const auto waves = waves_of(finest.axes[a]);
        if (!waves)
            return Error{
                text("\"dct\" has no waves for the sides of axis %d; it takes walls, sides with zero pressure, and "
                     "both: use \"multigrid\"",
                     a)};
        forward[a] = waves->forward, backward[a] = waves->backward;
        scale_ *= waves->scale;
        cells *= finest.op.cells[a];
        eigenvalues_[a] = eigenvalues_of(finest.axes[a], *waves);
    }
    if (auto fits = check_memory(cells * sizeof(double), "the pressure solver \"dct\""); !fits) return fits.error();
    auto buffer = Buffer::make(static_cast<std::size_t>(cells));
    if (!buffer) return buffer.error();
    buffer_ = std::move(buffer).value();
    forward_ = Plan::real(finest.op.cells, forward, buffer_);
    backward_ = Plan::real(finest.op.cells, backward, buffer_);
    return RefinedSolver<T, Dim>::take(std::move(finest));
}

template <class T, int Dim> void DctSolver<T, Dim>::correct(const View<T, Dim>& x, const View<const T, Dim>& r) {
    const Vec<int, Dim>& cells = this->level_.op.cells;
    double* value = buffer_.data();
    for_box({}, cells, [&](const Vec<int, Dim>& at) { *value++ = static_cast<double>(r[at]); });
    forward_.run(buffer_);
    const auto diagonal = static_cast<double>(this->level_.op.diagonal);
    value = buffer_.data();
    for_box({}, cells, [&](const Vec<int, Dim>& k) {
        double eigenvalue = diagonal;
        for (int a = 0; a < Dim; ++a) eigenvalue += eigenvalues_[a][static_cast<std::size_t>(k[a])];
        *value++ *= eigenvalue > 0 ? 1 / (scale_ * eigenvalue) : 0;  // what is constant is free, and 0
    });
    backward_.run(buffer_);
    value = buffer_.data();
    for_box({}, cells, [&](const Vec<int, Dim>& at) { x[at] += static_cast<T>(*value++); });
}

template class DctSolver<float, 2>;
template class DctSolver<float, 3>;
template class DctSolver<double, 2>;
template class DctSolver<double, 3>;

}  // namespace whorl
