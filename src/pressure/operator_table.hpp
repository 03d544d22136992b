// What level.cpp, the solvers and operator.kernel.cpp share: the operator of one level as kernels read it, the
// arguments of the kernels, and their table.
//
// Three forms. Uniform: everything follows from a few numbers per axis, no memory per cell. General: a weight per face
// and an extra diagonal and an inverse diagonal per cell. Open: the same from what is open of each face, in 16 bits,
// the inverse diagonal worked out where it is asked for. In all of them, no kernel reads a ghost.
#pragma once

#include <cstdint>

#include "parallel/lanes.hpp"
#include "simd/dispatch.hpp"
#include "whorl/pressure.hpp"

namespace whorl {

/// Cells begin <= x < end of a row, and which of them are odd ones.
struct CellRun {
    int begin, end;
    int odd[3] = {};  ///< where those begin that have an even x, those with an odd one, and where these end

    static constexpr int most_odd = 128;
    static constexpr int last_odd = 0xffff;  ///< cells beyond this x are never odd ones
    static constexpr int least = 32;         ///< cells of a run, so that those of each colour fill any vector
};

/// Cells begin <= x < end of a row are outside of the problem.
struct ShutCells {
    int begin, end;
};

/// What the faces of one cell weigh, and its diagonals.
template <class T, int Dim> struct CellWeights {
    T left, right;
    T low[Dim - 1], high[Dim - 1];
    T extra, inverse;

    bool operator==(const CellWeights&) const = default;
};
/// Of the first and the last cell of a row.
template <class T, int Dim> struct RowEndWeights {
    CellWeights<T, Dim> first, last;

    bool operator==(const RowEndWeights&) const = default;
};

/// What is known of all cells of a row together.
enum class RowKind : std::uint8_t {
    parted,  ///< into runs and others
    whole,   ///< an even number, all alike, and rows beside it along all axes; the ends have a side or a period beyond
    clear    ///< and none that interpolation leaves alone
};

/// Most cells of a general form are far from all walls and have the same weights. Runs of them, row by row, which
/// kernels work on without reading those: two fields of a pass over memory instead of six. Where a thin wall crosses a
/// row a few odd cells interrupt no run: kernels take them for alike at first, and then do them again.
template <class T, int Dim> struct AlikeRuns {
    const CellRun* runs = nullptr;
    const int* first_run = nullptr;      ///< of row y + cells[1] z; and where those of the last row end
    const std::uint16_t* odd = nullptr;  ///< x of the odd cells
    const ShutCells* shut = nullptr;     ///< as far as there are many
    const int* first_shut = nullptr;     ///< of each row, as above
    // Side by side, where few cells of a row are read:
    const CellWeights<T, Dim>* odd_weights = nullptr;
    const RowEndWeights<T, Dim>* end_weights = nullptr;
    const int* ends_of = nullptr;    ///< which of them are those of each row
    const RowKind* kinds = nullptr;  ///< of each row
    Vec<T, Dim> weight{};            ///< of both faces along an axis
    T extra = 0, inverse = 0;
};

/// Bits of a cell of the general and the open form.
namespace cell_mark {
constexpr std::uint8_t left_alone =
    1;                               // by the kernels that interpolate (blending.hpp); so are all that have other bits
constexpr std::uint8_t outside = 2;  // of the problem
constexpr std::uint8_t moved = 4;    // to a piece of its parent (aggregation.hpp)
}  // namespace cell_mark

/// Faces beside a row, as they are open: of those number i is worth value[i] * unit.
template <class T> struct OpenRow {
    const std::uint16_t* value;
    T unit;
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
    View<const std::uint8_t, Dim> marks{};
    AlikeRuns<T, Dim> alike{};

    // Open, where open.between[0] is set, in place of face and inverse.
    OpenFaces<Dim> open{};
    Vec<T, Dim> unit{};               ///< of faces between cells
    Vec<Vec<T, 2>, Dim> side_unit{};  ///< of those on sides

    bool is_open() const { return open.between[0].data != nullptr; }
    bool is_uniform() const { return face[0].data == nullptr && !is_open(); }

    // One by one, of the general and the open form: for preparing. Kernels read rows (stencil-inl.hpp).
    bool is_inside(const Vec<int, Dim>& at) const { return (marks[at] & cell_mark::outside) == 0; }
    T weight(int axis, const Vec<int, Dim>& face_at) const {
        return is_open() ? open_weight(axis, face_at) : face[axis][face_at];
    }
    /// Of the faces below and above a cell.
    Vec<T, 2> weights(int axis, const Vec<int, Dim>& cell) const {
        const bool is_inner = cell[axis] > 0 && cell[axis] + 1 < cells[axis];
        if (is_open() && is_inner) {
            const std::uint16_t* const low = &open.between[axis][cell];
            return {static_cast<T>(*low) * unit[axis],
                    static_cast<T>(low[open.between[axis].stride[axis]]) * unit[axis]};
        }
        Vec<int, Dim> above = cell;
        ++above[axis];
        return {weight(axis, cell), weight(axis, above)};
    }
    T inverse_at(const Vec<int, Dim>& at) const {
        if (!is_open()) return inverse[at];
        auto sum = static_cast<double>(extra[at]);
        for (int a = 0; a < Dim; ++a) {
            const Vec<T, 2> both = weights(a, at);
            sum += static_cast<double>(both[0]) + static_cast<double>(both[1]);
        }
        return sum > 0 ? static_cast<T>(1 / sum) : T(0);
    }

    /// Below the cells of a row along an axis, or above them; but for those on sides across x.
    WHORL_INLINE OpenRow<T> open_row(const Row& row, int axis, bool is_above) const {
        const int at = (axis == 0 ? 0 : axis == 1 ? row.y : row.z) + (is_above ? 1 : 0);
        if (axis == 0) return {row_of(open.between[0], row) + at, unit[0]};
        if (!periodic[axis] && (at == 0 || at == cells[axis])) {
            const View<const std::uint16_t, Dim>& faces = open.side[axis][at == 0 ? 0 : 1];
            return {row_of(faces, row) - (axis == 1 ? row.y : row.z) * faces.stride[axis],
                    side_unit[axis][at == 0 ? 0 : 1]};
        }
        const std::ptrdiff_t step = at == cells[axis] ? 1 - at : is_above ? 1 : 0;  // the last of a period is the first
        return {row_of(open.between[axis], row) + step * open.between[axis].stride[axis], unit[axis]};
    }

  private:
    T open_weight(int axis, Vec<int, Dim> at) const {
        const bool is_low = at[axis] == 0, is_high = at[axis] == cells[axis];
        if (is_low || is_high) at[axis] = 0;
        if (periodic[axis] || !(is_low || is_high)) return static_cast<T>(open.between[axis][at]) * unit[axis];
        return static_cast<T>(open.side[axis][is_low ? 0 : 1][at]) * side_unit[axis][is_low ? 0 : 1];
    }
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
    RelaxSum moments;       ///< two of them: of b - mean, in the cells of the problem, and of its square
};

template <class T, int Dim> struct OperatorForms { OperatorKernels<T, Dim> uniform, general, open; };

/// One of several forms of kernels.
template <class T, int Dim, class Forms> const auto& form_for(const Operator<T, Dim>& op, const Forms& forms) {
    return op.is_uniform() ? forms.uniform : op.is_open() ? forms.open : forms.general;
}

using OperatorTable = TypedTable<OperatorForms>;

WHORL_DECLARE_KERNELS(OperatorTable, operator_table)

/// The weights of a problem that is not uniform, as they are given.
template <class T, int Dim> Operator<T, Dim> operator_of(const PoissonProblem<T, Dim>& problem) {
    Operator<T, Dim> op{.cells = problem.cells, .periodic = problem.periodic};
    op.diagonal = problem.diagonal;
    op.face = problem.face_weight;
    op.extra = problem.cell_diagonal;
    op.open = problem.open;
    constexpr T whole = OpenFaces<Dim>::whole;
    for (int a = 0; a < Dim; ++a) {
        op.unit[a] = problem.weight[a] / whole;
        for (int side = 0; side < 2; ++side) op.side_unit[a][side] = problem.side_weight[a][side] / whole;
    }
    return op;
}

/// The kernels for an operator, of the chosen instruction set.
template <class T, int Dim> const OperatorKernels<T, Dim>& kernels_of(const Operator<T, Dim>& op) {
    const auto& forms = kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(operator_table));
    return form_for(op, forms);
}

}  // namespace whorl
