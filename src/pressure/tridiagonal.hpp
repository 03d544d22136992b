// Symmetric tridiagonal matrices: what one axis of a separable operator is. Everything in double, and with square roots
// as the only function, so that it has the same bits everywhere.
#pragma once

#include <vector>

namespace whorl {

struct Tridiagonal {
    std::vector<double> diagonal;
    std::vector<double> coupling;  ///< between i and i + 1, the entry's opposite: 0 or more; one less than the diagonal
    double corner = 0;             ///< between the last and the first, where the axis is periodic

    int size() const { return static_cast<int>(diagonal.size()); }
};

/// An eigenvalue, and of its normalised eigenvector the components that were asked for.
struct Mode {
    double value = 0;
    double first = 0, middle = 0, last = 0;
};

/// The modes of rows first <= i <= last, without the corner; `middle` is one of them.
std::vector<Mode> modes_of(const Tridiagonal& matrix, int first, int middle, int last);

/// Several right-hand sides at once, each with a shift of its own: cell i of the one in `lane` is at [i * lanes +
/// lane].
struct ShiftedLines {
    static constexpr int lanes = 8;

    explicit ShiftedLines(const Tridiagonal& matrix);

    /// Solves (matrix + shift) x = b in place. A matrix that is singular takes b for one that it can match.
    void solve(double* b, const double* shifts);

    std::size_t bytes() const { return (upper_.capacity() + wrap_.capacity()) * sizeof(double); }

  private:
    void sweep(double* b, const double* shifts, bool with_wrap);

    Tridiagonal matrix_;
    std::vector<double> upper_;  ///< what is left of the coupling after elimination
    std::vector<double> wrap_;   ///< the answer to the corner
};

}  // namespace whorl
