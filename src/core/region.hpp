// Where a kernel runs: a list of row segments.
//
// A dense box computes its rows; a set of active tiles brings a list of its own. Kernels see one Row at a time and
// cannot tell the difference. A region also says how it is cut into blocks, the pieces that threads take and that
// reductions add up: the cut depends on the region alone, never on the number of threads, which is why any number of
// them gives the same bits.
#pragma once

#include <cassert>
#include <cstdint>

#include "whorl/types.hpp"

namespace whorl {

/// The cells x0 <= x < x1 of one row; z is 0 in two dimensions.
struct Row {
    int x0 = 0, x1 = 0;
    int y = 0, z = 0;

    friend constexpr bool operator==(const Row&, const Row&) = default;
};

/// Where x = 0 of a row lies in a view, so that `row_of(view, row)[x]` is the cell at x.
template <class T, int Dim> WHORL_INLINE constexpr T* row_of(const View<T, Dim>& view, const Row& row) {
    T* start = view.data + row.y * view.stride[1];
    if constexpr (Dim == 3) start += row.z * view.stride[2];
    return start;
}

/// Asks for the row that comes after the next one, which will be written: rows are too short for processors to see that
/// one follows the other, and to wait for memory that is only to be written over takes longer than most of what is done
/// with it.
template <class T, int Dim> WHORL_INLINE void expect_writing(const View<T, Dim>& view, const Row& row) {
    constexpr int line = 64 / sizeof(T);
    const T* later = row_of(view, row) + 2 * view.stride[1];
    for (int x = row.x0; x < row.x1; x += line) __builtin_prefetch(later + x, 1);
}

/// Row segments, as a box or as a list. Trivially copyable; a list belongs to somebody else and must outlive the
/// region.
template <int Dim> class Region {
  public:
    /// A block has at least about this many cells: enough work to be worth handing to another thread.
    static constexpr int block_cells = 8192;
    /// And there are never more blocks than this: their partial results fit on a stack.
    static constexpr int max_blocks = 1024;

    Region() = default;

    /// The cells low <= cell < high; empty if that is none.
    static Region box(const Vec<int, Dim>& low, const Vec<int, Dim>& high);

    /// The given segments, in their order. No cell may be in two of them.
    static Region list(const Row* rows, int count);

    int count() const { return count_; }
    /// Of a box: rows in two dimensions, planes in three.
    int lines() const { return high_[Dim - 1] - low_[Dim - 1]; }
    std::int64_t cells() const { return cells_; }
    Row row(int i) const {
        assert(0 <= i && i < count_);
        if (rows_) return rows_[i];
        if constexpr (Dim == 2) return {low_[0], high_[0], low_[1] + i, 0};
        const int height = high_[1] - low_[1];
        return {low_[0], high_[0], low_[1] + i % height, low_[Dim - 1] + i / height};
    }

    /// Block b holds the rows first <= i < last.
    struct Block {
        int first, last;
    };
    int blocks() const { return count_ == 0 ? 0 : (count_ - 1) / rows_per_block_ + 1; }
    Block block(int b) const {
        const int first = b * rows_per_block_;
        return {first, count_ - first < rows_per_block_ ? count_ : first + rows_per_block_};
    }

    /// The box with `layers` more cells on every side, or fewer if negative. Only for a box.
    Region grown(int layers) const;

  private:
    void cut();

    Vec<int, Dim> low_{}, high_{};
    const Row* rows_ = nullptr;
    int count_ = 0;
    int rows_per_block_ = 1;
    std::int64_t cells_ = 0;
};

/// The cells of a view without its ghosts.
template <class T, int Dim> Region<Dim> interior(const View<T, Dim>& view) {
    return Region<Dim>::box({}, view.shape);
}

}  // namespace whorl
