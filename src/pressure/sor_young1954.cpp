#include "pressure/sor_young1954.hpp"

#include <algorithm>
#include <cmath>

namespace whorl {
namespace {

/// 2 - 2 cos(angle), for angles up to pi: the eigenvalue of a wave. The sine by its series, which has the same bits
/// everywhere; its last term is below 1e-9.
double eigenvalue(double angle) {
    const double s = angle / 2, s2 = s * s;
    const double sine = s * (1 - s2 / 6 * (1 - s2 / 20 * (1 - s2 / 42 * (1 - s2 / 72 * (1 - s2 / 110)))));
    return 4 * sine * sine;
}
constexpr double pi = 3.14159265358979323846;

/// Of the longest wave along an axis: 0 where a constant passes.
double longest_wave(const Axis& axis) {
    const int held = (axis.beyond[0] < Axis::wall) + (axis.beyond[1] < Axis::wall);
    if (axis.periodic || held == 0) return 0;
    double length = axis.cells;
    for (const double beyond : axis.beyond) length += beyond < Axis::wall ? std::max(0.0, beyond) : 0;
    return axis.weight * eigenvalue(std::min(pi, held == 2 ? pi / length : pi / (2 * length)));
}
/// Of the longest that is not constant.
double second_wave(const Axis& axis) {
    return axis.weight * eigenvalue((axis.periodic ? 2 : 1) * pi / std::max(2, axis.cells));
}

double omega_for(double rho_squared) {
    return 2 / (1 + std::sqrt(1 - rho_squared));
}

/// The sweeps over which a rate is observed: the start is felt for about 1 / (2 - omega). A power of two, whose root is
/// square roots: those have the same bits everywhere.
int span_for(double omega) {
    int span = 8;
    while (span < 3 / (2 - omega)) span *= 2;
    return span;
}
double rate_of(double gained, int span) {
    for (; span > 1; span /= 2) gained = std::sqrt(gained);
    return gained;
}

/// Jacobi's rho squared, from the rate that sweeps with omega were seen to have (Young's relation).
double rho_squared_from(double rate, double omega) {
    const double root = (rate + omega - 1) / omega;
    return root * root / rate;
}

/// Raised only where the rate is clearly worse than omega - 1, the rate of a factor that is large enough.
double raised(double omega, double rate) {
    const double best = omega - 1, clearly = std::sqrt(std::sqrt(best * best * best));
    return rate < 1 && rate > clearly ? omega_for(std::min(1.0, rho_squared_from(rate, omega))) : omega;
}

}  // namespace

template <class T, int Dim> double best_omega(const Level<T, Dim>& level) {
    double diagonal = static_cast<double>(level.op.diagonal), smallest = diagonal, second = 0;
    for (const Axis& axis : level.axes.component) {
        if (axis.cells > 1) diagonal += 2 * axis.weight;
        smallest += longest_wave(axis);
        if (axis.cells > 1 && axis.weight > 0)
            second = second > 0 ? std::min(second, second_wave(axis)) : second_wave(axis);
    }
    if (smallest <= 0) smallest = second;  // singular: what is constant is no error
    if (!(diagonal > 0)) return 1;
    const double rho = 1 - std::min(1.0, smallest / diagonal);
    return omega_for(rho * rho);
}

template <class T, int Dim> void Sor<T, Dim>::iterate(Solve& solve) {
    const Level<T, Dim>& level = this->level_;
    const double box = best_omega(level), highest = 2 - (2 - box) / 16;
    double omega = box, before = solve.report.residual;
    int longest = 0, sweeps = 0, look_at = span_for(omega);
    for (int a = 0; a < Dim; ++a) longest = std::max(longest, level.op.cells[a]);
    Progress progress(solve.report, solve.goal, {.iterations = 100 + 16 * longest, .factor = 1});
    while (true) {
        for (const int end = std::min(sweeps + 4, solve.goal.max_iterations); sweeps < end; ++sweeps)
            for (const int colour : {0, 1})
                relax(solve.scheduler, level, solve.x, solve.rhs, colour, static_cast<T>(omega));
        const double norm = residual<T, Dim>(solve.scheduler, level, solve.x, solve.rhs);
        if (!progress.goes_on(norm, sweeps)) break;
        if (level.op.is_uniform() || sweeps < look_at) continue;
        omega = std::clamp(raised(omega, rate_of(norm / before, span_for(omega))), omega, highest);
        before = norm, look_at = sweeps + span_for(omega);
    }
}

#define WHORL_INSTANTIATE(T, Dim) \
    template class Sor<T, Dim>;   \
    template double best_omega(const Level<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
