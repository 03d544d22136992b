// What level.cpp, the solvers and operator.kernel.cpp share: the operator of one level as kernels read it, the
// arguments of the kernels, and their table.
//
// Two forms. Uniform: everything follows from a few numbers per axis, no memory per cell. General: a weight per face
// and an extra diagonal and an inverse diagonal per cell. In both, no kernel reads a ghost.
#pragma once

#include "parallel/lanes.hpp"
#include "simd/dispatch.hpp"

namespace whorl {

/// Cells begin <= x < end of a row, and which of them are odd ones.
struct CellRun {
    int begin, end;
    int odd[3] = {};  ///< where those begin that have an even x, those with an odd one, and where these end

    static constexpr int most_odd = 128;
};

/// Most cells of a general form are far from all walls and have the same weights. Runs of them, row by row, which
/// kernels work on without reading those: two fields of a pass over memory instead of six. Where a thin wall crosses a
/// row a few odd cells interrupt no run: kernels take them for alike at first, and then do them again.
template <class T, int Dim> struct AlikeRuns {
    const CellRun* runs = nullptr;
    const int* first_run = nullptr;  ///< of row y + cells[1] z; and where those of the last row end
    const int* odd = nullptr;        ///< x of the odd cells
    Vec<T, Dim> weight{};            ///< of both faces along an axis
    T extra = 0, inverse = 0;
};

template <class T, int Dim> struct Operator {
    Vec<int, Dim> cells{};
    Vec<bool, Dim> periodic{};

    // Uniform: for each index along an axis, the coupling to the cells below and above (0 where there is none) and the
    // weight of a side. Along x all but cells 0, n - 2 and n - 1 are alike.
    Vec<const T*, Dim> lower{}, upper{}, side{};
    T diagonal = 0;

    // General, where face[0] is set: face i lies below cell i.
    Vec<View<const T, Dim>, Dim> face{};
    View<const T, Dim> extra{};    ///< diagonal beside the weights
    View<const T, Dim> inverse{};  ///< of the whole diagonal; 0 for cells outside of the problem
    AlikeRuns<T, Dim> alike{};

    bool is_uniform() const { return face[0].data == nullptr; }
};

/// x = x + omega / diagonal * (b - mean - A x), in the cells of one colour, (x + y + z + colour) even; jacobi: in all
/// cells, written to `out`.
template <class T, int Dim> struct RelaxArguments {
    Operator<T, Dim> op;
    View<T, Dim> x;
    View<const T, Dim> b;
    T mean, omega;
    int colour;
    View<T, Dim> out{};
    bool is_shared = true;  ///< others may read the row meanwhile: its other colour must not be written, even as it is
};

/// r = b - mean - A x. r need not be set where only its norm is asked for.
template <class T, int Dim> struct ResidualArguments {
    Operator<T, Dim> op;
    View<const T, Dim> x, b;
    T mean;
    View<T, Dim> r{};
};

/// What conjugate gradients do beside preconditioning.
template <class T, int Dim> struct DescendArguments {
    Operator<T, Dim> op;
    View<T, Dim> x, r, p;
    View<const T, Dim> z;
    T factor;
};

template <class T, int Dim> struct OperatorKernels {
    using Relax = void (*)(const RelaxArguments<T, Dim>&, const Row&);
    using RelaxSum = void (*)(const RelaxArguments<T, Dim>&, const Row&, Lanes&);
    using Residual = void (*)(const ResidualArguments<T, Dim>&, const Row&, Lanes&);
    using Descend = void (*)(const DescendArguments<T, Dim>&, const Row&, Lanes&);

    Relax relax;
    Relax relax_from_zero;  ///< as if x were 0; sets the cells of the other colour to 0
    RelaxSum jacobi;        ///< adds (b - mean - A x)^2, of the x that came in
    Residual residual;      ///< adds r^2, and writes r where it is set
    Descend curvature;      ///< adds z (A p)
    Descend images;         ///< three of them: adds r (A p), (A p)^2 and p (A p)
    Descend descend;        ///< x = x + factor p, r = r - factor A p; adds the new r^2
    Descend turn;           ///< p = z + factor p; adds r p
    Relax shift;            ///< x = x - mean, in the cells of the problem
    RelaxSum sum;           ///< adds b, of the cells of the problem
    RelaxSum moments;       ///< two of them: of b - mean, and of its square
};

template <class T, int Dim> struct OperatorForms { OperatorKernels<T, Dim> uniform, general; };

using OperatorTable = TypedTable<OperatorForms>;

WHORL_DECLARE_KERNELS(OperatorTable, operator_table)

/// The kernels for an operator, of the chosen instruction set.
template <class T, int Dim> const OperatorKernels<T, Dim>& kernels_of(const Operator<T, Dim>& op) {
    const auto& forms = kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(operator_table));
    return op.is_uniform() ? forms.uniform : forms.general;
}

}  // namespace whorl
