// Fields as pictures want them: floats at the centres of the cells, whatever the fluid keeps and wherever it keeps it.
//
// Beside what the fluid carries there is what follows from its velocity:
//     speed        |u|, m/s
//     vorticity    dv/dx - du/dy in 2D, |curl u| in 3D, 1/s; vorticity.x .y .z in 3D
//     divergence   of the faces' own velocity, 1/s: what the projection is measured by
// Derivatives are central differences, one-sided at sides that are not periodic.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "whorl/whorl.hpp"

namespace whorl {

/// A field that owns its values, rows along x without gaps.
template <int Dim> struct CellField {
    Vec<int, Dim> shape{};
    std::vector<float> values{};

    static CellField zero(const Vec<int, Dim>& shape);
    View<const float, Dim> view() const;
    View<float, Dim> edit();
};

/// Everything that `field_of` knows by name for this fluid.
template <int Dim, class T> std::vector<std::string> field_names(const Fluid<Dim, T>& fluid);

/// An unknown name is an Error with the nearest right one and the whole list.
template <int Dim, class T> Result<CellField<Dim>> field_of(const Fluid<Dim, T>& fluid, std::string_view name);

/// One field per axis, m/s.
template <int Dim> using Flow = Vec<CellField<Dim>, Dim>;

template <int Dim, class T> Flow<Dim> velocity_of(const Fluid<Dim, T>& fluid);

/// Lengths of the sides of the fluid's box, m.
template <int Dim> Vec<double, Dim> box_of(const FluidConfig<Dim>& config);

/// Smallest and largest finite value; 0 and 0 if there is none.
struct ValueRange {
    float low = 0, high = 0;
};
template <int Dim> ValueRange range_of(const View<const float, Dim>& field);

/// A plane of cells of a 3D field, at right angles to the axis; the remaining axes keep their order.
Result<CellField<2>> slice_of(const View<const float, 3>& field, int axis, int index);

}  // namespace whorl
