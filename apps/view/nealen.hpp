// Nealen's units and the parts of his program that the spectral fluid leaves to its user (`nealen`).
//
// The box is one unit long and a wave number counts whole waves, so that his viscosity is (2 pi)^2 times the one in
// metres. A step moves time on by "time step" units, sixty times a second of the clock on the wall. Confinement takes
// derivatives with a spacing of one cell (his equations 9 to 11).
#pragma once

#include "live_fluid.hpp"
#include "spectral/spectral_fluid.hpp"

namespace whorl::view {

/// His parameters, with the values of his figure 7 where he gives them.
struct NealenSettings {
    double time_step = 0.4;
    double viscosity = 0.001;
    double dissipation = 1;  ///< a factor each step; 1: none
    double matter = 10;      ///< ink for each cell that the hand crosses
    double confinement = 0.15;
    bool is_confined = false;

    double step_seconds() const;  ///< of the solver
    SpectralConfig<2> config(int cells, Scheduler* scheduler) const;
};

/// Ink and force along the path, both by the speed of the hand: the same path in the same time leaves the same,
/// however often it was looked at in between.
void nealen_stir(SpectralFluid<2>& fluid, const NealenSettings& settings, const Stroke& stroke);

/// vorticity w, N = grad |w| / |grad |w||, force = epsilon (N x w), each at the centres of cells, x fastest.
struct NealenConfinement {
    std::vector<double> vorticity, normal[2], force[2];
};
NealenConfinement nealen_confinement(SpectralFluid<2>& fluid, double epsilon);

/// Adds the force of confinement, times the step, to the velocity, as a step does before anything else.
void nealen_confine(SpectralFluid<2>& fluid, const NealenSettings& settings);

}  // namespace whorl::view
