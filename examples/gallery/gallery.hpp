// A gallery of pictures, each a fluid and a view of it.
#pragma once

#include <span>

#include "render/image.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

struct Exhibit {
    const char* name;  ///< of the file, without its ending
    Result<Image> (*draw)(Scheduler& scheduler);
};

std::span<const Exhibit> flat_exhibits();
std::span<const Exhibit> space_exhibits();
std::span<const Exhibit> more_exhibits();

/// How much of each cell lies inside a shape, by 4 samples along each axis; distance(position) is below 0 inside.
template <int Dim, class Distance>
std::vector<float> solid_fraction(const FluidConfig<Dim>& config, Distance distance) {
    constexpr int samples = 4;
    std::vector<float> fraction;
    Vec<int, Dim> at{};
    const int deep = Dim == 3 ? config.cells[Dim - 1] : 1, layers = Dim == 3 ? samples : 1;
    for (int z = 0; z < deep; ++z)
        for (at[1] = 0; at[1] < config.cells[1]; ++at[1])
            for (at[0] = 0; at[0] < config.cells[0]; ++at[0]) {
                int inside = 0;
                for (int i = 0; i < samples * samples * layers; ++i) {
                    const int sub[] = {i % samples, i / samples % samples, i / samples / samples};
                    Vec<double, Dim> place{};
                    for (int axis = 0; axis < Dim; ++axis) {
                        const int cell = axis == 2 ? z : at[axis];
                        place[axis] = (cell + (sub[axis] + 0.5) / samples) * config.size[axis] / config.cells[axis];
                    }
                    inside += distance(place) < 0;
                }
                fraction.push_back(static_cast<float>(inside) / static_cast<float>(samples * samples * layers));
            }
    return fraction;
}

}  // namespace whorl
