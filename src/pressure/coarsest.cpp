#include "pressure/coarsest.hpp"

#include "parallel/rows.hpp"
#include "pressure/matrix_row.hpp"

namespace whorl {
namespace {

/// Index `i` of the cells in their order, x first.
template <class T, int Dim> Vec<int, Dim> cell_at(const Operator<T, Dim>& op, int i) {
    Vec<int, Dim> at{};
    for (int a = 0; a < Dim; ++a) at[a] = i % op.cells[a], i /= op.cells[a];
    return at;
}
template <class T, int Dim> int index_of(const Operator<T, Dim>& op, const Vec<int, Dim>& at) {
    int index = 0;
    for (int a = Dim - 1; a >= 0; --a) index = index * op.cells[a] + at[a];
    return index;
}

/// Fills one row of the matrix.
template <class T, int Dim> void assemble(const Operator<T, Dim>& op, int i, double* row) {
    row[i] += matrix_row(op, cell_at(op, i), [&](const Vec<int, Dim>& neighbour, double weight) {
        row[index_of(op, neighbour)] -= weight;
    });
}

}  // namespace

template <class T, int Dim> void Coarsest<T, Dim>::prepare(const Level<T, Dim>& level) {
    count_ = 1;
    for (int a = 0; a < Dim; ++a) count_ *= level.op.cells[a];
    factors_.assign(static_cast<std::size_t>(count_) * static_cast<std::size_t>(count_), 0.0);
    values_.assign(static_cast<std::size_t>(count_), 0.0);
    double* const m = factors_.data();
    double size[max_cells];
    for (int i = 0; i < count_; ++i) {
        assemble(level.op, i, m + i * count_);
        size[i] = m[i * count_ + i];
    }

    // L and U in place; the diagonal holds 1 / pivot, or 0 where there is none.
    for (int k = 0; k < count_; ++k) {
        double& pivot = m[k * count_ + k];
        pivot = pivot > 1e-12 * size[k] ? 1 / pivot : 0;
        for (int i = k + 1; i < count_; ++i) {
            const double factor = m[i * count_ + k] *= pivot;
            if (factor == 0) continue;
            for (int j = k + 1; j < count_; ++j) m[i * count_ + j] -= factor * m[k * count_ + j];
        }
    }
}

template <class T, int Dim>
void Coarsest<T, Dim>::substitute(const Level<T, Dim>& level, const View<T, Dim>& x, const View<const T, Dim>& b) {
    const double* const m = factors_.data();
    double* const v = values_.data();
    for (int i = 0; i < count_; ++i) {
        v[i] = static_cast<double>(b[cell_at(level.op, i)]);
        for (int j = 0; j < i; ++j) v[i] -= m[i * count_ + j] * v[j];
    }
    for (int i = count_ - 1; i >= 0; --i) {
        for (int j = i + 1; j < count_; ++j) v[i] -= m[i * count_ + j] * v[j];
        v[i] *= m[i * count_ + i];
    }
    double mean = 0;
    const auto is_inside = [&](int i) {
        return level.op.is_uniform() || level.op.inverse[cell_at(level.op, i)] > T(0);
    };
    if (level.is_singular && level.active_cells > 0) {
        for (int i = 0; i < count_; ++i) mean += v[i];
        mean /= level.active_cells;
    }
    for (int i = 0; i < count_; ++i) x[cell_at(level.op, i)] = is_inside(i) ? static_cast<T>(v[i] - mean) : T(0);
}

/// A region of one row: the solve runs on this thread, in the floating-point environment of all kernels.
template <class T, int Dim> void Coarsest<T, Dim>::solve(Scheduler& scheduler, Level<T, Dim>& level) {
    struct Arguments {
        Coarsest* self;
        Level<T, Dim>* level;
    };
    const RowKernel<Arguments> kernel = [](const Arguments& in, const Row&) {
        in.self->substitute(*in.level, in.level->x.view(), in.level->b.view());
    };
    parallel_rows(scheduler, Region<2>::box({}, {1, 1}), kernel, {this, &level});
}

template class Coarsest<float, 2>;
template class Coarsest<float, 3>;
template class Coarsest<double, 2>;
template class Coarsest<double, 3>;

}  // namespace whorl
