// What gauss_seidel.cpp and lexicographic.kernel.cpp share: a relaxation that goes from cell to cell, each seeing the
// new values of those before it.
#pragma once

#include "pressure/operator_table.hpp"

namespace whorl {

/// x = x + (b - mean - A x) / diagonal, one cell after the other along the row. Rows must run one after the other too.
template <class T, int Dim> struct LexicographicKernels { typename OperatorKernels<T, Dim>::Relax uniform, general; };

using LexicographicTable = TypedTable<LexicographicKernels>;

WHORL_DECLARE_KERNELS(LexicographicTable, lexicographic_table)

}  // namespace whorl
