// Coarse cells that walls divide. The grid holds one unknown per cell, which stands for the largest part of it; each
// other part is a piece: an unknown of its own, in a list, with links to the parts of neighbouring cells that it is
// open to. A virtual-node method (Molino, Bao, Fedkiw 2004), turned to coarse grids:
//
//     +-----+-----+-----+-----+         / is a wall through coarse cells P and Q:
//     |  P     /  |  q     q  |           p and q are pieces, linked to each other;
//     |     /  p  |  q     q  |           P is open to Q's largest part below them
//     +--/--+-----+--/--+-----+
//
// What is one cell beside a wall would otherwise stand for both of its sides. With pieces walls are as tight on every
// level as on the finest, and slits stay slits: a cycle gains as much beside walls as elsewhere.
//
// Kernels know nothing of pieces. The weights of the links are part of the extra diagonal of the cells that they end
// in, and what flows through them is kept in the right-hand side: b = b of the problem + sum of w x over pieces.
//
// On small levels one thread changes pieces in their order, and b with each. On large ones pieces go with the lines of
// their cells: what has changed is noted, and cells take it into their b, in the same order, before they are relaxed.
#pragma once

#include <vector>

#include "core/field.hpp"
#include "pressure/line_starts.hpp"
#include "pressure/row_order.hpp"
#include "pressure/wall_room.hpp"

namespace whorl {

/// Cells by one number, x fastest; pieces by ~index, which is below 0.
template <int Dim> int number_of(const Vec<int, Dim>& cells, const Vec<int, Dim>& at) {
    int number = at[Dim - 1];
    for (int a = Dim - 2; a >= 0; --a) number = number * cells[a] + at[a];
    return number;
}
template <int Dim> Vec<int, Dim> cell_of(const Vec<int, Dim>& cells, int number) {
    Vec<int, Dim> at{};
    for (int a = 0; a < Dim; ++a) at[a] = number % cells[a], number /= cells[a];
    return at;
}

/// The unknowns of a level beside those of its grid. In the order of the cells that they lie in.
template <class T, int Dim> struct Pieces {
    struct Link {
        int node;    // number of a cell, or ~index of a piece
        int offset;  // of the cell, in x and b of the level, or in x where rows are sorted; or index of the piece
        T weight;
    };
    struct Piece {
        Vec<int, Dim> cell;
        int number;              // of the cell
        int begin = 0, end = 0;  // links
        int colour = 0;          // of the cell: the sum of its coordinates is even or odd
        double own = 0;          // diagonal beside the links
        T inverse = 0;           // of the whole diagonal; 0: nothing is coupled to it
    };
    std::vector<Piece> list;
    std::vector<Link> links;
    std::vector<T> x, b;
    LineStarts lines;              ///< of the list
    std::vector<int> coloured[2];  ///< those of each colour, in their order
    LineStarts coloured_lines[2];

    /// The links of cells: the same as those of pieces, in the order of the cells.
    struct CellLink {
        int cell, piece;
        int offset;  // of the cell, in b
        T weight;
    };
    std::vector<CellLink> cell_links[2];  ///< by the colour of the cell, which is not that of the piece
    LineStarts cell_lines[2];
    std::vector<T> relaxed, prolonged;  ///< what was added to x last

    /// While links are looked for: one fine face that couples a piece to another unknown.
    struct Coupling {
        int piece, node, order;
        double weight;
    };
    std::vector<Coupling> couplings;

    int count() const { return static_cast<int>(list.size()); }
    void clear() { list.clear(), links.clear(); }
    /// The first piece in this cell or behind it. Those of one cell follow each other.
    int first_in(int cell_number) const;
    std::size_t bytes() const;
    void expect(const WallRoom<Dim>& walls);

    /// Turns couplings into links, and sizes x and b. `stride` is that of the grid's x and b.
    void link(const Vec<int, Dim>& cells, const Vec<std::ptrdiff_t, Dim>& stride);

    /// From then on the grid's x is where this order puts it. Not for `change` and `relax`.
    void sort_links(const RowOrder& order, const Vec<std::ptrdiff_t, Dim>& stride);

    /// b - A x of a piece; `cell_x` is the grid's.
    T residual(int piece, const T* cell_x) const;
    /// x of a piece, and the b of the cells that it is linked to.
    void change(int piece, T by, T* cell_b);
    /// The colour of a piece is that of its cell. Links go from cell to neighbouring cell, so red-black holds for them.
    void relax(const View<const T, Dim>& cell_x, const View<T, Dim>& cell_b, int colour, T omega);

    /// The same for one line, with a note of what changed; and what cells of a colour take of such notes into their b.
    /// Not where neighbours may have the same colour.
    void relax_line(int line, const T* cell_x, int colour, T omega);
    void relax_line_from_zero(int line, int colour, T omega);  ///< as if all x were 0, which need not be stored yet
    void take_notes(int line, int colour, const std::vector<T>& notes, T* cell_b) const;
};

}  // namespace whorl
