// A pressure problem solved by Eigen, which shares no code with whorl: its sparse Cholesky factorisation of the matrix
// that the interface describes.
#pragma once

#include "core/field.hpp"
#include "whorl/pressure.hpp"

namespace whorl {

/// In a singular system, of b without its mean over the cells of the problem; x then has no mean.
template <int Dim>
Field<double, Dim> eigen_solve(const PoissonProblem<double, Dim>& problem, const View<const double, Dim>& b,
                               bool is_singular);

}  // namespace whorl
