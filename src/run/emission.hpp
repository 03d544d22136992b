// What emitters give off where the engine's own shapes do not reach: polygons, pictures, values that are set, and
// numbers that vary from place to place.
#pragma once

#include <optional>

#include "render/image.hpp"
#include "scene/scene.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

/// A shape at one moment, with its picture if it is one.
struct CoveredShape {
    StillShape shape{};
    const Image8* picture = nullptr;  ///< dark and opaque is inside

    /// The part of a cell around a place that is inside, 0 to 1.
    double part(const Place& at, double spacing) const;
};

/// The engine's own shape, if it has this one.
template <int Dim> std::optional<Shape<Dim>> engine_shape(const StillShape& shape);

/// f(value, covered part, place) for all values of a field that a shape covers. They lie at centres, or on the low
/// faces of axis `staggered` if that is not -1.
template <class T, int Dim, class F>
void each_covered_value(const Scene& scene, const CoveredShape& shape, int staggered, const View<T, Dim>& view, F f) {
    double spacing = 1e300;
    Vec<double, 3> h{};
    for (int axis = 0; axis < Dim; ++axis)
        h[axis] = scene.size[axis] / scene.cells[axis], spacing = h[axis] < spacing ? h[axis] : spacing;
    Vec<int, Dim> first{}, last{}, at{};
    const Place low = shape.shape.low(), high = shape.shape.high();
    for (int axis = 0; axis < Dim; ++axis) {
        const auto inside = [&](double x) {
            const double cell = x / h[axis], most = view.shape[axis];
            return static_cast<int>(cell > 0 ? (cell < most ? cell : most) : 0);
        };
        first[axis] = inside(low[axis] - 2 * h[axis]), last[axis] = inside(high[axis] + 3 * h[axis]);
        if (first[axis] >= last[axis]) return;
    }
    for (at = first;;) {
        Place x{};
        for (int axis = 0; axis < Dim; ++axis) x[axis] = (at[axis] + (axis == staggered ? 0 : 0.5)) * h[axis];
        if (const double part = shape.part(x, spacing); part > 0) f(view[at], part, x);
        int axis = 0;
        while (axis < Dim && ++at[axis] == last[axis]) at[axis] = first[axis], ++axis;
        if (axis == Dim) return;
    }
}

}  // namespace whorl
