#include "step/sources.hpp"

#include <algorithm>
#include <cmath>

#include "parallel/rows.hpp"

namespace whorl {
namespace {

/// The part of a cell around x that the shape covers, 0 to 1, from the distance to its surface.
template <int Dim> double coverage(const Shape<Dim>& shape, const Grid<Dim>& grid, const Vec<double, Dim>& x) {
    double distance = 0;  // to the surface, negative inside
    if (shape.is_box) {
        double outside = 0, inside = -1e300;
        for (int axis = 0; axis < Dim; ++axis) {
            const double low = static_cast<double>(shape.low[axis]) - x[axis];
            const double beyond = std::max(low, x[axis] - static_cast<double>(shape.high[axis]));
            outside += std::max(beyond, 0.0) * std::max(beyond, 0.0);
            inside = std::max(inside, beyond);
        }
        distance = inside > 0 ? std::sqrt(outside) : inside;
    } else {
        double along = 0, length = 0;
        for (int axis = 0; axis < Dim; ++axis) {
            const double line = static_cast<double>(shape.high[axis]) - static_cast<double>(shape.low[axis]);
            along += (x[axis] - static_cast<double>(shape.low[axis])) * line, length += line * line;
        }
        const double part = length > 0 ? std::clamp(along / length, 0.0, 1.0) : 0;
        for (int axis = 0; axis < Dim; ++axis) {
            const double line = static_cast<double>(shape.high[axis]) - static_cast<double>(shape.low[axis]);
            const double off = x[axis] - static_cast<double>(shape.low[axis]) - part * line;
            distance += off * off;
        }
        distance = std::sqrt(distance) - static_cast<double>(shape.radius);
    }
    return std::clamp(0.5 - distance / grid.smallest_spacing(), 0.0, 1.0);
}

/// f(value, covered part) for the values of `view` that the shape covers. Values lie at the centres of cells, or on the
/// low faces of axis `staggered` if that is not -1, or at the low corners if it is `corners`.
constexpr int corners = 3;
template <class T, int Dim, class F>
void each_covered(Scheduler& scheduler, const Grid<Dim>& grid, const Shape<Dim>& shape, int staggered,
                  const View<T, Dim>& view, const F& f) {
    Vec<int, Dim> first{}, last{};
    for (int axis = 0; axis < Dim; ++axis) {
        const double reach = static_cast<double>(shape.radius) + grid.smallest_spacing();
        const double low = std::min(shape.low[axis], shape.high[axis]),
                     high = std::max(shape.low[axis], shape.high[axis]);
        const double cells = view.shape[axis];
        first[axis] = static_cast<int>(std::clamp(std::floor((low - reach) / grid.spacing(axis)) - 1, 0.0, cells));
        last[axis] = static_cast<int>(std::clamp(std::ceil((high + reach) / grid.spacing(axis)) + 1, 0.0, cells));
        if (first[axis] >= last[axis]) return;
    }
    const auto cover = [&](const Row& row) {
        for (int i = row.x0; i < row.x1; ++i) {
            Vec<int, Dim> at{};
            at[0] = i, at[1] = row.y;
            if constexpr (Dim == 3) at[2] = row.z;
            Vec<double, Dim> x = grid.cell_centre(at);
            for (int axis = 0; axis < Dim; ++axis)
                if (staggered == axis || staggered == corners) x[axis] -= 0.5 * grid.spacing(axis);
            const double part = coverage(shape, grid, x);
            if (part > 0) f(view[at], part);
        }
    };
    for_rows(scheduler, Region<Dim>::box(first, last), cover);
}

}  // namespace

template <class T, int Dim>
void emit(Scheduler& scheduler, const Parameters<T, Dim>& parameters, const Emitter<T, Dim>& emitter, double dt,
          Changing<T, Dim>& state) {
    const Grid<Dim>& grid = parameters.grid;
    for (std::size_t scalar = 0; scalar < emitter.scalars.size(); ++scalar) {
        const double gain = dt * static_cast<double>(emitter.scalars[scalar]);
        if (gain == 0) continue;
        const bool is_at_nodes = parameters.config.scalars[scalar].at_nodes;
        each_covered(scheduler, grid, emitter.shape, is_at_nodes ? corners : -1, state.scalars[scalar].view(),
                     [&](T& value, double part) { value += static_cast<T>(gain * part); });
    }
    if (!emitter.velocity.is_given) return;
    const Faces<T, Dim> u = state.u.faces();
    for (int axis = 0; axis < Dim; ++axis) {
        const T wanted = static_cast<T>(emitter.velocity.value[axis]);
        each_covered(scheduler, grid, emitter.shape, axis, u[axis],
                     [&](T& value, double part) { value += static_cast<T>(part) * (wanted - value); });
    }
}

template <class T, int Dim>
void accelerate(Scheduler& scheduler, const Grid<Dim>& grid, const Emitter<T, Dim>& emitter, double dt,
                const Faces<T, Dim>& u) {
    for (int axis = 0; axis < Dim; ++axis) {
        const double gain = dt * static_cast<double>(emitter.acceleration[axis]);
        if (gain == 0) continue;
        each_covered(scheduler, grid, emitter.shape, axis, u[axis],
                     [&](T& value, double part) { value += static_cast<T>(gain * part); });
    }
}

#define WHORL_INSTANTIATE(T, Dim)                                                                                 \
    template void emit(Scheduler&, const Parameters<T, Dim>&, const Emitter<T, Dim>&, double, Changing<T, Dim>&); \
    template void accelerate(Scheduler&, const Grid<Dim>&, const Emitter<T, Dim>&, double, const Faces<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
