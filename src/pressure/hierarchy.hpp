// Multigrid: the levels of a problem, and one V(1,1) cycle over them.
//
// Geometric and matrix-free (Trottenberg, Oosterlee, Schueller 2001, chapters 2 and 5): cells are halved along the
// strongly coupled axes until about thirty are left; red-black Gauss-Seidel with over-relaxation smooths, residuals are
// averaged down, corrections interpolated linearly. One sweep before and one after.
//
// Trade-off: cells never straddle, so transfers are cheap and any size works; where walls divide a coarse cell it is
// two unknowns or more (pieces.hpp). But the end of a thin wall retreats to the next side of a coarse cell: what flows
// round it is overestimated there, less so since the faces beside it are narrowed (coarse_weights.cpp). Memory: x and b
// on the coarser levels, 2/3 of a number per cell in two dimensions, 2/7 in three, nothing on the finest; general
// weights add 4 (2D) or 5 (3D) numbers per coarse cell, and a byte and, unless faces are given as open, one per fine
// cell.
#pragma once

#include "pressure/coarsest.hpp"
#include "pressure/smoothing.hpp"

namespace whorl {

/// Which colour the sweep after the coarse correction begins with. The same as before smooths best; the reverse makes
/// the cycle nearly symmetric, which conjugate gradients want where some modes are slow, and goes without
/// over-relaxation.
enum class ColourOrder { same, reversed };

template <class T, int Dim> class Hierarchy {
  public:
    /// Builds all levels below the finest, which it takes. `sorts` rows where it can, which changes no bit.
    Result<void> prepare(Level<T, Dim> finest, bool sorts = true);

    /// Of all levels; they stay as many as they were.
    void set_diagonal(T diagonal);

    /// Room for walls, of a general problem.
    void expect_walls(const WallExtent& walls);

    /// Follows weights that changed in place. Allocates only if more lies beside walls than ever was expected. False if
    /// they are not sound.
    bool refresh();

    /// Puts x and b of coarser levels, which matter during a cycle only, into memory of somebody else's, as far as they
    /// fit: a cycle writes all of b before it reads it, and begins with x = 0.
    void borrow(Loan& loan);

    /// One cycle on x of the finest level. `from_zero` takes x for 0, whatever is in it.
    void cycle(Scheduler& scheduler, const View<T, Dim>& x, const RightSide<T, Dim>& rhs, ColourOrder order,
               bool from_zero);

    const Level<T, Dim>& finest() const { return levels_.front(); }
    bool has_pieces() const { return levels_.size() > 1 && levels_[1].pieces.count() > 0; }  ///< beside thin walls
    /// Thin walls are all over the place.
    bool is_divided() const { return levels_.size() > 1 && has_many_pieces(levels_[1]); }
    int levels() const { return static_cast<int>(levels_.size()); }
    std::size_t bytes() const;

  private:
    void descend(Scheduler&, std::size_t level, const Smoothing<T, Dim>&);  ///< smooths, and hands on what is left
    void ascend(Scheduler&, std::size_t level, const Smoothing<T, Dim>&);   ///< takes the correction, and smooths
    void smooth(Scheduler&, std::size_t level, const Smoothing<T, Dim>&);
    void restrict_residual(Scheduler&, std::size_t level, const View<const T, Dim>& x, const RightSide<T, Dim>&);
    void prolong(Scheduler&, std::size_t level, const View<T, Dim>& x);
    ProlongArguments<T, Dim> prolongation(std::size_t level, const View<T, Dim>& x) const;
    void prolong_row(std::size_t level, const ProlongArguments<T, Dim>&, const Row&) const;
    void sort_lists();
    void solve_coarsest(Scheduler&, const View<T, Dim>& x, const RightSide<T, Dim>&);

    std::vector<Level<T, Dim>> levels_;
    std::size_t sorted_ = 0;  ///< so many of the first levels are (sorted_level.hpp)
    Coarsest<T, Dim> coarsest_;
};

}  // namespace whorl
