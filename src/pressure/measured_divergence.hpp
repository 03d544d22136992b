// What a projection measures: the divergence, and what a first guess would leave of it.
#pragma once

#include <optional>

#include "pressure/project.hpp"

namespace whorl {

/// A norm of b over the cells, and the sums that it comes from, where all cells whose b is not 0 are part of the
/// problem.
struct Measured {
    double norm = 0;
    std::optional<Moments> moments{};
};

/// b = -div u, of which a pressure can remove all that is measured. Without walls b need not be kept.
template <class T, int Dim>
Measured measure_divergence(Scheduler& scheduler, const Sides<T, Dim>& sides, const ProjectFields<T, Dim>& f,
                            ProjectReport& report, bool keeps = true);

/// How a projection begins: norms of the divergence before and with the guess taken off, which is what f.divergence
/// holds then.
struct Beginning {
    double before = 0, left = 0;
    double floor = 0;   // rounding of velocities as large as these leaves a divergence of about this size
    double factor = 1;  // of the guess
    std::optional<Moments> moments{};  // of f.divergence, where they are known
    bool is_taken = false;             // from u, already
};

/// In one pass over u and q; u stays as it is. In pockets, where b has to be matched before it is compared with
/// anything, in two. The guess is taken if it leaves no more than there is; else one more pass does without.
template <class T, int Dim>
Beginning begin_projection(Scheduler& scheduler, const Sides<T, Dim>& sides, const ProjectFields<T, Dim>& f,
                           ProjectReport& report);

}  // namespace whorl
