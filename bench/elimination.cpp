#include "elimination.hpp"

#include "core/for_box.hpp"
#include "pressure/matrix_row.hpp"

namespace whorl {
namespace {

template <int Dim> std::size_t row_number_of(const Vec<int, Dim>& cells, const Vec<int, Dim>& at) {
    std::size_t number = 0;
    for (int a = Dim - 1; a >= 0; --a)
        number = number * static_cast<std::size_t>(cells[a]) + static_cast<std::size_t>(at[a]);
    return number;
}

}  // namespace

template <int Dim> Result<void> Elimination<Dim>::take(Level<double, Dim> finest) {
    count_ = static_cast<std::size_t>(finest.region().cells());
    matrix_.resize(count_ * count_);
    values_.resize(count_);
    if (auto taken = RefinedSolver<double, Dim>::take(std::move(finest)); !taken) return taken.error();
    eliminate();
    return {};
}

template <int Dim> void Elimination<Dim>::change_diagonal(double diagonal) {
    RefinedSolver<double, Dim>::change_diagonal(diagonal);
    eliminate();
}

/// Below the diagonal stay the factors that rows were multiplied by. A pivot that vanishes is left out (direct.hpp).
template <int Dim> void Elimination<Dim>::eliminate() {
    const auto& op = this->level_.op;
    std::fill(matrix_.begin(), matrix_.end(), 0.0);
    for_box({}, op.cells, [&](const Vec<int, Dim>& at) {
        double* const row = matrix_.data() + row_number_of<Dim>(op.cells, at) * count_;
        const double diagonal = matrix_row(op, at, [&](const Vec<int, Dim>& neighbour, double weight) {
            row[row_number_of<Dim>(op.cells, neighbour)] -= weight;
        });
        row[row_number_of<Dim>(op.cells, at)] += diagonal;
    });
    for (std::size_t k = 0; k < count_; ++k) {
        const double* const pivot = matrix_.data() + k * count_;
        const double inverse = pivot[k] > 1e-10 ? 1 / pivot[k] : 0;
        for (std::size_t i = k + 1; i < count_; ++i) {
            double* __restrict const row = matrix_.data() + i * count_;
            const double factor = row[k] * inverse;
            for (std::size_t j = k + 1; j < count_; ++j) row[j] -= factor * pivot[j];
            row[k] = factor;
        }
    }
}

template <int Dim> void Elimination<Dim>::correct(const View<double, Dim>& x, const View<const double, Dim>& r) {
    const auto& cells = this->level_.op.cells;
    for_box({}, cells, [&](const Vec<int, Dim>& at) { values_[row_number_of<Dim>(cells, at)] = r[at]; });
    for (std::size_t i = 0; i < count_; ++i)
        for (std::size_t j = 0; j < i; ++j) values_[i] -= matrix_[i * count_ + j] * values_[j];
    for (std::size_t i = count_; i-- > 0;) {
        for (std::size_t j = i + 1; j < count_; ++j) values_[i] -= matrix_[i * count_ + j] * values_[j];
        const double pivot = matrix_[i * count_ + i];
        values_[i] = pivot > 1e-10 ? values_[i] / pivot : 0;
    }
    for_box({}, cells, [&](const Vec<int, Dim>& at) { x[at] += values_[row_number_of<Dim>(cells, at)]; });
}

template class Elimination<2>;
template class Elimination<3>;

}  // namespace whorl
