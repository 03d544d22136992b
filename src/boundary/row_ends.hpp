// What rows end with across x, bit by bit as boundary/ghosts.hpp fills it. Only where one rule holds for all rows: not
// on periodic axes, on sides of several kinds, or where the flow decides.
#pragma once

#include <optional>

#include "boundary/ghosts.hpp"
#include "core/row_ends.hpp"

namespace whorl {

template <class T, int Dim> std::optional<RowEnds<T>> component_row_ends(const Sides<T, Dim>& sides, int component);
/// Of all components.
template <class T, int Dim> std::optional<Vec<RowEnds<T>, Dim>> velocity_row_ends(const Sides<T, Dim>& sides);

template <class T, int Dim>
std::optional<RowEnds<T>> scalar_row_ends(const Sides<T, Dim>& sides, const ScalarGhosts<T, Dim>& rule);

template <class T, int Dim> std::optional<RowEnds<T>> pressure_row_ends(const Sides<T, Dim>& sides);

}  // namespace whorl
