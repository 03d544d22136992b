// The bar for convergence, for noise and for a smooth right-hand side.
#pragma once

#include <gtest/gtest.h>

#include "tests/sanitizer.hpp"
#include "tests/unit/pressure/problems.hpp"

namespace whorl {

inline std::string describe(const Vec<int, 2>& v) {
    return std::to_string(v[0]) + " x " + std::to_string(v[1]);
}
inline std::string describe(const Vec<int, 3>& v) {
    return std::to_string(v[0]) + " x " + std::to_string(v[1]) + " x " + std::to_string(v[2]);
}

template <class T, int Dim>
void expect_fast(const PoissonProblem<T, Dim>& problem, const std::string& what, int last = 8,
                 Scheduler& scheduler = serial_scheduler()) {
    SCOPED_TRACE(what + ", " + describe(problem.cells));
    std::int64_t count = 1;
    for (int axis = 0; axis < Dim; ++axis) count *= problem.cells[axis];
    if (under_sanitizer && count > 32000) return;  // the smaller ones run the same lines
    for (const bool is_smooth : {false, true}) {
        const auto b = is_smooth ? smooth<T, Dim>(problem.cells) : noise<T, Dim>(problem.cells);
        EXPECT_LE((convergence_factor<T, Dim>("multigrid", problem, b.view(), last, scheduler)), 0.2) << is_smooth;
        EXPECT_LE((convergence_factor<T, Dim>("mgpcg", problem, b.view(), last, scheduler)), 0.316) << is_smooth;
    }
}

template <class T, int Dim>
void expect_fast(const Vec<int, Dim>& cells, const char* sides, const Vec<double, Dim>& h, double diagonal = 0,
                 int last = 8, Scheduler& scheduler = serial_scheduler()) {
    expect_fast<T, Dim>(problem_of<T, Dim>(cells, sides, h, diagonal), sides, last, scheduler);
}

}  // namespace whorl
