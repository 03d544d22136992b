// Conservative transport: what leaves a cell through a face arrives on the other side of it, so totals are kept to
// rounding. Fluxes go through the open part of faces, and a face without any passes nothing: sealed by construction.
//
// Along one axis this is van Leer's scheme (vanleer1974): a cell's content is a straight line whose slope is the
// harmonic mean of the differences on both sides, or 0 at an extremum; what the face takes is the end of that line.
// Axes are swept one after the other, in alternating order (strang1968): second order.
//
// A single axis of a divergence-free flow is not divergence-free. A sweep therefore keeps track of the volume that
// flowed into each cell beside what it carries (easter1993):
//
//     V' = V - (c_right - c_left)        V' phi' = V phi - (c_right phi_right - c_left phi_left)
//
// phi' is a mean of what stayed and what came in, whatever the flow: no new extrema, and a constant stays constant.
// After the last axis V is 1 again, but for the divergence that the projection left, and phi V goes on: the total is
// kept to the last digit and extrema to dt times that divergence. An unsplit scheme would need a limiter across all
// axes for the same, and twice the substeps. Where V is off by more than 1% it is no residual but a source of flow, as
// where an emitter sets the velocity, and there values stay and the total does not. The same goes for cells beside
// walls that move: the flow was projected for where they were.
//
// A step is cut into as many substeps as it takes for a cell to lose no more than nine tenths of what it holds.
//
// Beside obstacles a cell whose centre is inside a solid, but which flow reaches, has a content of its own, since
// that is where the flow goes. Every cell counts as a whole one.
#pragma once

#include "advect/advect.hpp"

namespace whorl {

/// Fields at centres, those of `Scheme::flux` alone. scratch.trace
/// needs one cell more than the grid along each axis, and a layer of ghosts.
template <class T, int Dim>
AdvectReport advect_by_flux(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& u,
                            std::span<const AdvectedField<T, Dim>> fields, const AdvectScratch<T, Dim>& scratch);

}  // namespace whorl
