// Compiled once per instruction set: Gauss-Seidel in the order of the cells. Every cell waits for the one before it, so
// no vector helps; it is a kernel because the stencil is.
#include "pressure/lexicographic_table.hpp"
#include "pressure/stencil-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class Cells, class T, int Dim> void sweep(const RelaxArguments<T, Dim>& in, const Row& row) {
    T* x = row_of(in.x, row);
    const T* b = row_of(in.b, row);
    const Cells cells(in.op, in.x, row);
    const T mean = in.mean, omega = in.omega;
    const auto end = [&](int i) { x[i] += omega * cells.inverse_end(i) * (b[i] - mean + cells.end(i)); };
    // Odd cells have their turn among the others, so weights are read for all.
    for_cells(cells, row.x0, row.x1, end, [&](const auto&, int first, int last) WHORL_INLINE_LAMBDA {
        for (int i = first; i < last; ++i) x[i] += omega * cells.inverse(i) * (b[i] - mean + cells.plain(i));
    });
}

template <class T, int Dim>
constexpr LexicographicKernels<T, Dim> kernels{sweep<UniformRow<T, Dim>, T, Dim>, sweep<GeneralRow<T, Dim>, T, Dim>};

}  // namespace

const LexicographicTable lexicographic_table{kernels<float, 2>, kernels<float, 3>, kernels<double, 2>,
                                             kernels<double, 3>};

}  // namespace whorl::WHORL_ISA
