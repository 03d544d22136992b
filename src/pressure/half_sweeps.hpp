// Half a sweep of a level that has pieces, line by line: of cells, and of the pieces that lie in them (pieces.hpp).
#pragma once

#include <array>

#include "parallel/waves.hpp"
#include "pressure/smoothing.hpp"

namespace whorl {

/// What cells take note of before it. None: it begins at 0.
enum class Notes { none, prolonged, relaxed };

template <class T, int Dim, class Cells> struct HalfSweep {
    Cells cells;
    Level<T, Dim>* level;
    int colour;
    T omega;
    Notes notes;

    void operator()(int line, bool is_shared) const {
        Pieces<T, Dim>& pieces = level->pieces;
        if (pieces.count() == 0) return cells(line, is_shared);
        T* const b = level->b.view().data;
        if (notes == Notes::relaxed) pieces.take_notes(line, colour, pieces.relaxed, b);
        if (notes == Notes::prolonged)
            for (const int each : {0, 1}) pieces.take_notes(line, each, pieces.prolonged, b);
        cells(line, is_shared);
        if (notes == Notes::none) return pieces.relax_line_from_zero(line, colour, omega);
        pieces.relax_line(line, level->x.view().data, colour, omega);
    }
    void operator()(const LineRange& lines) const requires std::is_invocable_v<const Cells&, LineRange> {
        if (level->pieces.count() == 0) return cells(lines);
        for (int line = lines.first; line < lines.last; ++line) (*this)(line, false);
    }
};

/// Those of a smoothing, one after the other; not all are needed everywhere. cells_of(number, colour) is what one of
/// them does with the cells of a line.
constexpr int most_half_sweeps = 4;
template <class T, int Dim, class CellsOf>
auto half_sweeps(Level<T, Dim>& level, const Smoothing<T, Dim>& how, CellsOf cells_of) {
    const auto number = [&](int i) {
        const int colour = i % 2 == 0 ? how.first_colour : 1 - how.first_colour;
        const auto cells = cells_of(i, colour);
        const Notes notes = i > 0 ? Notes::relaxed : how.from_zero ? Notes::none : Notes::prolonged;
        return HalfSweep<T, Dim, std::remove_const_t<decltype(cells)>>{cells, &level, colour, how.omega, notes};
    };
    return std::array{number(0), number(1), number(2), number(3)};
}

/// Before the residual of a coarse line's children is averaged: what their cells have not taken note of yet.
template <class T, int Dim> void take_last_notes(Level<T, Dim>& fine, int coarse_line, int colour) {
    if (fine.pieces.count() == 0) return;
    const bool is_halved = fine.transfer.halved[Dim - 1];
    const int first = is_halved ? 2 * coarse_line : coarse_line, count = is_halved ? 2 : 1;
    for (int line = first; line < first + count && line < fine.op.cells[Dim - 1]; ++line)
        fine.pieces.take_notes(line, colour, fine.pieces.relaxed, fine.b.view().data);
}

/// Pieces are interpolated to less well than cells, and smooth less: sweeps on their levels, which are small, count
/// double. (Ten crossing sheets in two dimensions: 0.2 to 0.4 an iteration instead of 0.3 to 0.5.) So they do above
/// such a level, if there are many.
template <class T, int Dim> int sweeps_of(const Level<T, Dim>& level, const Level<T, Dim>& coarse) {
    return level.pieces.count() > 0 || has_many_pieces(coarse) ? 2 : 1;
}

}  // namespace whorl
