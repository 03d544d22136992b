#include "step/sources.hpp"

#include <algorithm>
#include <cmath>

namespace whorl {
namespace {

/// f(value, covered part) for the values of `view` that the shape covers. Values lie at the centres of cells, or on the
/// low faces of axis `staggered` if that is not -1, or at the low corners if it is `corners`.
constexpr int corners = 3;
template <class T, int Dim, class F>
void each_covered(const Grid<Dim>& grid, const Shape<Dim>& shape, int staggered, const View<T, Dim>& view, F f) {
    Vec<int, Dim> first{}, last{}, at{};
    for (int axis = 0; axis < Dim; ++axis) {
        const double reach = static_cast<double>(shape.radius) + grid.smallest_spacing();
        const double low = std::min(shape.low[axis], shape.high[axis]),
                     high = std::max(shape.low[axis], shape.high[axis]);
        const double cells = view.shape[axis];
        first[axis] = static_cast<int>(std::clamp(std::floor((low - reach) / grid.spacing(axis)) - 1, 0.0, cells));
        last[axis] = static_cast<int>(std::clamp(std::ceil((high + reach) / grid.spacing(axis)) + 1, 0.0, cells));
        if (first[axis] >= last[axis]) return;
    }
    for (at = first;;) {
        Vec<double, Dim> x = grid.cell_centre(at);
        for (int axis = 0; axis < Dim; ++axis)
            if (staggered == axis || staggered == corners) x[axis] -= 0.5 * grid.spacing(axis);
        const double part = coverage(shape, grid, x);
        if (part > 0) f(view[at], part);
        int axis = 0;
        while (axis < Dim && ++at[axis] == last[axis]) at[axis] = first[axis], ++axis;
        if (axis == Dim) return;
    }
}

}  // namespace

template <class T, int Dim>
void emit(const Parameters<T, Dim>& parameters, const Emitter<T, Dim>& emitter, double dt, Changing<T, Dim>& state) {
    const Grid<Dim>& grid = parameters.grid;
    for (std::size_t scalar = 0; scalar < emitter.scalars.size(); ++scalar) {
        const double gain = dt * static_cast<double>(emitter.scalars[scalar]);
        if (gain == 0) continue;
        const bool is_at_nodes = parameters.config.scalars[scalar].at_nodes;
        each_covered(grid, emitter.shape, is_at_nodes ? corners : -1, state.scalars[scalar].view(),
                     [&](T& value, double part) { value += static_cast<T>(gain * part); });
    }
    if (!emitter.velocity.is_given) return;
    const Faces<T, Dim> u = state.u.faces();
    for (int axis = 0; axis < Dim; ++axis) {
        const T wanted = static_cast<T>(emitter.velocity.value[axis]);
        each_covered(grid, emitter.shape, axis, u[axis],
                     [&](T& value, double part) { value += static_cast<T>(part) * (wanted - value); });
    }
}

template <class T, int Dim>
void accelerate(const Grid<Dim>& grid, const Emitter<T, Dim>& emitter, double dt, const Faces<T, Dim>& u) {
    for (int axis = 0; axis < Dim; ++axis) {
        const double gain = dt * static_cast<double>(emitter.acceleration[axis]);
        if (gain == 0) continue;
        each_covered(grid, emitter.shape, axis, u[axis],
                     [&](T& value, double part) { value += static_cast<T>(gain * part); });
    }
}

#define WHORL_INSTANTIATE(T, Dim)                                                                     \
    template void emit(const Parameters<T, Dim>&, const Emitter<T, Dim>&, double, Changing<T, Dim>&); \
    template void accelerate(const Grid<Dim>&, const Emitter<T, Dim>&, double, const Faces<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
