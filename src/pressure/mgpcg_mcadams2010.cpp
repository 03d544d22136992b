#include "pressure/mgpcg_mcadams2010.hpp"

#include <cmath>

#include "parallel/reduce.hpp"
#include "simd/field_kernels.hpp"

namespace whorl {
namespace {

/// What a plain cycle must gain to be followed by another: conjugate gradients gain 0.05 to 0.15 an iteration.
constexpr double enough_gain = 0.15;
/// Solves for more than this begin with directions: those take a few iterations to learn the modes that are slow.
constexpr double few_decades = 5e-3;

}  // namespace

template <class T, int Dim> Result<void> Mgpcg<T, Dim>::take(Level<T, Dim> finest) {
    for (Field<T, Dim>* field : {&r_, &z_, &p_}) {
        if (field->bytes() > 0 && field->layout().shape == finest.op.cells) continue;
        auto made = Field<T, Dim>::make(finest.op.cells, 0);
        if (!made) return made.error();
        *field = std::move(made).value();
    }
    if (auto prepared = hierarchy_.prepare(std::move(finest)); !prepared) return prepared;
    find_pockets();
    return {};
}

template <class T, int Dim> void Mgpcg<T, Dim>::expect_walls(const WallExtent& walls) {
    hierarchy_.expect_walls(walls);
    if (!finest().op.is_uniform()) pockets_.expect_walls(walls, finest().op.cells);
}

template <class T, int Dim> void Mgpcg<T, Dim>::borrow(std::span<const std::span<std::byte>> pieces) {
    Loan loan(pieces);
    for (Field<T, Dim>* field : {&r_, &z_, &p_})
        if (std::byte* memory = loan.take(field->memory().size())) field->live_in(memory);
    hierarchy_.borrow(loan);
}

template <class T, int Dim> bool Mgpcg<T, Dim>::reweigh() {
    if (!hierarchy_.refresh()) return false;
    find_pockets();
    return true;
}

template <class T, int Dim> void Mgpcg<T, Dim>::find_pockets() {
    if (!finest().op.is_uniform()) pockets_.find(finest().op);
}

/// b - A x, in r. Of a pocket that more flows into than out of, only what some x can match: the rest would be taken for
/// a slope along which nothing is gained.
template <class T, int Dim> double Mgpcg<T, Dim>::true_residual(Solve& solve) {
    const double norm = residual<T, Dim>(solve.scheduler, finest(), solve.x, solve.rhs, r_.view());
    if (finest().op.is_uniform() || pockets_.count() < 2) return norm;
    const double removed = pockets_.remove_means(r_.view()).mean;
    if (std::abs(removed) > std::abs(solve.report.removed_mean)) solve.report.removed_mean = removed;
    return std::sqrt(dot(solve.scheduler, finest().region(), r_.view(), r_.view()));
}

template <class T, int Dim>
double Mgpcg<T, Dim>::sum(Solve& solve, typename OperatorKernels<T, Dim>::Descend kernel, const View<T, Dim>& p,
                          const View<const T, Dim>& z, double factor) {
    return reduce_sum(solve.scheduler, finest().region(), kernel,
                      {finest().op, solve.x, r_.view(), p, z, static_cast<T>(factor)});
}

template <class T, int Dim> double Mgpcg<T, Dim>::norm_of(Solve& solve) {
    if (pockets_.count() > 1) return true_residual(solve);
    return residual<T, Dim>(solve.scheduler, finest(), solve.x, solve.rhs);
}

template <class T, int Dim> bool Mgpcg<T, Dim>::cycle(Solve& solve, Progress& progress, int& iteration) {
    double enough = solve.report.residual;
    while (true) {
        hierarchy_.cycle(solve.scheduler, solve.x, solve.rhs, ColourOrder::same,
                         iteration == 0 && solve.goal.from_zero);
        ++iteration, enough *= enough_gain;
        const Look look = progress.look(iteration);
        if (look == Look::later) continue;
        if (look == Look::not_at_all) return progress.take_for_reached(iteration), false;
        const double norm = norm_of(solve);
        if (!progress.goes_on(norm, iteration)) return false;
        if (!(norm < enough)) return true;
        enough = norm;
    }
}

template <class T, int Dim>
double Mgpcg<T, Dim>::turn(Solve& solve, View<T, Dim>& z, View<T, Dim>& p, double curvature) {
    const auto& kernels = kernels_of(finest().op);
    if (curvature > 0) return sum(solve, kernels.turn, p, z, -sum(solve, kernels.curvature, p, z, 0) / curvature);
    std::swap(z, p);
    return dot(solve.scheduler, finest().region(), r_.view(), p);
}

/// Along p: the energy of the error, which the best step in the long run makes least, is not what a short solve is
/// measured by. Its first direction often is enough; more of them in this way would leave the slow modes. (Ten sheets
/// with slits between them: 52 iterations instead of 16.) Sets the curvature.
template <class T, int Dim>
double Mgpcg<T, Dim>::step_to_least_residual(Solve& solve, const View<T, Dim>& p, double& curvature) {
    const auto [falls, squares, curves] =
        reduce({&sum_fold, &sum_fold, &sum_fold}, solve.scheduler, finest().region(), kernels_of(finest().op).images,
               {finest().op, {}, r_.view(), p, {}, T(0)});
    curvature = curves;
    return falls > 0 ? falls / squares : dot(solve.scheduler, finest().region(), r_.view(), p) / curvature;
}

//     z = M r                                   one cycle from zero
//     p = z - <z, A p> / <p, A p> p             conjugate to the last direction
//     a = <p, r> / <p, A p>                     the first of a short solve <A p, r> / <A p, A p>
//     x = x + a p,  r = r - a A p
//
// r is updated, not computed, and drifts from b - A x by rounding: the goal counts as met only when b - A x itself,
// from which it starts again otherwise, meets it.
template <class T, int Dim> void Mgpcg<T, Dim>::iterate(Solve& solve) {
    const auto& kernels = kernels_of(finest().op);
    Progress progress(solve.report, solve.goal, {.iterations = 4, .factor = 0.9});
    int iteration = 0;
    const bool is_short = start_ == Start::cycles && progress.target() >= few_decades * solve.report.residual;
    const bool has_one_cycle = is_short && hierarchy_.is_divided();
    if (!is_short && solve.goal.from_zero) fill(solve.scheduler, finest().region(), solve.x, T(0));
    if (has_one_cycle)
        hierarchy_.cycle(solve.scheduler, solve.x, solve.rhs, ColourOrder::same, solve.goal.from_zero), ++iteration;
    else if (is_short && !cycle(solve, progress, iteration))
        return;
    double norm = true_residual(solve), curvature = 0, last_true = norm;
    if (has_one_cycle && !progress.goes_on(norm, iteration)) return;
    const ColourOrder order = hierarchy_.has_pieces() ? ColourOrder::reversed : ColourOrder::same;
    const bool takes_word = solve.goal.expected_gain > 0;  // of the r that is updated
    bool is_probe = is_short;
    View<T, Dim> z = z_.view(), p = p_.view();
    for (++iteration;; ++iteration) {
        hierarchy_.cycle(solve.scheduler, z, {r_.view(), T(0)}, is_probe ? ColourOrder::same : order, true);
        double step = 0;
        if (is_probe) {
            std::swap(z, p);
            step = step_to_least_residual(solve, p, curvature);
        } else {
            const double slope = turn(solve, z, p, curvature);
            step = slope / (curvature = sum(solve, kernels.curvature, p, p, 0));
        }
        if (!(curvature > 0) || !std::isfinite(step)) {
            solve.report.residual = true_residual(solve);
            return progress.give_up();
        }
        norm = std::sqrt(sum(solve, kernels.descend, p, {}, step));
        if (is_probe) curvature = 0, is_probe = false;
        const bool might_end = !(norm > progress.target()) || iteration >= solve.goal.max_iterations;
        if (might_end && !(takes_word && norm <= progress.target())) norm = true_residual(solve);
        if (!progress.goes_on(norm, iteration)) break;
        if (!might_end) continue;
        if (!(norm < 0.9 * last_true)) return progress.give_up();  // the update went on, b - A x did not
        last_true = norm;
        curvature = 0;  // a new r: no direction to be conjugate to
    }
    if (solve.report.stagnated) solve.report.residual = true_residual(solve);
}

template <class T, int Dim> std::size_t Mgpcg<T, Dim>::bytes() const {
    return hierarchy_.bytes() + pockets_.bytes() + r_.bytes() + z_.bytes() + p_.bytes();
}

template class Mgpcg<float, 2>;
template class Mgpcg<float, 3>;
template class Mgpcg<double, 2>;
template class Mgpcg<double, 3>;

}  // namespace whorl
