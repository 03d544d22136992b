#include "pressure/tridiagonal.hpp"

#include <algorithm>
#include <cmath>

namespace whorl {
namespace {

/// Below this part of its diagonal a pivot is rounding, and the matrix singular.
constexpr double vanishing = 1e-12;

/// One implicit QL step from `end` down to `start`: rotations that chase the bulge which the shift makes. See Bowdler,
/// Martin, Reinsch and Wilkinson 1968. Where a coupling vanishes on the way, the rest is
/// for the next step.
void rotate(std::vector<double>& d, std::vector<double>& e, std::vector<Mode>& modes, int start, int end) {
    const auto at = [](int i) { return static_cast<std::size_t>(i); };
    double g = (d[at(start) + 1] - d[at(start)]) / (2 * e[at(start)]);
    const double size = std::sqrt(g * g + 1);
    g = d[at(end)] - d[at(start)] + e[at(start)] / (g + (g < 0 ? -size : size));
    double sine = 1, cosine = 1, p = 0;
    for (int i = end - 1; i >= start; --i) {
        const double f = sine * e[at(i)], b = cosine * e[at(i)], r = std::sqrt(f * f + g * g);
        e[at(i) + 1] = r;
        if (r == 0) {
            d[at(i) + 1] -= p, e[at(end)] = 0;
            return;
        }
        sine = f / r, cosine = g / r;
        const double left = d[at(i) + 1] - p, turned = (d[at(i)] - left) * sine + 2 * cosine * b;
        p = sine * turned;
        d[at(i) + 1] = left + p;
        g = cosine * turned - b;
        for (double Mode::*part : {&Mode::first, &Mode::middle, &Mode::last}) {
            double &low = modes[at(i)].*part, &high = modes[at(i) + 1].*part;
            const double kept = high;
            high = sine * low + cosine * kept;
            low = cosine * low - sine * kept;
        }
    }
    d[at(start)] -= p, e[at(start)] = g, e[at(end)] = 0;
}

}  // namespace

std::vector<Mode> modes_of(const Tridiagonal& matrix, int first, int middle, int last) {
    const auto count = static_cast<std::size_t>(last - first + 1);
    std::vector<double> d(matrix.diagonal.begin() + first, matrix.diagonal.begin() + last + 1), e(count, 0.0);
    for (std::size_t i = 0; i + 1 < count; ++i) e[i] = -matrix.coupling[static_cast<std::size_t>(first) + i];
    std::vector<Mode> modes(count);
    modes.front().first = modes[static_cast<std::size_t>(middle - first)].middle = modes.back().last = 1;

    const int n = static_cast<int>(count);
    for (int start = 0; start < n; ++start)
        for (int step = 0; step < 60; ++step) {  // two or three are usual
            int end = start;
            for (; end + 1 < n; ++end) {
                const double size =
                    std::abs(d[static_cast<std::size_t>(end)]) + std::abs(d[static_cast<std::size_t>(end) + 1]);
                if (std::abs(e[static_cast<std::size_t>(end)]) <= 1e-16 * size) break;
            }
            if (end == start) break;
            rotate(d, e, modes, start, end);
        }
    for (std::size_t i = 0; i < count; ++i) modes[i].value = d[i];
    return modes;
}

ShiftedLines::ShiftedLines(const Tridiagonal& matrix)
    : matrix_(matrix),
      upper_(matrix.diagonal.size() * lanes, 0.0),
      wrap_(matrix.corner > 0 ? matrix.diagonal.size() * lanes : 0, 0.0) {}

/// Thomas's elimination. With a wrap, the matrix is that of Sherman and Morrison, whose first and last diagonals are
/// raised, and `wrap_` is solved for at the same time.
void ShiftedLines::sweep(double* b, const double* shifts, bool with_wrap) {
    const int n = matrix_.size();
    double below[lanes] = {};  // upper_ of the cell before
    for (int i = 0; i < n; ++i) {
        const auto cell = static_cast<std::size_t>(i);
        const double low = i > 0 ? matrix_.coupling[cell - 1] : 0, high = i < n - 1 ? matrix_.coupling[cell] : 0;
        const double raised = with_wrap && (i == 0 || i == n - 1) ? matrix_.corner : 0,
                     own = matrix_.diagonal[cell] + raised;
        double* const here = b + i * lanes;
        double* const wrap = with_wrap ? wrap_.data() + i * lanes : nullptr;
        double inverse[lanes];
        for (int lane = 0; lane < lanes; ++lane) {
            const double size = own + shifts[lane], pivot = size - low * below[lane];
            inverse[lane] = pivot > vanishing * size ? 1 / pivot : 0;
            below[lane] = high * inverse[lane];
            upper_[cell * lanes + static_cast<std::size_t>(lane)] = below[lane];
        }
        for (int lane = 0; lane < lanes; ++lane)
            here[lane] = (here[lane] + (i > 0 ? low * here[lane - lanes] : 0)) * inverse[lane];
        for (int lane = 0; with_wrap && lane < lanes; ++lane)
            wrap[lane] = (raised + (i > 0 ? low * wrap[lane - lanes] : 0)) * inverse[lane];
    }
    for (int i = n - 2; i >= 0; --i) {
        const double* const upper = upper_.data() + i * lanes;
        double* const here = b + i * lanes;
        for (int lane = 0; lane < lanes; ++lane) here[lane] += upper[lane] * here[lane + lanes];
        double* const wrap = with_wrap ? wrap_.data() + i * lanes : nullptr;
        for (int lane = 0; with_wrap && lane < lanes; ++lane) wrap[lane] += upper[lane] * wrap[lane + lanes];
    }
}

//     A = B - c (e_0 + e_n)(e_0 + e_n)^T:  with B z = c (e_0 + e_n),  x = y + z (y_0 + y_n) / (1 - z_0 - z_n)
void ShiftedLines::solve(double* b, const double* shifts) {
    const bool with_wrap = matrix_.corner > 0;
    sweep(b, shifts, with_wrap);
    if (!with_wrap) return;
    const int end = (matrix_.size() - 1) * lanes;
    double factor[lanes];
    for (int lane = 0; lane < lanes; ++lane) {
        const double left = 1 - wrap_[static_cast<std::size_t>(lane)] - wrap_[static_cast<std::size_t>(end + lane)];
        factor[lane] = left > vanishing ? (b[lane] + b[end + lane]) / left : 0;
    }
    for (int i = 0; i <= end; i += lanes)
        for (int lane = 0; lane < lanes; ++lane)
            b[i + lane] += factor[lane] * wrap_[static_cast<std::size_t>(i + lane)];
}

}  // namespace whorl
