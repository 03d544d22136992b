// Block cyclic reduction of a separable operator, A = A_0 + A_1 (+ A_2): one tridiagonal matrix per axis.
//
// Along its last axis the system is block tridiagonal. One level of reduction eliminates every other block row:
//
//     1  2  3  4  5  6  7  8  9 10        rows, n = 10
//        2     4     6     8    10        after one level, as right-hand sides that know what was eliminated
//           4           8
//              8                          solved; then back, filling in the rows between
//
// (Buzbee, Golub, Nielson 1970.) The matrices between two rows that stay are polynomials of the other axes' matrix;
// they are applied as partial fractions (Sweet 1988), one shifted system of the other axes for each. Taken from the
// modes of the rows between them (Rossi and Toivanen 1999), the fractions exist for any number of rows and any sides,
// and no growing numbers appear, which is what ailed the first form of the method.
//
// N log N operations in two dimensions; in three the shifted systems are reduced in the same way, N log^2 N.
#pragma once

#include <cstddef>

#include "pressure/tridiagonal.hpp"

namespace whorl {

class Separable {
  public:
    Separable() = default;
    /// One matrix per axis, the first of which alone may have a corner. Values lie with the first axis fastest.
    explicit Separable(std::vector<Tridiagonal> axes);

    /// Solves (A + shift) x = f in place. Where that is singular, f must be one that it can match.
    void solve(double* f, double shift) { solve(static_cast<int>(axes_.size()) - 1, f, shift); }

    std::size_t bytes() const;

  private:
    /// Rows between two that stay, of which `middle` is the one still there: all from 0, within first and last.
    struct Block {
        int first, middle, last;
        std::size_t modes;  ///< which of `modes`
    };
    struct Axis {
        Tridiagonal matrix;
        int plane = 1;                           ///< values of all axes before
        std::vector<std::vector<Block>> levels;  ///< those of each level of reduction
        std::vector<std::vector<Mode>> modes;    ///< without those that are 0 in the middle
        std::vector<double> systems, sum;        ///< scratch: shifted systems, and a plane
    };

    static void cut(Axis& axis);
    void solve(int axis, double* f, double shift);
    template <int Lanes, class Gather, class Scatter>
    void each_mode(int axis, const Block& block, double shift, Gather gather, Scatter scatter);
    template <int Lanes> void reduce(int axis, const Block& block, double* f, double shift);
    template <int Lanes> void fill_in(int axis, const Block& block, double* f, double shift);

    std::vector<Axis> axes_;
    std::vector<ShiftedLines> lines_;  ///< of the first axis
};

}  // namespace whorl
