// Eigen takes seconds to compile and stays in this file.
#include "tests/equivalence/eigen_solve.hpp"

#include <Eigen/SparseCholesky>

#include "tests/unit/pressure/problems.hpp"

namespace whorl {
namespace {

using Matrix = Eigen::SparseMatrix<double>;
using Numbers = Eigen::VectorXd;

template <int Dim> int index_of(const Vec<int, Dim>& cells, const Vec<int, Dim>& at) {
    int index = 0;
    for (int a = Dim - 1; a >= 0; --a) index = index * cells[a] + at[a];
    return index;
}

template <int Dim>
double weight_of(const PoissonProblem<double, Dim>& problem, Vec<int, Dim> at, int axis, int side, bool is_side) {
    at[axis] += side;
    if (problem.face_weight[axis].data) return problem.face_weight[axis][at];
    return is_side ? problem.side_weight[axis][side] : problem.weight[axis];
}

template <int Dim> Matrix matrix_of(const PoissonProblem<double, Dim>& problem) {
    std::vector<Eigen::Triplet<double>> entries;
    for_each_cell(problem.cells, [&](const Vec<int, Dim>& at) {
        const int i = index_of<Dim>(problem.cells, at);
        double diagonal = problem.cell_diagonal.data ? problem.cell_diagonal[at] : problem.diagonal;
        for (int a = 0; a < Dim; ++a)
            for (int side = 0; side < 2; ++side) {
                auto beyond = at;
                beyond[a] += 2 * side - 1;
                const bool is_outside = beyond[a] < 0 || beyond[a] == problem.cells[a];
                const bool is_side = is_outside && !problem.periodic[a];
                const double weight = weight_of<Dim>(problem, at, a, side, is_side);
                diagonal += weight;
                beyond[a] = (beyond[a] + problem.cells[a]) % problem.cells[a];
                if (!is_side) entries.emplace_back(i, index_of<Dim>(problem.cells, beyond), -weight);
            }
        entries.emplace_back(i, i, diagonal);
    });
    const int count = static_cast<int>(problem.cells[0] * problem.cells[1] * (Dim == 3 ? problem.cells[Dim - 1] : 1));
    Matrix matrix(count, count);
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
}

}  // namespace

template <int Dim>
Field<double, Dim> eigen_solve(const PoissonProblem<double, Dim>& problem, const View<const double, Dim>& b,
                               bool is_singular) {
    Matrix matrix = matrix_of<Dim>(problem);
    const auto count = static_cast<int>(matrix.rows());
    Numbers right(count), inside(count);
    for_each_cell(problem.cells, [&](const auto& at) { right[index_of<Dim>(problem.cells, at)] = b[at]; });
    for (int i = 0; i < count; ++i) inside[i] = matrix.coeff(i, i) > 0 ? 1 : 0;
    right = right.cwiseProduct(inside);
    if (is_singular) right -= inside * (right.sum() / inside.sum());

    // Cells outside are tied to 0, and of a singular system one cell is, which costs nothing where b is balanced.
    int pinned = 0;
    while (inside[pinned] == 0) ++pinned;
    for (int i = 0; i < count; ++i)
        if (inside[i] == 0 || (is_singular && i == pinned)) matrix.coeffRef(i, i) += 1;
    const Eigen::SimplicialLDLT<Matrix> factors(matrix);
    Numbers x = factors.solve(right);
    if (is_singular) x -= inside * (x.sum() / inside.sum());

    auto field = Field<double, Dim>::make(problem.cells).value();
    set_cells(field.view(), [&](const auto& at) { return x[index_of<Dim>(problem.cells, at)]; });
    return field;
}

template Field<double, 2> eigen_solve(const PoissonProblem<double, 2>&, const View<const double, 2>&, bool);
template Field<double, 3> eigen_solve(const PoissonProblem<double, 3>&, const View<const double, 3>&, bool);

}  // namespace whorl
