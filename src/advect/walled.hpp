// Advection beside walls, where traces and stencils must not reach across: cells there are worked out once more, after
// the plain kernels, one at a time.
//
// A trace goes from cell to cell and ends at the first closed face. A value counts only if its cell can be reached from
// the cell that the trace ended in through open faces inside the stencil. What is carried is therefore always a mean of
// values from the same side of every wall: sealed to the last bit. Clipping the trace alone would not do, since the
// stencil reads across. Every traced scheme but `upwind` is this `linear` here.
//
// Velocities go by the open fractions of faces instead of their closed bits, as the flow does, and each counts as far
// as its face is open.
#pragma once

#include "advect/advect_table.hpp"

namespace whorl {

/// Cells that a point moves by and more are the same: far. They fit into a byte.
constexpr int far_away = 100;

template <class T, int Dim> struct CellsMetArguments {
    View<std::uint8_t, Dim> met;
    Faces<const T, Dim> u, back, forward;  // the last two where there are any
    Vec<T, Dim> half_steps;                // half of the cells per unit of velocity
};
template <class T, int Dim> using CellsMetKernel = void (*)(const CellsMetArguments<T, Dim>&, const Row&);
using CellsMetTable = TypedTable<CellsMetKernel>;
WHORL_DECLARE_KERNELS(CellsMetTable, cells_met_table)

/// Fills scratch.met, from the traces in scratch.
template <class T, int Dim>
void count_cells_met(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
                     const AdvectScratch<T, Dim>& scratch, const Lines& lines = {});

/// Writes the destinations of `arguments` again, beside walls. `further` is what the scheme's stencil has more than
/// that of `linear`.
template <class T, int Dim>
void advect_beside_walls(const AdvectContext<T, Dim>& context, const Location<Dim>& location,
                         const AdvectArguments<T, Dim>& arguments, Scheme scheme, int further, const Lines& lines = {});

/// Takes other fields' values for the results of the points that advect_beside_walls wrote last at this location, where
/// nothing went `further`.
enum class Instead { predictor, source };
template <class T, int Dim>
void replace_beside_walls(const AdvectContext<T, Dim>& context, const Location<Dim>& location,
                          const AdvectArguments<T, Dim>& arguments, Instead instead, const Lines& lines = {});

}  // namespace whorl
