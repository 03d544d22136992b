// Where pictures get their fields: a fluid, a plane of one, or anything else that has fields by name.
#pragma once

#include <functional>

#include "render/cell_field.hpp"

namespace whorl {

template <int Dim> struct ViewSource {
    std::vector<std::string> names{};  ///< of fields
    Vec<int, Dim> cells{};
    Vec<double, Dim> box{};  ///< metres
    Vec<bool, Dim> wraps{};  ///< axes that are periodic
    std::function<Result<CellField<Dim>>(std::string_view name)> field{};
    std::function<Flow<Dim>()> flow{};
    /// Metres from a place to the nearest solid, below 0 inside; sheets reach `sheet` metres to both sides. May be
    /// missing: there are no solids.
    std::function<double(const Vec<double, Dim>& at, double sheet)> distance{};
};

/// Reads the fluid whenever it is asked, so it must not outlive it. A fluid does not tell its obstacles.
template <int Dim, class T> ViewSource<Dim> source_of(const Fluid<Dim, T>& fluid);

/// The plane of cells at right angles to the axis; the remaining axes keep their order.
ViewSource<2> slice_of(const ViewSource<3>& source, int axis, int index);

/// The same picture with square cells, and so many of them that none is larger than `largest` of `pixels` across; 0
/// pixels: no matter how large.
ViewSource<2> with_square_cells(const ViewSource<2>& source, int pixels, int largest);

/// How much of each cell is solid, 0 to 1; nothing if there are no solids. A sheet shows as a wall one cell thick.
/// Spread over more `cells` it still crosses 1/2 at the surface, and interpolation finds that without bumps.
template <int Dim> CellField<Dim> solid_field(const ViewSource<Dim>& source, double cells = 1);

}  // namespace whorl
