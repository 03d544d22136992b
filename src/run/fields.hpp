// Fields at cell centres, those that are stored and those that follow from the velocity.
#pragma once

#include "run/simulator.hpp"

namespace whorl {

/// A scalar, pressure, velocity.x ..., speed, vorticity (in 3D its length) or divergence, at the centres of cells.
Array3 centred(const Simulator& simulator, std::string_view field);

/// Whether a field takes both signs, so that its pictures should have 0 in the middle.
bool is_signed(std::string_view field, int dim);

/// Linear interpolation of an array at centres.
double interpolate(const Array3& array, const Scene& scene, const Place& at);

/// The velocity component along an axis as faces, the last repeated where the axis is periodic: cells + 1 of them.
Array3 all_faces(const Simulator& simulator, int axis);

bool is_periodic(const Scene& scene, int axis);
double spacing(const Scene& scene, int axis);

}  // namespace whorl
