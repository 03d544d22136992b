#include "render/solid_field.hpp"

#include <algorithm>

#include "boundary/motion.hpp"
#include "render/view_source.hpp"

namespace whorl {

template <int Dim>
CellField<Dim> solid_field(const FluidConfig<Dim>& config, std::span<const Obstacle<Dim>> obstacles) {
    ViewSource<Dim> source{.cells = config.cells, .box = box_of(config)};
    source.distance = [&](const Vec<double, Dim>& at, double sheet) {
        double nearest = 1e300;
        for (const Obstacle<Dim>& obstacle : obstacles) {
            const Geometry<Dim>& geometry = obstacle.shape.geometry();
            const double bare = geometry.distance(placement_of(obstacle.pose).to_body(at));
            nearest = std::min(nearest, geometry.is_sheet() ? bare - sheet : bare);
        }
        return nearest;
    };
    return solid_field(source);
}

template CellField<2> solid_field(const FluidConfig<2>&, std::span<const Obstacle<2>>);
template CellField<3> solid_field(const FluidConfig<3>&, std::span<const Obstacle<3>>);

}  // namespace whorl
