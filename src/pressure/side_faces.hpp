// What is open of the faces on the sides of a grid, where those are not periodic: walls know what they leave of a face,
// the solver's problem (OpenFaces) what of that is free. A number for each face of the surface, packed.
#pragma once

#include <cstdint>
#include <vector>

#include "boundary/grid.hpp"

namespace whorl {

template <int Dim> class SideFaces {
  public:
    void make(const Grid<Dim>& grid) {
        for (int axis = 0; axis < Dim; ++axis)
            for (std::vector<std::uint16_t>& side : open_[axis].component) {
                shape_[axis] = grid.cells;
                shape_[axis][axis] = 1;
                std::size_t count = grid.periodic[axis] ? 0 : 1;
                for (int other = 0; other < Dim; ++other) count *= static_cast<std::size_t>(shape_[axis][other]);
                side.assign(count, 0);
            }
    }
    /// One face along the axis.
    View<std::uint16_t, Dim> view(int axis, int side) {
        View<std::uint16_t, Dim> view{open_[axis][side].data(), shape_[axis], {}};
        view.stride[0] = 1;
        for (int a = 1; a < Dim; ++a) view.stride[a] = view.stride[a - 1] * view.shape[a - 1];
        return view;
    }
    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const auto& sides : open_.component)
            for (const auto& side : sides.component) sum += side.capacity() * sizeof(std::uint16_t);
        return sum;
    }

  private:
    Vec<Vec<int, Dim>, Dim> shape_{};
    Vec<Vec<std::vector<std::uint16_t>, 2>, Dim> open_{};
};

}  // namespace whorl
