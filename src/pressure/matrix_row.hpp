// One row of the matrix of an operator, in double, for preparing: factorisations read it, kernels do not.
#pragma once

#include "pressure/operator_table.hpp"

namespace whorl {

/// Calls f(neighbour, weight) for each cell that `at` is coupled to, round periodic axes too, and returns the whole
/// diagonal. A cell that is its neighbour on both sides is called twice.
template <class T, int Dim, class F> double matrix_row(const Operator<T, Dim>& op, const Vec<int, Dim>& at, F f) {
    auto diagonal = static_cast<double>(op.is_uniform() ? op.diagonal : op.extra[at]);
    for (int a = 0; a < Dim; ++a) {
        if (op.is_uniform()) diagonal += static_cast<double>(op.side[a][at[a]]);
        for (int side = 0; side < 2; ++side) {
            Vec<int, Dim> face = at, beyond = at;
            face[a] += side;
            beyond[a] += side == 0 ? -1 : 1;
            const auto weight = static_cast<double>(!op.is_uniform() ? op.weight(a, face)
                                                    : side == 0      ? op.lower[a][at[a]]
                                                                     : op.upper[a][at[a]]);
            diagonal += weight;
            const bool is_outside = beyond[a] < 0 || beyond[a] == op.cells[a];
            if (weight == 0 || (is_outside && !op.periodic[a])) continue;
            if (is_outside) beyond[a] = side == 0 ? op.cells[a] - 1 : 0;
            f(beyond, weight);
        }
    }
    return diagonal;
}

}  // namespace whorl
