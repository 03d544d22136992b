#include "render/solid_field.hpp"

#include <algorithm>

#include "boundary/motion.hpp"

namespace whorl {
namespace {

template <int Dim> struct Placed {
    const Geometry<Dim>& geometry;
    Placement<Dim> placement;

    double distance(const Vec<double, Dim>& at, double sheet) const {
        const double bare = geometry.distance(placement.to_body(at));
        return geometry.is_sheet() ? bare - sheet : bare;
    }
};

}  // namespace

template <int Dim>
CellField<Dim> solid_field(const FluidConfig<Dim>& config, std::span<const Obstacle<Dim>> obstacles) {
    const Vec<double, Dim> box = box_of(config);
    Vec<double, Dim> h{};
    double smallest = 1e300;
    for (int axis = 0; axis < Dim; ++axis)
        h[axis] = box[axis] / config.cells[axis], smallest = std::min(smallest, h[axis]);
    std::vector<Placed<Dim>> placed;
    for (const Obstacle<Dim>& obstacle : obstacles)
        placed.push_back({obstacle.shape.geometry(), placement_of(obstacle.pose)});
    auto field = CellField<Dim>::zero(config.cells);
    for (std::size_t i = 0; i < field.values.size(); ++i) {
        Vec<double, Dim> at{};
        std::size_t rest = i;
        for (int axis = 0; axis < Dim; ++axis) {
            const auto cells = static_cast<std::size_t>(config.cells[axis]);
            at[axis] = (static_cast<double>(rest % cells) + 0.5) * h[axis];
            rest /= cells;
        }
        double nearest = 1e300;
        for (const Placed<Dim>& one : placed) nearest = std::min(nearest, one.distance(at, 0.5 * smallest));
        field.values[i] = static_cast<float>(std::clamp(0.5 - nearest / smallest, 0.0, 1.0));
    }
    return field;
}

template CellField<2> solid_field(const FluidConfig<2>&, std::span<const Obstacle<2>>);
template CellField<3> solid_field(const FluidConfig<3>&, std::span<const Obstacle<3>>);

}  // namespace whorl
