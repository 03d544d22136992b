#include "pressure/coarsest.hpp"

#include "parallel/rows.hpp"
#include "pressure/matrix_row.hpp"

namespace whorl {
namespace {

/// Fills the row of a cell.
template <class T, int Dim> void assemble(const Operator<T, Dim>& op, int i, double* row) {
    row[i] += matrix_row(op, cell_of(op.cells, i), [&](const Vec<int, Dim>& neighbour, double weight) {
        row[number_of(op.cells, neighbour)] -= weight;
    });
}

/// The rows of pieces, and what cells feel of them, which their diagonals hold already. `at(i, j)` is an entry.
template <class T, int Dim, class At> void assemble(const Pieces<T, Dim>& pieces, int cells, At at) {
    for (int p = 0; p < pieces.count(); ++p) {
        const int i = cells + p;
        at(i, i) += pieces.list[p].own;
        for (int k = pieces.list[p].begin; k < pieces.list[p].end; ++k) {
            const auto weight = static_cast<double>(pieces.links[k].weight);
            const int node = pieces.links[k].node, j = node < 0 ? cells + ~node : node;
            at(i, i) += weight;
            at(i, j) -= weight;
            if (node >= 0) at(j, i) -= weight;
        }
    }
}

}  // namespace

template <class T, int Dim> void Coarsest<T, Dim>::prepare(const Level<T, Dim>& level) {
    cells_ = static_cast<int>(level.region().cells());
    count_ = cells_ + level.pieces.count();
    factors_.assign(static_cast<std::size_t>(count_) * static_cast<std::size_t>(count_), 0.0);
    values_.assign(static_cast<std::size_t>(count_), 0.0);
    double* const m = factors_.data();
    double size[max_unknowns];
    for (int i = 0; i < cells_; ++i) assemble(level.op, i, m + i * count_);
    assemble(level.pieces, cells_, [&](int i, int j) -> double& { return m[i * count_ + j]; });
    for (int i = 0; i < count_; ++i) size[i] = m[i * count_ + i];

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

template <class T, int Dim> void Coarsest<T, Dim>::expect(const WallRoom<Dim>& walls) {
    const double unknowns = std::min<double>(walls.cells + walls.pieces(), max_unknowns);
    make_room(factors_, unknowns * unknowns, max_unknowns * max_unknowns);
    make_room(values_, unknowns, max_unknowns);
}

template <class T, int Dim> void Coarsest<T, Dim>::substitute(Level<T, Dim>& level) {
    const double* const m = factors_.data();
    double* const v = values_.data();
    const auto x = level.x.view();
    const auto b = level.b.view();
    Pieces<T, Dim>& pieces = level.pieces;
    for (int i = 0; i < count_; ++i) {
        v[i] = static_cast<double>(i < cells_ ? b[cell_of(level.op.cells, i)] : pieces.b[i - cells_]);
        for (int j = 0; j < i; ++j) v[i] -= m[i * count_ + j] * v[j];
    }
    for (int i = count_ - 1; i >= 0; --i) {
        for (int j = i + 1; j < count_; ++j) v[i] -= m[i * count_ + j] * v[j];
        v[i] *= m[i * count_ + i];
    }
    double mean = 0;
    if (level.is_singular && level.active_cells > 0) {
        for (int i = 0; i < count_; ++i) mean += v[i];
        mean /= level.active_cells + pieces.count();
    }
    const auto is_inside = [&](const Vec<int, Dim>& at) { return level.op.is_uniform() || level.op.is_inside(at); };
    for (int i = 0; i < cells_; ++i) {
        const Vec<int, Dim> at = cell_of(level.op.cells, i);
        x[at] = is_inside(at) ? static_cast<T>(v[i] - mean) : T(0);
    }
    for (int i = cells_; i < count_; ++i) pieces.x[i - cells_] = static_cast<T>(v[i] - mean);
}

/// A region of one row: the solve runs on this thread, in the floating-point environment of all kernels.
template <class T, int Dim> void Coarsest<T, Dim>::solve(Scheduler& scheduler, Level<T, Dim>& level) {
    struct Arguments {
        Coarsest* self;
        Level<T, Dim>* level;
    };
    const RowKernel<Arguments> kernel = [](const Arguments& in, const Row&) { in.self->substitute(*in.level); };
    parallel_rows(scheduler, Region<2>::box({}, {1, 1}), kernel, {this, &level});
}

template class Coarsest<float, 2>;
template class Coarsest<float, 3>;
template class Coarsest<double, 2>;
template class Coarsest<double, 3>;

}  // namespace whorl
