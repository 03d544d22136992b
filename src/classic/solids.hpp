// Obstacles of the published solver: a Boolean grid (stam2003, "Extensions"; the rule is the slides').
//
// A solid cell takes the mean of its free direct neighbours, with the sign of a wall for the velocity component that
// points at it, so that the flow through the face between them averages to zero. Sweeps leave solid cells alone and
// traces stop in front of them: without either, smoke passes through a wall in a single step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "classic/arithmetic.hpp"
#include "whorl/types.hpp"

namespace whorl::classic {

using Index = std::ptrdiff_t;

template <int Dim> class Solids {
  public:
    /// The mask covers the cells, without ghosts. `n` is the number of cells a side.
    Solids(int n, const View<const std::uint8_t, Dim>& mask);

    bool is_solid(Index c) const { return kind(c) == Kind::solid; }

    /// Free cells that can be reached from each other belong to one pocket; each has a pressure of its own.
    int pockets() const { return pockets_; }
    int pocket(Index c) const { return pocket_[static_cast<std::size_t>(c)]; }

    /// Fills the solid cells of x; b as in set_bnd. A solid cell without free neighbours holds zero.
    template <class T> void fill(int b, T* x) const {
        for (const Index c : cells_) {
            Wide<T> sum(0);
            int count = 0;
            for (int axis = 0; axis < Dim; ++axis)
                for (const Index in : {-step_[axis], step_[axis]})
                    if (is_free(c + in)) {
                        sum += b == axis + 1 ? -Wide<T>(x[c + in]) : Wide<T>(x[c + in]);
                        ++count;
                    }
            x[c] = count == 0 ? T(0) : T(sum / Wide<T>(count));
        }
    }

    /// What to add to the sum of a free cell's neighbours so that each solid one counts as the cell's own value,
    /// negated as at a wall: conjugate gradients need the symmetry that `fill`'s means do not have.
    template <class T> T reflected(int b, const T* x, Index c) const {
        T sum(0);
        for (int axis = 0; axis < Dim; ++axis)
            for (const Index in : {-step_[axis], step_[axis]})
                if (is_solid(c + in)) sum += (b == axis + 1 ? -x[c] : x[c]) - x[c + in];
        return sum;
    }

    /// The last point, in steps of at most half a cell, before the straight line from cell `from` to `to` meets a
    /// solid cell; `to` itself where it meets none.
    template <class W> Vec<W, Dim> stop_before_wall(const Vec<int, Dim>& from, const Vec<W, Dim>& to) const {
        int pieces = 1;
        for (int axis = 0; axis < Dim; ++axis) {
            const W way = to[axis] - W(from[axis]);
            const int halves = 2 * (static_cast<int>(way < W(0) ? -way : way) + 1);
            if (halves > pieces) pieces = halves;
        }
        Vec<W, Dim> last;
        for (int axis = 0; axis < Dim; ++axis) last[axis] = W(from[axis]);
        for (int piece = 1; piece <= pieces; ++piece) {
            Vec<W, Dim> next = to;
            Index c = 0;
            for (int axis = 0; axis < Dim; ++axis) {
                if (piece < pieces) next[axis] = W(from[axis]) + (to[axis] - W(from[axis])) * W(piece) / W(pieces);
                c += static_cast<int>(next[axis] + W(0.5)) * step_[axis];
            }
            if (is_solid(c)) return last;
            last = next;
        }
        return to;
    }

  private:
    enum class Kind : std::uint8_t { free, solid, ghost };

    Kind kind(Index c) const { return kind_[static_cast<std::size_t>(c)]; }
    bool is_free(Index c) const { return kind(c) == Kind::free; }
    void label_pockets();

    Vec<Index, Dim> step_;
    std::vector<Kind> kind_;
    std::vector<Index> cells_;  // the solid ones
    std::vector<int> pocket_;   // of each free cell, from 0
    int pockets_ = 0;
};

}  // namespace whorl::classic
