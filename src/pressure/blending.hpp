// Interpolation beside walls: the kernels' linear weights, but of the coarse unknowns around only those that can be
// reached through open faces count; what the others would have had goes to the parent. Listed for the cells near walls,
// which the kernels leave alone, and for pieces.
#pragma once

#include <cstdint>

#include "core/region.hpp"
#include "pressure/aggregation.hpp"

namespace whorl {

template <class T, int Dim> class Blending {
  public:
    /// `marks` are those of the fine level.
    Result<void> make(const View<std::uint8_t, Dim>& marks, const Vec<int, Dim>& coarse_cells);
    std::size_t bytes() const;
    void expect(const WallRoom<Dim>& fine);

    /// One level's cells and pieces.
    struct Unknowns {
        const Operator<T, Dim>& op;
        const Pieces<T, Dim>& pieces;
    };
    /// `stride` is that of the coarse x. Marks the cells that kernels leave alone: those that are listed, and those
    /// outside of the problem.
    void find(const Unknowns& fine, const Unknowns& coarse, const Transfer<T, Dim>& transfer,
              const Aggregation<T, Dim>& aggregation, const Vec<std::ptrdiff_t, Dim>& stride);

    /// From then on the coarse x is where this order puts it.
    void sort_sources(const RowOrder& order, const Vec<std::ptrdiff_t, Dim>& stride);

    /// Adds what is interpolated to the listed cells of a row. Rows may run at the same time.
    void add_to_row(const Row& row, const T* coarse_x, const Pieces<T, Dim>& coarse, const View<T, Dim>& fine_x,
                    const RowOrder& order) const;
    /// The same for the pieces of a line, with a note of it.
    void add_to_line(int line, const T* coarse_x, const Pieces<T, Dim>& coarse, Pieces<T, Dim>& fine) const;
    /// The same for all pieces; fine_b: see Pieces::change.
    void add_to_pieces(const T* coarse_x, const Pieces<T, Dim>& coarse, Pieces<T, Dim>& fine, T* fine_b) const;

  private:
    struct Source {
        int node;  // offset of a coarse cell in x, or ~index of a piece
        T weight;
    };
    struct Blend {
        int index;  // x of a cell in its row, or of a piece
        int begin;  // of its sources, which end where those of the next begin
    };
    struct Search;
    void find_near(const Unknowns& coarse, const Aggregation<T, Dim>& aggregation);
    void mark_near(const Unknowns& coarse, const Vec<int, Dim>& a, const Vec<int, Dim>& b);
    enum class Kind { cell, piece };
    /// False, and nothing is listed, if it comes to what the kernels do.
    bool list(const Search& search, Kind kind, int index, const Vec<int, Dim>& at, int parent);
    T blended(const Blend& blend, const T* coarse_x, const Pieces<T, Dim>& coarse) const;

    View<std::uint8_t, Dim> marks_{};
    Field<std::uint8_t, Dim> near_;  // of the coarse level: surroundings not all open
    std::vector<Blend> blends_;      // of cells, row by row, then of pieces; and one more, where the last end
    std::vector<int> row_begin_;     // of each fine row, and where pieces begin
    std::vector<Source> sources_;
    LineStarts lines_;  // of the blends of pieces, counted from the first of them
};

}  // namespace whorl
