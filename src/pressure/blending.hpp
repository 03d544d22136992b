// Interpolation beside walls: the kernels' linear weights, but of the coarse unknowns around only those that can be
// reached through open faces count; what the others would have had goes to the parent. Listed for the cells near walls,
// which the kernels leave alone, and for pieces.
#pragma once

#include <cstdint>

#include "pressure/aggregation.hpp"

namespace whorl {

template <class T, int Dim> class Blending {
  public:
    Result<void> make(const Vec<int, Dim>& fine_cells, const Vec<int, Dim>& coarse_cells);
    std::size_t bytes() const;

    /// One level's cells and pieces.
    struct Unknowns {
        const Operator<T, Dim>& op;
        const Pieces<T, Dim>& pieces;
    };
    /// `stride` is that of the coarse x.
    void find(const Unknowns& fine, const Unknowns& coarse, const Transfer<T, Dim>& transfer,
              const Aggregation<T, Dim>& aggregation, const Vec<std::ptrdiff_t, Dim>& stride);

    /// Not 0 for the cells that are listed.
    View<const std::uint8_t, Dim> special() const { return special_.view(); }
    /// Adds what is interpolated to the listed cells and to the pieces; fine_b: see Pieces::change.
    void add(const T* coarse_x, const Pieces<T, Dim>& coarse, const View<T, Dim>& fine_x, Pieces<T, Dim>& fine,
             T* fine_b) const;

  private:
    struct Source {
        std::ptrdiff_t offset;  // of a coarse cell
        int piece;              // or below 0
        T weight;
    };
    struct Blend {
        int node;  // of the fine level
        int begin, end;
    };
    struct Search;
    void mark_near(const Unknowns& coarse, const Vec<int, Dim>& a, const Vec<int, Dim>& b);
    void list(const Search& search, int node, const Vec<int, Dim>& at, int parent);

    Field<std::uint8_t, Dim> special_, near_;  // of the fine and the coarse level
    std::vector<int> near_cells_;              // coarse cells whose surroundings are not all open
    std::vector<Blend> blends_;
    std::vector<Source> sources_;
};

}  // namespace whorl
