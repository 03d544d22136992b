// One level of a hierarchy of grids: the operator, its tables and weights, and what the operator does with fields.
//
// Finite volumes: the flux through a face is conductance times difference, conductance = open area / distance between
// the centres. An equation is divided by the volume of its cell, which makes it the usual 1/h^2 form. So for a coarse
// face of a halved axis, the average of its fine faces (those that are not there count 0) over 4, as twice the
// distance and twice the volume; for a face of an axis that keeps its cells, the average alone.
//
// Even sizes of a uniform level are uniform again, and so are odd ones with a narrower last cell (axis.hpp): only the
// general form stores weights, and divides by the volume of a full cell throughout, which keeps it symmetric.
#pragma once

#include <vector>

#include "core/field.hpp"
#include "pressure/axis.hpp"
#include "pressure/blending.hpp"
#include "pressure/divided_cells.hpp"
#include "pressure/transfer_table.hpp"

namespace whorl {

template <class T, int Dim> struct Level {
    Vec<Axis, Dim> axes{};
    Operator<T, Dim> op;
    Transfer<T, Dim> transfer;  ///< to and from the next coarser level
    T omega = 1;                ///< over-relaxation that suits the halved axes
    bool is_singular = false;   ///< x is free up to a constant
    double active_cells = 0;    ///< those of the problem

    Field<T, Dim> x, b;  ///< empty on the finest level, whose are the caller's

    std::vector<T> tables;  ///< what op and transfer point into
    Vec<Field<T, Dim>, Dim> faces;
    Field<T, Dim> extra, inverse;
    Field<std::uint8_t, Dim> marks;
    Operator<T, Dim> spread_from;                    ///< of a finest level whose faces were spread from open ones
    std::vector<CellRun> runs;                       ///< of op.alike
    std::vector<int> first_run;                      ///< the same
    std::vector<std::uint16_t> odd;                  ///< the same
    std::vector<ShutCells> shut;                     ///< the same
    std::vector<int> first_shut, ends_of;            ///< the same
    std::vector<RowKind> row_kinds;                  ///< the same
    std::vector<std::int64_t> work;                  ///< WaveLines::work, of the general form
    std::vector<CellWeights<T, Dim>> odd_weights;    ///< the same
    std::vector<RowEndWeights<T, Dim>> end_weights;  ///< the same

    // Of the general form, where walls divide coarse cells.
    Pieces<T, Dim> pieces;            ///< unknowns beside the grid's; none on the finest level
    bool has_own = true;              ///< a cell or piece of it may have a diagonal beside all weights:
    View<const T, Dim> own;           ///< that of cells;
    Field<T, Dim> with_links;         ///< and with those of links to pieces: op.extra of a coarse level
    Aggregation<T, Dim> aggregation;  ///< which coarse unknowns the ones of this level belong to
    Blending<T, Dim> blending;        ///< and are interpolated from beside walls
    DividedCells<T, Dim> divided;     ///< whose residuals go to pieces, or stay

    Region<Dim> region() const { return Region<Dim>::box({}, op.cells); }
    T* add_table(int count);  ///< for which room was reserved
    std::size_t bytes() const;
};

/// The operator of the problem itself. Refuses weights that are negative or not finite, and views of another shape.
/// Open faces stay as they are, or are spread into weights.
enum class OpenAs { open, weights };
template <class T, int Dim>
Result<Level<T, Dim>> make_finest_level(const PoissonProblem<T, Dim>& problem, OpenAs as = OpenAs::weights);

/// After the weights behind a general level's views changed in place. False if they are not sound.
template <class T, int Dim> bool refresh_finest_level(Level<T, Dim>& level);
/// The diagonal beside the weights, of a finest level that has one for all cells.
template <class T, int Dim> void set_diagonal(Level<T, Dim>& level, T diagonal);

/// The next level, with half of the cells along the axes that are coupled strongly; also sets fine.transfer and
/// fine.omega. Only where is_worth_halving.
template <class T, int Dim> Result<Level<T, Dim>> make_coarser_level(Level<T, Dim>& fine);
/// The same from a finer level whose weights changed.
template <class T, int Dim> void refresh_coarser_level(Level<T, Dim>& fine, Level<T, Dim>& coarse);
/// The weights of the coarser level, its pieces, and how values go between (coarse_weights.cpp).
template <class T, int Dim> void weigh_coarser_level(Level<T, Dim>& fine, Level<T, Dim>& coarse);
template <class T, int Dim> void set_omega(Level<T, Dim>& fine);  ///< from its diagonal and the axes that are halved
template <class T, int Dim> bool is_worth_halving(const Level<T, Dim>& level);

/// Sets op from axes and the diagonal: the uniform form.
template <class T, int Dim> void set_uniform_tables(Level<T, Dim>& level, double diagonal);
/// Sets op from its faces, extra and, which it computes, inverse and marks: the general form, and the open one.
template <class T, int Dim> Result<void> set_general_operator(Level<T, Dim>& level);
/// Makes one row that stands for all: a field of one value along all axes but x.
template <class T, int Dim> Result<View<const T, Dim>> make_row_for_all(Field<T, Dim>& row, const Vec<int, Dim>& cells);
/// The part of it that does not allocate. False if a weight is negative or not finite.
template <class T, int Dim> bool invert_diagonal(Level<T, Dim>& level);
/// Room for op.alike, and what is in it: the cells with the weights that most have (alike_runs.cpp).
template <class T, int Dim> void reserve_runs(Level<T, Dim>& level);
template <class T, int Dim> void find_runs(Level<T, Dim>& level);
/// Of its rows, when cells that interpolation leaves alone are marked.
template <class T, int Dim> void find_clear_rows(Level<T, Dim>& level);
/// The same, of a general level with walls in it.
template <class T, int Dim> void expect_runs(Level<T, Dim>& level, const WallRoom<Dim>& walls);

/// Walls divide so much of it that their ends are what a cycle gains least on: a hundred of them, not one.
template <class T, int Dim> bool has_many_pieces(const Level<T, Dim>& level) {
    return 256 * std::int64_t(level.pieces.count()) > level.region().cells();
}

/// So many times as long as in longer rows takes a cell of a few: what it takes to begin with a row is most of it.
template <class T, int Dim> int times_of_cells(const Operator<T, Dim>& op) {
    return op.cells[0] < 32 ? 8 : 1;
}

/// A right-hand side and the number taken off it everywhere: of a singular system, what no x can match.
template <class T, int Dim> struct RightSide {
    View<const T, Dim> b;
    T mean = 0;
};

/// One red-black half-sweep: all cells of a colour. Where a periodic axis has an odd size, its first and last cells
/// have the same colour; the last ones then follow in a pass of their own, so that the result is that of one order.
template <class T, int Dim>
void relax(Scheduler& scheduler, const Level<T, Dim>& level, const View<T, Dim>& x, const RightSide<T, Dim>& rhs,
           int colour, T omega);
/// The same for x = 0, which need not have been stored yet.
template <class T, int Dim>
void relax_from_zero(Scheduler& scheduler, const Level<T, Dim>& level, const View<T, Dim>& x,
                     const RightSide<T, Dim>& rhs, int colour, T omega);

/// |b - mean - A x|, which is written to r where that is set.
template <class T, int Dim>
double residual(Scheduler& scheduler, const Level<T, Dim>& level, const View<const T, Dim>& x,
                const RightSide<T, Dim>& rhs, const View<T, Dim>& r = {});

}  // namespace whorl
