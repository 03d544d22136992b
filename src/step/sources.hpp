// What shapes do to the fluid: give off scalars, set the flow, push it. A shape touches only the cells around it.
#pragma once

#include "step/parts.hpp"

namespace whorl {

/// Scalars gain dt times the emission times the part of the cell that is covered; velocities are drawn to the
/// emitter's.
template <class T, int Dim>
void emit(Scheduler& scheduler, const Parameters<T, Dim>& parameters, const Emitter<T, Dim>& emitter, double dt,
          Changing<T, Dim>& state);

/// u += dt * acceleration times the covered part.
template <class T, int Dim>
void accelerate(Scheduler& scheduler, const Grid<Dim>& grid, const Emitter<T, Dim>& emitter, double dt,
                const Faces<T, Dim>& u);

}  // namespace whorl
