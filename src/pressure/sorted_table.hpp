// What sorted_level.cpp and the kernels of sorted rows share: arguments and tables of a cycle on rows that are sorted.
//
// A sorted row has its cells with even x first, then those with odd x:
//
//     0 2 4 6 8 | 1 3 5 7
//
// The cells of one colour in a row are then neighbours in memory, and so are the cells of the other colour that they
// look at: half a sweep reads and writes whole vectors, and leaves alone what it does not change. With the cells as
// they come, every vector has both colours, and half of what is worked out is thrown away. Only x is sorted; b is taken
// apart as it is read. Everything gives the bits of the kernels for rows that are not sorted (operator.kernel.cpp,
// transfer.kernel.cpp), but for the sign of a zero outside of the problem.
#pragma once

#include "core/line_range.hpp"
#include "pressure/transfer_table.hpp"

namespace whorl {

/// Rows as long as these can be sorted: at least two vectors of any width, and what fits onto a stack.
constexpr int least_sorted_cells = 32, most_sorted_cells = 8192;

/// One over the diagonal of a row's plain cells, and of the first, the last even and the last odd one.
template <class T> struct RowInverses { T plain, first, last[2]; };

/// Uniform form: what is known of the ends of rows that are not near a side along another axis.
template <class T> struct RowsInside {
    RowInverses<T> inverses;
    bool is_held;         ///< to zero, by a diagonal beside that of its neighbours
    bool has_plain_ends;  ///< of all rows: walls or periods, and cells that are as wide as all others
};

/// x is sorted, b is not.
template <class T, int Dim> struct SortedArguments {
    Operator<T, Dim> op;
    View<T, Dim> x;
    View<const T, Dim> b;
    T mean, omega;
    int colour;
    RowsInside<T> inside;
    bool expects_b = false;  ///< comes to b before others do
};

/// coarse_b = average of b - mean - A x over the children; for rows of the coarse level. coarse_b is not sorted.
template <class T, int Dim> struct SortedRestriction {
    SortedArguments<T, Dim> fine;
    Transfer<T, Dim> transfer;
    View<T, Dim> coarse_b;
};

/// x = x + the coarse x, interpolated; for rows of the fine level.
template <class T, int Dim> struct SortedProlongation {
    ProlongArguments<T, Dim> plain;
    bool coarse_is_sorted;
};

/// Several lines at a time, so that what it takes to begin with a row is shared.
template <class T, int Dim> struct SortedSweep {
    using OfLines = void (*)(const SortedArguments<T, Dim>&, const LineRange&);
    OfLines relax, relax_from_zero;
};
/// Where the weights of cells that are worked on one by one go: those of all odd cells, and those of a row's ends.
template <class T, int Dim> struct CollectArguments {
    const Operator<T, Dim>& op;
    CellWeights<T, Dim>* odd;
    RowEndWeights<T, Dim>* ends;
};
template <class T, int Dim> struct SortedGeneral {
    CellWeights<T, Dim> (*weights_of)(const Operator<T, Dim>&, const Row&, int x);
    void (*collect)(const CollectArguments<T, Dim>&, const Row&);
    SortedSweep<T, Dim> sweep;
};
template <class T, int Dim> struct SortedKernels {
    RowsInside<T> (*look_inside)(const Operator<T, Dim>&);
    typename SortedSweep<T, Dim>::OfLines sort, unsort;  ///< of all forms
    SortedSweep<T, Dim> sweep;                           ///< of the uniform one
};
template <class T, int Dim> struct SortedTransfer {
    void (*restrict_residual)(const SortedRestriction<T, Dim>&, const Row&);
    void (*prolong)(const SortedProlongation<T, Dim>&, const Row&);
};
template <class T, int Dim> struct SortedLinesTransfer {
    void (*restrict_residual)(const SortedRestriction<T, Dim>&, const LineRange&);
    void (*prolong)(const SortedProlongation<T, Dim>&, const LineRange&);
};

template <class T, int Dim> struct SortedGeneralForms { SortedGeneral<T, Dim> general, open; };
template <class T, int Dim> struct SortedTransferForms { SortedTransfer<T, Dim> general, open; };

using SortedTable = TypedTable<SortedKernels>;
using SortedTransferTable = TypedTable<SortedLinesTransfer>;
using SortedGeneralTable = TypedTable<SortedGeneralForms>;
using SortedGeneralTransferTable = TypedTable<SortedTransferForms>;

WHORL_DECLARE_KERNELS(SortedTable, sorted_table)
WHORL_DECLARE_KERNELS(SortedTransferTable, sorted_transfer_table)
WHORL_DECLARE_KERNELS(SortedGeneralTable, sorted_general_table)
WHORL_DECLARE_KERNELS(SortedGeneralTransferTable, sorted_general_transfer_table)

/// For an operator that is not uniform, of the chosen instruction set.
template <class T, int Dim> const SortedGeneral<T, Dim>& sorted_general_kernels(const Operator<T, Dim>& op) {
    const auto& forms = kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(sorted_general_table));
    return op.is_open() ? forms.open : forms.general;
}

}  // namespace whorl
