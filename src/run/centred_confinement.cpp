#include "run/centred_confinement.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/for_box.hpp"

namespace whorl {
namespace {

/// Central differences with neighbours taken around the box or held at its sides.
template <int Dim> struct Differences {
    Vec<int, Dim> cells;
    Vec<double, Dim> spacing;
    Vec<bool, Dim> periodic;

    int neighbour(int i, int axis, int step) const {
        const int next = i + step, count = cells[axis];
        if (next >= 0 && next < count) return next;
        return periodic[axis] ? (next + count) % count : i;
    }

    template <class F> double along(int axis, Vec<int, Dim> at, F f) const {
        const int here = at[axis];
        at[axis] = neighbour(here, axis, 1);
        const double high = f(at);
        at[axis] = neighbour(here, axis, -1);
        return (high - f(at)) / (2 * spacing[axis]);
    }

    std::size_t index(const Vec<int, Dim>& at) const {
        std::size_t sum = static_cast<std::size_t>(at[Dim - 1]);
        for (int axis = Dim - 2; axis >= 0; --axis)
            sum = sum * static_cast<std::size_t>(cells[axis]) + static_cast<std::size_t>(at[axis]);
        return sum;
    }
};

double length(const Vec<double, 3>& a) {
    return std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

template <class T, int Dim>
Vec<double, 3> curl(const Differences<Dim>& d, const Vec<View<T, Dim>, Dim>& u, const Vec<int, Dim>& at) {
    const auto slope = [&](int component, int axis) {
        return d.along(axis, at, [&](const Vec<int, Dim>& cell) { return static_cast<double>(u[component][cell]); });
    };
    if constexpr (Dim == 2)
        return {0, 0, slope(1, 0) - slope(0, 1)};
    else
        return {slope(2, 1) - slope(1, 2), slope(0, 2) - slope(2, 0), slope(1, 0) - slope(0, 1)};
}

}  // namespace

template <class T, int Dim>
void confine_centred(const Vec<View<T, Dim>, Dim>& u, const Vec<double, Dim>& spacing, const Vec<bool, Dim>& periodic,
                     double epsilon, double dt) {
    const Differences<Dim> d{u[0].shape, spacing, periodic};
    std::vector<Vec<double, 3>> omega;
    omega.reserve(static_cast<std::size_t>(u[0].cells()));
    for_box({}, d.cells, [&](const Vec<int, Dim>& at) { omega.push_back(curl(d, u, at)); });
    const double strength = dt * epsilon * *std::min_element(spacing.component, spacing.component + Dim);
    for_box({}, d.cells, [&](const Vec<int, Dim>& at) {
        Vec<double, 3> n{};
        for (int axis = 0; axis < Dim; ++axis)
            n[axis] = d.along(axis, at, [&](const Vec<int, Dim>& cell) { return length(omega[d.index(cell)]); });
        const double size = length(n);
        if (!(size > 0)) return;  // still fluid has no direction to push in
        const Vec<double, 3>& w = omega[d.index(at)];
        const Vec<double, 3> push{n[1] * w[2] - n[2] * w[1], n[2] * w[0] - n[0] * w[2], n[0] * w[1] - n[1] * w[0]};
        for (int axis = 0; axis < Dim; ++axis) u[axis][at] += static_cast<T>(strength / size * push[axis]);
    });
}

#define WHORL_INSTANTIATE(T, Dim)                                                                                \
    template void confine_centred(const Vec<View<T, Dim>, Dim>&, const Vec<double, Dim>&, const Vec<bool, Dim>&, \
                                  double, double);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
